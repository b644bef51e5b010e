//! From index sets that are nearly right to the solution, in the memory of
//! the last time.
//!
//! With the sets of the last frame most problems of a simulation are one
//! linear solve away from their solution. For free rows F, slipping rows
//! x_t = ±μ x_n and tight rows at their bounds, with c the compliance,
//! (M + Σ_F (J_i ± μ Σ J_t)ᵀ c_i⁻¹ J_i) v = Σ_F (J_i ± μ Σ J_t)ᵀ c_i⁻¹ (−b_i) + J_Tᵀ x_T,
//! x_F = c_F⁻¹ (−b_F − J_F v): 6 × 6 blocks with the pattern of the bodies, or the freedoms
//! of a tree. Where soft bodies or few rows of trees take part, it is (c_F + A_F) x = −b_F and x_t = ±μ x_n as they stand.
//! The sets then follow x − w/diag(A), as in [`super::coupled`], until they
//! are right or do not get better. Nothing is allocated as long as the pattern
//! is that of the last problem.

mod proximal;

use crate::equations::{BodySpace, Coupling, DenseEquations, Part};
use crate::outcome::{Counts, Label};
use crate::problem::Problem;
use crate::request::Recorder;
use crate::residual::natural_row;

/// Most changes of the sets before slower and safer methods take over.
const MAX_STEPS: usize = 12;
/// Steps without a smaller residual before that.
const PATIENCE: usize = 2;
/// Most corrections of one linear solve.
const MAX_CORRECTIONS: usize = 4;

/// Why coupling and factors are there: [`Warm::load`] comes before all else,
/// and ends everything where it finds none.
const LOADED: &str = "load has succeeded";

/// The memory.
#[derive(Debug, Default)]
pub struct Warm {
    coupling: Option<Coupling>,
    /// Normal row and μ of each tangent; itself and 0 for all other rows.
    normal_of: Vec<usize>,
    mu: Vec<f64>,
    /// The two tangents of each normal row; itself where there are none.
    tangents_of: Vec<[usize; 2]>,
    /// Compliance and constant of the problem that is solved, proximal terms
    /// included.
    softness: Vec<f64>,
    constant: Vec<f64>,
    /// Weight of the proximal term of each row.
    shift: Vec<f64>,
    right: Vec<f64>,
    change: Vec<f64>,
    w: Vec<f64>,
    momentum: Vec<f64>,
    velocity: Vec<f64>,
    trial: Vec<Label>,
    best: Vec<f64>,
}

impl Warm {
    /// Solves `problem` from `labels`. Says whether the residual came below
    /// `tolerance`; x and `labels` are then the solution's. `None` where the
    /// problem is not of the kind that this takes.
    pub fn solve(
        &mut self,
        problem: &Problem,
        tolerance: f64,
        labels: &mut [Label],
        x: &mut Vec<f64>,
        counts: &mut Counts,
        recorder: &mut Recorder,
    ) -> Option<bool> {
        self.load(problem)?;
        x.clear();
        x.resize(problem.size(), 0.0);
        Some(self.newton(problem, tolerance, labels, x, counts, recorder))
    }

    /// Follows the sets from `labels`; whether the residual of the problem
    /// with its proximal terms came below `tolerance`. x is then its solution,
    /// and else the best iterate seen.
    fn newton(
        &mut self,
        problem: &Problem,
        tolerance: f64,
        labels: &mut [Label],
        x: &mut [f64],
        counts: &mut Counts,
        recorder: &mut Recorder,
    ) -> bool {
        let (mut best, mut changed, mut idle) = (f64::INFINITY, 0, 0);
        for _ in 0..MAX_STEPS {
            if !self.linear_solve(problem, labels, 0.01 * tolerance, x, counts) {
                break;
            }
            counts.iterations += 1;
            record(problem, counts.iterations, x, changed, recorder);
            let size = self.residual(problem, x);
            if size <= tolerance {
                return true;
            }
            if size < best {
                (best, idle) = (size, 0);
                self.best.clear();
                self.best.extend_from_slice(x);
            } else {
                idle += 1;
                if idle > PATIENCE || size.is_nan() {
                    break;
                }
            }
            self.choose(problem, x);
            changed = labels.iter().zip(&self.trial).filter(|(old, new)| old != new).count();
            if changed == 0 {
                break;
            }
            counts.pivots += changed;
            counts.active_set_changes += 1;
            labels.copy_from_slice(&self.trial);
        }
        if best.is_finite() {
            x.copy_from_slice(&self.best);
        }
        false
    }

