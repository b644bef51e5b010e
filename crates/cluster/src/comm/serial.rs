//! A rank alone.

use super::{Comm, Lost, Parcel};

/// One rank, which has nobody to speak to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Serial;

impl Comm for Serial {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn exchange(
        &self,
        _sent: &[Parcel],
        _received: &mut [Parcel],
        meanwhile: &mut dyn FnMut(),
    ) -> Result<(), Lost> {
        meanwhile();
        Ok(())
    }

    fn gather(&self, own: &[u64]) -> Result<Vec<u64>, Lost> {
        Ok(own.to_vec())
    }

    fn transpose(&self, words: &[u64]) -> Result<Vec<u64>, Lost> {
        Ok(words.to_vec())
    }
}
