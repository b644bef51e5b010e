//! Open shares of edges and squares from signed distances at their corners.

/// The share of an edge where the distance, linear between its ends, is ≥ 0.
pub fn edge(a: f64, b: f64) -> f64 {
    match (a >= 0.0, b >= 0.0) {
        (true, true) => 1.0,
        (false, false) => 0.0,
        (true, false) => a / (a - b),
        (false, true) => b / (b - a),
    }
}

/// The share of a unit square; corners in turn around it.
pub fn square(corners: [f64; 4]) -> f64 {
    const AT: [[f64; 2]; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
    if corners.iter().all(|&corner| corner >= 0.0) {
        return 1.0;
    }
    let (mut first, mut last, mut twice) = (None, [0.0; 2], 0.0);
    let mut add = |point: [f64; 2]| {
        if first.is_none() {
            first = Some(point);
        } else {
            twice += last[0] * point[1] - last[1] * point[0];
        }
        last = point;
    };
    for at in 0..4 {
        let next = (at + 1) % 4;
        let (here, there) = (corners[at], corners[next]);
        if here >= 0.0 {
            add(AT[at]);
        }
        if (here >= 0.0) != (there >= 0.0) {
            let t = here / (here - there);
            add([0, 1].map(|axis| AT[at][axis] + t * (AT[next][axis] - AT[at][axis])));
        }
    }
    let Some(first) = first else { return 0.0 };
    twice += last[0] * first[1] - last[1] * first[0];
    (0.5 * twice).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Under the plane x cos α + y sin α = c, by counting points.
    #[test]
    fn shares_are_those_of_planes() {
        for (alpha, offset) in [(0.0_f64, 0.3), (0.4, 0.5), (1.2, 0.2), (2.0, 0.1), (4.0, -0.7)] {
            let distance = |x: f64, y: f64| x * alpha.cos() + y * alpha.sin() - offset;
            let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
            let share = square(corners.map(|(x, y)| distance(x, y)));
            let n = 1000;
            let place = |index: usize| (index as f64 + 0.5) / n as f64;
            let counted = (0..n * n)
                .filter(|at| distance(place(at % n), place(at / n)) >= 0.0)
                .count() as f64
                / (n * n) as f64;
            assert!((share - counted).abs() < 2e-3, "{alpha}: {share} {counted}");
        }
        assert_eq!((edge(1.0, -3.0), edge(-3.0, 1.0), edge(1.0, 0.0)), (0.25, 0.25, 1.0));
        assert_eq!((edge(-1.0, -2.0), square([-1.0; 4]), square([0.0; 4])), (0.0, 0.0, 1.0));
    }
}
