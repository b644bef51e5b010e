//! `normal-map-newton`: Newton's method on the normal map (Robinson 1992; the
//! equation of PATH, Preclik et al., Eq 21),
//! F(z) = A x + b + z − x with x = mid(lo, z, hi).
//!
//! At a root z = x − w. With D the rows inside their bounds J = A D + I − D:
//! A_II Δz_I = −F_I, and Δz_B = −F_B − A_BI Δz_I for the rest. x never leaves
//! the box, so that A x + b exists wherever F is asked for.

use super::equations::normals;
use super::minmap::ACCEPTS;
use crate::equations::{EquationMatrix, EquationRows};
use crate::options::{OptionDescription, OptionError, OptionValues, options};
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::request::Request;
use crate::sets::interval;
use crate::solver::{Attempt, Entry, Method, Refusal};
use crate::stopping::{Exit, Merit, StoppingOptions, Watch, start};
use stickslip_linalg::{SparseLu, dot, infinity_norm};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "newton",
    summary: "Newton's method on the normal map, whose iterates never leave the box",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "normal-map-newton";

/// Steps unless the request says otherwise.
const LIMIT: usize = 200;
/// Shorter steps are not tried.
const SHORTEST: f64 = 1e-10;
/// A singular A_II is raised by this share of its diagonal, and a hundred times
/// more as long as it stays singular.
const FIRST_SHIFT: f64 = 1e-10;
const LARGEST_SHIFT: f64 = 1.0;

options! {
    /// Options of `normal-map-newton`.
    struct NormalMapOptions {
        /// Share of the predicted decrease that a step must reach.
        sufficient_decrease: f64 = 1e-4,
        /// Factor of one back-tracking step, below 1.
        reduction: f64 = 0.5,
    }
}

fn describe() -> Vec<OptionDescription> {
    StoppingOptions::described_after(NormalMapOptions::describe())
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (rules, own) = StoppingOptions::split(NAME, settings, &describe())?;
    let options = NormalMapOptions::from_settings(NAME, &own)?;
    if options.reduction <= 0.0 || options.reduction >= 1.0 {
        return Err(OptionError::BadValue {
            key: "reduction".into(),
            value: options.reduction.to_string(),
            reason: "expected a number above 0 and below 1".into(),
        });
    }
    Ok(Box::new(NormalMap { options, rules }))
}

struct NormalMap {
    options: NormalMapOptions,
    rules: StoppingOptions,
}

impl Method for NormalMap {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let x = start(problem, request);
        let mut map = Map::new(problem, &x);
        let watch = Watch::new(problem, request, &self.rules, LIMIT).with_merit(Merit::Minimum);
        let mut attempt =
            watch.run_until(x, Counts::default(), |x, counts| map.step(&self.options, x, counts));
        attempt.figures.insert("raised_diagonals", map.raised as f64);
        Ok(attempt)
    }
}

struct Map<'a> {
    problem: &'a Problem,
    z: Vec<f64>,
    matrix: EquationMatrix,
    factor: Option<SparseLu>,
    /// How often A_II was singular.
    raised: usize,
}

impl<'a> Map<'a> {
    fn new(problem: &'a Problem, x: &[f64]) -> Self {
        let mut w = vec![0.0; x.len()];
        problem.velocity(x, &mut w);
        let matrix = EquationMatrix::new(problem.matrix(), normals(problem));
        let factor = SparseLu::new(matrix.matrix()).ok();
        let z = x.iter().zip(&w).map(|(x, w)| x - w).collect();
        Self { problem, z, matrix, factor, raised: 0 }
    }

    fn inside(&self, row: usize, z: f64) -> bool {
        z > self.problem.lo()[row] && z < self.problem.hi()[row]
    }

    /// F at z; writes x.
    fn value(&self, z: &[f64], x: &mut [f64], counts: &mut Counts) -> Vec<f64> {
        for row in 0..z.len() {
            x[row] = interval::project(z[row], self.problem.lo()[row], self.problem.hi()[row]);
        }
        let mut value = vec![0.0; z.len()];
        self.problem.velocity(x, &mut value);
        counts.products += 1;
        (0..z.len()).for_each(|row| value[row] += z[row] - x[row]);
        value
    }

