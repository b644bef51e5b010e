//! What a caller asks of a solve, the same for every solver.

use std::time::Instant;

use stickslip_linalg::infinity_norm;

use crate::outcome::{HistoryPoint, Label};
use crate::problem::Problem;
use crate::residual::decisive_residual;

/// An iterate and index sets to start from.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Start {
    /// First iterate.
    pub x: Option<Vec<f64>>,
    /// First index sets, for methods that pivot.
    pub labels: Option<Vec<Label>>,
}

/// Tolerance, limits, start and whether to keep a history.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Request {
    /// The residual asked for: `natural` for box kinds (default
    /// 1e-9·(1 + ‖b‖∞)), `relative` for cone kinds (default 1e-8).
    pub tolerance: Option<f64>,
    /// Most iterations; each method has its own default.
    pub max_iterations: Option<usize>,
    /// Where to start: an x that is not given is the problem's x0, where it has one.
    pub start: Start,
    /// Whether to keep a history: one point per iteration where the method has
    /// an iterate then, and always its end. Costs a residual each, and changes
    /// nothing else in the outcome.
    pub history: bool,
    /// Whether every history point keeps its iterate, to measure it by other
    /// means afterwards.
    pub iterates: bool,
}

impl Request {
    /// The tolerance in force for `problem`.
    pub fn tolerance_for(&self, problem: &Problem) -> f64 {
        self.tolerance.unwrap_or_else(|| {
            if problem.kind().is_cone() { 1e-8 } else { 1e-9 * (1.0 + infinity_norm(problem.b())) }
        })
    }
}

/// Collects a history when one was asked for.
#[derive(Debug)]
pub struct Recorder {
    wanted: bool,
    iterates: bool,
    begun: Instant,
    points: Vec<HistoryPoint>,
}

impl Recorder {
    /// Starts the clock.
    pub fn new(request: &Request) -> Self {
        let &Request { history: wanted, iterates, .. } = request;
        Self { wanted, iterates, begun: Instant::now(), points: Vec::new() }
    }

    /// Whether a history was asked for; without it, w need not be computed.
    pub fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Notes the iterate x with w = A x + b.
    pub fn note(
        &mut self,
        problem: &Problem,
        iteration: usize,
        x: &[f64],
        w: &[f64],
        changes: usize,
    ) {
        if self.wanted {
            let entered = Instant::now();
            let time_s = (entered - self.begun).as_secs_f64();
            let residual = decisive_residual(problem, x, w, &mut vec![0.0; x.len()]);
            let x = if self.iterates { x.to_vec() } else { Vec::new() };
            self.points.push(HistoryPoint { iteration, time_s, residual, changes, x });
            // Measuring is not part of the method's time.
            self.begun += entered.elapsed();
        }
    }

    /// The points so far.
    pub fn into_points(self) -> Vec<HistoryPoint> {
        self.points
    }
}
