//! Every admissible set against the definition of a nearest point.

mod cases;
mod known_values;

use cases::{Case, cases};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn length(a: [f64; 3]) -> f64 {
    a[0].hypot(a[1]).hypot(a[2])
}

/// Points of all sizes: near the sets, far from them, on the axes.
fn any_point() -> impl Strategy<Value = [f64; 3]> {
    let coordinate = prop_oneof![4 => -6.0..6.0f64, 1 => -0.5..0.5f64, 1 => Just(0.0)];
    prop::array::uniform3(coordinate)
}

fn unit_cube() -> impl Strategy<Value = [f64; 3]> {
    prop::array::uniform3(prop_oneof![3 => 0.0..=1.0f64, 1 => Just(0.0), 1 => Just(1.0)])
}

/// The same points on every run.
fn settings(cases: u32) -> ProptestConfig {
    let rng_seed = RngSeed::Fixed(7);
    ProptestConfig { cases, rng_seed, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(settings(1000))]

    #[test]
    fn projecting_twice_changes_nothing(z in any_point()) {
        for case in cases(1.0) {
            let once = case.project(z);
            let move_again = length(minus(case.project(once), once));
            let rounding = 4e-15 * (length(z) + length(once));
            prop_assert!(move_again <= rounding, "{} {z:?}", case.set.name());
            prop_assert!(case.contains(once, 1e-14), "{} {z:?} {once:?}", case.set.name());
        }
    }

    #[test]
    fn no_two_points_move_apart(a in any_point(), b in any_point()) {
        for case in cases(1.0) {
            let (a, b) = (case.flat(a), case.flat(b));
            let after = length(minus(case.project(a), case.project(b)));
            let rounding = 1e-14 * (1.0 + length(a) + length(b));
            prop_assert!(after <= length(minus(a, b)) + rounding, "{} {a:?} {b:?}", case.set.name());
        }
    }

    /// (z − P)ᵀ(y − P) ≤ 0 for every y of the set says that P is the nearest.
    #[test]
    fn the_step_is_normal_to_the_set(z in any_point(), u in unit_cube()) {
        for case in cases(1.0) {
            let (z, y) = (case.flat(z), (case.member)(u));
            let nearest = case.project(z);
            let (step, along) = (minus(z, nearest), minus(y, nearest));
            let rounding = 1e-14 * (1.0 + length(z)) * (1.0 + length(along));
            prop_assert!(dot(step, along) <= rounding, "{} {z:?} {y:?}", case.set.name());
        }
    }

    #[test]
    fn members_are_contained_and_stay(u in unit_cube()) {
        for case in cases(1.0) {
            let y = (case.member)(u);
            prop_assert!(case.contains(y, 1e-13), "{} {y:?}", case.set.name());
            let moved = length(minus(case.project(y), y));
            prop_assert!(moved <= 1e-13, "{} {y:?} moved by {moved:e}", case.set.name());
        }
    }

    /// Moreau: z = P(z) + (a point of the polar cone), the two orthogonal.
    #[test]
    fn cones_split_a_point_in_two_orthogonal_parts(z in any_point(), u in unit_cube()) {
        for case in cases(1.0).into_iter().filter(|case| case.is_cone) {
            let z = case.flat(z);
            let inside = case.project(z);
            let polar = minus(z, inside);
            let rounding = 1e-14 * (1.0 + length(z)).powi(2);
            prop_assert!(dot(inside, polar).abs() <= rounding, "{} {z:?}", case.set.name());
            let y = (case.member)(u);
            prop_assert!(dot(polar, y) <= 1e-14 * length(z) * length(y), "{}", case.set.name());
        }
    }

    #[test]
    fn size_is_only_a_unit(z in any_point()) {
        for power in [-900, -3, 1, 900] {
            let scale = 2f64.powi(power);
            for (unit, scaled) in cases(1.0).iter().zip(cases(scale)) {
                let expected = unit.project(z);
                let found = scaled.project(z.map(|value| value * scale)).map(|value| value / scale);
                let gap = length(minus(found, expected));
                prop_assert!(gap <= 1e-15 * length(z), "{} 2^{power} {z:?}", unit.set.name());
            }
        }
    }

    /// A set of size 1 seen from 1e300 away: the direction alone counts.
    #[test]
    fn huge_points_do_not_overflow(direction in any_point(), u in unit_cube()) {
        for case in cases(1.0) {
            let direction = case.flat(direction);
            let nearest = case.project(direction.map(|value| 1e300 * value));
            prop_assert!(nearest.iter().all(|value| value.is_finite()), "{}", case.set.name());
            let step = minus(direction, nearest.map(|value| value / 1e300));
            let y = (case.member)(u);
            if !case.is_cone && length(nearest) < 100.0 {
                let along = minus(y, nearest);
                let rounding = 1e-13 * (1.0 + length(direction)) * (1.0 + length(along));
                prop_assert!(dot(step, along) <= rounding, "{} {direction:?}", case.set.name());
            }
        }
    }
}

