//! The scalar maps of one row, sign by sign.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{Worst, fischer_burmeister, natural_row};

/// Erleben 2013, Eq 13–18: h = min(x, y) and φ(x, y) by sign of x and y.
#[test]
fn sign_tables_of_the_minimum_and_the_fischer_map() {
    for x in [-1.0, 0.0, 1.0] {
        for y in [-1.0, 0.0, 1.0] {
            let (minimum, fischer) =
                (natural_row(x, y, 0.0, f64::INFINITY), fischer_burmeister(x, y));
            assert_eq!(minimum, if x < y { x } else { y });
            let (h, phi) = if x < 0.0 || y < 0.0 {
                (-1.0, 1.0)
            } else if x == 0.0 || y == 0.0 {
                (0.0, 0.0)
            } else {
                (1.0, -1.0)
            };
            let sign = |value: f64| if value == 0.0 { 0.0 } else { value.signum() };
            assert_eq!((sign(minimum), sign(fischer)), (h, phi), "({x}, {y})");
        }
    }
}

#[test]
fn the_fischer_map_by_hand_and_without_cancellation() {
    assert_eq!(fischer_burmeister(3.0, 4.0), -2.0);
    assert_eq!(fischer_burmeister(-3.0, 4.0), 4.0);
    assert_eq!(fischer_burmeister(-3.0, -4.0), 12.0);
    // φ(a, b) → −b for a ≫ b: √(a² + b²) − a − b would give 0.
    assert!((fischer_burmeister(1e10, 1e-8) / -1e-8 - 1.0).abs() < 1e-15);
    assert_eq!(fischer_burmeister(f64::INFINITY, 2.0), -2.0);
    assert_eq!(fischer_burmeister(2.0, f64::INFINITY), -2.0);
    for scale in [1e-300, 1e300] {
        let unit = (3.0 * scale, 4.0 * scale);
        assert!((fischer_burmeister(unit.0, unit.1) / scale + 2.0).abs() < 1e-15);
    }
}

#[test]
fn the_natural_row_is_x_minus_the_clamped_step() {
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..10_000 {
        let [x, w, lo, width]: [f64; 4] = std::array::from_fn(|_| random.random_range(-3.0..3.0));
        let hi = lo + width.abs();
        let expected = x - (x - w).clamp(lo, hi);
        assert!((natural_row(x, w, lo, hi) - expected).abs() < 2e-15, "{x} {w} {lo} {hi}");
    }
    // Here x − (x − w) is 0 or 2, not 1.
    assert_eq!(natural_row(1e16, 1.0, 0.0, f64::INFINITY), 1.0);
    assert_eq!(natural_row(5.0, -0.25, f64::NEG_INFINITY, f64::INFINITY), -0.25);
}

#[test]
fn nan_is_never_taken_for_a_small_residual() {
    for (lo, hi) in [(0.0, f64::INFINITY), (-1.0, 1.0), (0.0, 0.0)] {
        assert!(natural_row(0.0, f64::NAN, lo, hi).is_nan());
        assert!(natural_row(f64::NAN, 0.0, lo, hi).is_nan());
    }
    assert!(fischer_burmeister(f64::NAN, 1.0).is_nan());
    assert!(fischer_burmeister(-1.0, f64::NAN).is_nan());
}

#[test]
fn the_worst_entry_comes_with_its_row() {
    assert_eq!(Worst::of(&[0.5, -3.0, 2.0]), Worst { value: 3.0, row: 1 });
    assert_eq!(Worst::of(&[2.0, -2.0]), Worst { value: 2.0, row: 0 });
    assert_eq!(Worst::of(&[]), Worst { value: 0.0, row: 0 });
    let broken = Worst::of(&[7.0, f64::NAN, 9.0]);
    assert!(broken.value.is_nan() && broken.row == 1);
}
