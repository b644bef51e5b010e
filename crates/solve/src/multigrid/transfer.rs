//! What is handed from a coarse level to a fine one.
//!
//! Redundant contacts leave impulses undetermined: whatever lies in the null
//! space of A changes no velocity, and levels that disagree about it work
//! against each other. Velocities are unique, so Preclik et al., §3.4, suggest
//! to transfer them instead, without a formula. Here: of all corrections with
//! the velocity A P e of the interpolated one, the smallest,
//!
//! d = argmin ‖d‖ with A d = A P e, that is P e without its null space part,
//!
//! which conjugate gradients on A d = A P e approach from d = 0.

use stickslip_linalg::SparseMatrix;
use stickslip_linalg::krylov::{
    ConjugateGradientWorkspace, LinearOperator, Stopping, conjugate_gradient,
};

use crate::options::choice;

choice! {
    /// What a coarse level hands to a fine one.
    pub enum Transfer {
        /// Impulses.
        Impulse = "impulse",
        /// Velocities, as the least impulses that have them.
        Velocity = "velocity",
    }
}

/// Velocities closer than this share are the same.
const EXACT: f64 = 1e-12;

/// A on the rows that are not held.
struct Movable<'a> {
    matrix: &'a SparseMatrix,
    held: &'a [bool],
}

impl LinearOperator for Movable<'_> {
    fn size(&self) -> usize {
        self.matrix.rows()
    }

    fn apply(&mut self, x: &[f64], y: &mut [f64]) {
        self.matrix.multiply(x, y);
        y.iter_mut().zip(self.held).filter(|(_, held)| **held).for_each(|(y, _)| *y = 0.0);
    }
}

/// Replaces `d`, zero on `held` rows, by the least correction of the other
/// rows with the same velocity there, after at most `steps` steps. Returns the
/// products that it took.
pub fn least(matrix: &SparseMatrix, held: &[bool], d: &mut [f64], steps: usize) -> usize {
    let mut movable = Movable { matrix, held };
    let mut velocity = vec![0.0; d.len()];
    movable.apply(d, &mut velocity);
    let stopping = Stopping { absolute: 0.0, relative: EXACT, max_iterations: steps };
    let mut workspace = ConjugateGradientWorkspace::default();
    d.fill(0.0);
    let report = conjugate_gradient(&mut movable, &velocity, d, &stopping, &mut workspace);
    1 + report.products
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A square table on four legs: alternate forces of ±1 at its corners do
    /// nothing.
    #[test]
    fn what_changes_no_velocity_is_not_transferred() {
        let corners = [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)];
        let mut entries = Vec::new();
        for (x, y) in corners {
            entries.extend(corners.map(|(u, v): (f64, f64)| 1.0 + 3.0 * (x * u + y * v)));
        }
        let a = SparseMatrix::from_dense(4, 4, &entries);
        let mut d = [3.0, -1.0, 2.0, 0.0];
        assert!(least(&a, &[false; 4], &mut d, 10) > 1);
        // Less (1, −1, 1, −1) · 6/4.
        for (found, expected) in d.iter().zip([1.5, 0.5, 0.5, 1.5]) {
            assert!((found - expected).abs() < 1e-12, "{d:?}");
        }
        // Three legs leave nothing undetermined.
        let mut d = [3.0, -1.0, 2.0, 0.0];
        least(&a, &[false, false, false, true], &mut d, 10);
        for (found, expected) in d.iter().zip([3.0, -1.0, 2.0, 0.0]) {
            assert!((found - expected).abs() < 1e-10, "{d:?}");
        }
    }
}
