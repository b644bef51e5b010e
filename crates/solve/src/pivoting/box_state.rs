//! What methods that drive one row at a time share: x inside its constant
//! bounds, w = A x + b, and the step to the first obstacle.

use crate::options::options;
use crate::outcome::Label;
use crate::problem::Problem;

options! {
    /// Options of the methods that drive rows.
    pub struct DriveOptions {
        /// A slope, pivot or violation below this share of the terms it is summed from is zero.
        rounding: f64 = 1e-12,
    }
}

/// An admissible x and its w.
pub struct BoxState<'a> {
    pub problem: &'a Problem,
    pub x: Vec<f64>,
    pub w: Vec<f64>,
    /// Products with A so far.
    pub products: usize,
    /// A sum below this share of its terms is zero.
    pub rounding: f64,
}

impl<'a> BoxState<'a> {
    /// Every row at the admissible value nearest to zero.
    pub fn new(problem: &'a Problem, options: &DriveOptions) -> Self {
        let bounds = problem.lo().iter().zip(problem.hi());
        let x = bounds.map(|(&lo, &hi)| 0.0_f64.max(lo).min(hi)).collect();
        let w = vec![0.0; problem.size()];
        let mut state = Self { problem, x, w, products: 0, rounding: options.rounding };
        state.refresh();
        state
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.x.len()
    }

    /// Recomputes w.
    pub fn refresh(&mut self) {
        self.problem.velocity(&self.x, &mut self.w);
        self.products += 1;
    }

    pub fn bounds(&self, row: usize) -> (f64, f64) {
        (self.problem.lo()[row], self.problem.hi()[row])
    }

    /// Whether neither bound exists.
    pub fn is_unbounded(&self, row: usize) -> bool {
        self.bounds(row) == (f64::NEG_INFINITY, f64::INFINITY)
    }

    /// Adds `step` to x_row without leaving the bounds.
    pub fn nudge(&mut self, row: usize, step: f64) {
        let (lo, hi) = self.bounds(row);
        self.x[row] = (self.x[row] + step).max(lo).min(hi);
    }

    /// Puts x_row exactly on the bound that `label` names.
    pub fn snap(&mut self, row: usize, label: Label) {
        match label {
            Label::Lower => self.x[row] = self.problem.lo()[row],
            Label::Upper => self.x[row] = self.problem.hi()[row],
            Label::Free => {}
        }
    }

    /// The row of largest |w| that has the wrong sign, among those that
    /// `eligible` admits, and the direction in which x must go.
    pub fn worst_violator(&self, eligible: impl Fn(usize) -> bool) -> Option<(usize, f64)> {
        let (mut worst, mut largest) = (None, 0.0);
        for row in 0..self.size() {
            let (lo, hi) = self.bounds(row);
            let w = self.w[row];
            let has_room = if w < 0.0 { self.x[row] < hi } else { self.x[row] > lo };
            if has_room && w.abs() > largest && eligible(row) && w.abs() > self.w_noise(row) {
                largest = w.abs();
                worst = Some((row, -w.signum()));
            }
        }
        worst
    }

    /// The label of a row that is not known to be free.
    pub fn label_by_value(&self, row: usize) -> Label {
        match self.bounds(row) {
            (lo, _) if self.x[row] == lo => Label::Lower,
            (_, hi) if self.x[row] == hi => Label::Upper,
            _ => Label::Free,
        }
    }

    fn w_noise(&self, row: usize) -> f64 {
        let terms = self.problem.matrix().row(row).map(|(col, a)| (a * self.x[col]).abs());
        self.rounding * (self.problem.b()[row].abs() + terms.sum::<f64>())
    }
}

/// The shortest step considered so far and the row that changes its set there.
pub struct FirstBlock {
    pub length: f64,
    pub change: Option<(usize, Label)>,
}

impl FirstBlock {
    /// Nothing blocks yet.
    pub fn new() -> Self {
        Self { length: f64::INFINITY, change: None }
    }

    /// Among equal steps the one considered first stands.
    pub fn consider(&mut self, length: f64, row: usize, label: Label) {
        if length < self.length {
            *self = Self { length: length.max(0.0), change: Some((row, label)) };
        }
    }

    /// Where x_row meets a bound, moving by dx per unit step.
    pub fn consider_bound(&mut self, state: &BoxState, row: usize, dx: f64, noise: f64) {
        let (lo, hi) = state.bounds(row);
        if dx < -noise {
            self.consider((lo - state.x[row]) / dx, row, Label::Lower);
        } else if dx > noise {
            self.consider((hi - state.x[row]) / dx, row, Label::Upper);
        }
    }

    /// Where w_row reaches zero from the sign that its bound allows.
    pub fn consider_sign(
        &mut self,
        state: &BoxState,
        row: usize,
        label: Label,
        dw: f64,
        noise: f64,
    ) {
        let (lo, hi) = state.bounds(row);
        let falls = if label == Label::Lower { dw < -noise } else { dw > noise };
        if falls && lo < hi {
            self.consider(-state.w[row] / dw, row, Label::Free);
        }
    }
}