/// Scans the unit cube coarsely, then around the best point ever more finely.
fn scanned_distance(case: &Case, z: [f64; 3]) -> f64 {
    let distance = |u: [f64; 3]| length(minus((case.member)(u), z));
    let scan = |centre: [f64; 3], width: f64, count: i32| {
        let mut best = (distance(centre), centre);
        let axis = |at: f64, i: i32| at + width * f64::from(i) / f64::from(count);
        for i in -count..=count {
            for j in -count..=count {
                for k in -count..=count {
                    let u = [axis(centre[0], i), axis(centre[1], j), axis(centre[2], k)];
                    // Lengths end at 1, angles go on at 0.
                    for u in [u.map(|u| u.clamp(0.0, 1.0)), u.map(|u| u.rem_euclid(1.0))] {
                        let found = distance(u);
                        if found < best.0 {
                            best = (found, u);
                        }
                    }
                }
            }
        }
        best
    };
    let (mut best, mut width) = (scan([0.5; 3], 0.5, 12), 0.1);
    while width > 1e-8 {
        let next = scan(best.1, width, 2);
        if next.1 == best.1 {
            width *= 0.5;
        }
        best = next;
    }
    best.0
}

#[test]
fn nothing_is_nearer_and_a_scan_comes_as_near() {
    let mut random = ChaCha8Rng::seed_from_u64(11);
    for case in cases(1.0) {
        for _ in 0..5 {
            let z = case.flat(std::array::from_fn(|_| random.random_range(-6.0..6.0)));
            let ours = length(minus(case.project(z), z));
            let scanned = scanned_distance(&case, z);
            let name = case.set.name();
            assert!(ours <= scanned + 1e-13, "{name} {z:?}: {ours} but {scanned} was found");
            assert!(scanned <= ours + 1e-5, "{name} {z:?}: {ours} but only {scanned} is possible");
            assert_eq!(case.contains(z, 0.0), ours == 0.0, "{name} {z:?}");
        }
    }
}

#[test]
fn nan_and_wrong_lengths_do_no_harm() {
    for case in cases(1.0) {
        let (name, dimension) = (case.set.name(), case.set.dimension());
        for at in 0..dimension {
            for other in [-1.0, 0.0, 3.0, f64::INFINITY, f64::NAN] {
                let mut point = vec![other; dimension];
                point[at] = f64::NAN;
                assert!(!case.set.contains(&point, 1.0), "{name}");
                case.set.project(&mut point);
                assert!(point.iter().any(|value| value.is_nan()), "{name} {point:?}");
            }
        }
        for wrong in [vec![], vec![-7.0; dimension + 1]] {
            let mut point = wrong.clone();
            case.set.project(&mut point);
            assert_eq!(point, wrong, "{name}");
            assert!(!case.set.contains(&point, 1e9), "{name}");
        }
    }
}
