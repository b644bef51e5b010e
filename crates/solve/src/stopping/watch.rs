//! The loop around every iterative method.

use std::collections::BTreeMap;

use stickslip_linalg::infinity_norm;

use crate::outcome::{Counts, Label};
use crate::problem::{Problem, ProductScratch};
use crate::request::{Recorder, Request};
use crate::residual::decisive_residual;
use crate::solver::Attempt;

use super::StoppingOptions;
use super::exit::Exit;
use super::merit::{complementarity, objective};
use super::merit_rule::{Held, Merit, MeritRule};

/// Measures iterates and decides when to stop.
pub struct Watch<'a> {
    problem: &'a Problem,
    rules: &'a StoppingOptions,
    tolerance: f64,
    limit: usize,
    recorder: Recorder,
    /// The last iteration noted, and its index sets.
    noted: Option<usize>,
    noted_labels: Vec<Label>,
    next: usize,
    /// The last iteration measured.
    measured: Option<usize>,
    first: f64,
    best: Best,
    merit: MeritRule,
    /// Iteration and best residual that progress is judged against.
    mark: (usize, f64),
    last_x: Vec<f64>,
    labels: Vec<Label>,
    w: Vec<f64>,
    map: Vec<f64>,
    scratch: ProductScratch,
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
            recorder: Recorder::new(request),
            noted: None,
            noted_labels: vec![Label::Free; n],
            next: 0,
            measured: None,
            first: f64::NAN,
            best: Best {
                residual: f64::INFINITY,
                x: vec![0.0; n],
                labels: vec![Label::Free; n],
                objective: 0.0,
                complementarity: 0.0,
            },
            merit: MeritRule::new(rules.merit_absolute, rules.merit_relative),
            mark: (0, f64::INFINITY),
            last_x: Vec::new(),
            labels: vec![Label::Free; n],
            w: vec![0.0; n],
            map: vec![0.0; n],
            scratch: ProductScratch::default(),
        }
    }

    /// The merit that the tests of θ speak about.
    pub fn with_merit(mut self, merit: Merit) -> Self {
        self.merit.merit = merit;
        self
    }

    /// Repeats `iterate` from x until a rule ends it. `iterate` counts its own
    /// products; `counts` has those spent before the first iteration.
    pub fn run(
        self,
        x: Vec<f64>,
        counts: Counts,
        mut iterate: impl FnMut(&mut [f64], &mut Counts),
    ) -> Attempt {
        self.run_until(x, counts, |x, counts| {
            iterate(x, counts);
            None
        })
    }

    /// The same for a method that may end the loop itself, with x as it was
    /// before the iteration that failed.
    pub fn run_until(
        self,
        x: Vec<f64>,
        counts: Counts,
        mut iterate: impl FnMut(&mut [f64], &mut Counts) -> Option<Exit>,
    ) -> Attempt {
        self.run_from_starts(x, counts, |x, counts, found| match found {
            Some(exit) => Some(exit),
            None => iterate(x, counts),
        })
    }

    /// The same for a method that may go on from another x where a rule finds that
    /// this one leads nowhere: `iterate` is told what was found there.
    pub fn run_from_starts(
        mut self,
        mut x: Vec<f64>,
        mut counts: Counts,
        mut iterate: impl FnMut(&mut [f64], &mut Counts, Option<Exit>) -> Option<Exit>,
    ) -> Attempt {
        let exit = loop {
            let found = if self.due(counts.iterations) {
                self.measure(&x, &mut counts)
            } else {
                self.note(&x, counts.iterations);
                None
            };
            let is_over = counts.iterations == self.limit;
            match found {
                Some(exit) if is_over || !exit.leads_nowhere() => break exit,
                None if is_over => break Exit::Limit,
                _ => {}
            }
            if let Some(exit) = iterate(&mut x, &mut counts, found) {
                let late = (self.measured != Some(counts.iterations))
                    .then(|| self.measure(&x, &mut counts))
                    .flatten();
                break late.filter(|found| *found == Exit::Absolute).unwrap_or(exit);
            }
            if found.is_some() {
                self.last_x.clear();
                self.mark = (counts.iterations, f64::INFINITY);
            }
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
        iteration >= self.next || iteration == self.limit
    }

    /// A history point of an iterate that no rule looks at: measured beside
    /// the method, which must not notice.
    fn note(&mut self, x: &[f64], iteration: usize) {
        if self.recorder.is_wanted() {
            self.problem.velocity_in(x, &mut self.w, &mut self.scratch);
            self.record(x, iteration);
        }
    }

    /// Records x, whose velocity is in `w`, once.
    fn record(&mut self, x: &[f64], iteration: usize) {
        if self.recorder.is_wanted() && self.noted != Some(iteration) {
            self.noted = Some(iteration);
            let changes = relabel(self.problem, x, &mut self.noted_labels);
            self.recorder.note(self.problem, iteration, x, &self.w, changes);
        }
    }

    /// Measures x, at the cost of one product.
    fn measure(&mut self, x: &[f64], counts: &mut Counts) -> Option<Exit> {
        let iteration = counts.iterations;
        self.measured = Some(iteration);
        self.next = iteration.saturating_add(match self.rules.check_every {
            _ if self.merit.is_wanted() => 1,
            0 => 1 + iteration / 10,
            distance => distance,
        });
        self.problem.velocity_in(x, &mut self.w, &mut self.scratch);
        counts.products += 1;
        let changes = relabel(self.problem, x, &mut self.labels);
        if iteration > 0 {
            counts.pivots += changes;
            counts.active_set_changes += usize::from(changes > 0);
        }
        self.record(x, iteration);
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
        if self.merit.is_wanted() {
            let theta = self.merit.merit.measure(self.problem, x, &self.w, &self.map);
            match self.merit.judge(theta) {
                Some(Held::Absolute) => return Some(Exit::MeritAbsolute),
                Some(Held::Relative) => return Some(Exit::MeritRelative),
                None => {}
            }
        }
        let moved = x.iter().zip(&self.last_x).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        let largest = infinity_norm(x);
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
}

/// Notes the index set of every row at x; returns how many changed.
fn relabel(problem: &Problem, x: &[f64], labels: &mut [Label]) -> usize {
    let n = x.len();
    let (mut lo, mut hi) = (vec![0.0; n], vec![0.0; n]);
    problem.bounds_at(x, &mut lo, &mut hi);
    let mut changes = 0;
    for row in 0..n {
        let label = if x[row] <= lo[row] {
            Label::Lower
        } else if x[row] >= hi[row] {
            Label::Upper
        } else {
            Label::Free
        };
        changes += usize::from(label != labels[row]);
        labels[row] = label;
    }
    changes
}
