//! Reading: where in the range the written code lies.

use super::{Column, FORKS, NARROW, PRECISION, SLOWNESS, plain_bits, unfold};

/// Reads what an [`Encoder`](super::Encoder) has written. Bytes that are not there are zero,
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
