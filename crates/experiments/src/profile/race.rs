//! One solver on one problem: when it reaches each accuracy.

use stickslip_linalg::infinity_norm;
use stickslip_solve::{Outcome, Problem, Request, Status};

use super::ACCURACIES;
use super::problems::Candidate;
use crate::measure::Way;

/// Iterations of the first try.
const FIRST: usize = 32;
/// A further try has at most so many times more.
const GROWTH: f64 = 16.0;

/// Seconds to each accuracy within about `patience` seconds. Tries that end at
/// their limit of iterations are begun anew with as many as the time allows.
pub fn run_one(way: &Way, candidate: &Candidate, patience: f64) -> [Option<f64>; 3] {
    let problem = &candidate.problem;
    let levels = ACCURACIES.map(|accuracy| accuracy * scale(problem));
    let mut limit = FIRST;
    loop {
        let request = Request {
            tolerance: Some(levels[2]),
            max_iterations: Some(limit),
            history: true,
            ..Request::default()
        };
        // A refusal is an answer: this solver does not solve this problem.
        let Ok(outcome) = way.solve(problem, &request) else { return [None; 3] };
        let spent = outcome.time_s.max(1e-6);
        let growth = (patience / spent).min(GROWTH);
        if outcome.status == Status::Converged || outcome.counts.iterations < limit || growth < 1.5
        {
            return levels.map(|level| reached(&outcome, level));
        }
        limit = (growth * limit as f64) as usize;
    }
}

/// What an accuracy is relative to: residuals of cones are so already.
fn scale(problem: &Problem) -> f64 {
    if problem.kind().is_cone() { 1.0 } else { 1.0 + infinity_norm(problem.b()) }
}

/// When the residual first came down to `level`.
fn reached(outcome: &Outcome, level: f64) -> Option<f64> {
    let first = outcome.history.iter().find(|point| point.residual <= level);
    let end = (outcome.residuals.decisive() <= level).then_some(outcome.time_s);
    // A clock has its grain.
    first.map(|point| point.time_s).or(end).map(|seconds| seconds.max(1e-7))
}
