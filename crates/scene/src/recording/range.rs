//! Whole numbers in few bits: a binary range coder whose probabilities follow
//! what has been written.
//!
//! One bit says whether a number is the same as the last one of its column. If
//! not, it is written as the count of its bits, bit by bit down a tree whose
//! every fork remembers how often it went which way, then its two highest bits
//! below the leading one likewise, and the rest as it is. Each column of
//! numbers has a tree of its own. Nothing but whole numbers is used, so that
//! every machine writes the same bytes.
//!
//! ```text
//! zero is coded by ⌊range/2¹¹⌋ p of the range, one by the rest
//! after zero: p ← p + (2¹¹ − p)/2⁵;   after one: p ← p − p/2⁵
//! ```

/// Bits of a probability.
const PRECISION: u32 = 11;
const HALF: u16 = 1 << (PRECISION - 1);
/// How slowly probabilities follow.
const SLOWNESS: u32 = 5;
/// Below this the range is widened by a byte.
const NARROW: u32 = 1 << 24;
/// A count of bits from 0 to 64 takes so many forks.
const FORKS: u32 = 7;

/// What has been learned of one column.
#[derive(Clone, Debug)]
pub struct Column {
    /// The last number, and whether it was the same as the one before it.
    last: u64,
    was_same: usize,
    same: [u16; 2],
    lengths: [u16; 1 << FORKS],
    /// The two highest bits below the leading one, by the count of bits.
    heads: [[u16; 3]; 65],
}

impl Default for Column {
    fn default() -> Self {
        let (lengths, heads) = ([HALF; 1 << FORKS], [[HALF; 3]; 65]);
        Self { last: 0, was_same: 0, same: [HALF; 2], lengths, heads }
    }
}

/// Bits that no probability is kept of, below the leading one of a number.
fn plain_bits(length: u32) -> u32 {
    length.saturating_sub(3)
}

/// Signs go to the lowest bit: 0, −1, 1, −2 … become 0, 1, 2, 3 …
fn fold(value: i64) -> u64 {
    ((value << 1) ^ (value >> 63)) as u64
}

fn unfold(value: u64) -> i64 {
    (value >> 1) as i64 ^ -((value & 1) as i64)
}

/// Writes numbers.
#[derive(Debug)]
pub struct Encoder {
    low: u64,
    range: u32,
    /// The last byte, which a carry may still change, and how many of 0xff follow it.
    last: u8,
    pending: u64,
    bytes: Vec<u8>,
}

impl Default for Encoder {
    fn default() -> Self {
        Self { low: 0, range: u32::MAX, last: 0, pending: 0, bytes: Vec::new() }
    }
}

impl Encoder {
    /// Writes a number of a column.
    pub fn write(&mut self, column: &mut Column, value: i64) {
        let value = fold(value);
        let same = u32::from(value == column.last);
        self.bit(&mut column.same[column.was_same], same);
        (column.last, column.was_same) = (value, same as usize);
        if same == 1 {
            return;
        }
        let length = u64::BITS - value.leading_zeros();
        let mut fork = 1;
        for at in (0..FORKS).rev() {
            let bit = (length >> at) & 1;
            self.bit(&mut column.lengths[fork], bit);
            fork = 2 * fork + bit as usize;
        }
        let mut head = 0;
        for at in (plain_bits(length)..length.saturating_sub(1)).rev() {
            let bit = ((value >> at) & 1) as u32;
            self.bit(&mut column.heads[length as usize][head], bit);
            head = 1 + bit as usize;
        }
        for at in (0..plain_bits(length)).rev() {
            self.plain(((value >> at) & 1) as u32);
        }
    }

    fn bit(&mut self, probability: &mut u16, bit: u32) {
        let bound = (self.range >> PRECISION) * u32::from(*probability);
        if bit == 0 {
            self.range = bound;
            *probability += ((1 << PRECISION) - *probability) >> SLOWNESS;
        } else {
            self.low += u64::from(bound);
            self.range -= bound;
            *probability -= *probability >> SLOWNESS;
        }
        self.widen();
    }

    fn plain(&mut self, bit: u32) {
        self.range >>= 1;
        self.low += u64::from(self.range) * u64::from(bit);
        self.widen();
    }

    fn widen(&mut self) {
        while self.range < NARROW {
            self.range <<= 8;
            self.shift();
        }
    }

    fn shift(&mut self) {
        let carry = (self.low >> 32) as u8;
        if self.low < 0xff00_0000 || carry != 0 {
            self.bytes.push(self.last.wrapping_add(carry));
            for _ in 0..self.pending {
                self.bytes.push(0xff_u8.wrapping_add(carry));
            }
            self.pending = 0;
            self.last = (self.low >> 24) as u8;
        } else {
            self.pending += 1;
        }
        self.low = (self.low & 0x00ff_ffff) << 8;
    }

