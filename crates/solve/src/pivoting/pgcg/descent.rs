//! Conjugate gradients on the free rows that stop at bounds (Ho 2022, Alg 11
//! lines 4–25; r is updated before q, and α is the preconditioned one).

use stickslip_linalg::krylov::{ConjugateGradientWorkspace, LinearOperator};
use stickslip_linalg::{dot, norm};

use crate::outcome::{Counts, Label};
use crate::pivoting::block::BoxSystem;
use crate::pivoting::pcg::{Conditioner, FreeOperator, OperatorMemory};

/// When a descent stops.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// ‖r_F‖ that is small enough.
    pub accuracy: f64,
    /// Most iterations.
    pub iterations: usize,
}

/// Vectors that descents reuse.
#[derive(Debug, Default)]
pub struct Descent {
    pub(super) free: Vec<bool>,
    pub(super) residual: Vec<f64>,
    pub(super) preconditioned: Vec<f64>,
    pub(super) direction: Vec<f64>,
    pub(super) product: Vec<f64>,
    pub(super) memory: OperatorMemory,
    pub(super) workspace: ConjugateGradientWorkspace,
}

impl Descent {
    /// Solves for the free rows inside their bounds; returns the rows that
    /// became tight.
    pub fn run(
        &mut self,
        system: &BoxSystem<'_>,
        conditioner: &mut Conditioner,
        limits: Limits,
        x: &mut [f64],
        labels: &mut [Label],
        counts: &mut Counts,
    ) -> Vec<usize> {
        self.begin(system, x, labels, counts);
        let mut tightened = Vec::new();
        // rᵀz of the last iteration; zero starts over along z.
        let mut last = 0.0;
        let mut begun = (norm(&self.residual), counts.inner_iterations);
        conditioner.prepare(system, &self.free, counts);
        for _ in 0..limits.iterations {
            let size = norm(&self.residual);
            if size.is_nan() || size <= limits.accuracy {
                break;
            }
            if last == 0.0 && self.tighten_outward(system, x, labels, &mut tightened) {
                conditioner.prepare(system, &self.free, counts);
                continue;
            }
            let Self { residual, preconditioned, .. } = self;
            conditioner.with(system, |each| each.apply(residual, preconditioned));
            let decrease = dot(&self.residual, &self.preconditioned);
            if !decrease.is_finite() || decrease <= 0.0 {
                break;
            }
            let steepest = last == 0.0 && self.points_outward(system, x);
            if steepest {
                self.descend_steepest(system);
            } else {
                let beta = if last > 0.0 { decrease / last } else { 0.0 };
                for (q, z) in self.direction.iter_mut().zip(&self.preconditioned) {
                    *q = z + beta * *q;
                }
            }
            let hits = self.step(system, x, labels);
            counts.products += 1;
            counts.inner_iterations += 1;
            match hits {
                None => break,
                Some(hits) if hits.is_empty() && !steepest => last = decrease,
                Some(hits) => {
                    last = 0.0;
                    if !hits.is_empty() {
                        let (size, iterations) = begun;
                        let reduction = norm(&self.residual) / size;
                        conditioner.note(counts.inner_iterations - iterations, reduction);
                        begun = (norm(&self.residual), counts.inner_iterations);
                        tightened.extend(hits);
                        conditioner.prepare(system, &self.free, counts);
                    }
                }
            }
        }
        let (size, iterations) = begun;
        conditioner.note(counts.inner_iterations - iterations, norm(&self.residual) / size);
        tightened
    }

    /// r = −w on the free rows, zero elsewhere; the other vectors are zero.
    pub(super) fn begin(
        &mut self,
        system: &BoxSystem<'_>,
        x: &[f64],
        labels: &[Label],
        counts: &mut Counts,
    ) {
        let n = x.len();
        for vector in [&mut self.preconditioned, &mut self.direction, &mut self.product] {
            vector.clear();
            vector.resize(n, 0.0);
        }
        self.residual.resize(n, 0.0);
        self.free.clear();
        self.free.extend(labels.iter().map(|&label| label == Label::Free));
        system.velocity(x, &mut self.residual);
        counts.products += 1;
        for row in 0..n {
            self.residual[row] = if self.free[row] { -self.residual[row] } else { 0.0 };
        }
    }

