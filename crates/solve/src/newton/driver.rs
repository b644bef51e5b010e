//! The loop of every Newton method: linearise, find a direction, search along
//! it, fall back where it fails (Erleben 2013, §5.4 and §6).

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::dot;

use super::equations::{Equations, Linearisation, normals};
use super::linear::Directions;
use super::options::{Fallback, LineSearch, LinearSolver, NewtonOptions};
use super::search::Search;
use super::trust_region::TrustRegion;
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::request::Request;
use crate::solver::{Attempt, Refusal};
use crate::splitting::psor::SweepOptions;
use crate::stopping::{Exit, Merit, StoppingOptions, Watch, project, start};

/// Newton steps unless the request says otherwise.
const LIMIT: usize = 200;
/// A merit that does not fall by this share is no progress (Erleben 2013, Eq 108).
const PROGRESS: f64 = 0.01;
/// ‖JᵀF‖/‖F‖ at which the merit counts as stationary.
const STATIONARY: f64 = 1e-13;

/// Runs Newton's method on `equations`.
pub fn run(
    name: &'static str,
    problem: &Problem,
    request: &Request,
    equations: &mut dyn Equations,
    options: &NewtonOptions,
    rules: &StoppingOptions,
    merit: Merit,
) -> Result<Attempt, Refusal> {
    check(name, problem, options)?;
    let mut x = start(problem, request);
    let mut counts = Counts::default();
    if options.sweeps > 0 && problem.diagonal().iter().all(|&entry| entry > 0.0) {
        let mut sweep = SweepOptions::default().row_sweeps(name, problem, 1.0)?;
        sweep.reset(&x);
        (0..options.sweeps).for_each(|_| sweep.run(&mut x, &mut counts));
    }
    let normal_of = normals(problem);
    let n = problem.size();
    let mut newton = Newton {
        problem,
        options,
        normal_of: &normal_of,
        directions: Directions::new(problem, &normal_of, options),
        search: Search::new(options),
        w: vec![0.0; n],
        linear: Linearisation::new(n),
        least: f64::INFINITY,
        idle: 0,
        gradient_steps: 0,
        forced_steps: 0,
        region: TrustRegion::new(),
        fresh_starts: 0,
    };
    let watch = Watch::new(problem, request, rules, LIMIT).with_merit(merit);
    let mut attempt = watch.run_from_starts(x, counts, |x, counts, found| {
        let exit = match found {
            Some(exit) => exit,
            None => newton.step(equations, x, counts)?,
        };
        if newton.fresh_starts == options.fresh_starts {
            return Some(exit);
        }
        newton.start_afresh(x);
        None
    });
    attempt.figures.insert("gradient_steps", newton.gradient_steps as f64);
    attempt.figures.insert("forced_steps", newton.forced_steps as f64);
    if options.fresh_starts > 0 {
        attempt.figures.insert("fresh_starts", newton.fresh_starts as f64);
    }
    if newton.directions.breakdowns > 0 {
        attempt.figures.insert("preconditioner_breakdowns", newton.directions.breakdowns as f64);
    }
    Ok(attempt)
}

/// Conjugate gradients and triangular preconditioners need a symmetric system.
fn check(name: &'static str, problem: &Problem, options: &NewtonOptions) -> Result<(), Refusal> {
    let conjugate = options.linear == LinearSolver::Pcg;
    let symmetric = conjugate || options.preconditioner.needs_symmetry();
    if symmetric && let Some((row, col, gap)) = problem.asymmetry() {
        return Err(Refusal::Unsymmetric { solver: name, row, col, gap });
    }
    Ok(())
}

struct Newton<'a> {
    problem: &'a Problem,
    options: &'a NewtonOptions,
    normal_of: &'a [Option<usize>],
    directions: Directions<'a>,
    search: Search<'a>,
    w: Vec<f64>,
    linear: Linearisation,
    /// The least merit, and the steps since it last fell.
    least: f64,
    idle: usize,
    gradient_steps: usize,
    forced_steps: usize,
    region: TrustRegion,
    fresh_starts: usize,
}