    /// All bytes. Zeros at the end say nothing: the reader takes them as given.
    pub fn finish(mut self) -> Vec<u8> {
        for _ in 0..5 {
            self.shift();
        }
        while self.bytes.last() == Some(&0) {
            self.bytes.pop();
        }
        self.bytes
    }
}

/// Reads what an [`Encoder`] has written. Bytes that are not there are zero,
/// and wrong ones give wrong numbers and nothing worse.
#[derive(Debug)]
pub struct Decoder<'a> {
    bytes: std::slice::Iter<'a, u8>,
    range: u32,
    code: u32,
}

impl<'a> Decoder<'a> {
    /// Begins.
    pub fn new(bytes: &'a [u8]) -> Self {
        let mut decoder = Self { bytes: bytes.iter(), range: u32::MAX, code: 0 };
        // The first byte is the one before anything was written.
        for _ in 0..5 {
            decoder.code = (decoder.code << 8) | decoder.byte();
        }
        decoder
    }

    fn byte(&mut self) -> u32 {
        self.bytes.next().copied().map_or(0, u32::from)
    }

    /// The next number of a column; none where no number was written like that.
    pub fn read(&mut self, column: &mut Column) -> Option<i64> {
        let same = self.bit(&mut column.same[column.was_same]);
        column.was_same = same as usize;
        if same == 1 {
            return Some(unfold(column.last));
        }
        let mut fork = 1;
        for _ in 0..FORKS {
            fork = 2 * fork + self.bit(&mut column.lengths[fork]) as usize;
        }
        let length = fork as u32 - (1 << FORKS);
        let heads = column.heads.get_mut(length as usize)?;
        let mut value = u64::from(length > 0);
        let mut head = 0;
        for _ in plain_bits(length)..length.saturating_sub(1) {
            let bit = self.bit(&mut heads[head]);
            value = 2 * value + u64::from(bit);
            head = 1 + bit as usize;
        }
        for _ in 0..plain_bits(length) {
            value = 2 * value + u64::from(self.plain());
        }
        column.last = value;
        Some(unfold(value))
    }

    fn bit(&mut self, probability: &mut u16) -> u32 {
        let bound = (self.range >> PRECISION) * u32::from(*probability);
        let bit = u32::from(self.code >= bound);
        if bit == 0 {
            self.range = bound;
            *probability += ((1 << PRECISION) - *probability) >> SLOWNESS;
        } else {
            self.code -= bound;
            self.range -= bound;
            *probability -= *probability >> SLOWNESS;
        }
        self.widen();
        bit
    }

    fn plain(&mut self) -> u32 {
        self.range >>= 1;
        let bit = u32::from(self.code >= self.range);
        self.code -= self.range * bit;
        self.widen();
        bit
    }

    fn widen(&mut self) {
        while self.range < NARROW {
            self.range <<= 8;
            self.code = (self.code << 8) | self.byte();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip(values: &[i64], columns: usize) -> usize {
        let (mut encoder, mut learned) = (Encoder::default(), vec![Column::default(); columns]);
        for (at, &value) in values.iter().enumerate() {
            encoder.write(&mut learned[at % columns], value);
        }
        let bytes = encoder.finish();
        let (mut decoder, mut learned) = (Decoder::new(&bytes), vec![Column::default(); columns]);
        for (at, &value) in values.iter().enumerate() {
            assert_eq!(decoder.read(&mut learned[at % columns]), Some(value), "number {at}");
        }
        bytes.len()
    }

    #[test]
    fn numbers_of_all_sizes_come_back() {
        let all = [0, 1, -1, 127, -128, 300, -70_000, 1 << 40, i64::MAX, i64::MIN];
        for count in 0..=all.len() {
            round_trip(&all[..count], 1);
        }
        // Carries run through bytes of 0xff: many lengths, many seeds.
        let mut state = 1_u64;
        for length in 1..200 {
            let values: Vec<i64> = (0..length)
                .map(|_| {
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    (state >> 1) as i64 >> (state >> 58)
                })
                .collect();
            round_trip(&values, 1 + length % 3);
        }
    }

    /// Numbers of 12 bits and a sign take no more than that, and zeros nearly nothing.
    #[test]
    fn small_numbers_take_few_bytes() {
        let mut state = 7_u64;
        let values: Vec<i64> = (0..4000)
            .map(|_| {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                (state >> 52) as i64 - 2048
            })
            .collect();
        assert!(round_trip(&values, 1) < 4000 * 12 / 8 * 103 / 100);
        assert!(round_trip(&[0; 4000], 1) < 200);
    }

    /// Whatever the bytes are, numbers come out and nothing breaks.
    #[test]
    fn wrong_bytes_break_nothing() {
        let bytes: Vec<u8> = (0..=255_u8).map(|at| at.wrapping_mul(167)).collect();
        for skipped in 0..64 {
            let (mut decoder, mut column) = (Decoder::new(&bytes[skipped..]), Column::default());
            for _ in 0..100 {
                if decoder.read(&mut column).is_none() {
                    break;
                }
            }
        }
    }
}
