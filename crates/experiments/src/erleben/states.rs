//! The final states of §7, by the document's rules applied to its merits.
//!
//! A Newton loop of the document tests before it steps, so that its count is
//! one more than the steps; a splitting sweeps first. The relative test comes
//! before the absolute one, as in the author's code.

use stickslip_solve::{Outcome, Problem};

use super::{Judged, Merit};
use crate::error::ExperimentError;

/// How a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// |θ − θ_old| < ε_rel |θ_old|.
    Relative,
    /// θ < ε_abs.
    Absolute,
    /// The iterate does not move.
    Stagnation,
    /// No step makes the merit smaller.
    LocalMinimum,
    /// The direction does not lead downhill.
    NonDescent,
    /// As many iterations as were allowed.
    MaxIterations,
}

impl State {
    /// All of them, in the order of the document.
    pub const ALL: [Self; 6] = [
        Self::Relative,
        Self::Absolute,
        Self::Stagnation,
        Self::LocalMinimum,
        Self::NonDescent,
        Self::MaxIterations,
    ];

    /// For heads of tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Relative => "relative",
            Self::Absolute => "absolute",
            Self::Stagnation => "stagnation",
            Self::LocalMinimum => "local minimum",
            Self::NonDescent => "non-descent",
            Self::MaxIterations => "max iterations",
        }
    }
}

/// The tolerances and the limit of a test.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// ε_rel.
    pub relative: f64,
    /// ε_abs.
    pub absolute: f64,
    /// Most iterations.
    pub limit: usize,
}

/// The end of one run.
#[derive(Clone, Copy, Debug)]
pub struct End {
    /// How.
    pub state: State,
    /// Iterations as the document counts them.
    pub iterations: usize,
    /// ‖min(x, w)‖∞ at that iterate.
    pub natural: f64,
}

/// Runs a method and judges its merits.
pub fn end(judged: &Judged, problem: &Problem, rules: Rules) -> Result<End, ExperimentError> {
    // Far below ε_abs already; the merits of splittings are not bounded by the residual.
    let enough = match judged.merit {
        Merit::Complementarity => f64::MIN_POSITIVE,
        Merit::Minimum | Merit::Fischer => 1e-6,
    };
    let outcome = judged.way.trace_to(problem, rules.limit, enough)?;
    let merits = judged.merit.of(problem, &outcome.history);
    // A splitting has swept once before its first test.
    let first = usize::from(judged.merit == Merit::Complementarity);
    let (state, at) = judge(&merits, first, rules)
        .unwrap_or_else(|| (exit(&outcome), merits.len().saturating_sub(1)));
    let natural = outcome.history.get(at).map_or(f64::NAN, |point| point.residual);
    Ok(End { state, iterations: at + 1 - first.min(at + 1), natural })
}

/// The first iterate from `first` on at which a rule ends the run.
fn judge(merits: &[f64], first: usize, rules: Rules) -> Option<(State, usize)> {
    let mut last = f64::INFINITY;
    for (at, &merit) in merits.iter().enumerate().skip(first) {
        if (merit - last).abs() < rules.relative * last.abs() && last.is_finite() {
            return Some((State::Relative, at));
        }
        if merit < rules.absolute {
            return Some((State::Absolute, at));
        }
        last = merit;
    }
    None
}

/// Why the method itself ended.
fn exit(outcome: &Outcome) -> State {
    let ended = |name: &str| outcome.figures.contains_key(name);
    if ended("exit_non_descent") {
        State::NonDescent
    } else if ended("exit_local_minimum") {
        State::LocalMinimum
    } else if ended("exit_limit") {
        State::MaxIterations
    } else {
        State::Stagnation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules { relative: 1e-2, absolute: 1e-3, limit: 9 };

    #[test]
    fn rules_end_a_run_at_the_first_iterate_that_meets_them() {
        assert_eq!(judge(&[1.0, 0.5, 1e-4, 1e-9], 0, RULES), Some((State::Absolute, 2)));
        assert_eq!(judge(&[1.0, 0.5, 0.499, 1e-9], 0, RULES), Some((State::Relative, 2)));
        assert_eq!(judge(&[1.0, 0.5], 0, RULES), None);
        // Eq 106 vanishes at x = 0, so a splitting's start is not judged.
        assert_eq!(judge(&[0.0, 0.5, 1e-4], 1, RULES), Some((State::Absolute, 2)));
    }
}
