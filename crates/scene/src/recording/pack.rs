//! Whole numbers in few bytes: small ones first made small, then split into
//! planes of bytes, so that the empty planes of a column stand together and a
//! general compressor finds them.

use crate::bytes::{ByteReader, ByteWriter};

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

/// Writes numbers in a row: the bytes that the largest needs, then one plane
/// for each. Signs go to the lowest bit: 0, −1, 1, −2 … become 0, 1, 2, 3 …
pub fn write(bytes: &mut ByteWriter, values: impl Iterator<Item = i64> + Clone) {
    let folded = values.map(|value| ((value << 1) ^ (value >> 63)) as u64);
    let largest = folded.clone().max().unwrap_or(0);
    let width = (u64::BITS - largest.leading_zeros()).div_ceil(8);
    bytes.u8(width as u8);
    for plane in 0..width {
        for value in folded.clone() {
            bytes.u8((value >> (8 * plane)) as u8);
        }
    }
}

/// Takes as many numbers as were written.
pub fn read(bytes: &mut ByteReader<'_>, count: usize) -> Option<Vec<i64>> {
    let width = usize::from(bytes.u8()?);
    if width > 8 {
        return None;
    }
    let planes = bytes.take(count.checked_mul(width)?)?;
    let mut values = vec![0_u64; count];
    for (plane, row) in planes.chunks_exact(count.max(1)).enumerate() {
        for (value, &byte) in values.iter_mut().zip(row) {
            *value |= u64::from(byte) << (8 * plane);
        }
    }
    Some(values.into_iter().map(|value| (value >> 1) as i64 ^ -((value & 1) as i64)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_all_sizes_come_back() {
        let all = [0, 1, -1, 127, -128, 300, -70_000, 1 << 40, i64::MAX, i64::MIN];
        for count in 0..=all.len() {
            let mut bytes = ByteWriter::default();
            write(&mut bytes, all[..count].iter().copied());
            let mut reader = ByteReader(&bytes.0);
            assert_eq!(read(&mut reader, count).as_deref(), Some(&all[..count]));
            assert!(reader.0.is_empty());
        }
        assert_eq!(read(&mut ByteReader(&[9, 1, 1]), 1), None);
        assert_eq!(read(&mut ByteReader(&[1]), 1), None);
    }

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
