//! Writing: the lower end of the range, with carries.

use super::{Column, FORKS, NARROW, PRECISION, SLOWNESS, fold, plain_bits};

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
