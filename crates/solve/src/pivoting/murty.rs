//! Single principal pivoting by least index: Bard's and Murty's method, boxed
//! (Ho 2022, §2.5.2, Eq 2.41–2.44; SIGGRAPH 2022 course, §3.1.2).
//!
//! The labels F, L, U give x by A_FF x_F = −b_F − A_FT x_T; then the violator
//! of least index changes its label:
//! F → L if x < lo, F → U if x > hi, L → F if w < 0, U → F if w > 0.
//! A slipping tangent stands for x_t = ∓μ x_n inside the same linear system,
//! so its bounds always belong to the current x_n (Ho 2022, Eq 2.33–2.36) and the labels
//! alone determine the iterate: labels that return are a cycle.

use std::collections::{BTreeMap, HashSet};

use stickslip_linalg::infinity_norm;

use crate::options::{OptionError, OptionValues, choice, options};
use crate::outcome::{Counts, Label, Status};
use crate::problem::{Kind, Problem};
use crate::request::{Recorder, Request};
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};

use super::dense::{self, Symmetry};
use super::measure::natural_residual;

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "pivoting",
    summary: "least-index principal pivoting, one row at a time (Bard, Murty)",
    accepts: Accepts {
        kinds: &[Kind::Lcp, Kind::Blcp],
        symmetric: false,
        coupled: true,
        positive_diagonal: false,
        sections: Sections::Disc,
    },
    options: MurtyOptions::describe,
    make,
};

const NAME: &str = "murty";

choice! {
    /// The index sets to begin with.
    enum First {
        /// An lcp at its lower bounds, a blcp with every row free.
        Auto = "auto",
        /// Every row at a bound, the lower one where there is one.
        Lower = "lower",
        /// Every row free.
        Free = "free",
    }
}

options! {
    /// Options of `murty`.
    struct MurtyOptions {
        /// Index sets to begin with when the request has none: auto, lower or free.
        start: First = First::Auto,
    }
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    Ok(Box::new(Murty(MurtyOptions::from_settings(NAME, settings)?)))
}

struct Murty(MurtyOptions);

/// A violation below this share of the terms it was summed from is rounding.
const ROUNDING: f64 = 1e-12;

impl Method for Murty {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let n = problem.size();
        let limit = request.max_iterations.unwrap_or(50 * n + 100);
        let mut recorder = Recorder::new(request);
        let mut pivoting = Pivoting::new(problem, self.first_labels(problem, request));
        let mut counts = Counts::default();
        let mut seen = HashSet::new();
        let mut best: Option<Iterate> = None;
        let status = loop {
            if !seen.insert(pivoting.labels.clone()) {
                break Status::Cycled;
            }
            if counts.iterations == limit {
                break Status::MaxIterations;
            }
            counts.iterations += 1;
            counts.factorisations += 1;
            counts.products += 1;
            if !pivoting.solve() {
                break Status::Diverged;
            }
            let changed = usize::from(counts.iterations > 1);
            recorder.note(problem, counts.iterations, &pivoting.x, &pivoting.w, changed);
            let violations = pivoting.violations();
            let iterate = pivoting.iterate(violations.len());
            if best.as_ref().is_none_or(|known| iterate.rank() < known.rank()) {
                best = Some(iterate);
            }
            let Some(&(row, label)) = violations.first() else {
                break Status::Converged;
            };
            pivoting.labels[row] = label;
            counts.pivots += 1;
            counts.active_set_changes += 1;
        };
        let (x, labels, violators) = match best {
            Some(best) => (best.x, best.labels, best.violators),
            None => (vec![0.0; n], pivoting.labels, n),
        };
        Ok(Attempt {
            x,
            status,
            labels: Some(labels),
            counts,
            figures: BTreeMap::from([("violators", violators as f64)]),
            history: recorder.into_points(),
        })
    }
}

impl Murty {
    fn first_labels(&self, problem: &Problem, request: &Request) -> Vec<Label> {
        if let Some(labels) = &request.start.labels {
            return labels.clone();
        }
        let lower = match self.0.start {
            First::Auto => problem.kind() == Kind::Lcp,
            First::Lower => true,
            First::Free => false,
        };
        vec![if lower { Label::Lower } else { Label::Free }; problem.size()]
    }
}

struct Iterate {
    x: Vec<f64>,
    labels: Vec<Label>,
    violators: usize,
    residual: f64,
}

impl Iterate {
    /// Fewest violators first, then the smallest residual.
    fn rank(&self) -> (usize, f64) {
        (self.violators, self.residual)
    }
}