    /// Makes free rows tight that stand at a bound and are pushed against it:
    /// the longest step along them would be zero for ever.
    pub(super) fn tighten_outward(
        &mut self,
        system: &BoxSystem<'_>,
        x: &[f64],
        labels: &mut [Label],
        tightened: &mut Vec<usize>,
    ) -> bool {
        let before = tightened.len();
        for row in 0..x.len() {
            if self.free[row]
                && let Some(label) = outward(system, row, x[row], self.residual[row])
            {
                labels[row] = label;
                self.free[row] = false;
                self.residual[row] = 0.0;
                tightened.push(row);
            }
        }
        tightened.len() > before
    }

    /// Whether the preconditioned residual pushes a row against its bound that
    /// its own residual draws away from it.
    fn points_outward(&self, system: &BoxSystem<'_>, x: &[f64]) -> bool {
        (0..x.len()).any(|row| {
            self.free[row] && outward(system, row, x[row], self.preconditioned[row]).is_some()
        })
    }

    /// q = D⁻¹ r, whose signs are those of r: a step of positive length.
    fn descend_steepest(&mut self, system: &BoxSystem<'_>) {
        let diagonal = system.problem.diagonal();
        for row in 0..self.direction.len() {
            let scale = diagonal[row] + system.shift[row];
            self.direction[row] = if scale > 0.0 { self.residual[row] / scale } else { 0.0 };
        }
    }

    /// α = min(rᵀq / qᵀAq, α_max), Eq 5.1; returns the rows that met a bound,
    /// or `None` when there is no step to take.
    fn step(
        &mut self,
        system: &BoxSystem<'_>,
        x: &mut [f64],
        labels: &mut [Label],
    ) -> Option<Vec<usize>> {
        let Self { free, direction, product, memory, .. } = self;
        FreeOperator { system, free, memory }.apply(direction, product);
        let curvature = dot(&self.direction, &self.product);
        let newton = dot(&self.residual, &self.direction) / curvature;
        let newton = if curvature > 0.0 { newton } else { f64::INFINITY };
        let room = |row: usize, x: f64, q: f64| match q {
            _ if !self.free[row] || q == 0.0 => f64::INFINITY,
            _ if q < 0.0 => (system.lo[row] - x) / q,
            _ => (system.hi[row] - x) / q,
        };
        let mut longest = f64::INFINITY;
        for row in 0..x.len() {
            longest = longest.min(room(row, x[row], self.direction[row]));
        }
        let alpha = newton.min(longest.max(0.0));
        if !alpha.is_finite() {
            return None;
        }
        let mut hits = Vec::new();
        for row in 0..x.len() {
            let q = self.direction[row];
            if longest <= newton && room(row, x[row], q) <= alpha * (1.0 + 1e-12) {
                labels[row] = if q < 0.0 { Label::Lower } else { Label::Upper };
                hits.push(row);
                x[row] = if q < 0.0 { system.lo[row] } else { system.hi[row] };
            } else {
                x[row] = (x[row] + alpha * q).max(system.lo[row]).min(system.hi[row]);
            }
            self.residual[row] -= alpha * self.product[row];
        }
        for &row in &hits {
            self.free[row] = false;
            self.residual[row] = 0.0;
        }
        Some(hits)
    }
}

/// The bound that a row at x stands at and `push` drives it into.
fn outward(system: &BoxSystem<'_>, row: usize, x: f64, push: f64) -> Option<Label> {
    if push < 0.0 && x <= system.lo[row] {
        Some(Label::Lower)
    } else if push > 0.0 && x >= system.hi[row] {
        Some(Label::Upper)
    } else {
        None
    }
}
