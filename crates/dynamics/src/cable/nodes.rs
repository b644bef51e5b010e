//! Equal straight segments along a path.

use glam::DVec3;

/// A place on a polyline: after `whole` of its legs, at `point` on the next.
#[derive(Clone, Copy)]
struct PathPoint {
    whole: usize,
    point: DVec3,
}

/// How long a path is.
pub(super) fn length(path: &[DVec3]) -> f64 {
    path.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}

/// Points c apart from neighbour to neighbour, the first at the beginning of
/// the path and the last at its end.
///
/// From each point the next is where the path first leaves the sphere of
/// radius c about it. The more c, the sooner the end is passed, and bisection
/// finds the c with which the last point is the end. `None` where the path
/// turns back so sharply that there is no such c.
pub(super) fn place(path: &[DVec3], segments: usize) -> Option<Vec<DVec3>> {
    let length = length(path);
    let (mut short, mut long) = (0.0, length / segments as f64 * (1.0 + 1e-9));
    loop {
        let middle = 0.5 * (short + long);
        if middle <= short || middle >= long {
            break;
        }
        match walk(path, segments, middle) {
            Some(_) => short = middle,
            None => long = middle,
        }
    }
    let mut nodes = walk(path, segments, short)?;
    let (end, last) = (*path.last()?, nodes.last_mut()?);
    if last.distance(end) > 1e-9 * length {
        return None;
    }
    *last = end;
    Some(nodes)
}

/// The beginning and `segments` further points; `None` if the path ends before.
fn walk(path: &[DVec3], segments: usize, chord: f64) -> Option<Vec<DVec3>> {
    let mut place = PathPoint { whole: 0, point: *path.first()? };
    let mut nodes = vec![place.point];
    for _ in 0..segments {
        place = leave(path, place, chord)?;
        nodes.push(place.point);
    }
    Some(nodes)
}

/// Where the path first is `chord` away from a place on it.
fn leave(path: &[DVec3], from: PathPoint, chord: f64) -> Option<PathPoint> {
    let mut begin = from.point;
    for whole in from.whole..path.len() - 1 {
        let end = path[whole + 1];
        if from.point.distance(end) > chord {
            // |begin + t·leg − from| = chord with begin inside the sphere:
            // a t² + 2 b t + c = 0 has one root t ≥ 0, as c ≤ 0.
            let (leg, gap) = (end - begin, begin - from.point);
            let a = leg.length_squared();
            let b = leg.dot(gap);
            let c = (gap.length_squared() - chord * chord).min(0.0);
            let root = (b * b - a * c).sqrt();
            let t = if b > 0.0 { -c / (b + root) } else { (root - b) / a };
            return Some(PathPoint { whole, point: begin + leg * t });
        }
        begin = end;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chords(nodes: &[DVec3]) -> Vec<f64> {
        nodes.windows(2).map(|pair| pair[0].distance(pair[1])).collect()
    }

    #[test]
    fn a_straight_path_is_cut_evenly() {
        let nodes = place(&[DVec3::ZERO, DVec3::X, DVec3::X * 3.0], 6).expect("straight");
        for (at, node) in nodes.iter().enumerate() {
            assert!(node.distance(DVec3::X * 0.5 * at as f64) < 1e-9);
        }
    }

    #[test]
    fn chords_round_a_circle_are_those_of_the_polygon() {
        let on_circle = |angle: f64| DVec3::new(angle.cos(), 0.0, angle.sin());
        let path: Vec<_> = (0..=20_000).map(|at| on_circle(f64::from(at) * 1e-4)).collect();
        let nodes = place(&path, 10).expect("smooth");
        assert_eq!(nodes.len(), 11);
        // 2 radians in ten equal parts: chord 2 sin(0.1).
        for chord in chords(&nodes) {
            assert!((chord - 2.0 * 0.1_f64.sin()).abs() < 1e-8, "{chord}");
        }
    }

    #[test]
    fn corners_keep_segments_equal() {
        let path = [DVec3::ZERO, DVec3::X, DVec3::new(1.0, 1.0, 0.0), DVec3::new(1.0, 1.0, 2.0)];
        let nodes = place(&path, 7).expect("right angles");
        let chords = chords(&nodes);
        assert!(chords.iter().all(|chord| (chord - chords[0]).abs() < 1e-8), "{chords:?}");
        assert_eq!((nodes[0], nodes[7]), (path[0], path[3]));
    }

    #[test]
    fn a_path_that_doubles_back_cannot_be_one_segment() {
        assert!(place(&[DVec3::ZERO, DVec3::X, DVec3::ZERO], 1).is_none());
    }
}
