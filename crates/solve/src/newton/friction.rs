//! `friction-newton`: nonsmooth Newton's method on Coulomb's conditions with a
//! slip multiplier for every contact (SIGGRAPH 2022 course, §3.3.3–3.3.4).
//!
//! With impulses λ, w = A λ + b and γ the speed of slip:
//!
//! ```text
//! ψ(w_n, λ_n) = 0,   w_t + γ λ_t/‖λ_t‖ = 0,   ψ(γ, μ λ_n − ‖λ_t‖) = 0
//! ```
//!
//! ψ is the minimum map or the Fischer–Burmeister function. The conditions say
//! nothing where μ λ_n = 0: contacts that open have λ_t = 0 and γ = 0 in their
//! place. Quadratic at the end where sticking and slipping are distinguished;
//! nothing leads it there from far.

use stickslip_linalg::{SparseLu, SparseMatrix, Triplets, dot};

use crate::options::{OptionDescription, OptionError, OptionValues, choice, options};
use crate::outcome::Counts;
use crate::problem::{FrictionContact, Kind, Problem};
use crate::request::Request;
use crate::residual::natural_row;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};
use crate::splitting::psor::SweepOptions;
use crate::stopping::{Exit, Merit, StoppingOptions, Watch, start};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "newton",
    summary: "nonsmooth Newton on Coulomb's conditions with the speed of slip as unknowns",
    accepts: Accepts {
        kinds: &[Kind::Ncp],
        symmetric: false,
        coupled: true,
        positive_diagonal: false,
        sections: Sections::Disc,
    },
    options: describe,
    make,
};

const NAME: &str = "friction-newton";

/// Steps unless the request says otherwise.
const LIMIT: usize = 200;
/// Most halvings of a step.
const HALVINGS: usize = 12;
/// Share of the predicted decrease that a step must reach.
const SUFFICIENT: f64 = 1e-4;

choice! {
    /// ψ.
    enum Function {
        /// min(a, b).
        Minimum = "minimum",
        /// a + b − √(a² + b²).
        Fischer = "fischer",
    }
}

options! {
    /// Options of `friction-newton`.
    struct FrictionOptions {
        /// The function that is zero where two numbers are complementary: minimum or fischer.
        function: Function = Function::Minimum,
        /// Gauss-Seidel sweeps before the first step, where the diagonal is positive.
        sweeps: usize = 20,
        /// Whether a step is halved until the merit falls; the last one is taken where it never does.
        line_search: bool = true,
    }
}

fn describe() -> Vec<OptionDescription> {
    StoppingOptions::described_after(FrictionOptions::describe())
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (rules, own) = StoppingOptions::split(NAME, settings, &describe())?;
    Ok(Box::new(FrictionNewton { options: FrictionOptions::from_settings(NAME, &own)?, rules }))
}

struct FrictionNewton {
    options: FrictionOptions,
    rules: StoppingOptions,
}

impl Method for FrictionNewton {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let mut x = start(problem, request);
        let mut counts = Counts::default();
        if self.options.sweeps > 0 && problem.diagonal().iter().all(|&entry| entry > 0.0) {
            let mut sweep = SweepOptions::default().row_sweeps(NAME, problem, 1.0)?;
            sweep.reset(&x);
            (0..self.options.sweeps).for_each(|_| sweep.run(&mut x, &mut counts));
        }
        let mut newton = Newton::new(problem, &self.options, &x);
        let watch = Watch::new(problem, request, &self.rules, LIMIT).with_merit(Merit::Minimum);
        let mut attempt = watch.run_until(x, counts, |x, counts| newton.step(x, counts));
        attempt.figures.insert("forced_steps", newton.forced as f64);
        Ok(attempt)
    }
}

