//! The range coder of recordings, read without the reader.

use std::collections::HashMap;

/// Numbers as the documentation of the range coder says it: the probability of
/// every fork by its column and its way, eleven bits of it.
pub struct Coded<'a> {
    bytes: &'a [u8],
    range: u64,
    code: u64,
    zero: HashMap<(usize, String), u64>,
    /// The last number of each column, and whether it was the one before it too.
    last: HashMap<usize, (i64, bool)>,
}

impl<'a> Coded<'a> {
    /// Nothing learned.
    pub fn new(bytes: &'a [u8]) -> Self {
        let (zero, last) = (HashMap::new(), HashMap::new());
        Self { bytes, range: 0, code: 0, zero, last }
    }

    /// What was learned, with other bytes.
    pub fn begin(&mut self, bytes: &'a [u8]) {
        (self.bytes, self.range, self.code) = (bytes, 0xffff_ffff, 0);
        (0..5).for_each(|_| self.code = (256 * self.code + self.byte()) % (1 << 32));
    }

    fn byte(&mut self) -> u64 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        u64::from(*first)
    }

    /// Takes the upper or the lower part of the range.
    fn part(&mut self, lower: u64) -> bool {
        let is_upper = self.code >= lower;
        if is_upper {
            self.code -= lower;
        }
        self.range = if is_upper { self.range - lower } else { lower };
        while self.range < 1 << 24 {
            self.range *= 256;
            self.code = (256 * self.code + self.byte()) % (1 << 32);
        }
        is_upper
    }

    fn bit(&mut self, column: usize, way: &str) -> bool {
        let zero = *self.zero.get(&(column, way.into())).unwrap_or(&1024);
        let bit = self.part(self.range / 2048 * zero);
        let learned = if bit { zero - zero / 32 } else { zero + (2048 - zero) / 32 };
        self.zero.insert((column, way.into()), learned);
        bit
    }

    /// The next number of a column.
    pub fn number(&mut self, column: usize) -> i64 {
        let (last, repeated) = *self.last.get(&column).unwrap_or(&(0, false));
        let same = self.bit(column, if repeated { "same again" } else { "same" });
        let value = if same { last } else { self.other(column) };
        self.last.insert(column, (value, same));
        value
    }

    fn other(&mut self, column: usize) -> i64 {
        let mut way = String::from("length ");
        let mut length = 0_usize;
        for _ in 0..7 {
            let bit = self.bit(column, &way);
            way.push(if bit { '1' } else { '0' });
            length = 2 * length + usize::from(bit);
        }
        let mut value = u64::from(length > 0);
        let mut head = format!("head {length} ");
        for place in 1..length {
            let bit = if place <= 2 {
                let bit = self.bit(column, &head);
                head.push(if bit { '1' } else { '0' });
                bit
            } else {
                // The range is halved whole, so that one is the upper half.
                self.range -= self.range % 2;
                self.part(self.range / 2)
            };
            value = 2 * value + u64::from(bit);
        }
        if value % 2 == 0 { (value / 2) as i64 } else { -(value.div_ceil(2) as i64) }
    }
}
