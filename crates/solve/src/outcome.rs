//! What a solve returns: status, iterate, residuals, counts, history.

use std::collections::BTreeMap;

use crate::residual::Residuals;

/// How a solve ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Status {
    /// The residual, recomputed from x, is below the tolerance.
    Converged,
    /// The iteration limit came first.
    MaxIterations,
    /// No more progress.
    #[default]
    Stagnated,
    /// Index sets came back that lead to themselves.
    Cycled,
    /// A limit of the method's own came first: an option names it.
    Capped,
    /// The iterate grew without bound or became NaN.
    Diverged,
    /// The method proved, or a ray shows, that it finds no solution.
    Unsolvable,
}

impl Status {
    /// The name in JSON and tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Converged => "converged",
            Self::MaxIterations => "max_iterations",
            Self::Stagnated => "stagnated",
            Self::Cycled => "cycled",
            Self::Capped => "capped",
            Self::Diverged => "diverged",
            Self::Unsolvable => "unsolvable",
        }
    }
}

impl std::fmt::Display for Status {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.pad(self.name())
    }
}

/// In which index set a row stands (Ho 2022, Eq 2.37–2.40).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Label {
    /// w = 0, x between its bounds.
    #[default]
    Free,
    /// x at its lower bound.
    Lower,
    /// x at its upper bound.
    Upper,
}

/// Work done by a solve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Outer iterations, in the method's own sense.
    pub iterations: usize,
    /// Iterations of inner solvers.
    pub inner_iterations: usize,
    /// Products with A.
    pub products: usize,
    /// Matrix factorisations from scratch.
    pub factorisations: usize,
    /// Rows that changed their index set.
    pub pivots: usize,
    /// Iterations in which any row changed its index set.
    pub active_set_changes: usize,
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.iterations += other.iterations;
        self.inner_iterations += other.inner_iterations;
        self.products += other.products;
        self.factorisations += other.factorisations;
        self.pivots += other.pivots;
        self.active_set_changes += other.active_set_changes;
    }
}

/// One line of a history.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryPoint {
    /// Iteration, counted as in [`Counts::iterations`].
    pub iteration: usize,
    /// Seconds since the solve began.
    pub time_s: f64,
    /// The decisive residual (see [`Residuals::decisive`]) of that iterate.
    pub residual: f64,
    /// Rows that changed their index set in this iteration.
    pub changes: usize,
    /// The iterate, when [`crate::Request::iterates`] asked for it; empty else,
    /// and where unconnected parts were solved one by one.
    pub x: Vec<f64>,
}

/// The result of a solve.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// Name of the solver.
    pub solver: &'static str,
    /// How it ended.
    pub status: Status,
    /// The solution, or the best iterate seen.
    pub x: Vec<f64>,
    /// A x + b, recomputed.
    pub w: Vec<f64>,
    /// The index sets at x, where the method has them; feed them to
    /// [`crate::Start`] for a warm start.
    pub labels: Option<Vec<Label>>,
    /// Every measure of x, recomputed.
    pub residuals: Residuals,
    /// The tolerance that the status speaks about.
    pub tolerance: f64,
    /// Work done.
    pub counts: Counts,
    /// Figures of one method only (total shift, cache entries, …), by name.
    pub figures: BTreeMap<&'static str, f64>,
    /// The path to x, when asked for: see [`crate::Request::history`]. How many
    /// iterations there were is in `counts`, not in the number of points.
    pub history: Vec<HistoryPoint>,
    /// Wall-clock seconds of the method, without the final measurement.
    pub time_s: f64,
}
