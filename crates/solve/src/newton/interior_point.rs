//! `interior-point`: Mehrotra's predictor and corrector on w = A x + b with
//! constant bounds (Wright 1997, ch. 8 and 10; Erleben 2013, §8).
//!
//! With s = x − lo, t = hi − x and multipliers y, z > 0, A x + b = y − z:
//! steps go along (A + diag(y/s + z/t)) Δx = −r + c_s/s − c_t/t with
//! c_s = σμ − s y, c_t = σμ − t z, one step length for all. It needs no index
//! sets and no symmetry, and ends in a few tens of steps where A is monotone.

use super::equations::normals;
use super::minmap::ACCEPTS;
use crate::equations::{EquationMatrix, EquationRows};
use crate::options::{OptionDescription, OptionError, OptionValues, options};
use crate::outcome::Counts;
use crate::problem::Problem;
use crate::request::Request;
use crate::solver::{Attempt, Entry, Method, Refusal};
use crate::stopping::{Exit, Merit, StoppingOptions, Watch, start};
use stickslip_linalg::{SparseLu, infinity_norm};

/// The registry's line.
pub const ENTRY: Entry = Entry {
    name: NAME,
    family: "newton",
    summary: "interior point with predictor and corrector, for monotone A",
    accepts: ACCEPTS,
    options: describe,
    make,
};

const NAME: &str = "interior-point";

/// Steps unless the request says otherwise.
const LIMIT: usize = 200;

options! {
    /// Options of `interior-point`.
    struct InteriorOptions {
        /// Share of the way to the nearest bound that a step may go, below 1.
        boundary: f64 = 0.995,
        /// Whether a second solve with the same factor corrects the curvature of the path.
        corrector: bool = true,
    }
}

fn describe() -> Vec<OptionDescription> {
    StoppingOptions::described_after(InteriorOptions::describe())
}

fn make(settings: &OptionValues) -> Result<Box<dyn Method>, OptionError> {
    let (rules, own) = StoppingOptions::split(NAME, settings, &describe())?;
    let options = InteriorOptions::from_settings(NAME, &own)?;
    if options.boundary <= 0.0 || options.boundary >= 1.0 {
        return Err(OptionError::BadValue {
            key: "boundary".into(),
            value: options.boundary.to_string(),
            reason: "expected a number above 0 and below 1".into(),
        });
    }
    Ok(Box::new(InteriorPoint { options, rules }))
}

struct InteriorPoint {
    options: InteriorOptions,
    rules: StoppingOptions,
}

impl Method for InteriorPoint {
    fn run(&mut self, problem: &Problem, request: &Request) -> Result<Attempt, Refusal> {
        let mut x = start(problem, request);
        let mut path = Path::new(problem, &mut x);
        let watch = Watch::new(problem, request, &self.rules, LIMIT).with_merit(Merit::Minimum);
        Ok(watch.run_until(x, Counts::default(), |x, counts| path.step(&self.options, x, counts)))
    }
}

/// One side of the box: the distance to a bound and its multiplier.
#[derive(Clone, Copy, Debug)]
struct Side {
    gap: f64,
    force: f64,
    /// +1 below x, −1 above it: the sign of the gap's growth with x.
    sign: f64,
}

impl Side {
    /// σμ − s y − the product of the predicted changes.
    fn target(self, centre: f64, predicted: Option<(f64, f64)>) -> f64 {
        centre - self.gap * self.force - predicted.map_or(0.0, |(gap, force)| gap * force)
    }
}

/// Changes of gap and force of the sides of a row.
type SideChanges = Vec<(f64, f64)>;

/// The state along the central path.
struct Path<'a> {
    problem: &'a Problem,
    /// For every row its sides, which are finite.
    sides: Vec<Vec<Side>>,
    matrix: EquationMatrix,
    factor: Option<SparseLu>,
    w: Vec<f64>,
}

impl<'a> Path<'a> {
    /// Moves x inside, as far as the row alone would ask for.
    fn new(problem: &'a Problem, x: &mut [f64]) -> Self {
        let mut w = vec![0.0; x.len()];
        problem.velocity(x, &mut w);
        let scale = |row: usize| {
            let a = problem.diagonal()[row];
            if a > 0.0 { w[row].abs() / a } else { w[row].abs() }
        };
        let usual = (0..x.len()).map(scale).sum::<f64>() / x.len().max(1) as f64;
        let force = infinity_norm(&w).max(f64::MIN_POSITIVE.sqrt());
        let mut sides = Vec::with_capacity(x.len());
        for row in 0..x.len() {
            let (lo, hi) = (problem.lo()[row], problem.hi()[row]);
            let room = scale(row).max(0.1 * usual).max(1e-6).min(0.25 * (hi - lo));
            let mut own = Vec::new();
            if lo < hi {
                x[row] = x[row].max(lo + room).min(hi - room);
                let start = w[row].abs().max(0.1 * force);
                if lo.is_finite() {
                    own.push(Side { gap: x[row] - lo, force: start, sign: 1.0 });
                }
                if hi.is_finite() {
                    own.push(Side { gap: hi - x[row], force: start, sign: -1.0 });
                }
            } else {
                x[row] = lo;
            }
            sides.push(own);
        }
        let matrix = EquationMatrix::new(problem.matrix(), normals(problem));
        let factor = SparseLu::new(matrix.matrix()).ok();
        Self { problem, sides, matrix, factor, w }
    }

