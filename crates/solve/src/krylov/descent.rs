//! A step along a direction, back into the box, shared by `pgd` and `cpg`.
//!
//! α = rᵀp / pᵀAp minimises the objective along p without bounds, so x + αp may
//! leave the box, and the projection may raise the objective. With constant
//! bounds the step is then halved; with coupled bounds there is no objective,
//! and the step stays as the method has it.

use stickslip_linalg::dot;

use crate::options::{OptionDescription, OptionError, OptionValues, options};
use crate::outcome::Counts;
use crate::problem::{Kind, Problem, ProductScratch};
use crate::solver::{Accepts, Sections};
use crate::stopping::{StoppingOptions, objective};

use super::boxes::Boxes;

/// What these methods take: α needs a symmetric A, the box a boxed kind.
pub const ACCEPTS: Accepts = Accepts {
    kinds: &[Kind::Lcp, Kind::Blcp],
    symmetric: true,
    coupled: true,
    positive_diagonal: false,
    sections: Sections::Disc,
};

/// Iterations unless the request says otherwise.
pub const LIMIT: usize = 20_000;

/// w is recomputed after so many updates w += α A p.
const REFRESH: usize = 50;
/// Halvings of a step before it is given up.
const HALVINGS: usize = 60;

options! {
    /// Options of `pgd` and `cpg`.
    pub struct DescentOptions {
        /// Whether a step that raises the objective is halved; constant bounds only.
        safeguard: bool = true,
    }
}

/// The options of a descent method with the stopping rules.
pub fn describe() -> Vec<OptionDescription> {
    StoppingOptions::described_after(DescentOptions::describe())
}

/// Reads both.
pub fn read(
    name: &str,
    settings: &OptionValues,
) -> Result<(DescentOptions, StoppingOptions), OptionError> {
    let (rules, own) = StoppingOptions::split(name, settings, &describe())?;
    Ok((DescentOptions::from_settings(name, &own)?, rules))
}

/// The iterate's w and box, kept while x moves.
pub struct Descent<'a> {
    problem: &'a Problem,
    /// The box at x.
    pub boxes: Boxes<'a>,
    /// A x + b.
    pub w: Vec<f64>,
    safeguard: bool,
    since_product: usize,
    trial: Vec<f64>,
    trial_w: Vec<f64>,
    scratch: ProductScratch,
}

/// What became of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Taken as it was.
    Whole,
    /// Cut short, by the box or by halving.
    Cut,
    /// Not taken: nothing along p is better.
    Refused,
}

impl<'a> Descent<'a> {
    /// At x, for one product.
    pub fn new(
        problem: &'a Problem,
        x: &[f64],
        options: &DescentOptions,
        counts: &mut Counts,
    ) -> Self {
        let mut w = vec![0.0; x.len()];
        let mut scratch = ProductScratch::default();
        problem.velocity_in(x, &mut w, &mut scratch);
        counts.products += 1;
        Self {
            problem,
            boxes: Boxes::new(problem, x),
            w,
            safeguard: options.safeguard && !problem.has_coupled_bounds(),
            since_product: 0,
            trial: vec![0.0; x.len()],
            trial_w: vec![0.0; x.len()],
            scratch,
        }
    }

    /// The direction of steepest descent −w inside the tangent cone.
    pub fn steepest(&self, x: &[f64], direction: &mut [f64]) {
        for (direction, w) in direction.iter_mut().zip(&self.w) {
            *direction = -w;
        }
        self.boxes.tangent(x, direction);
    }

    /// A v, counted.
    pub fn product(&mut self, v: &[f64], product: &mut [f64], counts: &mut Counts) {
        self.problem.multiply_in(v, product, &mut self.scratch);
        counts.products += 1;
    }

    /// x ← P(x + αp), given A p. Without the box in the way w follows by
    /// w += α A p; otherwise it costs a product.
    pub fn step(&mut self, x: &mut [f64], p: &[f64], product: &[f64], counts: &mut Counts) -> Step {
        let curvature = dot(p, product);
        let slope = -dot(&self.w, p);
        if slope.is_nan() || slope <= 0.0 {
            return Step::Refused;
        }
        // Along a direction without curvature the box, or nothing, is the limit.
        let flat = f64::EPSILON * dot(p, p) * product.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
        let mut alpha = if curvature > flat { slope / curvature } else { 1.0 };
        let before = objective(x, &self.w, self.problem.b());
        for halving in 0..HALVINGS {
            for ((trial, x), p) in self.trial.iter_mut().zip(x.iter()).zip(p) {
                *trial = x + alpha * p;
            }
            let cut = self.boxes.project(&mut self.trial);
            if !cut && self.since_product < REFRESH {
                for ((trial, w), product) in self.trial_w.iter_mut().zip(&self.w).zip(product) {
                    *trial = w + alpha * product;
                }
                self.since_product += 1;
            } else {
                let scratch = &mut self.scratch;
                self.problem.velocity_in(&self.trial, &mut self.trial_w, scratch);
                counts.products += 1;
                self.since_product = 0;
            }
            let risen = objective(&self.trial, &self.trial_w, self.problem.b()) > before;
            if !(self.safeguard && cut && risen) {
                x.copy_from_slice(&self.trial);
                self.w.copy_from_slice(&self.trial_w);
                return if cut || halving > 0 { Step::Cut } else { Step::Whole };
            }
            alpha *= 0.5;
        }
        Step::Refused
    }
}