    /// Newton's direction at z.
    fn direction(&mut self, value: &[f64], counts: &mut Counts) -> Option<Vec<f64>> {
        let n = value.len();
        let inside: Vec<bool> = (0..n).map(|row| self.inside(row, self.z[row])).collect();
        let flag = |on: bool| if on { 1.0 } else { 0.0 };
        let velocity: Vec<f64> = inside.iter().map(|&on| flag(on)).collect();
        let diagonal = infinity_norm(self.problem.diagonal());
        let mut shift = 0.0;
        let mut step = loop {
            let own: Vec<f64> =
                inside.iter().map(|&on| if on { shift * diagonal } else { 1.0 }).collect();
            let equations = EquationRows { own: &own, normal: &vec![0.0; n], velocity: &velocity };
            self.matrix.fill(self.problem.matrix(), equations, |_| 0.0, |_, _| {});
            counts.factorisations += 1;
            let mut step: Vec<f64> =
                (0..n).map(|row| if inside[row] { -value[row] } else { 0.0 }).collect();
            let factor = self.factor.as_mut()?;
            if factor.factorise(self.matrix.matrix()).is_ok() {
                factor.solve(&mut step);
                if step.iter().all(|entry| entry.is_finite()) {
                    break step;
                }
            }
            self.raised += 1;
            shift = if shift == 0.0 { FIRST_SHIFT } else { 100.0 * shift };
            if shift > LARGEST_SHIFT {
                return None;
            }
        };
        let mut product = vec![0.0; n];
        self.problem.multiply(&step, &mut product);
        counts.products += 1;
        for row in (0..n).filter(|&row| !inside[row]) {
            step[row] = -value[row] - product[row];
        }
        Some(step)
    }

    /// −JᵀF.
    fn descent(&self, value: &[f64], counts: &mut Counts) -> Vec<f64> {
        let mut product = vec![0.0; value.len()];
        self.problem.multiply_transposed(value, &mut product);
        counts.products += 1;
        let entry = |row: usize| {
            if self.inside(row, self.z[row]) { -product[row] } else { -value[row] }
        };
        (0..value.len()).map(entry).collect()
    }

    /// One step; says why when there is none.
    fn step(
        &mut self,
        options: &NormalMapOptions,
        x: &mut [f64],
        counts: &mut Counts,
    ) -> Option<Exit> {
        let value = self.value(&self.z.clone(), x, counts);
        let merit = 0.5 * dot(&value, &value);
        // Newton's direction has the slope −2θ, and the gradient its own.
        if let Some(step) = self.direction(&value, counts)
            && self.advance(options, &step, merit, -2.0 * merit, x, counts)
        {
            return None;
        }
        let mut step = self.descent(&value, counts);
        let square = dot(&step, &step);
        if square <= 1e-26 * merit || !square.is_finite() {
            return Some(Exit::LocalMinimum);
        }
        let length = merit / square;
        step.iter_mut().for_each(|entry| *entry *= length);
        if self.advance(options, &step, merit, -length * square, x, counts) {
            return None;
        }
        Some(Exit::LocalMinimum)
    }

    /// Back-tracks along `step`; whether there was one to take.
    fn advance(
        &mut self,
        options: &NormalMapOptions,
        step: &[f64],
        merit: f64,
        slope: f64,
        x: &mut [f64],
        counts: &mut Counts,
    ) -> bool {
        let mut length = 1.0;
        while length >= SHORTEST {
            let trial: Vec<f64> =
                self.z.iter().zip(step).map(|(z, step)| z + length * step).collect();
            let value = self.value(&trial, x, counts);
            let found = 0.5 * dot(&value, &value);
            if found <= merit + options.sufficient_decrease * length * slope {
                self.z = trial;
                return true;
            }
            length *= options.reduction;
        }
        false
    }
}