    fn is_fixed(&self, row: usize) -> bool {
        self.problem.lo()[row] == self.problem.hi()[row]
    }

    /// μ: the mean of all products.
    fn centrality(&self, changes: Option<(&[SideChanges], f64)>) -> f64 {
        let (mut sum, mut count) = (0.0, 0);
        for (row, sides) in self.sides.iter().enumerate() {
            for (at, side) in sides.iter().enumerate() {
                let (gap, force) = changes.map_or((0.0, 0.0), |(all, length)| {
                    (length * all[row][at].0, length * all[row][at].1)
                });
                sum += (side.gap + gap) * (side.force + force);
                count += 1;
            }
        }
        if count == 0 { 0.0 } else { sum / f64::from(count) }
    }

    /// Δx for σμ, and the changes of all sides.
    fn direction(
        &self,
        centre: f64,
        predicted: Option<&[SideChanges]>,
    ) -> Option<(Vec<f64>, Vec<SideChanges>)> {
        let known = |row: usize, at: usize| predicted.map(|all| all[row][at]);
        let mut step: Vec<f64> = (0..self.w.len())
            .map(|row| {
                if self.is_fixed(row) {
                    return 0.0;
                }
                let sides = self.sides[row].iter().enumerate();
                let pull = |(at, side): (usize, &Side)| {
                    let target = side.target(centre, known(row, at)) / side.gap;
                    side.sign * (side.force + target)
                };
                -self.w[row] + sides.map(pull).sum::<f64>()
            })
            .collect();
        self.factor.as_ref()?.solve(&mut step);
        if step.iter().any(|value| !value.is_finite()) {
            return None;
        }
        let change = |row: usize| {
            let sides = self.sides[row].iter().enumerate();
            let of_side = |(at, side): (usize, &Side)| {
                let gap = side.sign * step[row];
                let target = side.target(centre, known(row, at));
                (gap, (target - side.force * gap) / side.gap)
            };
            sides.map(of_side).collect()
        };
        let changes = (0..step.len()).map(change).collect();
        Some((step, changes))
    }

    /// The largest step, at most 1, that leaves everything positive.
    fn longest(&self, changes: &[SideChanges]) -> f64 {
        let pairs = self.sides.iter().flatten().zip(changes.iter().flatten());
        let limit = |value: f64, change: f64| {
            if change < 0.0 { -value / change } else { f64::INFINITY }
        };
        pairs
            .map(|(side, change)| limit(side.gap, change.0).min(limit(side.force, change.1)))
            .fold(1.0, f64::min)
    }

    /// One predictor and corrector.
    fn step(
        &mut self,
        options: &InteriorOptions,
        x: &mut [f64],
        counts: &mut Counts,
    ) -> Option<Exit> {
        self.problem.velocity(x, &mut self.w);
        counts.products += 1;
        let n = x.len();
        let own: Vec<f64> = (0..n)
            .map(|row| {
                let stiffness: f64 = self.sides[row].iter().map(|it| it.force / it.gap).sum();
                if self.is_fixed(row) { 1.0 } else { stiffness }
            })
            .collect();
        let velocity: Vec<f64> =
            (0..n).map(|row| if self.is_fixed(row) { 0.0 } else { 1.0 }).collect();
        let equations = EquationRows { own: &own, normal: &vec![0.0; n], velocity: &velocity };
        self.matrix.fill(self.problem.matrix(), equations, |_| 0.0, |_, _| {});
        counts.factorisations += 1;
        let factored = self.factor.as_mut().map(|factor| factor.factorise(self.matrix.matrix()));
        if !matches!(factored, Some(Ok(_))) {
            return Some(Exit::Stagnation);
        }
        let Some((mut step, mut changes)) = self.direction(0.0, None) else {
            return Some(Exit::Stagnation);
        };
        let now = self.centrality(None);
        if now > 0.0 {
            let length = self.longest(&changes);
            let then = self.centrality(Some((&changes, length)));
            let share = (then / now).clamp(0.0, 1.0).powi(3);
            let predicted = options.corrector.then_some(&changes[..]);
            let corrected = self.direction(share * now, predicted);
            let Some(corrected) = corrected else { return Some(Exit::Stagnation) };
            (step, changes) = corrected;
        }
        let longest = self.longest(&changes);
        let length = if longest < 1.0 { options.boundary * longest } else { 1.0 };
        for row in 0..n {
            x[row] += length * step[row];
            let bounds = [self.problem.lo()[row], self.problem.hi()[row]];
            for (side, change) in self.sides[row].iter_mut().zip(&changes[row]) {
                side.force += length * change.1;
                // Not by adding, which would lose the distance in rounding.
                let exact = if side.sign > 0.0 { x[row] - bounds[0] } else { bounds[1] - x[row] };
                let added = side.gap + length * change.0;
                side.gap = if exact > 0.0 { exact } else { added };
            }
        }
        None
    }
}
