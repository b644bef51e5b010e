//! Where every iterative method starts, when it stops, and what it hands back.
//!
//! A method supplies one iteration; [`Watch`] measures the iterate, keeps the
//! best one, and ends the loop by the rules of Erleben 2013, §6 (Eq 106–109)
//! and of the SIGGRAPH 2022 course, Alg 7, applied to the residual of the
//! iterate and not to its size, which grows in any cold start:
//!
//! | rule | exit | status |
//! |---|---|---|
//! | residual ≤ tolerance | absolute | converged |
//! | best residual hardly fell over half of the iterations | relative | stagnated |
//! | no entry of x moves any more | stagnation | stagnated |
//! | residual not finite, or far above the first one | divergence | diverged |
//! | iteration limit | limit | max_iterations |
//!
//! A measurement costs a product with A, as much as a sweep, so the distance
//! between measurements grows with the iterations unless `check_every` or a
//! history asks for more.

mod merit;
mod start;

pub use merit::{complementarity, objective};
pub use start::{project, start};

use std::collections::BTreeMap;

use crate::options::{OptionDescription, OptionError, Settings, options, unknown_key};
use crate::outcome::{Counts, Label, Status};
use crate::problem::Problem;
use crate::request::{Recorder, Request};
use crate::residual::decisive_residual;
use crate::solver::Attempt;

options! {
    /// Options of the stopping rules, the same for every iterative method.
    pub struct StoppingOptions {
        /// Iterations between measurements of the residual; 0 lets the distance grow, a tenth of the iterations so far.
        check_every: usize = 0,
        /// Give up when the best residual falls by less than this share while the iterations double.
        relative_change: f64 = 1e-3,
        /// Iterations before progress is judged at all.
        patience: usize = 1000,
        /// Give up when no entry of x moves by more than this share of the largest between measurements.
        stagnation: f64 = 1e-16,
        /// Give up when the residual exceeds the first one by this factor.
        divergence: f64 = 1e8,
    }
}

impl StoppingOptions {
    /// The descriptions of a method's own options, then these.
    pub fn described_after(mut own: Vec<OptionDescription>) -> Vec<OptionDescription> {
        own.extend(Self::describe());
        own
    }

    /// Reads the rules and leaves the settings of the method itself. A key that
    /// is not among `known`, the method's options and these, is an error.
    pub fn split(
        owner: &str,
        settings: &Settings,
        known: &[OptionDescription],
    ) -> Result<(Self, Settings), OptionError> {
        if let Some((key, _)) =
            settings.iter().find(|(key, _)| known.iter().all(|option| option.key != *key))
        {
            return Err(unknown_key(owner, key, known));
        }
        let (rules, own) = settings.partition(&Self::describe());
        Ok((Self::from_settings(owner, &rules)?, own))
    }
}

/// Which rule ended an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The residual is at most the tolerance.
    Absolute,
    /// The residual hardly falls any more.
    Relative,
    /// The iterate does not move any more.
    Stagnation,
    /// The residual grew without bound.
    Divergence,
    /// As many iterations as were allowed.
    Limit,
}

impl Exit {
    /// The status that it is reported as.
    pub fn status(self) -> Status {
        match self {
            Self::Absolute => Status::Converged,
            Self::Relative | Self::Stagnation => Status::Stagnated,
            Self::Divergence => Status::Diverged,
            Self::Limit => Status::MaxIterations,
        }
    }

    /// The name of the figure, of value 1, that tells of it.
    fn figure(self) -> &'static str {
        match self {
            Self::Absolute => "exit_absolute",
            Self::Relative => "exit_relative",
            Self::Stagnation => "exit_stagnation",
            Self::Divergence => "exit_divergence",
            Self::Limit => "exit_limit",
        }
    }
}

/// Measures iterates and decides when to stop.
pub struct Watch<'a> {
    problem: &'a Problem,
    rules: &'a StoppingOptions,
    tolerance: f64,
    limit: usize,
    every_iteration: bool,
    recorder: Recorder,
    next: usize,
    first: f64,
    best: Best,
    /// Iteration and best residual that progress is judged against.
    mark: (usize, f64),
    last_x: Vec<f64>,
    labels: Vec<Label>,
    w: Vec<f64>,
    map: Vec<f64>,
}

struct Best {
    residual: f64,
    x: Vec<f64>,
    labels: Vec<Label>,
    objective: f64,
    complementarity: f64,
}

