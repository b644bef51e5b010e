//! `admm`: the alternating direction method of multipliers in the impulses
//! (after Tasora et al. 2021).
//!
//! min ½xᵀA x + b̂ᵀx over x = z, z ∈ K, with the penalty ½ρ‖x − z + u‖² in the
//! norm of D, one scale per block, which leaves the cones as they are:
//! (A + ρD) x = ρD (z − u) − b̂,  z = P_K(x̃ + u),  u += x̃ − z, where
//! x̃ = αx + (1 − α)z. One factor serves until ρ is changed, which happens when
//! ‖x − z‖ and ‖z − z₋‖ differ tenfold. For `ncp` De Saxcé's term in b̂ is held
//! while the convex problem is solved ten times better than it changes. Of an
//! A that is not quite symmetric, as in some problem files, the linear solve
//! sees the symmetric part, and z the rest.

use std::sync::Arc;

use stickslip_linalg::cholesky::{Analysis, CholeskyFactor};
use stickslip_linalg::{Ordering, SparseMatrix};

use crate::options::{OptionDescription, OptionError, OptionValues, options};
use crate::outcome::Counts;
use crate::problem::{Kind, Problem};
use crate::request::Request;
use crate::solver::{Accepts, Attempt, Entry, Method, Refusal, Sections};
use crate::stopping::{Exit, StoppingOptions, Watch, project, start};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "proximal",
    summary: "alternating directions: a linear solve, then projections; every friction section",
    accepts: Accepts {
        kinds: &[Kind::Ncp, Kind::Ccp],
        symmetric: false,
        coupled: true,
        positive_diagonal: false,
        sections: Sections::All,
    },
    options: describe,
    make,
};

const NAME: &str = "admm";

options! {
    /// Options of `admm`.
    struct AdmmOptions {
        /// First penalty ρ as a share of diag(A).
        penalty: f64 = 0.1,
        /// Over-relaxation α, above 0 and below 2.
        relaxation: f64 = 1.6,
        /// Iterations between changes of the penalty; 0 never changes it.
        adapt_every: usize = 25,
    }
}

/// Iterations unless the request says otherwise.
const LIMIT: usize = 20_000;
/// Imbalance of the two residuals that changes the penalty.
const IMBALANCE: f64 = 10.0;
/// The penalty lies between these.
const PENALTIES: (f64, f64) = (1e-9, 1e9);

/// z may stand still while u moves on: that is no reason to stop.
fn describe() -> Vec<OptionDescription> {
    let mut known = StoppingOptions::described_after(AdmmOptions::describe());
    known.retain(|option| option.key != "stagnation");
    known
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (rules, own) = StoppingOptions::split(NAME, settings, &describe())?;
    let options = AdmmOptions::from_settings(NAME, &own)?;
    for (key, value, fits) in [
        ("penalty", options.penalty, options.penalty > 0.0),
        ("relaxation", options.relaxation, options.relaxation > 0.0 && options.relaxation < 2.0),
    ] {
        if !fits {
            let reason = "expected a number above 0, and a relaxation below 2".into();
            return Err(OptionError::BadValue {
                key: key.into(),
                value: value.to_string(),
                reason,
            });
        }
    }
    Ok(Box::new(Admm { options, rules }))
}

struct Admm {
    options: AdmmOptions,
    rules: StoppingOptions,
}

impl Method for Admm {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let symmetric = problem.asymmetry().map(|_| problem.matrix().symmetric_part());
        let matrix = symmetric.as_ref().unwrap_or(problem.matrix());
        let analysis = Analysis::new(matrix, Ordering::MinimumDegree)
            .map_err(|error| Refusal::Unfit { solver: NAME, reason: error.to_string() })?;
        let n = problem.size();
        let mut state = State {
            problem,
            options: &self.options,
            symmetric,
            scale: scales(problem),
            factor: CholeskyFactor::new(Arc::new(analysis)),
            penalty: self.options.penalty,
            dual: vec![0.0; n],
            shift: vec![0.0; n],
            goal: f64::INFINITY,
        };
        let mut counts = Counts::default();
        if !state.factorise(&mut counts) {
            let reason = "A + ρD has no Cholesky factor: A is not semidefinite".into();
            return Err(Refusal::Unfit { solver: NAME, reason });
        }
        let z = start(problem, request);
        state.renew(&z, &mut counts);
        let rules = StoppingOptions { stagnation: f64::NEG_INFINITY, ..self.rules.clone() };
        let watch = Watch::new(problem, request, &rules, LIMIT);
        let mut attempt = watch.run_until(z, counts, |z, counts| state.iterate(z, counts));
        attempt.figures.insert("penalty", state.penalty);
        Ok(attempt)
    }
}

