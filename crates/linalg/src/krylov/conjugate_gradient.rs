//! Conjugate gradients, plain and preconditioned (Ho 2022, Alg 3 and 8, whose
//! loop conditions must read "and").
//!
//! α = rᵀz / qᵀAq,  x += α q,  r −= α A q,  P z = r,  β = rᵀz / (rᵀz)₋,  q = z + β q

use super::{KrylovEnding, KrylovReport, LinearOperator, Stopping};
use crate::preconditioner::{Identity, Preconditioner};
use crate::vector::{dot, norm};

/// Vectors of a run, and ‖r‖ before every iteration and after the last.
#[derive(Clone, Debug, Default)]
pub struct ConjugateGradientWorkspace {
    residual: Vec<f64>,
    preconditioned: Vec<f64>,
    direction: Vec<f64>,
    product: Vec<f64>,
    /// ‖r‖₂ of the last run, from the start on, one entry per iteration.
    pub history: Vec<f64>,
}

impl ConjugateGradientWorkspace {
    fn resize(&mut self, n: usize) {
        for vector in
            [&mut self.residual, &mut self.preconditioned, &mut self.direction, &mut self.product]
        {
            vector.clear();
            vector.resize(n, 0.0);
        }
        self.history.clear();
    }

    /// r = b − A x; returns its norm.
    fn measure(&mut self, operator: &mut dyn LinearOperator, b: &[f64], x: &[f64]) -> f64 {
        operator.apply(x, &mut self.product);
        for ((r, b), product) in self.residual.iter_mut().zip(b).zip(&self.product) {
            *r = b - product;
        }
        norm(&self.residual)
    }
}

/// Solves A x = b from the given x without a preconditioner.
///
/// ```
/// use stickslip_linalg::{SparseMatrix, krylov::{self, Stopping}};
/// let a = SparseMatrix::from_dense(2, 2, &[4.0, 1.0, 1.0, 3.0]);
/// let mut x = [0.0; 2];
/// let mut workspace = krylov::ConjugateGradientWorkspace::default();
/// let report = krylov::conjugate_gradient(
///     &mut &a, &[1.0, 2.0], &mut x, &Stopping::default(), &mut workspace);
/// assert_eq!(report.ending, krylov::KrylovEnding::Converged);
/// assert!((x[0] - 1.0 / 11.0).abs() < 1e-12);
/// ```
pub fn conjugate_gradient(
    operator: &mut dyn LinearOperator,
    b: &[f64],
    x: &mut [f64],
    stopping: &Stopping,
    workspace: &mut ConjugateGradientWorkspace,
) -> KrylovReport {
    preconditioned_conjugate_gradient(operator, &mut Identity, b, x, stopping, workspace)
}

/// Solves A x = b from the given x with a positive definite preconditioner.
pub fn preconditioned_conjugate_gradient(
    operator: &mut dyn LinearOperator,
    preconditioner: &mut dyn Preconditioner,
    b: &[f64],
    x: &mut [f64],
    stopping: &Stopping,
    workspace: &mut ConjugateGradientWorkspace,
) -> KrylovReport {
    workspace.resize(b.len());
    let threshold = stopping.threshold(norm(b));
    let (mut iterations, mut products) = (0, 1);
    let mut residual = workspace.measure(operator, b, x);
    let mut fresh = residual;
    workspace.history.push(residual);
    // Each pass ends with a residual computed afresh; another pass begins
    // where the recursion was more optimistic than the truth.
    let ending = loop {
        let begun = fresh;
        if !fresh.is_finite() {
            break KrylovEnding::NotFinite;
        }
        if fresh <= threshold {
            break KrylovEnding::Converged;
        }
        let mut last = 0.0;
        let broken = loop {
            if residual <= threshold {
                break None;
            }
            if iterations == stopping.max_iterations {
                break Some(KrylovEnding::MaxIterations);
            }
            preconditioner.apply(&workspace.residual, &mut workspace.preconditioned);
            let decrease = dot(&workspace.residual, &workspace.preconditioned);
            if !decrease.is_finite() {
                break Some(KrylovEnding::NotFinite);
            }
            if decrease <= 0.0 {
                break Some(KrylovEnding::Preconditioner(decrease));
            }
            let beta = if last > 0.0 { decrease / last } else { 0.0 };
            last = decrease;
            for (q, z) in workspace.direction.iter_mut().zip(&workspace.preconditioned) {
                *q = z + beta * *q;
            }
            operator.apply(&workspace.direction, &mut workspace.product);
            products += 1;
            let curvature = dot(&workspace.direction, &workspace.product);
            let alpha = decrease / curvature;
            if curvature <= 0.0 {
                break Some(KrylovEnding::Curvature(curvature));
            }
            if !alpha.is_finite() {
                break Some(KrylovEnding::NotFinite);
            }
            for (x, q) in x.iter_mut().zip(&workspace.direction) {
                *x += alpha * q;
            }
            for (r, product) in workspace.residual.iter_mut().zip(&workspace.product) {
                *r -= alpha * product;
            }
            iterations += 1;
            residual = norm(&workspace.residual);
            workspace.history.push(residual);
        };
        if let Some(broken) = broken {
            break broken;
        }
        fresh = workspace.measure(operator, b, x);
        products += 1;
        residual = fresh;
        if fresh > threshold && fresh > 0.5 * begun {
            break KrylovEnding::Stagnated;
        }
    };
    KrylovReport { ending, iterations, products, residual }
}
