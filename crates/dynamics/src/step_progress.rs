//! How far a step has come while it is being made.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The share of a step that is done, for steps that are long by nature. Other threads may
/// read it at any time, and reading it changes nothing.
#[derive(Clone, Debug, Default)]
pub struct StepProgress(Arc<AtomicU64>);

impl StepProgress {
    /// From 0 to 1; 0 between steps and in those that do not tell.
    pub fn share(&self) -> f64 {
        f64::from_bits(self.0.load(Ordering::Relaxed))
    }

    pub(crate) fn tell(&self, share: f64) {
        self.0.store(share.to_bits(), Ordering::Relaxed);
    }
}