/// One scale per block: the mean of its diagonal entries, or 1.
fn scales(problem: &Problem) -> Vec<f64> {
    let usable = |value: f64| if value.is_normal() && value > 0.0 { value } else { 1.0 };
    let mut scale: Vec<f64> = problem.diagonal().iter().map(|&entry| usable(entry)).collect();
    for contact in problem.contacts() {
        let count = contact.tangents.len() + 1;
        let sum: f64 = contact.rows().map(|row| problem.diagonal()[row]).sum();
        contact.rows().for_each(|row| scale[row] = usable(sum / count as f64));
    }
    scale
}

struct State<'a> {
    problem: &'a Problem,
    options: &'a AdmmOptions,
    /// ½(A + Aᵀ), where A is not symmetric.
    symmetric: Option<SparseMatrix>,
    scale: Vec<f64>,
    factor: CholeskyFactor,
    penalty: f64,
    /// u.
    dual: Vec<f64>,
    /// De Saxcé's terms, on normal rows.
    shift: Vec<f64>,
    /// The error at which they are renewed.
    goal: f64,
}

impl State<'_> {
    fn factorise(&mut self, counts: &mut Counts) -> bool {
        counts.factorisations += 1;
        let (penalty, scale) = (self.penalty, &self.scale);
        let shift = |row: usize| penalty * scale[row];
        let matrix = self.symmetric.as_ref().unwrap_or(self.problem.matrix());
        self.factor.factorise(matrix, |_| true, shift).is_ok()
    }

    fn iterate(&mut self, z: &mut [f64], counts: &mut Counts) -> Option<Exit> {
        let n = z.len();
        let mut x: Vec<f64> = (0..n)
            .map(|row| {
                self.penalty * self.scale[row] * (z[row] - self.dual[row])
                    - self.problem.b()[row]
                    - self.shift[row]
            })
            .collect();
        if let Some(symmetric) = &self.symmetric {
            let (mut whole, mut part) = (vec![0.0; n], vec![0.0; n]);
            self.problem.multiply(z, &mut whole);
            symmetric.multiply(z, &mut part);
            counts.products += 2;
            for row in 0..n {
                x[row] -= whole[row] - part[row];
            }
        }
        self.factor.solve(&mut x);
        let alpha = self.options.relaxation;
        let relaxed: Vec<f64> =
            x.iter().zip(&*z).map(|(x, z)| alpha * x + (1.0 - alpha) * z).collect();
        let before = z.to_vec();
        for row in 0..n {
            z[row] = relaxed[row] + self.dual[row];
        }
        project(self.problem, z);
        for row in 0..n {
            self.dual[row] += relaxed[row] - z[row];
        }
        // Both in the unit of w: how far x is from z, and how far z moved.
        let size = |left: &[f64], right: &[f64]| {
            let square = |row: usize| (self.scale[row] * (left[row] - right[row])).powi(2);
            (0..n).map(square).sum::<f64>().sqrt()
        };
        let (primal, moved) = (size(&x, z), self.penalty * size(z, &before));
        if self.problem.kind() == Kind::Ncp && primal.max(moved) <= self.goal {
            self.renew(z, counts);
        }
        let every = self.options.adapt_every;
        if every > 0 && (counts.iterations + 1).is_multiple_of(every) {
            return self.balance(primal, moved, counts);
        }
        None
    }

    /// Changes ρ where one residual is far above the other.
    fn balance(&mut self, primal: f64, moved: f64, counts: &mut Counts) -> Option<Exit> {
        let ratio = primal / moved;
        if !ratio.is_finite() || (1.0 / IMBALANCE..=IMBALANCE).contains(&ratio) {
            return None;
        }
        let before = self.penalty;
        self.penalty = (before * ratio.sqrt()).clamp(PENALTIES.0, PENALTIES.1);
        if self.penalty == before {
            return None;
        }
        self.dual.iter_mut().for_each(|u| *u *= before / self.penalty);
        (!self.factorise(counts)).then_some(Exit::Stagnation)
    }

    /// De Saxcé's terms at z, and the error until they are renewed again.
    fn renew(&mut self, z: &[f64], counts: &mut Counts) {
        if self.problem.kind() != Kind::Ncp {
            return;
        }
        let mut w = vec![0.0; z.len()];
        self.problem.velocity(z, &mut w);
        counts.products += 1;
        let mut change = 0.0;
        for contact in self.problem.contacts() {
            let slip: Vec<f64> = contact.tangents.iter().map(|&row| w[row]).collect();
            let term = contact.support(&slip);
            change += (term - self.shift[contact.normal]).powi(2);
            self.shift[contact.normal] = term;
        }
        // Terms that did not change before z was good are no reason to wait for
        // a z without any error.
        let before = if self.goal.is_finite() { 0.1 * self.goal } else { 0.0 };
        self.goal = (0.1 * change.sqrt()).max(before);
    }
}
