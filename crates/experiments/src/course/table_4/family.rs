//! The reduced problems of the course's §4.3: 0 ≤ W λ + w ⊥ λ ≥ 0 with
//! W = J P Jᵀ, P ≈ A⁻¹ and A = M + h B + h² K (with K and B positive).

use std::sync::Arc;

use rayon::prelude::*;
use stickslip_linalg::cholesky::{Analysis, CholeskyFactor};
use stickslip_linalg::krylov::{ConjugateGradientWorkspace, Stopping, conjugate_gradient};
use stickslip_linalg::{Ordering, SparseMatrix};
use stickslip_solve::{Kind, Problem, ProblemData, Request, Status};

use super::cube::{Cube, Motion};
use crate::error::ExperimentError;
use crate::measure::Way;

/// How A⁻¹ is come by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    /// Elastic forces of the beginning, and M (§4.3.2).
    Lumped,
    /// A⁻¹ column by column, by conjugate gradients (§4.3.3).
    Inverse,
    /// The columns in parallel from one factor (§4.3.4, Alg 15).
    Factored,
    /// One factor and no W at all (§4.3.5).
    Partial,
    /// The diagonal of A, again and again (§4.3.6, Alg 16).
    Split {
        /// How often.
        rounds: usize,
    },
}

/// A step of one cube: what belongs to its length.
pub struct Step<'a> {
    pub cube: &'a Cube,
    pub h: f64,
    pub matrix: SparseMatrix,
    factor: CholeskyFactor,
    /// The rows of J: the freedoms of what may touch the ground.
    touching: &'a [usize],
}

impl<'a> Step<'a> {
    pub fn new(cube: &'a Cube, h: f64) -> Result<Self, ExperimentError> {
        let matrix = cube.system(h);
        let missing = |what: &str| ExperimentError::Missing(format!("{what} of a soft cube"));
        let analysis = Analysis::new(&matrix, Ordering::MinimumDegree)
            .map_err(|_| missing("an order of elimination"))?;
        let mut factor = CholeskyFactor::new(Arc::new(analysis));
        factor.factorise(&matrix, |_| true, |_| 0.0).map_err(|_| missing("a factor"))?;
        Ok(Self { cube, h, matrix, factor, touching: &cube.touching })
    }

    /// ‖P A − 1‖ over ‖1‖, both of Frobenius.
    pub fn distance(&self, case: Case) -> f64 {
        let size = self.matrix.rows();
        let diagonal = self.matrix.diagonal();
        let square: f64 = (0..size)
            .into_par_iter()
            .map(|at| {
                let mut column = vec![0.0; size];
                for (row, value) in self.matrix.row(at) {
                    column[row] = value;
                }
                match case {
                    Case::Lumped => {
                        column.iter_mut().zip(&self.cube.masses).for_each(|(x, m)| *x /= m);
                    }
                    Case::Split { .. } => {
                        column.iter_mut().zip(&diagonal).for_each(|(x, d)| *x /= d);
                    }
                    Case::Inverse => column = self.by_gradients(&column),
                    Case::Factored | Case::Partial => self.factor.clone().solve(&mut column),
                }
                column[at] -= 1.0;
                column.iter().map(|value| value * value).sum::<f64>()
            })
            .collect::<Vec<_>>()
            .into_iter()
            .sum();
        (square / size as f64).sqrt()
    }

    /// The impulses on the ground and the velocities after a step.
    pub fn take(
        &self,
        motion: &Motion,
        case: Case,
    ) -> Result<(Vec<f64>, Vec<f64>), ExperimentError> {
        let gaps = self.touching.iter().map(|&at| motion.positions[at]);
        let early: Vec<f64> = gaps.map(|gap| gap / self.h).collect();
        match case {
            Case::Lumped => self.lumped(motion, &early),
            Case::Inverse => {
                let free = self.by_gradients(&self.cube.push(motion, self.h));
                self.reduced(&free, &early, |column| self.by_gradients(column))
            }
            Case::Factored => {
                let free = self.by_factor(&self.cube.push(motion, self.h));
                self.reduced(&free, &early, |column| self.by_factor(column))
            }
            Case::Partial => Ok(self.partial(motion, &early)),
            Case::Split { rounds } => self.split(motion, &early, rounds),
        }
    }

    fn by_factor(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        self.factor.clone().solve(&mut x);
        x
    }

    fn by_gradients(&self, right: &[f64]) -> Vec<f64> {
        let mut x = vec![0.0; right.len()];
        let stopping = Stopping { relative: 1e-15, absolute: 0.0, max_iterations: 20 * x.len() };
        let mut workspace = ConjugateGradientWorkspace::default();
        conjugate_gradient(&mut &self.matrix, right, &mut x, &stopping, &mut workspace);
        x
    }

