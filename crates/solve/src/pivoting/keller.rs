//! Keller's principal pivoting for symmetric A, boxed, on a dense tableau
//! (Keller 1973; Cottle, Pang and Stone, ch. 4).
//!
//! It walks down ½xᵀAx + bᵀx: x never leaves its bounds, w has any sign until
//! the end. The worst violator r drives x_r; unlike in Dantzig's method only a
//! *free* row that meets a bound blocks, so rows at bounds may turn violators
//! on the way. A row becomes free only where the curvature dw_r/dx_r is
//! positive, so A_FF stays positive definite, even within an indefinite A:
//! every pivot is 1 × 1 and positive, and Keller's 2 × 2 exchanges are not
//! needed. If nothing blocks, the function falls for ever along a ray: with A
//! positive semidefinite the problem has no solution.

mod tableau;

use std::collections::BTreeMap;

use stickslip_linalg::infinity_norm;

use crate::options::{OptionError, OptionValues};
use crate::outcome::{Counts, Label, Status};
use crate::problem::{Kind, Problem};
use crate::request::{Recorder, Request};
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};

use super::box_state::{BoxState, DriveOptions, FirstBlock};
use super::dense::{self, Symmetry};
use super::measure::natural_residual;
use tableau::Tableau;

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "pivoting",
    summary: "principal pivoting down the quadratic function on a dense tableau (Keller)",
    accepts: Accepts {
        kinds: &[Kind::Lcp, Kind::Blcp],
        symmetric: true,
        coupled: false,
        positive_diagonal: false,
        sections: Sections::Disc,
    },
    options: DriveOptions::describe,
    make,
};

const NAME: &str = "keller";

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    Ok(Box::new(Keller(DriveOptions::from_settings(NAME, settings)?)))
}

struct Keller(DriveOptions);

impl Method for Keller {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let limit = request.max_iterations.unwrap_or(50 * problem.size() + 100);
        let mut recorder = Recorder::new(request);
        let mut walk = Walk::new(problem, &self.0);
        walk.free_unbounded_rows();
        let status = loop {
            let violator = walk.state.worst_violator(|row| !walk.free[row]);
            let Some((row, direction)) = violator else {
                break Status::Converged;
            };
            let stop = walk.drive(row, direction, limit, &mut recorder);
            if stop != Status::Converged {
                break stop;
            }
        };
        walk.polish();
        let products = walk.state.products;
        Ok(Attempt {
            status,
            labels: Some(walk.labels()),
            counts: Counts { products, ..walk.counts },
            figures: BTreeMap::new(),
            history: recorder.into_points(),
            x: walk.state.x,
        })
    }
}

struct Walk<'a> {
    state: BoxState<'a>,
    tableau: Tableau,
    /// Whether x of the row is basic.
    free: Vec<bool>,
    counts: Counts,
}

impl<'a> Walk<'a> {
    fn new(problem: &'a Problem, options: &DriveOptions) -> Self {
        let n = problem.size();
        Self {
            state: BoxState::new(problem, options),
            tableau: Tableau::new(n, problem.matrix().to_dense()),
            free: vec![false; n],
            counts: Counts::default(),
        }
    }

    /// Rows without bounds enter first, the largest pivot at a time; those
    /// without a pivot stay at zero.
    fn free_unbounded_rows(&mut self) {
        let n = self.state.size();
        loop {
            let next = (0..n)
                .filter(|&row| !self.free[row] && self.state.is_unbounded(row))
                .map(|row| (row, self.curvature(row)))
                .filter(|&(_, (pivot, noise))| pivot > noise)
                .max_by(|left, right| left.1.0.total_cmp(&right.1.0));
            let Some((row, _)) = next else { break };
            let velocity = self.state.w[row];
            if !self.exchange(row) {
                break;
            }
            self.advance(row, -velocity);
        }
        self.settle();
    }

    /// Drives one row until w_r vanishes or x_r meets its other bound.
    fn drive(
        &mut self,
        row: usize,
        direction: f64,
        limit: usize,
        recorder: &mut Recorder,
    ) -> Status {
        loop {
            if self.counts.iterations == limit {
                return Status::MaxIterations;
            }
            let (curvature, noise) = self.curvature(row);
            if !noise.is_finite() {
                return Status::Diverged;
            }
            let block = self.first_block(row, direction, curvature > noise);
            let Some((blocker, label)) = block.change else {
                return if curvature < -noise { Status::Stagnated } else { Status::Unsolvable };
            };
            let step = direction * block.length;
            self.advance(row, step);
            self.state.x[row] += step;
            self.state.snap(blocker, label);
            self.counts.iterations += 1;
            self.counts.pivots += 1;
            self.counts.active_set_changes += 1;
            let stays = blocker == row && label != Label::Free;
            if !stays && !self.exchange(blocker) {
                return Status::Stagnated;
            }
            if blocker == row {
                self.settle();
            }
            let state = &self.state;
            recorder.note(state.problem, self.counts.iterations, &state.x, &state.w, 1);
            if blocker == row {
                return Status::Converged;
            }
        }
    }

