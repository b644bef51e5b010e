//! Friction bounds coupled to the normal impulse of the same solution.
//!
//! Freezing the bounds and refreshing them oscillates. What converges:
//! 1. active-set Newton from the given sets, or from those that Gauss–Seidel
//!    sweeps point at, slipping rows substituted;
//! 2. a piecewise linear path from the best iterate, which solves the problem with an
//!    offset, to off = 0; then a weighted interior point method on the coupled problem,
//!    and stage 1 again from where that has ended;
//! 3. a proximal loop whose state solves the problem with an offset exactly,
//!    w = A x + b + off; such paths carry it to the next centre, or jump to off = 0;
//! 4. a path from everything open.
//!
//! Each stage hands its best iterate on.

mod body_factor;
mod equations;
mod interior;
mod path;
mod sets;

use stickslip_linalg::infinity_norm;

use self::equations::{EquationSolver, Friction};
use self::interior::InteriorLimits;
use self::sets::{polish, residual, scales, trial};
use crate::outcome::{Counts, Label, Status};
use crate::pivoting::block::BoxSystem;
use crate::pivoting::bpp::presweep;
use crate::pivoting::bpp::warm::Warm;
use crate::problem::Problem;
use crate::request::{Recorder, Request};

/// What the search found.
pub struct Found {
    /// Solution or best iterate.
    pub x: Vec<f64>,
    /// The sets at x.
    pub labels: Vec<Label>,
    /// How it ended.
    pub status: Status,
    /// The stage that ended it, 1 to 4.
    pub stage: usize,
}

/// Most sweeps that guess the first sets.
const MAX_SWEEPS: usize = 100;
/// Most proximal steps.
const MAX_ROUNDS: usize = 80;
/// Most pivots on the path from the best iterate.
const PIVOTS_FROM_BEST: usize = 150;
/// Most pivots on a path from everything open.
const PIVOTS_FROM_OPEN: usize = 1500;
/// Most factorisations of a solve.
const MAX_FACTORISATIONS: usize = 10_000;

struct Search<'a, 'r> {
    system: BoxSystem<'a>,
    solver: EquationSolver,
    tolerance: f64,
    max_steps: usize,
    warm: &'r mut Warm,
    best: (f64, Vec<f64>),
    counts: &'r mut Counts,
    recorder: &'r mut Recorder,
}

/// Solves a box problem whose tangents are bounded by their normals.
pub fn solve(
    problem: &Problem,
    request: &Request,
    max_steps: usize,
    warm: &mut Warm,
    counts: &mut Counts,
    recorder: &mut Recorder,
) -> Found {
    let x = request.start.x.clone().unwrap_or_else(|| vec![0.0; problem.size()]);
    let mut search = Search {
        system: BoxSystem::new(problem, &x),
        solver: EquationSolver::new(problem),
        tolerance: request.tolerance_for(problem),
        max_steps,
        warm,
        best: (f64::INFINITY, x.clone()),
        counts,
        recorder,
    };
    search.note(&x);
    let stage = search.run(request);
    let status = if search.best.0 <= search.tolerance {
        Status::Converged
    } else if search.counts.iterations >= max_steps {
        Status::MaxIterations
    } else {
        Status::Stagnated
    };
    let labels = search.labels_at(&search.best.1);
    Found { x: search.best.1, labels, status, stage }
}

impl Search<'_, '_> {
    fn run(&mut self, request: &Request) -> usize {
        let labels = match &request.start.labels {
            Some(given) => self.given_labels(given),
            None => self.sweep(),
        };
        if self.best.0 <= self.tolerance {
            return 1;
        }
        // From a start the first steps were tried already, and sweeps change little of that.
        if request.start.x.is_none() && self.newton(labels) {
            return 1;
        }
        if self.proximal_newton(self.best.1.clone()) || self.exhausted() {
            return 1;
        }
        if self.walk_from_best() {
            return 2;
        }
        let limits =
            InteriorLimits { iterations: 40, tolerance: self.tolerance, shortest_step: 1e-2 };
        let (_, x) = interior::solve(&mut self.system, &mut self.solver, limits, self.counts);
        if self.note(&x) {
            self.sharpen();
            return 2;
        }
        if self.exhausted() || self.proximal_newton(x) {
            return 2;
        }
        if self.proximal() || self.exhausted() {
            return 3;
        }
        self.open_everything();
        4
    }

    /// Stage 1: active-set Newton, in blocks of bodies where that is possible.
    fn newton(&mut self, mut labels: Vec<Label>) -> bool {
        let mut x = Vec::new();
        let problem = self.system.problem;
        let (counts, recorder) = (&mut *self.counts, &mut *self.recorder);
        if let Some(solved) =
            self.warm.solve(problem, self.tolerance, &mut labels, &mut x, counts, recorder)
        {
            let good = self.keep(&x);
            return solved && good;
        }
        let tolerance = 0.01 * self.tolerance;
        polish(&mut self.system, &mut self.solver, labels, 12, tolerance, self.counts)
            .is_some_and(|(_, x)| self.note(&x))
    }

