//! What was made already.
//!
//! A play takes minutes, and tables of the same scenes look at the same steps:
//! whoever comes second waits for the first and has them, too.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::ExperimentError;

/// A result, or nothing yet; locked while it is being made.
type Slot<T> = Arc<Mutex<Option<Arc<T>>>>;

/// Results by what makes them what they are.
pub struct Memory<T>(Mutex<BTreeMap<String, Slot<T>>>);

impl<T> Memory<T> {
    /// Nothing made yet.
    pub const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// The result of that key, made where nobody has.
    pub fn recall(
        &self,
        key: String,
        make: impl FnOnce() -> Result<T, ExperimentError>,
    ) -> Result<Arc<T>, ExperimentError> {
        // Whoever panicked left nothing half-made: results are put in place whole.
        let place = {
            let mut places = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(places.entry(key).or_default())
        };
        let mut known = place.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = &*known {
            return Ok(Arc::clone(found));
        }
        let found = Arc::new(make()?);
        *known = Some(Arc::clone(&found));
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_made_once_for_each_key_and_never_from_an_error() {
        static NUMBERS: Memory<usize> = Memory::new();
        let lost = || Err(ExperimentError::Missing("lost".into()));
        assert!(NUMBERS.recall("one".into(), lost).is_err());
        let first = NUMBERS.recall("one".into(), || Ok(6)).expect("a number");
        let again = NUMBERS.recall("one".into(), lost).expect("known");
        assert!(Arc::ptr_eq(&first, &again));
        let other = NUMBERS.recall("other".into(), || Ok(12)).expect("a number");
        assert_eq!([*first, *other], [6, 12]);
    }
}
