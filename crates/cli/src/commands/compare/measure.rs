//! Running the solvers, each from cold.

use indicatif::ProgressBar;
use stickslip_solve::{Entry, HistoryPoint, Outcome, Refusal};

use crate::ask::{Ask, Choice};
use crate::error::Failure;
use crate::posed::Posed;

/// What one solver did.
pub struct Run {
    /// Its outcome; the time is the median of the repeats.
    pub outcome: Outcome,
    /// Every repeat.
    pub times_s: Vec<f64>,
    /// Kept for `--plot`, from a run of its own.
    pub history: Vec<HistoryPoint>,
}

/// What all solvers did with one problem.
pub struct Comparison {
    /// The problem.
    pub posed: Posed,
    /// The solvers that took it, in the order of the registry.
    pub runs: Vec<Run>,
    /// The solvers that did not, and why.
    pub refusals: Vec<(&'static str, Refusal)>,
}

/// How every solver is measured.
pub struct Plan<'a> {
    /// The solvers.
    pub entries: &'a [&'static Entry],
    /// What is asked of each solve.
    pub ask: &'a Ask,
    /// How often each solve is run.
    pub repeat: usize,
    /// Whether one more run keeps a history.
    pub history: bool,
    /// Moves on with every solver.
    pub progress: ProgressBar,
}

impl Plan<'_> {
    /// Runs every solver on one problem.
    pub fn compare(&self, posed: Posed) -> Result<Comparison, Failure> {
        let (mut runs, mut refusals) = (Vec::new(), Vec::new());
        for entry in self.entries {
            self.progress.set_message(format!("{} on {}", entry.name, posed.original().name()));
            match self.measure(&posed, entry) {
                Ok(run) => runs.push(run),
                Err(Failure::Refused(refusal)) => refusals.push((entry.name, refusal)),
                Err(other) => return Err(other),
            }
            self.progress.inc(1);
        }
        Ok(Comparison { posed, runs, refusals })
    }

    fn measure(&self, posed: &Posed, entry: &'static Entry) -> Result<Run, Failure> {
        let choice = Choice::of(entry);
        let mut request = self.ask.request();
        let mut outcome = choice.solve(posed.problem(), &request)?;
        let mut times_s = vec![outcome.time_s];
        for _ in 1..self.repeat {
            times_s.push(choice.solve(posed.problem(), &request)?.time_s);
        }
        outcome.time_s = median(&times_s);
        // A history costs a residual per iteration, so it never comes from a timed run.
        request.history = self.history;
        let history = match self.history {
            true => choice.solve(posed.problem(), &request)?.history,
            false => Vec::new(),
        };
        Ok(Run { outcome, times_s, history })
    }
}

fn median(times: &[f64]) -> f64 {
    let mut sorted = times.to_vec();
    sorted.sort_by(f64::total_cmp);
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { 0.5 * (sorted[middle - 1] + sorted[middle]) }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(median(&[3.0]), 3.0);
        assert_eq!(median(&[9.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 2.0, 9.0]), 3.0);
    }
}