impl<'a> Watch<'a> {
    /// Rules and limits of a solve; `limit` is the method's own default.
    pub fn new(
        problem: &'a Problem,
        request: &Request,
        rules: &'a StoppingOptions,
        limit: usize,
    ) -> Self {
        let n = problem.size();
        Self {
            problem,
            rules,
            tolerance: request.tolerance_for(problem),
            limit: request.max_iterations.unwrap_or(limit),
            every_iteration: request.history,
            recorder: Recorder::new(request),
            next: 0,
            first: f64::NAN,
            best: Best {
                residual: f64::INFINITY,
                x: vec![0.0; n],
                labels: vec![Label::Free; n],
                objective: 0.0,
                complementarity: 0.0,
            },
            mark: (0, f64::INFINITY),
            last_x: Vec::new(),
            labels: vec![Label::Free; n],
            w: vec![0.0; n],
            map: vec![0.0; n],
        }
    }

    /// Repeats `iterate` from x until a rule ends it. `iterate` counts its own
    /// products; `counts` has those spent before the first iteration.
    pub fn run(
        mut self,
        mut x: Vec<f64>,
        mut counts: Counts,
        mut iterate: impl FnMut(&mut [f64], &mut Counts),
    ) -> Attempt {
        let exit = loop {
            if self.due(counts.iterations)
                && let Some(exit) = self.measure(&x, &mut counts)
            {
                break exit;
            }
            if counts.iterations == self.limit {
                break Exit::Limit;
            }
            iterate(&mut x, &mut counts);
            counts.iterations += 1;
        };
        Attempt {
            x: self.best.x,
            status: exit.status(),
            labels: (!self.problem.kind().is_cone()).then_some(self.best.labels),
            counts,
            figures: BTreeMap::from([
                (exit.figure(), 1.0),
                ("objective", self.best.objective),
                ("complementarity", self.best.complementarity),
            ]),
            history: self.recorder.into_points(),
        }
    }

    fn due(&self, iteration: usize) -> bool {
        self.every_iteration || iteration >= self.next || iteration == self.limit
    }

    /// Measures x, at the cost of one product.
    fn measure(&mut self, x: &[f64], counts: &mut Counts) -> Option<Exit> {
        let iteration = counts.iterations;
        self.next = iteration
            + match self.rules.check_every {
                0 => 1 + iteration / 10,
                distance => distance,
            };
        self.problem.velocity(x, &mut self.w);
        counts.products += 1;
        let changes = self.relabel(x);
        if iteration > 0 {
            counts.pivots += changes;
            counts.active_set_changes += usize::from(changes > 0);
        }
        self.recorder.note(self.problem, iteration, x, &self.w, changes);
        let residual = decisive_residual(self.problem, x, &self.w, &mut self.map);
        if self.first.is_nan() {
            self.first = residual;
            self.best.x.copy_from_slice(x);
        }
        if residual < self.best.residual {
            self.best.residual = residual;
            self.best.x.copy_from_slice(x);
            self.best.labels.copy_from_slice(&self.labels);
            self.best.objective = objective(x, &self.w, self.problem.b());
            self.best.complementarity = complementarity(x, &self.w);
        }
        self.judge(x, residual, iteration)
    }

    fn judge(&mut self, x: &[f64], residual: f64, iteration: usize) -> Option<Exit> {
        if residual <= self.tolerance {
            return Some(Exit::Absolute);
        }
        if !residual.is_finite()
            || residual > self.rules.divergence * self.first.max(self.tolerance)
        {
            return Some(Exit::Divergence);
        }
        let moved = x.iter().zip(&self.last_x).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let largest = stickslip_linalg::infinity_norm(x);
        if self.last_x.len() == x.len() && moved <= self.rules.stagnation * largest {
            return Some(Exit::Stagnation);
        }
        self.last_x.clear();
        self.last_x.extend_from_slice(x);
        if iteration >= (2 * self.mark.0).max(self.rules.patience) {
            if self.best.residual > (1.0 - self.rules.relative_change) * self.mark.1 {
                return Some(Exit::Relative);
            }
            self.mark = (iteration, self.best.residual);
        }
        None
    }

    /// Notes the index set of every row; returns how many changed.
    fn relabel(&mut self, x: &[f64]) -> usize {
        let n = x.len();
        let (mut lo, mut hi) = (vec![0.0; n], vec![0.0; n]);
        self.problem.bounds_at(x, &mut lo, &mut hi);
        let mut changes = 0;
        for row in 0..n {
            let label = if x[row] <= lo[row] {
                Label::Lower
            } else if x[row] >= hi[row] {
                Label::Upper
            } else {
                Label::Free
            };
            changes += usize::from(label != self.labels[row]);
            self.labels[row] = label;
        }
        changes
    }
}
