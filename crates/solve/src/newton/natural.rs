//! The minimum map on boxes: F = max(x − hi, min(x − lo, s w)) (Erleben 2013,
//! Eq 13–16 and 77–80; Preclik et al., Eq 17–18).
//!
//! Rows of J: Aᵢ where the middle branch holds, eᵢ at a constant bound, and
//! eᵢ ∓ μ eₙ at the bound ±μ xₙ. The scale s > 0 changes the conditioning and
//! not the roots (SIGGRAPH 2022 course, §3.3.5).

use super::equations::{Branch, Equations, Linearisation, Reach};
use super::options::Scaling;
use crate::options::choice;
use crate::problem::Problem;
use crate::residual::natural_row;

choice! {
    /// How bounds that follow a normal impulse enter the Jacobian.
    pub enum BoundRows {
        /// With their dependence on the normal.
        Coupled = "coupled",
        /// As constants, refreshed in every iteration: a symmetric system.
        Adapted = "adapted",
    }
}

/// The natural map of a boxed problem.
pub struct NaturalEquations<'a> {
    problem: &'a Problem,
    rows: BoundRows,
    scale: Vec<f64>,
    friction: Vec<f64>,
    /// Of differences in the place of products with J, if there are any.
    pub reach: Option<Reach>,
    /// Share by which the branches of a tied row may differ.
    pub ties: f64,
}

impl<'a> NaturalEquations<'a> {
    /// For `problem`.
    pub fn new(problem: &'a Problem, rows: BoundRows, scaling: Scaling) -> Self {
        let mut friction = vec![0.0; problem.size()];
        if problem.has_coupled_bounds() {
            for contact in problem.contacts() {
                contact.tangents.iter().for_each(|&row| friction[row] = contact.mu);
            }
        }
        let scale = scaling.factors(problem);
        Self { problem, rows, scale, friction, reach: None, ties: 0.0 }
    }

    fn bounds(&self, x: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let (mut lo, mut hi) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        self.problem.bounds_at(x, &mut lo, &mut hi);
        (lo, hi)
    }
}

impl Equations for NaturalEquations<'_> {
    fn value(&self, x: &[f64], w: &[f64], value: &mut [f64]) {
        let (lo, hi) = self.bounds(x);
        for row in 0..x.len() {
            value[row] = natural_row(x[row], self.scale[row] * w[row], lo[row], hi[row]);
        }
    }

    fn linearise(&mut self, x: &[f64], w: &[f64], result: &mut Linearisation) {
        self.value(x, w, &mut result.value);
        let (lo, hi) = self.bounds(x);
        for row in 0..x.len() {
            let velocity = self.scale[row] * w[row];
            let at_lower = velocity >= x[row] - lo[row];
            let at_bound = at_lower || velocity <= x[row] - hi[row];
            (result.own[row], result.matrix[row]) =
                if at_bound { (1.0, 0.0) } else { (0.0, self.scale[row]) };
            // A bound of zero width has no side to move to.
            let follows = at_bound && self.rows == BoundRows::Coupled && lo[row] < hi[row];
            result.normal[row] = match (follows, at_lower) {
                (false, _) => 0.0,
                (true, true) => self.friction[row],
                (true, false) => -self.friction[row],
            };
        }
    }
    fn by_differences(&self) -> Option<Reach> {
        self.reach
    }

    fn branches(&self, x: &[f64], w: &[f64]) -> Option<Vec<Branch>> {
        if self.ties == 0.0 {
            return None;
        }
        let (lo, hi) = self.bounds(x);
        // An infinite bound is near to nothing.
        let near =
            |a: f64, b: f64| b.is_finite() && (a - b).abs() <= self.ties * a.abs().max(b.abs());
        let branch = |row: usize| {
            let velocity = self.scale[row] * w[row];
            let (below, above) = (x[row] - lo[row], x[row] - hi[row]);
            match () {
                () if lo[row] == hi[row] => Branch::Held(lo[row]),
                () if near(velocity, below) || near(velocity, above) => Branch::Tied,
                () if velocity > below => Branch::Held(lo[row]),
                () if velocity < above => Branch::Held(hi[row]),
                () => Branch::Free,
            }
        };
        let branches: Vec<Branch> = (0..x.len()).map(branch).collect();
        branches.contains(&Branch::Tied).then_some(branches)
    }
}