    /// λ of 0 ≤ J P Jᵀ λ + J u − ε ⊥ λ ≥ 0 and u + P Jᵀ λ.
    fn reduced(
        &self,
        free: &[f64],
        early: &[f64],
        inverse: impl Fn(&[f64]) -> Vec<f64> + Sync,
    ) -> Result<(Vec<f64>, Vec<f64>), ExperimentError> {
        let columns: Vec<Vec<f64>> = self
            .touching
            .par_iter()
            .map(|&at| {
                let mut unit = vec![0.0; free.len()];
                unit[at] = 1.0;
                inverse(&unit)
            })
            .collect();
        let count = self.touching.len();
        let entries: Vec<f64> = (0..count * count)
            .map(|at| {
                let (row, col) = (at / count, at % count);
                // Both halves of what is symmetric but for rounding.
                0.5 * (columns[col][self.touching[row]] + columns[row][self.touching[col]])
            })
            .collect();
        let constant = self.touching.iter().zip(early).map(|(&at, early)| free[at] + early);
        let matrix = SparseMatrix::from_dense(count, count, &entries);
        let data = ProblemData::assembled("soft cube", Kind::Lcp, matrix, constant.collect());
        let request = Request { tolerance: Some(1e-12), ..Request::default() };
        let outcome = Way::new("bpp", "bpp", "")?.solve(&Problem::new(data)?, &request)?;
        if outcome.status != Status::Converged {
            let residual = outcome.residuals.decisive();
            let reason = format!("bpp leaves {residual:.1e} of a soft cube's contacts");
            return Err(ExperimentError::Missing(reason));
        }
        let impulses = outcome.x;
        let mut velocities = free.to_vec();
        for (column, impulse) in columns.iter().zip(&impulses) {
            velocities.iter_mut().zip(column).for_each(|(u, c)| *u += c * impulse);
        }
        Ok((impulses, velocities))
    }

    /// §4.3.2: u + h M⁻¹ (f_d + f_e + f_ext).
    fn lumped(
        &self,
        motion: &Motion,
        early: &[f64],
    ) -> Result<(Vec<f64>, Vec<f64>), ExperimentError> {
        let forces = self.cube.forces(motion, true);
        let masses = &self.cube.masses;
        let free: Vec<f64> = (0..masses.len())
            .map(|at| motion.velocities[at] + self.h * forces[at] / masses[at])
            .collect();
        self.reduced(&free, early, |column| {
            column.iter().zip(masses).map(|(value, mass)| value / mass).collect()
        })
    }

    /// §4.3.5: sweeps that keep u = A⁻¹ (b + Jᵀ λ) instead of W.
    fn partial(&self, motion: &Motion, early: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let mut velocities = self.by_factor(&self.cube.push(motion, self.h));
        let columns: Vec<Vec<f64>> = self
            .touching
            .iter()
            .map(|&at| {
                let mut unit = vec![0.0; velocities.len()];
                unit[at] = 1.0;
                self.by_factor(&unit)
            })
            .collect();
        let mut impulses = vec![0.0; columns.len()];
        for _ in 0..MAX_SWEEPS {
            let mut change = 0.0f64;
            for (k, (&at, column)) in self.touching.iter().zip(&columns).enumerate() {
                let speed = velocities[at] + early[k];
                let next = (impulses[k] - speed / column[at]).max(0.0);
                let moved = next - impulses[k];
                impulses[k] = next;
                change = change.max(moved.abs());
                velocities.iter_mut().zip(column).for_each(|(u, c)| *u += c * moved);
            }
            let size = impulses.iter().copied().fold(0.0, f64::max);
            if change <= 1e-15 * size {
                break;
            }
        }
        (impulses, velocities)
    }

    /// Alg 16: ũ = D⁻¹ (b − (L + U) u), contacts with D⁻¹, again.
    fn split(
        &self,
        motion: &Motion,
        early: &[f64],
        rounds: usize,
    ) -> Result<(Vec<f64>, Vec<f64>), ExperimentError> {
        let right = self.cube.push(motion, self.h);
        let diagonal = self.matrix.diagonal();
        let mut velocities = motion.velocities.clone();
        let mut impulses = vec![0.0; self.touching.len()];
        let mut product = vec![0.0; velocities.len()];
        for _ in 0..rounds {
            self.matrix.multiply(&velocities, &mut product);
            let mut next: Vec<f64> = (0..velocities.len())
                .map(|at| velocities[at] + (right[at] - product[at]) / diagonal[at])
                .collect();
            // D is diagonal: every contact is alone.
            for ((impulse, &at), early) in impulses.iter_mut().zip(self.touching).zip(early) {
                *impulse = (-diagonal[at] * (next[at] + early)).max(0.0);
                next[at] += *impulse / diagonal[at];
            }
            velocities = next;
        }
        Ok((impulses, velocities))
    }
}

/// Sweeps without a W end here at the latest.
const MAX_SWEEPS: usize = 20_000;
