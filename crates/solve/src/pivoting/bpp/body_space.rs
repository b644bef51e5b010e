//! Free rows solved from the bodies: with c = C + shift,
//! (M + J_Fᵀ c_F⁻¹ J_F) v = J_Fᵀ c_F⁻¹ r and λ_F = c_F⁻¹ (r − J_F v).
//!
//! In a pile there are several times more rows than degrees of freedom, so
//! this matrix is much smaller than A_FF; one row that changes its label is
//! one rank-one change of it. Needs c > 0.

use std::sync::Arc;

use stickslip_linalg::cholesky::CholeskyFactor;
use stickslip_linalg::{Ordering, cholesky::Analysis};

use super::constraint_space::cheaper_analysis;
use crate::equations::BodyMatrix;
use crate::outcome::Counts;
use crate::pivoting::block::{BoxSystem, Breakdown, FreeSystem};
use crate::problem::{BodyView, Problem};

/// A factor of H = M + J_Fᵀ c_F⁻¹ J_F.
pub struct BodySpace {
    matrix: BodyMatrix,
    factor: CholeskyFactor,
    /// 1/c of the rows in the factor, 0 for the others.
    weights: Vec<f64>,
    wanted: Vec<f64>,
    velocity: Vec<f64>,
    entries: Vec<(usize, f64)>,
    valid: bool,
}

impl BodySpace {
    /// Analyses H; `None` without a body-space view.
    pub fn new(system: &BoxSystem<'_>, ordering: Option<Ordering>) -> Option<Self> {
        let bodies = system.problem.body_space()?;
        let matrix = BodyMatrix::new(bodies);
        let analysis = match ordering {
            Some(ordering) => Analysis::new(matrix.matrix(), ordering).ok()?,
            None => cheaper_analysis(matrix.matrix())?,
        };
        let rows = bodies.jacobian.rows();
        Some(Self {
            factor: CholeskyFactor::new(Arc::new(analysis)),
            velocity: vec![0.0; bodies.freedoms()],
            matrix,
            weights: vec![0.0; rows],
            wanted: vec![0.0; rows],
            entries: Vec::new(),
            valid: false,
        })
    }

    /// Rows of the matrix that is factored.
    pub fn size(&self) -> usize {
        self.factor.analysis().size()
    }

    /// Numbers that the factor stores.
    pub fn stored(&self) -> usize {
        self.factor.analysis().stored()
    }

    /// Estimated time of assembling and factoring H once.
    pub fn cost(&self) -> f64 {
        self.factor.analysis().costs().factor + self.matrix.cost()
    }

    /// Brings the factor to the wanted weights by rank-one changes, if that is
    /// cheaper than starting over and does not break down.
    fn change(&mut self, bodies: &BodyView) -> bool {
        let analysis = Arc::clone(self.factor.analysis());
        let budget = self.cost();
        let mut price = 0.0;
        for row in 0..self.wanted.len() {
            if self.wanted[row] != self.weights[row] {
                if self.wanted[row] != 0.0 && self.weights[row] != 0.0 {
                    return false;
                }
                price += analysis.update_cost(bodies.jacobian.row_slices(row).0.iter().copied());
                if price > budget {
                    return false;
                }
            }
        }
        // Additions first, so that the factor never comes close to losing rank.
        for adding in [true, false] {
            for row in 0..self.wanted.len() {
                let (from, to) = (self.weights[row], self.wanted[row]);
                if from == to || (to > from) != adding {
                    continue;
                }
                let root = from.max(to).sqrt();
                self.entries.clear();
                self.entries
                    .extend(bodies.jacobian.row(row).map(|(col, value)| (col, root * value)));
                if adding {
                    self.factor.add_rank_one(&self.entries);
                } else if self.factor.subtract_rank_one(&self.entries).is_err() {
                    return false;
                }
                self.weights[row] = to;
            }
        }
        true
    }
}

impl FreeSystem for BodySpace {
    fn begin(&mut self, _problem: &Problem) {
        self.valid = false;
    }

    fn prepare(
        &mut self,
        system: &BoxSystem<'_>,
        free: &[bool],
        counts: &mut Counts,
    ) -> Result<(), Breakdown> {
        let (bodies, compliance) = views(system.problem).ok_or(Breakdown)?;
        for row in 0..free.len() {
            let softness = compliance[row] + system.shift[row];
            if free[row] && softness <= 0.0 {
                return Err(Breakdown);
            }
            self.wanted[row] = if free[row] { 1.0 / softness } else { 0.0 };
        }
        if self.valid && self.change(bodies) {
            return Ok(());
        }
        counts.factorisations += 1;
        self.valid = false;
        self.weights.copy_from_slice(&self.wanted);
        let weights = &self.weights;
        self.matrix.assemble(bodies, |row| [(row, weights[row])]);
        self.factor.factorise(self.matrix.matrix(), |_| true, |_| 0.0).map_err(|_| Breakdown)?;
        self.valid = true;
        Ok(())
    }

    fn solve(&mut self, system: &BoxSystem<'_>, rhs: &mut [f64]) {
        // `prepare` came before, and fails without them.
        let (bodies, _) = views(system.problem).expect("a view from the bodies");
        self.velocity.fill(0.0);
        for row in 0..rhs.len() {
            let scale = self.weights[row] * rhs[row];
            if scale != 0.0 {
                for (col, value) in bodies.jacobian.row(row) {
                    self.velocity[col] += scale * value;
                }
            }
        }
        self.factor.solve(&mut self.velocity);
        for row in 0..rhs.len() {
            if self.weights[row] != 0.0 {
                rhs[row] =
                    self.weights[row] * (rhs[row] - bodies.jacobian.row_dot(row, &self.velocity));
            }
        }
    }
}

/// The body-space view and the compliance.
pub fn views(problem: &Problem) -> Option<(&BodyView, &[f64])> {
    Some((problem.body_space()?, &problem.factored()?.compliance))
}
