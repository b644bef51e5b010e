//! Little-endian numbers in a row of bytes.

/// Appends numbers to a buffer.
#[derive(Debug, Default)]
pub struct ByteWriter(pub Vec<u8>);

impl ByteWriter {
    /// One byte.
    pub fn u8(&mut self, value: u8) {
        self.0.push(value);
    }

    /// A 32-bit number; larger ones cannot occur, since a frame that long is refused.
    pub fn u32(&mut self, value: usize) {
        self.0.extend(u32::try_from(value).unwrap_or(u32::MAX).to_le_bytes());
    }

    /// A 64-bit number.
    pub fn u64(&mut self, value: u64) {
        self.0.extend(value.to_le_bytes());
    }

    /// The exact bits of numbers.
    pub fn f64s(&mut self, values: impl IntoIterator<Item = f64>) {
        for value in values {
            self.0.extend(value.to_bits().to_le_bytes());
        }
    }
}

/// Takes numbers off the front of bytes; `None` where there are too few.
#[derive(Clone, Copy, Debug)]
pub struct ByteReader<'a>(pub &'a [u8]);

impl<'a> ByteReader<'a> {
    /// The next `count` bytes.
    pub fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        self.take(N)?.try_into().ok()
    }

    /// One byte.
    pub fn u8(&mut self) -> Option<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// A 32-bit number.
    pub fn u32(&mut self) -> Option<usize> {
        self.array().map(|bytes| u32::from_le_bytes(bytes) as usize)
    }

    /// A 64-bit number.
    pub fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }

    /// The exact bits of a number.
    pub fn f64(&mut self) -> Option<f64> {
        self.u64().map(f64::from_bits)
    }

    /// N numbers.
    pub fn f64s<const N: usize>(&mut self) -> Option<[f64; N]> {
        let mut values = [0.0; N];
        for value in &mut values {
            *value = self.f64()?;
        }
        Some(values)
    }

    /// `count` items of at least `size` bytes each. The count comes from the
    /// file, so it is held against what is left before any memory is taken.
    pub fn list<T>(
        &mut self,
        count: usize,
        size: usize,
        mut read: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        if count.checked_mul(size)? > self.0.len() {
            return None;
        }
        (0..count).map(|_| read(self)).collect()
    }
}