struct Pivoting<'a> {
    problem: &'a Problem,
    labels: Vec<Label>,
    /// Normal row and μ of each coupled tangent.
    coupling: Vec<Option<(usize, f64)>>,
    x: Vec<f64>,
    w: Vec<f64>,
}

impl<'a> Pivoting<'a> {
    fn new(problem: &'a Problem, mut labels: Vec<Label>) -> Self {
        let n = problem.size();
        let coupling = problem.coupling();
        for row in 0..n {
            let (lo, hi) = (problem.lo()[row], problem.hi()[row]);
            labels[row] = match (labels[row], coupling[row]) {
                (_, Some((_, 0.0))) => Label::Lower,
                (label, Some(_)) => label,
                (_, None) if lo == hi => Label::Lower,
                (Label::Lower, None) if lo == f64::NEG_INFINITY => {
                    if hi.is_finite() {
                        Label::Upper
                    } else {
                        Label::Free
                    }
                }
                (Label::Upper, None) if hi == f64::INFINITY => Label::Free,
                (label, None) => label,
            };
        }
        Self { problem, labels, coupling, x: vec![0.0; n], w: vec![0.0; n] }
    }

    /// What a tight row stands at: a constant, or a multiple of its normal.
    fn tight(&self, row: usize) -> (f64, Option<(usize, f64)>) {
        let upper = self.labels[row] == Label::Upper;
        match self.coupling[row] {
            Some((normal, mu)) => (0.0, Some((normal, if upper { mu } else { -mu }))),
            None if upper => (self.problem.hi()[row], None),
            None => (self.problem.lo()[row], None),
        }
    }

    /// x and w of the current labels; false when x is not finite.
    fn solve(&mut self) -> bool {
        let n = self.labels.len();
        let free: Vec<usize> = (0..n).filter(|&row| self.labels[row] == Label::Free).collect();
        let mut position = vec![usize::MAX; n];
        for (at, &row) in free.iter().enumerate() {
            position[row] = at;
        }
        let symmetric = self.problem.asymmetry().is_none();
        let mut symmetry = if symmetric { Symmetry::Symmetric } else { Symmetry::General };
        let size = free.len();
        let mut matrix = vec![0.0; size * size];
        let mut right: Vec<f64> = free.iter().map(|&row| -self.problem.b()[row]).collect();
        for (at, &row) in free.iter().enumerate() {
            for (column, value) in self.problem.matrix().row(row) {
                if position[column] != usize::MAX {
                    matrix[at * size + position[column]] += value;
                    continue;
                }
                let (constant, multiple) = self.tight(column);
                right[at] -= value * constant;
                if let Some((normal, factor)) = multiple
                    && position[normal] != usize::MAX
                {
                    matrix[at * size + position[normal]] += value * factor;
                    symmetry = Symmetry::General;
                }
            }
        }
        let Some(solution) = dense::solve(&matrix, &right, symmetry) else {
            return false;
        };
        for row in (0..n).filter(|&row| self.labels[row] != Label::Free) {
            self.x[row] = self.tight(row).0;
        }
        for (&row, value) in free.iter().zip(solution) {
            self.x[row] = value;
        }
        for row in (0..n).filter(|&row| self.labels[row] != Label::Free) {
            if let (_, Some((normal, factor))) = self.tight(row) {
                self.x[row] = factor * self.x[normal];
            }
        }
        self.problem.velocity(&self.x, &mut self.w);
        self.w.iter().all(|value| value.is_finite())
    }

    /// Every violator with the label that it should have.
    fn violations(&self) -> Vec<(usize, Label)> {
        let n = self.labels.len();
        let (mut lo, mut hi) = (vec![0.0; n], vec![0.0; n]);
        self.problem.bounds_at(&self.x, &mut lo, &mut hi);
        let x_noise = ROUNDING * infinity_norm(&self.x);
        let mut violations = Vec::new();
        for row in 0..n {
            let terms = self.problem.matrix().row(row).map(|(col, a)| (a * self.x[col]).abs());
            let w_noise = ROUNDING * (self.problem.b()[row].abs() + terms.sum::<f64>());
            let label = match self.labels[row] {
                Label::Free if self.x[row] < lo[row] - x_noise => Label::Lower,
                Label::Free if self.x[row] > hi[row] + x_noise => Label::Upper,
                Label::Lower if self.w[row] < -w_noise && lo[row] < hi[row] => Label::Free,
                Label::Upper if self.w[row] > w_noise && lo[row] < hi[row] => Label::Free,
                _ => continue,
            };
            violations.push((row, label));
        }
        violations
    }

    fn iterate(&self, violators: usize) -> Iterate {
        let residual = natural_residual(self.problem, &self.x, &self.w);
        Iterate { x: self.x.clone(), labels: self.labels.clone(), violators, residual }
    }
}
