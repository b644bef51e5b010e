//! GMRES(m) with the preconditioner on the right, so that the residual it
//! minimises is that of A x = b itself (Saad, Iterative Methods, §9.3.2).
//!
//! A P⁻¹ Vₖ = Vₖ₊₁ Hₖ by modified Gram–Schmidt, Hₖ triangular by rotations as
//! it grows; x += P⁻¹ Vₖ y after m steps or at the end, then it starts over.

use super::{KrylovEnding, KrylovReport, LinearOperator, Stopping};
use crate::preconditioner::Preconditioner;
use crate::vector::{dot, norm};

/// Basis and triangle of a run, and ‖r‖ before every iteration and after the
/// last.
#[derive(Clone, Debug, Default)]
pub struct GmresWorkspace {
    basis: Vec<Vec<f64>>,
    /// Column k of the triangle, after rotation.
    columns: Vec<Vec<f64>>,
    rotations: Vec<(f64, f64)>,
    projected: Vec<f64>,
    product: Vec<f64>,
    image: Vec<f64>,
    /// x before the last cycle.
    kept: Vec<f64>,
    takes_back: bool,
    /// ‖r‖₂ of the last run, from the start on, one entry per iteration.
    pub history: Vec<f64>,
}

impl GmresWorkspace {
    /// For runs that take a cycle back which has gained nothing, if asked to: x is then the
    /// best one, as in MATLAB's function of this name, and the last one otherwise.
    pub fn new(takes_back: bool) -> Self {
        Self { takes_back, ..Self::default() }
    }

    fn resize(&mut self, n: usize, restart: usize) {
        for (vectors, count) in [(&mut self.basis, restart + 1), (&mut self.columns, restart)] {
            vectors.resize_with(count, Vec::new);
        }
        for vector in &mut self.basis {
            vector.clear();
            vector.resize(n, 0.0);
        }
        for column in &mut self.columns {
            column.clear();
            column.resize(restart + 1, 0.0);
        }
        self.rotations.clear();
        self.rotations.resize(restart, (1.0, 0.0));
        self.projected.clear();
        self.projected.resize(restart + 1, 0.0);
        for vector in [&mut self.product, &mut self.image] {
            vector.clear();
            vector.resize(n, 0.0);
        }
        self.history.clear();
    }

    /// The first basis vector from r = b − A x; returns ‖r‖.
    fn measure(&mut self, operator: &mut dyn LinearOperator, b: &[f64], x: &[f64]) -> f64 {
        operator.apply(x, &mut self.product);
        let first = &mut self.basis[0];
        for ((r, b), product) in first.iter_mut().zip(b).zip(&self.product) {
            *r = b - product;
        }
        let size = norm(first);
        if size > 0.0 {
            first.iter_mut().for_each(|value| *value /= size);
        }
        size
    }

    /// Column k of H from the product with vₖ; false when it is not finite.
    fn extend(&mut self, k: usize) -> bool {
        let (known, new) = self.basis.split_at_mut(k + 1);
        let (column, target) = (&mut self.columns[k], &mut new[0]);
        target.copy_from_slice(&self.product);
        for (j, vector) in known.iter().enumerate() {
            column[j] = dot(vector, target);
            for (value, v) in target.iter_mut().zip(vector) {
                *value -= column[j] * v;
            }
        }
        let rest = norm(target);
        if rest > 0.0 {
            target.iter_mut().for_each(|value| *value /= rest);
        }
        for j in 0..k {
            let (c, s) = self.rotations[j];
            (column[j], column[j + 1]) =
                (c * column[j] + s * column[j + 1], c * column[j + 1] - s * column[j]);
        }
        // A column that is only rounding: A P⁻¹ sends this direction to zero,
        // and the residual stays as it is.
        let length = libm::hypot(column[k], rest);
        let is_zero = length <= f64::EPSILON * norm(&self.product);
        let (c, s) = if is_zero { (0.0, 1.0) } else { (column[k] / length, rest / length) };
        self.rotations[k] = (c, s);
        column[k] = if is_zero { 0.0 } else { length };
        self.projected[k + 1] = -s * self.projected[k];
        self.projected[k] *= c;
        length.is_finite()
    }

    /// x += P⁻¹ Vₖ y with the triangle solved for y; directions that A P⁻¹
    /// sends to zero are left out.
    fn advance(&mut self, preconditioner: &mut dyn Preconditioner, steps: usize, x: &mut [f64]) {
        for k in (0..steps).rev() {
            let diagonal = self.columns[k][k];
            self.projected[k] = if diagonal > 0.0 { self.projected[k] / diagonal } else { 0.0 };
            let value = self.projected[k];
            for j in 0..k {
                self.projected[j] -= self.columns[k][j] * value;
            }
        }
        self.product.fill(0.0);
        for (vector, &weight) in self.basis.iter().zip(&self.projected[..steps]) {
            for (sum, v) in self.product.iter_mut().zip(vector) {
                *sum += weight * v;
            }
        }
        preconditioner.apply(&self.product, &mut self.image);
        for (x, step) in x.iter_mut().zip(&self.image) {
            *x += step;
        }
    }
}

/// Solves A x = b from the given x, starting over every `restart` iterations.
pub fn gmres(
    operator: &mut dyn LinearOperator,
    preconditioner: &mut dyn Preconditioner,
    b: &[f64],
    x: &mut [f64],
    restart: usize,
    stopping: &Stopping,
    workspace: &mut GmresWorkspace,
) -> KrylovReport {
    let restart = restart.clamp(1, b.len().max(1));
    workspace.resize(b.len(), restart);
    let threshold = stopping.threshold(norm(b));
    let (mut iterations, mut products) = (0, 1);
    let mut residual = workspace.measure(operator, b, x);
    workspace.history.push(residual);
    let ending = loop {
        if !residual.is_finite() {
            break KrylovEnding::NotFinite;
        }
        if residual <= threshold {
            break KrylovEnding::Converged;
        }
        if iterations == stopping.max_iterations {
            break KrylovEnding::MaxIterations;
        }
        workspace.projected.fill(0.0);
        workspace.projected[0] = residual;
        let mut steps = 0;
        while steps < restart && iterations < stopping.max_iterations {
            preconditioner.apply(&workspace.basis[steps], &mut workspace.image);
            operator.apply(&workspace.image, &mut workspace.product);
            products += 1;
            if !workspace.extend(steps) {
                return KrylovReport {
                    ending: KrylovEnding::NotFinite,
                    iterations,
                    products,
                    residual,
                };
            }
            steps += 1;
            iterations += 1;
            let estimate = workspace.projected[steps].abs();
            workspace.history.push(estimate);
            if estimate <= threshold {
                break;
            }
        }
        if workspace.takes_back {
            workspace.kept.clear();
            workspace.kept.extend_from_slice(x);
        }
        workspace.advance(preconditioner, steps, x);
        let before = residual;
        residual = workspace.measure(operator, b, x);
        products += 1;
        if residual > threshold && residual >= before {
            if workspace.takes_back {
                x.copy_from_slice(&workspace.kept);
                residual = before;
            }
            break KrylovEnding::Stagnated;
        }
    };
    KrylovReport { ending, iterations, products, residual }
}
