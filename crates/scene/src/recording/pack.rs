//! Numbers as whole multiples of powers of two.

/// Beyond this a number is not exact in an `f64`, and no recording holds it.
const LARGEST: f64 = (1_u64 << 52) as f64;

/// A power of two, exactly.
pub fn power_of_two(exponent: i32) -> f64 {
    f64::from_bits(((1023 + i64::from(exponent.clamp(-1022, 1023))) as u64) << 52)
}

/// `value` in units of 2^`exponent`; none where that is no whole number that
/// fits.
pub fn whole(value: f64, exponent: i32) -> Option<i64> {
    let scaled = (value * power_of_two(-exponent)).round();
    (scaled.abs() < LARGEST).then_some(scaled as i64)
}

/// The number that [`whole`] made.
pub fn real(value: i64, exponent: i32) -> f64 {
    value as f64 * power_of_two(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_exact_and_nothing_wraps_around() {
        assert_eq!(power_of_two(-26), 1.0 / 67_108_864.0);
        assert_eq!(whole(1.5, -1), Some(3));
        assert_eq!(real(3, -1), 1.5);
        for wrong in [f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(whole(wrong, -26), None);
        }
    }
}
