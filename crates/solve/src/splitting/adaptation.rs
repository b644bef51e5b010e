//! When friction bounds follow their normals (Preclik et al., §3.1): at every
//! visit, or in an outer loop that holds them until the problem with constant
//! bounds is solved. The outer loop has a convex problem inside where A is
//! symmetric, but need not arrive.

use crate::options::{choice, options};

choice! {
    /// When friction bounds follow their normals.
    pub enum Adaptation {
        /// As soon as the normal changes.
        Continuous = "continuous",
        /// When the problem with the last bounds is solved.
        Outer = "outer",
    }
}

options! {
    /// The treatment of friction bounds by `pgs` and `psor`.
    pub struct AdaptationOptions {
        /// When friction bounds follow their normals: continuous or outer (once the problem with the last ones is solved).
        adaptation: Adaptation = Adaptation::Continuous,
    }
}

/// A sweep that moves x by this share of the first one with the same bounds
/// ends the work on them: each loop is as exact as its place deserves.
const SETTLED: f64 = 1e-2;

/// The state of an outer loop.
pub struct OuterLoop {
    before: Vec<f64>,
    first: Option<f64>,
    /// How often bounds were set.
    pub rounds: usize,
}

impl OuterLoop {
    /// Bounds are set at x.
    pub fn new(x: &[f64]) -> Self {
        Self { before: x.to_vec(), first: None, rounds: 1 }
    }

    /// After a sweep that ended at x: whether to set new bounds there.
    pub fn settled(&mut self, x: &[f64]) -> bool {
        let moved = x.iter().zip(&self.before).map(|(now, then)| (now - then).abs());
        let moved = moved.fold(0.0, f64::max);
        self.before.copy_from_slice(x);
        let settled = moved <= SETTLED * *self.first.get_or_insert(moved);
        if settled {
            self.first = None;
            self.rounds += 1;
        }
        settled
    }
}
