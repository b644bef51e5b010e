//! Which points stay when there are more than four.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// Points of a patch in the plane z = 0, numbered in order.
fn patch(places: &[(f64, f64)], depths: &[f64]) -> Vec<Point> {
    places
        .iter()
        .enumerate()
        .map(|(k, &(x, y))| Point {
            feature: k as u32,
            point: DVec3::new(x, y, 0.0),
            gap: -depths.get(k).copied().unwrap_or(0.0),
        })
        .collect()
}

fn chosen(points: &[Point]) -> Vec<u32> {
    let manifold = Manifold::reduced(DVec3::Z, points);
    assert_eq!(manifold.normal, DVec3::Z);
    manifold.points().iter().map(|point| point.feature).collect()
}

/// Twice the signed area of a triangle.
fn twice(a: DVec3, b: DVec3, c: DVec3) -> f64 {
    a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y)
}

fn best(count: usize, value: impl Fn(usize) -> f64) -> usize {
    (0..count).max_by(|&i, &j| value(i).total_cmp(&value(j))).expect("some")
}

/// The four by their definitions, where no two candidates are alike.
#[test]
fn four_of_many_are_those_of_the_definition() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let mut fewer = 0;
    for round in 0..200 {
        let count = random.random_range(5..20);
        let scale = 10.0_f64.powi(round % 7 - 3);
        let mut number = || scale * random.random_range(-1.0..1.0);
        let places: Vec<_> = (0..count).map(|_| (number(), number())).collect();
        let depths: Vec<_> = (0..count).map(|_| number()).collect();
        let points = patch(&places, &depths);
        let at = |k: usize| points[k].point;
        let first = best(count, |k| depths[k]);
        let second = best(count, |k| at(k).distance(at(first)));
        let third = best(count, |k| twice(at(first), at(second), at(k)).abs());
        let turn = twice(at(first), at(second), at(third)).signum();
        // Twice the area of the triangle that a point adds beyond a side.
        let beyond = |k: usize| {
            let past = |i: usize, j: usize| -turn * twice(at(i), at(j), at(k));
            past(first, second).max(past(second, third)).max(past(third, first))
        };
        let fourth = best(count, beyond);
        let mut expected = vec![first as u32, second as u32, third as u32];
        if beyond(fourth) > 1e-3 * scale * scale {
            expected.push(fourth as u32);
        } else {
            fewer += 1;
            continue;
        }
        assert_eq!(chosen(&points), expected, "round {round}");
    }
    assert!(fewer < 20, "{fewer}");
}

/// Points on a circle are all alike: noise must not choose among them, and
/// neither must the size of the patch.
#[test]
fn noise_and_size_do_not_choose() {
    let mut random = ChaCha8Rng::seed_from_u64(2);
    let mut known = None;
    for round in 0..60 {
        let scale = 10.0_f64.powi(round % 9 - 4);
        let mut noise = || 1e-9 * random.random_range(-1.0..1.0);
        let places: Vec<_> = (0..12)
            .map(|k| {
                let (sin, cos) = (std::f64::consts::TAU * f64::from(k) / 12.0).sin_cos();
                (scale * (cos + noise()), scale * (sin + noise()))
            })
            .collect();
        let depths: Vec<_> = (0..12).map(|_| scale * noise()).collect();
        let now = chosen(&patch(&places, &depths));
        assert_eq!(now.len(), 4);
        assert_eq!(*known.get_or_insert(now.clone()), now, "scale {scale}");
    }
    // The first of all, the one opposite, and those across.
    assert_eq!(known, Some(vec![0, 6, 3, 9]));
}

/// What adds nothing is left out, at every scale.
#[test]
fn lines_and_triangles_need_fewer_points() {
    for scale in [1e-4, 1.0, 1e4] {
        let scaled = |places: &[(f64, f64)]| {
            let places: Vec<_> = places.iter().map(|&(x, y)| (scale * x, scale * y)).collect();
            chosen(&patch(&places, &[]))
        };
        let along: Vec<_> = (0..6).map(|k| (f64::from(k), 2.0 * f64::from(k))).collect();
        assert_eq!(scaled(&along), [0, 5]);
        assert_eq!(scaled(&[(1.0, 2.0); 6]), [0]);
        let triangle = [(0.0, 0.0), (1.0, 0.0), (4.0, 0.0), (2.0, 1.5), (0.0, 3.0), (0.0, 1.0)];
        let mut corners = scaled(&triangle);
        corners.sort_unstable();
        assert_eq!(corners, [0, 2, 4]);
        // Thin, and yet a rectangle.
        let thin = [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 0.01), (1.0, 0.01), (0.0, 0.01)];
        assert_eq!(scaled(&thin).len(), 4);
    }
}

/// The deepest stays although it lies in the middle; of two as deep as each
/// other the outer one.
#[test]
fn the_deepest_comes_first() {
    let square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0), (1.0, 1.0)];
    assert_eq!(chosen(&patch(&square, &[0.0, 0.0, 0.0, 0.0, 1e-3]))[0], 4);
    assert_eq!(chosen(&patch(&square, &[0.0, 0.0, 1e-3, 0.0, 1e-3 + 1e-9]))[0], 2);
}

#[test]
fn up_to_four_stay_as_they_come() {
    for count in 0..=4 {
        let places: Vec<_> = (0..count).map(|k| (f64::from(k), 0.0)).collect();
        let points = patch(&places, &[0.1, 0.2, 0.3, 0.4]);
        assert_eq!(Manifold::reduced(DVec3::Z, &points).points(), points);
    }
}

/// Surfaces moved outward by r and s: the gap shrinks by both, and the middle
/// moves by half the difference.
#[test]
fn rounding_and_flipping_move_what_they_should() {
    let single = Manifold::single(DVec3::X, DVec3::new(1.0, 2.0, 3.0), 0.5, 7);
    let rounded = single.rounded(0.25, 0.125);
    let expected = Point { feature: 7, point: DVec3::new(1.0625, 2.0, 3.0), gap: 0.125 };
    assert_eq!(rounded.points(), [expected]);
    assert_eq!(rounded.flipped().normal, DVec3::NEG_X);
    assert_eq!(rounded.flipped().points(), [expected]);
}

#[test]
fn candidates_beyond_the_room_are_left_out() {
    let mut candidates = Candidates::<2>::new();
    for k in 0..3 {
        candidates.push(0, k, DVec3::ZERO, f64::from(k));
    }
    let gaps: Vec<f64> = candidates.as_slice().iter().map(|point| point.gap).collect();
    assert_eq!(gaps, [0.0, 1.0]);
}