    /// The longest step that keeps x inside its bounds and, where the function
    /// is convex, w_r short of zero.
    fn first_block(&self, row: usize, direction: f64, is_convex: bool) -> FirstBlock {
        let mut block = FirstBlock::new();
        if is_convex {
            let curvature = self.tableau.get(row, row);
            block.consider(self.state.w[row].abs() / curvature, row, Label::Free);
        }
        block.consider_bound(&self.state, row, direction, 0.0);
        let free = self.free_rows();
        let slopes: Vec<f64> =
            free.iter().map(|&at| direction * self.tableau.get(at, row)).collect();
        let noise = self.state.rounding * infinity_norm(&slopes);
        for (&at, &slope) in free.iter().zip(&slopes) {
            block.consider_bound(&self.state, at, slope, noise);
        }
        block
    }

    /// What follows from a change of the non-basic variable of `row`.
    fn advance(&mut self, row: usize, step: f64) {
        for at in 0..self.state.size() {
            let change = step * self.tableau.get(at, row);
            if self.free[at] {
                self.state.x[at] += change;
            } else {
                self.state.w[at] += change;
            }
        }
    }

    /// Exchanges x and w of a row; false when its pivot is not positive.
    fn exchange(&mut self, row: usize) -> bool {
        let is_positive = self.tableau.get(row, row) > 0.0;
        if is_positive {
            self.tableau.exchange(row);
            self.free[row] = !self.free[row];
        }
        is_positive
    }

    /// dw_r/dx_r of a row at its bound, a_rr + A_rF T_Fr, summed afresh, and
    /// the size below which it is rounding.
    fn curvature(&self, row: usize) -> (f64, f64) {
        let (mut sum, mut magnitude) = (0.0, 0.0);
        for (column, a) in self.state.problem.matrix().row(row) {
            if column == row || self.free[column] {
                let term = if column == row { a } else { a * self.tableau.get(column, row) };
                sum += term;
                magnitude += term.abs();
            }
        }
        (sum, self.state.rounding * magnitude)
    }

    /// Removes the drift of the tableau: w from x, then w_F = 0 with
    /// Δx_F = −T_FF w_F.
    fn settle(&mut self) {
        self.state.refresh();
        let free = self.free_rows();
        let w: Vec<f64> = free.iter().map(|&row| self.state.w[row]).collect();
        for &row in &free {
            let change: f64 =
                free.iter().zip(&w).map(|(&other, w)| self.tableau.get(row, other) * w).sum();
            self.state.nudge(row, -change);
        }
        self.state.refresh();
    }

    /// x_F once more from A itself, kept where it is better.
    fn polish(&mut self) {
        let free = self.free_rows();
        let problem = self.state.problem;
        let block = problem.matrix().principal_block(&free).to_dense();
        let mut x = self.state.x.clone();
        for &row in &free {
            x[row] = 0.0;
        }
        let right: Vec<f64> =
            free.iter().map(|&row| -problem.b()[row] - problem.matrix().row_dot(row, &x)).collect();
        self.counts.factorisations += 1;
        let Some(solution) = dense::solve(&block, &right, Symmetry::Symmetric) else {
            return;
        };
        let (before, drifted) =
            (natural_residual(problem, &self.state.x, &self.state.w), self.state.x.clone());
        for (&row, value) in free.iter().zip(solution) {
            x[row] = value;
        }
        self.state.x = x;
        self.state.refresh();
        if natural_residual(problem, &self.state.x, &self.state.w) > before {
            self.state.x = drifted;
            self.state.refresh();
        }
    }

    fn free_rows(&self) -> Vec<usize> {
        (0..self.state.size()).filter(|&row| self.free[row]).collect()
    }

    fn labels(&self) -> Vec<Label> {
        (0..self.state.size())
            .map(|row| if self.free[row] { Label::Free } else { self.state.label_by_value(row) })
            .collect()
    }
}
