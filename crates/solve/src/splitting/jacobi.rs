//! Projected Jacobi with damping (SIGGRAPH 2022 course, §3.2.1, Table 3): every
//! row takes its step from the same iterate, x ← clamp(x − ω D⁻¹w, lo, hi).
//!
//! Converges on symmetric semidefinite A for ω < 2/ρ(D⁻¹A) only, and ρ grows
//! with the contacts per body, so the default measures it: ‖S v‖/‖v‖ with
//! S = D^−½ A D^−½ never exceeds ρ and comes near it by power iteration.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::norm;

use crate::options::{OptionDescription, OptionError, OptionValues, options};
use crate::outcome::Counts;
use crate::problem::{Kind, Problem, ProductScratch};
use crate::request::Request;
use crate::solver::{Attempt, Entry, Method, Refusal};
use crate::stopping::{StoppingOptions, Watch, start};

use super::RowUpdate;
use super::psor::{ACCEPTS, LIMIT};
use super::row_update::{Access, UnitUpdate, row_sum};
use super::units::units;

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "splitting",
    summary: "damped projected Jacobi, all rows at once",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "jacobi";

options! {
    /// Options of `jacobi`.
    struct JacobiOptions {
        /// Damping factor ω; 0 takes 1.4/ρ(D⁻¹A), estimated by power iteration.
        damping: f64 = 0.0,
        /// Products with A for that estimate.
        power_iterations: usize = 30,
    }
}

/// The share of 1/ρ taken: below 2 by more than ρ is underestimated.
const SHARE: f64 = 1.4;

fn describe() -> Vec<OptionDescription> {
    StoppingOptions::described_after(JacobiOptions::describe())
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (rules, own) = StoppingOptions::split(NAME, settings, &describe())?;
    Ok(Box::new(Jacobi { options: JacobiOptions::from_settings(NAME, &own)?, rules }))
}

struct Jacobi {
    options: JacobiOptions,
    rules: StoppingOptions,
}

impl Method for Jacobi {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let mut counts = Counts::default();
        let damping = if self.options.damping > 0.0 {
            self.options.damping
        } else {
            counts.products += self.options.power_iterations;
            SHARE / largest_eigenvalue(problem, self.options.power_iterations)
        };
        let update = RowUpdate::new(problem, damping);
        let units = units(problem);
        let (mut w, mut scratch) = (vec![0.0; problem.size()], ProductScratch::default());
        let watch = Watch::new(problem, request, &self.rules, LIMIT);
        let mut attempt = watch.run(start(problem, request), counts, |x, counts| {
            problem.velocity_in(x, &mut w, &mut scratch);
            counts.products += 1;
            let mut access = Stale { x, w: &w };
            units.iter().for_each(|&unit| update.visit(unit, &mut access));
        });
        attempt.figures.insert("damping", damping);
        Ok(attempt)
    }
}

/// x changes, w does not.
pub struct Stale<'s> {
    /// The iterate.
    pub x: &'s mut [f64],
    /// A x + b of the last one.
    pub w: &'s [f64],
}

impl Access for Stale<'_> {
    const FOLLOWS: bool = false;

    fn velocities<const N: usize>(&self, rows: [usize; N]) -> [f64; N] {
        rows.map(|row| self.w[row])
    }
    fn impulses<const N: usize>(&self, rows: [usize; N]) -> [f64; N] {
        rows.map(|row| self.x[row])
    }
    fn set<const N: usize>(&mut self, rows: [usize; N], values: [f64; N]) {
        rows.into_iter().zip(values).for_each(|(row, value)| self.x[row] = value);
    }
}

/// An estimate from below of ρ(D⁻¹A), D the steps that [`RowUpdate`] divides by.
fn largest_eigenvalue(problem: &Problem, iterations: usize) -> f64 {
    let scale: Vec<f64> = steps(problem).iter().map(|step| 1.0 / step.sqrt()).collect();
    let mut random = ChaCha8Rng::seed_from_u64(0);
    let mut v: Vec<f64> = scale.iter().map(|_| random.random_range(-1.0..1.0)).collect();
    let (mut product, mut scratch) = (vec![0.0; v.len()], ProductScratch::default());
    let mut growth = 1.0;
    for _ in 0..iterations {
        let length = norm(&v);
        for (v, scale) in v.iter_mut().zip(&scale) {
            *v *= scale / length;
        }
        problem.multiply_in(&v, &mut product, &mut scratch);
        for ((v, scale), product) in v.iter_mut().zip(&scale).zip(&product) {
            *v = scale * product;
        }
        growth = norm(&v);
    }
    // S has a unit diagonal, so ρ ≥ 1; a block's step only makes it smaller.
    if growth.is_finite() { growth.max(1.0) } else { 1.0 }
}

fn steps(problem: &Problem) -> Vec<f64> {
    let mut steps = problem.diagonal().to_vec();
    if problem.kind().is_cone() {
        let first = usize::from(problem.kind() == Kind::Ncp);
        for (contact, block) in problem.contacts().iter().zip(problem.contact_blocks()) {
            for row in contact.rows().skip(first) {
                steps[row] = row_sum(block, first);
            }
        }
    }
    steps
}