/// ψ and its derivatives along a and b.
fn psi(function: Function, a: f64, b: f64) -> (f64, f64, f64) {
    match function {
        Function::Minimum if a <= b => (a, 1.0, 0.0),
        Function::Minimum => (b, 0.0, 1.0),
        Function::Fischer => {
            let length = a.hypot(b);
            if length == 0.0 {
                (0.0, 0.0, 1.0)
            } else {
                (a + b - length, 1.0 - a / length, 1.0 - b / length)
            }
        }
    }
}

struct Newton<'a> {
    problem: &'a Problem,
    options: &'a FrictionOptions,
    /// γ of every contact.
    slip: Vec<f64>,
    /// Rows of no contact.
    alone: Vec<usize>,
    /// Steps that did not make the merit smaller.
    forced: usize,
}

/// The conditions at a point: F, and J where it is asked for.
struct Conditions {
    value: Vec<f64>,
    jacobian: Option<Triplets>,
}

impl Conditions {
    fn entry(&mut self, row: usize, column: usize, value: f64) {
        if let Some(jacobian) = &mut self.jacobian {
            jacobian.push(row, column, value);
        }
    }

    /// Adds `scale` times row `of` of A to row `row`.
    fn matrix_row(&mut self, problem: &Problem, row: usize, of: usize, scale: f64) {
        if let (Some(jacobian), true) = (&mut self.jacobian, scale != 0.0) {
            problem.matrix().row(of).for_each(|(column, a)| jacobian.push(row, column, scale * a));
        }
    }
}

impl<'a> Newton<'a> {
    fn new(problem: &'a Problem, options: &'a FrictionOptions, x: &[f64]) -> Self {
        let mut alone = vec![true; problem.size()];
        let mut w = vec![0.0; problem.size()];
        problem.velocity(x, &mut w);
        let length = |contact: &FrictionContact, v: &[f64]| {
            contact.tangents.iter().fold(0.0_f64, |sum, &row| sum.hypot(v[row]))
        };
        let slip = problem.contacts().iter().map(|contact| {
            contact.rows().for_each(|row| alone[row] = false);
            let slips = length(contact, x) >= 0.999 * contact.mu * x[contact.normal];
            if slips { length(contact, &w) } else { 0.0 }
        });
        let slip = slip.collect();
        let alone = (0..problem.size()).filter(|&row| alone[row]).collect();
        Self { problem, options, slip, alone, forced: 0 }
    }

    fn conditions(
        &self,
        x: &[f64],
        slip: &[f64],
        derivative: bool,
        counts: &mut Counts,
    ) -> Conditions {
        let problem = self.problem;
        let n = x.len();
        let mut w = vec![0.0; n];
        problem.velocity(x, &mut w);
        counts.products += 1;
        let mut found = Conditions {
            value: vec![0.0; n + slip.len()],
            jacobian: derivative.then(Triplets::new),
        };
        for &row in &self.alone {
            let (lo, hi) = (problem.lo()[row], problem.hi()[row]);
            found.value[row] = natural_row(x[row], w[row], lo, hi);
            if w[row] >= x[row] - lo || w[row] <= x[row] - hi {
                found.entry(row, row, 1.0);
            } else {
                found.matrix_row(problem, row, row, 1.0);
            }
        }
        for (at, contact) in problem.contacts().iter().enumerate() {
            self.contact(contact, (n + at, slip[at]), x, &w, &mut found);
        }
        found
    }

