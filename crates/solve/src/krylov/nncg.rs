//! Nonsmooth nonlinear conjugate gradients (SIGGRAPH 2022 course, §3.2.7,
//! Eq 169–174, Alg 10): a sweep is a step along minus a gradient,
//! g(y) = y − PGS(y), and Fletcher–Reeves directions with step 1 speed it up:
//!
//! x = PGS(y), β = ‖g‖²/‖g_last‖²; y ← x + β p, p ← β p − g; for β > 1 restart
//! with p = 0.
//!
//! y may leave the admissible set, x never does: x is what is measured and
//! handed back, so every answer ends with a sweep.

use stickslip_linalg::dot;

use crate::options::{OptionDescription, OptionError, OptionValues};
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::request::Request;
use crate::solver::{Attempt, Entry, Method, Refusal};
use crate::splitting::psor::{ACCEPTS, LIMIT, SweepOptions};
use crate::stopping::{StoppingOptions, Watch, start};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "krylov",
    summary: "nonsmooth nonlinear conjugate gradients over Gauss-Seidel sweeps",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "nncg";

fn describe() -> Vec<OptionDescription> {
    StoppingOptions::described_after(SweepOptions::describe())
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (rules, own) = StoppingOptions::split(NAME, settings, &describe())?;
    Ok(Box::new(Nncg { options: SweepOptions::read(NAME, &own)?, rules }))
}

struct Nncg {
    options: SweepOptions,
    rules: StoppingOptions,
}

impl Method for Nncg {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let mut sweep = self.options.row_sweeps(NAME, problem, 1.0)?;
        let x = start(problem, request);
        sweep.reset(&x);
        let mut point = Combination::new(&x);
        let mut memory = Combination::new(&sweep.memory);
        let mut last = f64::INFINITY;
        let mut restarts = 0;
        let watch = Watch::new(problem, request, &self.rules, LIMIT);
        let mut attempt = watch.run(x, Counts::default(), |x, counts| {
            x.copy_from_slice(&point.y);
            sweep.memory.copy_from_slice(&memory.y);
            sweep.run(x, counts);
            let length = point.gradient(x);
            memory.gradient(&sweep.memory);
            // 0/0 at a fixed point: nothing is left to speed up.
            let beta = if last > 0.0 { length / last } else { f64::INFINITY };
            last = length;
            let beta = if beta > 1.0 { None } else { Some(beta) };
            restarts += usize::from(beta.is_none());
            point.extrapolate(x, beta);
            memory.extrapolate(&sweep.memory, beta);
        });
        attempt.figures.insert("restarts", restarts as f64);
        Ok(attempt)
    }
}

/// y, p and g of the iterate, or of anything that is a linear function of it:
/// body velocities are combined like the impulses, at no product.
struct Combination {
    y: Vec<f64>,
    p: Vec<f64>,
    g: Vec<f64>,
}

impl Combination {
    fn new(y: &[f64]) -> Self {
        Self { y: y.to_vec(), p: vec![0.0; y.len()], g: vec![0.0; y.len()] }
    }

    /// g = y − x for the swept x; returns ‖g‖².
    fn gradient(&mut self, x: &[f64]) -> f64 {
        for ((g, y), x) in self.g.iter_mut().zip(&self.y).zip(x) {
            *g = y - x;
        }
        dot(&self.g, &self.g)
    }

    /// The next y and p; without β a restart.
    fn extrapolate(&mut self, x: &[f64], beta: Option<f64>) {
        self.y.copy_from_slice(x);
        match beta {
            None => self.p.fill(0.0),
            Some(beta) => {
                for ((y, p), g) in self.y.iter_mut().zip(&mut self.p).zip(&self.g) {
                    *y += beta * *p;
                    *p = beta * *p - g;
                }
            }
        }
    }
}