impl Newton<'_> {
    /// One step; says why when there is none.
    fn step(
        &mut self,
        equations: &mut dyn Equations,
        x: &mut [f64],
        counts: &mut Counts,
    ) -> Option<Exit> {
        self.problem.velocity(x, &mut self.w);
        counts.products += 1;
        equations.linearise(x, &self.w, &mut self.linear);
        let merit = self.linear.merit();
        if merit < (1.0 - PROGRESS) * self.least {
            (self.least, self.idle) = (merit, 0);
        } else {
            self.idle += 1;
            if self.options.idle_steps > 0 && self.idle > self.options.idle_steps {
                return Some(Exit::Relative);
            }
        }
        if self.options.line_search == LineSearch::TrustRegion {
            return self.step_within(equations, x, merit, counts);
        }
        self.search.begin(merit);
        let direction = self.directions.find(&*equations, x, &self.w, &self.linear, counts);
        let slope = self.slope(&direction, counts);
        let downhill = slope < -f64::EPSILON * dot(&direction, &direction);
        if downhill && self.advance(equations, x, &direction, slope, counts) {
            return None;
        }
        if self.options.fallback == Fallback::None {
            return Some(if downhill { Exit::LocalMinimum } else { Exit::NonDescent });
        }
        if self.options.minimum_step > 0.0 && downhill {
            self.forced_steps += 1;
            self.place(x, &direction, self.options.minimum_step);
            return None;
        }
        self.descend(equations, x, counts)
    }

    /// A step within the trust region, whose radius shrinks until one is taken.
    fn step_within(
        &mut self,
        equations: &dyn Equations,
        x: &mut [f64],
        merit: f64,
        counts: &mut Counts,
    ) -> Option<Exit> {
        let n = x.len();
        let (mut trial, mut w, mut value) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        while !self.region.is_spent(x) {
            let radius = self.region.radius(x);
            let found = self.directions.model(&self.linear, radius, counts);
            trial.copy_from_slice(x);
            self.place(&mut trial, &found.step, 1.0);
            self.problem.velocity(&trial, &mut w);
            counts.products += 1;
            equations.value(&trial, &w, &mut value);
            let decrease = merit - 0.5 * dot(&value, &value);
            if self.region.judge(decrease, merit - found.model, &found.step, found.is_cut) {
                x.copy_from_slice(&trial);
                return None;
            }
        }
        Some(Exit::LocalMinimum)
    }

    /// A random point of the box, within twice the impulse that each row would
    /// need on its own (Erleben 2013, §6: restart from another iterate).
    fn start_afresh(&mut self, x: &mut [f64]) {
        self.fresh_starts += 1;
        let mut random = ChaCha8Rng::seed_from_u64(self.fresh_starts as u64);
        for (row, x) in x.iter_mut().enumerate() {
            let (b, a) = (self.problem.b()[row].abs(), self.problem.diagonal()[row]);
            let scale = if a > 0.0 { (b / a).max(1e-3) } else { b.max(1.0) };
            *x = 2.0 * scale * random.random_range(-1.0..1.0);
        }
        project(self.problem, x);
        (self.least, self.idle) = (f64::INFINITY, 0);
        self.search.forget();
        self.region = TrustRegion::new();
    }

    /// A step along −JᵀF.
    fn descend(
        &mut self,
        equations: &dyn Equations,
        x: &mut [f64],
        counts: &mut Counts,
    ) -> Option<Exit> {
        let mut direction = self.linear.gradient(self.problem, self.normal_of);
        counts.products += 1;
        let square = dot(&direction, &direction);
        if square.is_nan() || square <= STATIONARY * STATIONARY * 2.0 * self.linear.merit() {
            return Some(Exit::LocalMinimum);
        }
        // The minimiser of the linear model along the gradient is step 1.
        let mut product = vec![0.0; x.len()];
        self.problem.multiply(&direction, &mut product);
        counts.products += 1;
        let image = self.linear.apply(self.normal_of, &direction, &product);
        let length = square / dot(&image, &image);
        let length = if length.is_finite() { length } else { 1.0 };
        direction.iter_mut().for_each(|value| *value *= -length);
        if self.advance(equations, x, &direction, -length * square, counts) {
            self.gradient_steps += 1;
            return None;
        }
        Some(Exit::LocalMinimum)
    }

    /// Fᵀ J Δx: the slope of the merit along Δx.
    fn slope(&self, direction: &[f64], counts: &mut Counts) -> f64 {
        let mut product = vec![0.0; direction.len()];
        self.problem.multiply(direction, &mut product);
        counts.products += 1;
        dot(&self.linear.value, &self.linear.apply(self.normal_of, direction, &product))
    }

    /// Searches along `direction` and moves x there; whether there was a step.
    fn advance(
        &self,
        equations: &dyn Equations,
        x: &mut [f64],
        direction: &[f64],
        slope: f64,
        counts: &mut Counts,
    ) -> bool {
        let n = x.len();
        let (mut trial, mut w, mut value) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
        let found = self.search.find(slope, |step| {
            trial.copy_from_slice(x);
            self.place(&mut trial, direction, step);
            self.problem.velocity(&trial, &mut w);
            counts.products += 1;
            equations.value(&trial, &w, &mut value);
            0.5 * dot(&value, &value)
        });
        if let Some(step) = found {
            self.place(x, direction, step);
        }
        found.is_some()
    }

    /// x ← P(x + τ Δx).
    fn place(&self, x: &mut [f64], direction: &[f64], step: f64) {
        for (x, d) in x.iter_mut().zip(direction) {
            *x += step * d;
        }
        if self.options.projected {
            project(self.problem, x);
        }
    }
}