    fn load(&mut self, problem: &Problem) -> Option<()> {
        let factored = problem.factored()?;
        Coupling::load(&mut self.coupling, problem)?;
        let coupling = self.coupling.as_ref()?;
        let rows = problem.size();
        self.normal_of.clear();
        self.normal_of.extend(0..rows);
        self.tangents_of.clear();
        self.tangents_of.extend((0..rows).map(|row| [row, row]));
        self.mu.clear();
        self.mu.resize(rows, 0.0);
        if problem.has_coupled_bounds() {
            for contact in problem.contacts() {
                for (at, &tangent) in contact.tangents.iter().enumerate() {
                    if !coupling.together(contact.normal, tangent) {
                        return None;
                    }
                    self.normal_of[tangent] = contact.normal;
                    self.mu[tangent] = contact.mu;
                    self.tangents_of[contact.normal][at] = tangent;
                }
            }
        }
        for vector in [&mut self.right, &mut self.change, &mut self.w, &mut self.shift] {
            vector.resize(rows, 0.0);
        }
        self.shift.fill(0.0);
        self.softness.clone_from(&factored.compliance);
        self.constant.clear();
        self.constant.extend_from_slice(problem.b());
        self.trial.resize(rows, Label::Free);
        let freedoms = factored.freedoms();
        self.momentum.resize(freedoms, 0.0);
        self.velocity.resize(freedoms, 0.0);
        Some(())
    }

    /// x and w = A x + b of the sets; `false` where the matrix is singular.
    fn linear_solve(
        &mut self,
        problem: &Problem,
        labels: &[Label],
        target: f64,
        x: &mut [f64],
        counts: &mut Counts,
    ) -> bool {
        if !self.factorise(labels, counts) {
            return false;
        }
        for row in 0..x.len() {
            x[row] = match labels[row] {
                Label::Free => 0.0,
                _ if self.is_tangent(row) => 0.0,
                Label::Lower => problem.lo()[row],
                Label::Upper => problem.hi()[row],
            };
        }
        let mut last = f64::INFINITY;
        for correction in 0..=MAX_CORRECTIONS {
            self.multiply(problem, x, counts);
            let mut size = 0.0_f64;
            for row in 0..x.len() {
                self.right[row] = if labels[row] == Label::Free { -self.w[row] } else { 0.0 };
                size = size.max(self.right[row].abs());
            }
            let enough = correction > 0 && size <= target;
            if size.is_nan() || enough || correction == MAX_CORRECTIONS || size > 0.5 * last {
                return !size.is_nan();
            }
            last = size;
            self.correct(labels, x);
        }
        true
    }

    fn is_tangent(&self, row: usize) -> bool {
        self.normal_of[row] != row
    }

    /// The rows that slip with a normal row, and ±μ; 0 where none does.
    #[inline(always)]
    fn slipping(&self, normal: usize, labels: &[Label]) -> [(usize, f64); 2] {
        self.tangents_of[normal].map(|tangent| {
            let sign = match labels[tangent] {
                _ if tangent == normal => 0.0,
                Label::Free => 0.0,
                Label::Lower => -1.0,
                Label::Upper => 1.0,
            };
            (tangent, sign * self.mu[tangent])
        })
    }

    fn factorise(&mut self, labels: &[Label], counts: &mut Counts) -> bool {
        let mut coupling = self.coupling.take().expect(LOADED);
        counts.factorisations += 1;
        let done = match &mut coupling {
            Coupling::Bodies(space) => {
                space.begin();
                space.add(
                    #[inline(always)]
                    |row| {
                        let free = labels[row] == Label::Free;
                        let others = if free { self.slipping(row, labels) } else { return None };
                        Some(Part { weight: 1.0 / self.softness[row], own: 1.0, others })
                    },
                );
                space.factorise()
            }
            Coupling::Dense(equations) => {
                equations.begin();
                for (row, label) in labels.iter().enumerate() {
                    let normal = self.normal_of[row];
                    match label {
                        Label::Free => equations.push([(row, self.softness[row])], [(row, 1.0)]),
                        _ if normal == row => equations.push([(row, 1.0)], []),
                        Label::Lower => equations.push([(row, 1.0), (normal, self.mu[row])], []),
                        Label::Upper => equations.push([(row, 1.0), (normal, -self.mu[row])], []),
                    }
                }
                equations.factorise()
            }
        };
        self.coupling = Some(coupling);
        done
    }