    fn contact(
        &self,
        contact: &FrictionContact,
        (extra, slip): (usize, f64),
        x: &[f64],
        w: &[f64],
        found: &mut Conditions,
    ) {
        let (problem, function, normal) = (self.problem, self.options.function, contact.normal);
        let (value, along_w, along_x) = psi(function, w[normal], x[normal]);
        found.value[normal] = value;
        found.matrix_row(problem, normal, normal, along_w);
        found.entry(normal, normal, along_x);
        if contact.mu == 0.0 || w[normal] > x[normal] {
            for &row in &contact.tangents {
                found.value[row] = x[row];
                found.entry(row, row, 1.0);
            }
            found.value[extra] = slip;
            found.entry(extra, extra, 1.0);
            return;
        }
        let length = contact.tangents.iter().fold(0.0_f64, |sum, &row| sum.hypot(x[row]));
        // Where there is no friction force there is no direction either.
        let safe = length.max(f64::MIN_POSITIVE.sqrt());
        let direction: Vec<f64> = contact.tangents.iter().map(|&row| x[row] / safe).collect();
        for (i, &row) in contact.tangents.iter().enumerate() {
            found.value[row] = w[row] + slip * direction[i];
            found.matrix_row(problem, row, row, 1.0);
            found.entry(row, extra, direction[i]);
            if slip > 0.0 && length > 0.0 {
                for (j, &column) in contact.tangents.iter().enumerate() {
                    let same = if i == j { 1.0 } else { 0.0 };
                    let turn = slip / safe * (same - direction[i] * direction[j]);
                    found.entry(row, column, turn);
                }
            }
        }
        let room = contact.mu * x[normal] - length;
        let (value, along_slip, along_room) = psi(function, slip, room);
        found.value[extra] = value;
        found.entry(extra, extra, along_slip);
        found.entry(extra, normal, along_room * contact.mu);
        for (i, &row) in contact.tangents.iter().enumerate() {
            found.entry(extra, row, -along_room * direction[i]);
        }
    }

    /// One step; says why when there is none.
    fn step(&mut self, x: &mut [f64], counts: &mut Counts) -> Option<Exit> {
        let mut here = self.conditions(x, &self.slip, true, counts);
        let size = here.value.len();
        let triplets = here.jacobian.take()?;
        let Some(direction) = solve(size, triplets, &here.value, counts) else {
            return Some(Exit::NonDescent);
        };
        let merit = 0.5 * dot(&here.value, &here.value);
        let (mut length, mut taken) = (1.0, false);
        let (mut trial, mut slip) = (x.to_vec(), self.slip.clone());
        for _ in 0..=HALVINGS {
            for row in 0..x.len() {
                trial[row] = x[row] + length * direction[row];
            }
            for (at, slip) in slip.iter_mut().enumerate() {
                *slip = (self.slip[at] + length * direction[x.len() + at]).max(0.0);
            }
            let value = self.conditions(&trial, &slip, false, counts).value;
            let found = 0.5 * dot(&value, &value);
            taken = found <= (1.0 - 2.0 * SUFFICIENT * length) * merit;
            if taken || !self.options.line_search {
                break;
            }
            length *= 0.5;
        }
        self.forced += usize::from(!taken);
        x.copy_from_slice(&trial);
        self.slip = slip;
        None
    }
}

/// Shares of the largest entry that are added to the diagonal of a singular J.
const SHIFTS: [f64; 3] = [0.0, 1e-10, 1e-6];

/// −J⁻¹F; `None` where J stays singular.
fn solve(
    size: usize,
    mut triplets: Triplets,
    value: &[f64],
    counts: &mut Counts,
) -> Option<Vec<f64>> {
    (0..size).for_each(|row| triplets.push(row, row, 0.0));
    let jacobian = SparseMatrix::from_triplets(size, size, &triplets);
    let largest = jacobian.largest();
    for shift in SHIFTS {
        let raised = if shift == 0.0 {
            jacobian.clone()
        } else {
            jacobian.sum(&SparseMatrix::diagonal_matrix(&vec![shift * largest; size]))
        };
        counts.factorisations += 1;
        let Ok(mut factor) = SparseLu::new(&raised) else { continue };
        if factor.factorise(&raised).is_err() {
            continue;
        }
        let mut step: Vec<f64> = value.iter().map(|value| -value).collect();
        factor.solve(&mut step);
        if step.iter().all(|value| value.is_finite()) {
            return Some(step);
        }
    }
    None
}