    /// Still stage 1: the same inside a proximal loop, from x.
    fn proximal_newton(&mut self, mut x: Vec<f64>) -> bool {
        let problem = self.system.problem;
        let mut labels = self.labels_at(&x);
        let (counts, recorder) = (&mut *self.counts, &mut *self.recorder);
        let solved = self.warm.solve_proximal(
            problem,
            (self.tolerance, self.max_steps),
            &mut labels,
            &mut x,
            counts,
            recorder,
        );
        solved.is_some() && self.keep(&x)
    }

    fn given_labels(&self, given: &[Label]) -> Vec<Label> {
        let mut labels = self.system.first_labels(Some(given));
        // Bounds at the first iterate say nothing about a slipping tangent.
        for (row, &label) in given.iter().enumerate() {
            if self.solver.friction().is_tangent(row) {
                labels[row] = label;
            }
        }
        labels
    }

    /// Gauss–Seidel finds the sets of problems that are not too stiff.
    fn sweep(&mut self) -> Vec<Label> {
        let start = self.best.1.clone();
        let (x, labels) = presweep::guess(&self.system, start, MAX_SWEEPS);
        self.note(&x);
        labels
    }

    /// As [`Self::keep`], and into the history with it.
    fn note(&mut self, x: &[f64]) -> bool {
        if self.recorder.is_wanted() {
            let mut w = vec![0.0; x.len()];
            self.system.problem.velocity(x, &mut w);
            self.recorder.note(self.system.problem, self.counts.iterations, x, &w, 0);
        }
        self.keep(x)
    }

    /// Keeps `x` if it is the best so far; says whether the best is good enough.
    fn keep(&mut self, x: &[f64]) -> bool {
        let mut w = vec![0.0; x.len()];
        self.system.velocity(x, &mut w);
        let size = residual(&mut self.system, x, &w);
        if size < self.best.0 {
            self.best = (size, x.to_vec());
        }
        self.best.0 <= self.tolerance
    }

    /// The interior method stops at the tolerance; the sets it found often
    /// give several digits more in one linear solve.
    fn sharpen(&mut self) {
        let labels = self.labels_at(&self.best.1);
        if let Some((_, x)) = polish(
            &mut self.system,
            &mut self.solver,
            labels,
            2,
            1e-3 * self.tolerance,
            self.counts,
        ) {
            self.note(&x);
        }
    }

    fn labels_at(&self, x: &[f64]) -> Vec<Label> {
        let mut w = vec![0.0; x.len()];
        self.system.velocity(x, &mut w);
        trial(&self.system, &self.solver, x, &w, &scales(&self.system))
    }

    fn exhausted(&self) -> bool {
        self.counts.iterations >= self.max_steps || self.counts.factorisations > MAX_FACTORISATIONS
    }

    /// Stage 2: a path from the best iterate, pushed between its bounds, with the offset
    /// that makes it a solution.
    fn walk_from_best(&mut self) -> bool {
        let mut x = self.best.1.clone();
        let Friction { normal_of, mu } = self.solver.friction();
        let (lo, hi) = (self.system.problem.lo(), self.system.problem.hi());
        let mut bounds: Vec<(f64, f64)> = lo.iter().copied().zip(hi.iter().copied()).collect();
        // Normals first: tangents lean on them.
        for tangents in [false, true] {
            for row in (0..x.len()).filter(|&row| (normal_of[row] != row) == tangents) {
                if tangents {
                    let radius = mu[row] * x[normal_of[row]].max(0.0);
                    bounds[row] = (-radius, radius);
                }
                x[row] = x[row].clamp(bounds[row].0, bounds[row].1);
            }
        }
        let mut w = vec![0.0; x.len()];
        self.system.velocity(&x, &mut w);
        let offset = |row: usize| match bounds[row] {
            (lo, hi) if lo == hi => 0.0,
            (lo, _) if x[row] <= lo => (-w[row]).max(0.0),
            (_, hi) if x[row] >= hi => (-w[row]).min(0.0),
            _ => -w[row],
        };
        let off: Vec<f64> = (0..x.len()).map(offset).collect();
        let end = self.follow(&x, &off, (1.0, 4.0), PIVOTS_FROM_BEST);
        end.finished.is_some_and(|(_, x)| self.note(&x))
    }