    /// x += the change that makes w vanish on free rows, to the digits of the
    /// factor. `right` holds −w of the free rows.
    fn correct(&mut self, labels: &[Label], x: &mut [f64]) {
        let mut coupling = self.coupling.take().expect(LOADED);
        match &mut coupling {
            Coupling::Bodies(space) => self.correct_in_space(space, labels, x),
            Coupling::Dense(equations) => self.correct_rows(equations, labels, x),
        }
        for row in 0..x.len() {
            for (tangent, factor) in self.slipping(row, labels) {
                if factor != 0.0 {
                    x[tangent] = factor * x[row];
                }
            }
        }
        self.coupling = Some(coupling);
    }

    fn correct_in_space(&mut self, space: &mut BodySpace, labels: &[Label], x: &mut [f64]) {
        self.change.fill(0.0);
        for row in 0..x.len() {
            if labels[row] == Label::Free {
                self.change[row] = self.right[row] / self.softness[row];
                for (tangent, factor) in self.slipping(row, labels) {
                    if factor != 0.0 {
                        self.change[tangent] = factor * self.change[row];
                    }
                }
            }
        }
        space.push(&self.change, &mut self.velocity);
        space.solve(&mut self.velocity);
        space.speeds(&self.velocity, &mut self.change);
        for row in 0..x.len() {
            if labels[row] == Label::Free {
                x[row] += (self.right[row] - self.change[row]) / self.softness[row];
            }
        }
    }

    fn correct_rows(&mut self, equations: &mut DenseEquations, labels: &[Label], x: &mut [f64]) {
        self.change.copy_from_slice(&self.right);
        equations.solve(&mut self.change);
        for row in 0..x.len() {
            if labels[row] == Label::Free {
                x[row] += self.change[row];
            }
        }
    }

    /// w = A x + b, proximal terms included.
    fn multiply(&mut self, problem: &Problem, x: &[f64], counts: &mut Counts) {
        let coupling = self.coupling.as_ref().expect(LOADED);
        counts.products += 1;
        if x.iter().all(|&impulse| impulse == 0.0) {
            self.w.copy_from_slice(&self.constant);
            return;
        }
        let memory = (&mut self.momentum[..], &mut self.velocity[..]);
        coupling.multiply(problem, x, &mut self.w, memory);
        for row in 0..x.len() {
            self.w[row] += self.softness[row] * x[row] + self.constant[row];
        }
    }

    /// Largest entry of the natural map, bounds at x.
    fn residual(&self, problem: &Problem, x: &[f64]) -> f64 {
        let mut largest = 0.0_f64;
        for row in 0..x.len() {
            let (lo, hi) = self.bounds(problem, row, |normal| x[normal]);
            let value = natural_row(x[row], self.w[row], lo, hi).abs();
            if value.is_nan() {
                return value;
            }
            largest = largest.max(value);
        }
        largest
    }

    fn bounds(&self, problem: &Problem, row: usize, of: impl Fn(usize) -> f64) -> (f64, f64) {
        if self.is_tangent(row) {
            let radius = self.mu[row] * of(self.normal_of[row]).max(0.0);
            (-radius, radius)
        } else {
            (problem.lo()[row], problem.hi()[row])
        }
    }

    /// The sets that x − w/diag(A) points at.
    fn choose(&mut self, problem: &Problem, x: &[f64]) {
        let diagonal = problem.diagonal();
        let value = |row: usize| x[row] - self.w[row] / (diagonal[row] + self.shift[row]);
        let mut trial = std::mem::take(&mut self.trial);
        for (row, label) in trial.iter_mut().enumerate() {
            let (lo, hi) = self.bounds(problem, row, value);
            *label = match value(row) {
                value if value <= lo => Label::Lower,
                value if value >= hi => Label::Upper,
                _ => Label::Free,
            };
        }
        self.trial = trial;
    }
}

/// History speaks of the given problem, whatever is added to it here.
fn record(problem: &Problem, iteration: usize, x: &[f64], changes: usize, recorder: &mut Recorder) {
    if recorder.is_wanted() {
        let mut w = vec![0.0; x.len()];
        problem.velocity(x, &mut w);
        recorder.note(problem, iteration, x, &w, changes);
    }
}
