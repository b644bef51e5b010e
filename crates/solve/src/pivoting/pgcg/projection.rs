//! Steps that meet many bounds at once: conjugate gradients solve the free
//! rows as if there were no bounds, and the step is bent along them
//! (Bertsekas 1982; Moré and Toraldo 1991).
//!
//! A_FF d = r_F,  s = clamp(x + α d) − x.  The segment from x to x + s lies in
//! the box, and the energy falls along it as far as t = rᵀs / sᵀAs; α is
//! halved until t is well beyond ½, so that x + s is a descent. Rows at a bound
//! that r pushes outward are no part of F, hence small α succeed; but when only
//! very small ones do, d is of no use.

use stickslip_linalg::krylov::{LinearOperator, Stopping, preconditioned_conjugate_gradient};
use stickslip_linalg::{dot, norm};

use super::descent::Descent;
use crate::outcome::{Counts, Label};
use crate::pivoting::block::BoxSystem;
use crate::pivoting::pcg::{Conditioner, FreeOperator};

/// Least t of a step that is taken whole: at ½ nothing would be gained.
const LEAST_REACH: f64 = 0.6;

/// Least α that is worth a step; a shorter one is left to cuts.
const LEAST_STEP: f64 = 1e-3;

impl Descent {
    /// One bent step on the free rows; returns the rows that became tight, or
    /// `None` when there is no such step of a useful length.
    pub fn bend(
        &mut self,
        system: &BoxSystem<'_>,
        conditioner: &mut Conditioner,
        stopping: &Stopping,
        x: &mut [f64],
        labels: &mut [Label],
        counts: &mut Counts,
    ) -> Option<Vec<usize>> {
        let mut tightened = Vec::new();
        self.begin(system, x, labels, counts);
        self.tighten_outward(system, x, labels, &mut tightened);
        conditioner.prepare(system, &self.free, counts);
        self.solve_free(system, conditioner, stopping, counts);
        let alpha = self.longest_descent(system, x, counts)?;
        for row in (0..x.len()).filter(|&row| self.free[row]) {
            let target = x[row] + alpha * self.direction[row];
            (x[row], labels[row]) = match target {
                _ if target <= system.lo[row] => (system.lo[row], Label::Lower),
                _ if target >= system.hi[row] => (system.hi[row], Label::Upper),
                _ => (target, Label::Free),
            };
            if labels[row] != Label::Free {
                tightened.push(row);
            }
        }
        Some(tightened)
    }

    /// A_FF d = r_F.
    fn solve_free(
        &mut self,
        system: &BoxSystem<'_>,
        conditioner: &mut Conditioner,
        stopping: &Stopping,
        counts: &mut Counts,
    ) {
        let Self { free, residual, direction, memory, workspace, .. } = self;
        let mut operator = FreeOperator { system, free, memory };
        let report = conditioner.with(system, |preconditioner| {
            preconditioned_conjugate_gradient(
                &mut operator,
                preconditioner,
                residual,
                direction,
                stopping,
                workspace,
            )
        });
        conditioner.note(report.iterations, report.residual / norm(residual));
        counts.inner_iterations += report.iterations;
        counts.products += report.products;
    }

    /// The largest of 1, ½, ¼, … whose bent step is a descent.
    fn longest_descent(
        &mut self,
        system: &BoxSystem<'_>,
        x: &[f64],
        counts: &mut Counts,
    ) -> Option<f64> {
        let mut alpha = 1.0;
        while alpha >= LEAST_STEP {
            let Self { free, direction, preconditioned: step, product, memory, .. } = self;
            for row in 0..x.len() {
                let target = x[row] + alpha * direction[row];
                let inside = target.max(system.lo[row]).min(system.hi[row]);
                step[row] = if free[row] { inside - x[row] } else { 0.0 };
            }
            FreeOperator { system, free, memory }.apply(step, product);
            counts.products += 1;
            let decrease = dot(&self.residual, &self.preconditioned);
            let curvature = dot(&self.preconditioned, &self.product);
            if decrease > 0.0 && decrease >= LEAST_REACH * curvature {
                return Some(alpha);
            }
            alpha *= 0.5;
        }
        None
    }
}