    /// Stage 3. `off` is what makes w = A x + b + off satisfy the laws.
    fn proximal(&mut self) -> bool {
        let n = self.best.1.len();
        let diagonal = scales(&self.system);
        let b = self.system.b.clone();
        let mut x = vec![0.0; n];
        let mut off: Option<Vec<f64>> = None;
        let mut weight = 1e-2;
        let mut jump = true;
        for _ in 0..MAX_ROUNDS {
            // What the last stage needs is left to it.
            if self.counts.iterations + PIVOTS_FROM_OPEN >= self.max_steps {
                break;
            }
            if let Some(offset) = &mut off
                && jump
                && weight <= 1e-3
            {
                let end = self.follow(&x, offset, (1.0, 2.0), 40);
                if end.finished.as_ref().is_some_and(|(_, x)| self.note(x)) {
                    return true;
                }
                jump = match end.lowest {
                    Some((tau, lower)) if tau < 0.7 => {
                        x = lower;
                        offset.iter_mut().for_each(|value| *value *= tau);
                        self.note(&x)
                    }
                    _ => false,
                } || jump && end.finished.is_some();
            }
            for row in 0..n {
                self.system.shift[row] = weight * diagonal[row];
                self.system.b[row] = b[row] - self.system.shift[row] * x[row];
            }
            let inner = self.proximal_step(&x, off.as_deref(), weight);
            self.system.shift.fill(0.0);
            self.system.b.copy_from_slice(&b);
            let Some(Step { x: next, part, work }) = inner else {
                weight = (4.0 * weight).min(1e3);
                jump = false;
                continue;
            };
            let old = off.take();
            off = Some(
                (0..n)
                    .map(|row| {
                        let kept = old.as_ref().map_or(0.0, |old| part * old[row]);
                        weight * diagonal[row] * (next[row] - x[row]) + kept
                    })
                    .collect(),
            );
            x = next;
            if self.note(&x) {
                return true;
            }
            if part > 0.0 {
                weight = (2.0 * weight).min(1e3);
            } else {
                let factor = match work {
                    0..=10 => 0.1,
                    11..=50 => 0.3,
                    _ => 0.5,
                };
                weight = (factor * weight).max(1e-12);
                jump = true;
            }
            jump &= work <= 30;
        }
        false
    }

    /// Solves the shifted problem from an exact state, or from nothing.
    fn proximal_step(&mut self, x: &[f64], off: Option<&[f64]>, weight: f64) -> Option<Step> {
        let size = 1.0 + infinity_norm(&self.system.b);
        if let Some(off) = off {
            let end = self.follow(x, off, (1.0, 4.0), 200);
            if let Some((error, next)) = end.finished
                && error <= 1e-9 * size
            {
                return Some(Step { x: next, part: 0.0, work: end.pivots });
            }
            if let Some((tau, next)) = end.lowest
                && tau < 0.7
            {
                return Some(Step { x: next, part: tau, work: end.pivots });
            }
        }
        if off.is_some() && weight < 1e-3 {
            return None;
        }
        let before = self.counts.factorisations;
        let limits =
            InteriorLimits { iterations: 60, tolerance: 1e-11 * size, shortest_step: 1e-4 };
        let (error, next) =
            interior::solve(&mut self.system, &mut self.solver, limits, self.counts);
        let work = self.counts.factorisations - before;
        (error <= 1e-9 * size).then_some(Step { x: next, part: 0.0, work })
    }

    fn follow(&mut self, x: &[f64], off: &[f64], tau: (f64, f64), pivots: usize) -> path::PathEnd {
        path::follow(&mut self.system, &mut self.solver, x, off, tau, pivots, self.counts)
    }

    /// Stage 4: a path from everything open, for a large enough offset on the
    /// normals.
    fn open_everything(&mut self) {
        let problem = self.system.problem;
        let n = problem.size();
        let scale = scales(&self.system);
        for attempt in 0..2 {
            let mut off = vec![0.0; n];
            for (index, contact) in problem.contacts().iter().enumerate() {
                // Any spread of positive numbers does; equal ones would tie.
                let spread =
                    0.5 + ((index + 1) as f64 * (0.618 + 0.1 * f64::from(attempt))).fract();
                off[contact.normal] = spread * scale[contact.normal].sqrt();
            }
            let start = vec![0.0; n];
            let mut w = vec![0.0; n];
            self.system.velocity(&start, &mut w);
            let tau = problem
                .contacts()
                .iter()
                .map(|contact| -w[contact.normal] / off[contact.normal])
                .fold(0.0, f64::max);
            let pivots =
                PIVOTS_FROM_OPEN.min(self.max_steps.saturating_sub(self.counts.iterations));
            let from = (1.0001 * tau + f64::MIN_POSITIVE, f64::INFINITY);
            let end = self.follow(&start, &off, from, pivots);
            if end.finished.is_some_and(|(_, x)| self.note(&x)) || self.exhausted() {
                return;
            }
        }
    }
}

/// A proximal step: how much of the old offset is left, and what it took.
struct Step {
    x: Vec<f64>,
    part: f64,
    work: usize,
}
