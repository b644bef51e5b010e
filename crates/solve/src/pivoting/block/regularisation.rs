//! Adaptive regularisation (Ho 2022, Alg 9): a friction row that pivots
//! more often than its limit gets a larger diagonal, and its limit doubles.

use super::BoxSystem;

/// Pivot counts and limits of the friction rows.
pub struct Regularisation {
    step: f64,
    pivots: Vec<usize>,
    limits: Vec<usize>,
}

impl Regularisation {
    /// `limit` pivots per row before the first shift by `step`.
    pub fn new(rows: usize, limit: usize, step: f64) -> Self {
        Self { step, pivots: vec![0; rows], limits: vec![limit; rows] }
    }

    /// Notes a pivot of `row`; returns the shift that it brought about. Only
    /// friction rows, which have two finite bounds, are ever shifted.
    pub fn note(&mut self, system: &mut BoxSystem<'_>, row: usize) -> f64 {
        self.pivots[row] += 1;
        let friction = system.lo[row].is_finite() && system.hi[row].is_finite();
        if !friction || self.pivots[row] <= self.limits[row] {
            return 0.0;
        }
        self.limits[row] *= 2;
        system.shift[row] += self.step;
        self.step
    }
}
