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

mod decode;
mod encode;
#[cfg(test)]
mod tests;

pub use decode::Decoder;
pub use encode::Encoder;

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
