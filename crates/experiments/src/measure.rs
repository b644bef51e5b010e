//! Running solvers and reading their histories: what the experiments share.

use cpu_time::ThreadTime;
use stickslip_solve::{HistoryPoint, OptionValues, Outcome, Problem, Request, Residuals, registry};

use crate::bounded::Range;
use crate::claim::Ruling;
use crate::error::ExperimentError;

/// A solver with options, and its name in tables and legends.
#[derive(Clone, Debug)]
pub struct Way {
    /// The name for people.
    pub name: String,
    /// The solver's name.
    pub solver: &'static str,
    /// Its options.
    pub settings: OptionValues,
}

impl Way {
    /// A solver with options such as "relaxation=1.4 ordering=random".
    pub fn new(
        name: impl Into<String>,
        solver: &'static str,
        options: &str,
    ) -> Result<Self, ExperimentError> {
        let settings = OptionValues::parse(options.split_whitespace())?;
        Ok(Self { name: name.into(), solver, settings })
    }

    /// Solves with a solver object made for this one call. The history ends
    /// with the method's own last iterate: what stands behind it in that of the
    /// library, the best iterate that is handed back, is no step of the method.
    /// The time of the outcome is at most what the processor spent: waiting for it
    /// does not count.
    pub fn solve(&self, problem: &Problem, request: &Request) -> Result<Outcome, ExperimentError> {
        let mut solver = registry::find(self.solver)?.build(&self.settings)?;
        let begun = ThreadTime::now();
        let mut outcome = solver.solve(problem, request)?;
        outcome.time_s = outcome.time_s.min(begun.elapsed().as_secs_f64());
        outcome.history.dedup_by_key(|point| point.iteration);
        Ok(outcome)
    }

    /// Runs up to `limit` iterations, whatever the residual, and keeps all iterates.
    pub fn trace(&self, problem: &Problem, limit: usize) -> Result<Outcome, ExperimentError> {
        self.trace_to(problem, limit, f64::MIN_POSITIVE)
    }

    /// The same until the residual is at most `tolerance`.
    pub fn trace_to(
        &self,
        problem: &Problem,
        limit: usize,
        tolerance: f64,
    ) -> Result<Outcome, ExperimentError> {
        self.solve(problem, &Request { iterates: true, ..recorded(limit, tolerance) })
    }

    /// The same without keeping iterates.
    pub fn residuals(
        &self,
        problem: &Problem,
        limit: usize,
        tolerance: f64,
    ) -> Result<Outcome, ExperimentError> {
        self.solve(problem, &recorded(limit, tolerance))
    }
}

/// Asks for a history.
fn recorded(limit: usize, tolerance: f64) -> Request {
    Request {
        tolerance: Some(tolerance),
        max_iterations: Some(limit),
        history: true,
        ..Request::default()
    }
}

/// Seconds of the processor that one call of `work` takes: the mean over as many
/// calls as fill a twentieth of a second.
pub fn seconds(
    mut work: impl FnMut() -> Result<(), ExperimentError>,
) -> Result<f64, ExperimentError> {
    const LEAST: f64 = 0.05;
    let begun = ThreadTime::now();
    for calls in 1.. {
        work()?;
        let spent = begun.elapsed().as_secs_f64();
        if spent >= LEAST {
            return Ok(spent / f64::from(calls));
        }
    }
    Ok(f64::NAN)
}

/// How often what a claim rests on is timed.
pub const REPEATS: usize = 3;

/// [`REPEATS`] times of the same work, as far apart as the clock brings them.
pub fn spread(
    mut work: impl FnMut() -> Result<(), ExperimentError>,
) -> Result<Range, ExperimentError> {
    let times: Vec<f64> =
        (0..REPEATS).map(|_| seconds(&mut work)).collect::<Result<_, ExperimentError>>()?;
    Ok(Range::of(&times))
}

/// Measures every iterate of a history, which must have been kept.
pub fn measure_all(
    problem: &Problem,
    history: &[HistoryPoint],
    mut measure: impl FnMut(&[f64], &[f64]) -> f64,
) -> Vec<f64> {
    let mut w = vec![0.0; problem.size()];
    history
        .iter()
        .map(|point| {
            problem.velocity(&point.x, &mut w);
            measure(&point.x, &w)
        })
        .collect()
}

/// θ = ½‖H‖² of the minimum map (Erleben 2013, Eq 64).
pub fn minimum_merit(problem: &Problem, x: &[f64], w: &[f64]) -> f64 {
    Residuals::measure(problem, x, w).minimum_merit.unwrap_or(f64::NAN)
}

/// θ = ½‖F‖² of the Fischer–Burmeister map (Erleben 2013, Eq 103).
pub fn fischer_merit(problem: &Problem, x: &[f64], w: &[f64]) -> f64 {
    Residuals::measure(problem, x, w).fischer_merit.unwrap_or(f64::NAN)
}

/// The points of a curve: a value for each iteration.
pub fn by_iteration(history: &[HistoryPoint], values: &[f64]) -> Vec<[f64; 2]> {
    history.iter().zip(values).map(|(point, &value)| [point.iteration as f64, value]).collect()
}

/// Residual against iteration.
pub fn residual_curve(outcome: &Outcome) -> Vec<[f64; 2]> {
    outcome.history.iter().map(|point| [point.iteration as f64, point.residual]).collect()
}

/// The first iteration whose residual is at most `level`.
pub fn first_below(history: &[HistoryPoint], level: f64) -> Option<usize> {
    history.iter().find(|point| point.residual <= level).map(|point| point.iteration)
}

/// Mean, least, largest and standard deviation.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// The mean.
    pub mean: f64,
    /// The least.
    pub min: f64,
    /// The largest.
    pub max: f64,
    /// The standard deviation of a sample.
    pub deviation: f64,
}

impl Statistics {
    /// Of at least one number.
    pub fn of(values: &[f64]) -> Option<Self> {
        let count = values.len() as f64;
        if values.is_empty() {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count;
        let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum::<f64>();
        Some(Self {
            mean,
            min: values.iter().copied().fold(f64::INFINITY, f64::min),
            max: values.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            deviation: (squares / (count - 1.0).max(1.0)).sqrt(),
        })
    }
}

/// The slope of log y against log x by least squares: the exponent of a power law.
pub fn exponent(points: &[[f64; 2]]) -> f64 {
    let logs: Vec<[f64; 2]> = points.iter().map(|[x, y]| [libm::log(*x), libm::log(*y)]).collect();
    slope(&logs)
}

/// The exponent of a power law, give or take two standard errors of its fit.
pub fn exponent_range(points: &[[f64; 2]]) -> Range {
    let logs: Vec<[f64; 2]> = points.iter().map(|[x, y]| [libm::log(*x), libm::log(*y)]).collect();
    let rise = slope(&logs);
    let count = logs.len() as f64;
    let mean = |axis: usize| logs.iter().map(|point| point[axis]).sum::<f64>() / count;
    let (x, y) = (mean(0), mean(1));
    let left: f64 = logs.iter().map(|it| (it[1] - y - rise * (it[0] - x)).powi(2)).sum();
    let wide: f64 = logs.iter().map(|it| (it[0] - x).powi(2)).sum();
    let error = (left / (count - 2.0) / wide).sqrt();
    Range { least: rise - 2.0 * error, most: rise + 2.0 * error }
}

/// The slope of y against x by least squares.
pub fn slope(points: &[[f64; 2]]) -> f64 {
    let count = points.len() as f64;
    let mean = |axis: usize| points.iter().map(|point| point[axis]).sum::<f64>() / count;
    let (x, y) = (mean(0), mean(1));
    let above: f64 = points.iter().map(|point| (point[0] - x) * (point[1] - y)).sum();
    let below: f64 = points.iter().map(|point| (point[0] - x) * (point[0] - x)).sum();
    above / below
}

/// The order p of ε_next ≈ c εᵖ.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Order {
    /// A number: the median over many steps, the largest over few.
    Of(f64),
    /// From far to rounding in one step: no number can be given.
    AtOnce,
    /// Too few steps that fall.
    Unknown,
}

/// Beyond this an order is that of rounding.
const HIGHEST: f64 = 4.0;

impl Order {
    /// Of errors down to `rounding`.
    pub fn of(errors: &[f64], rounding: f64) -> Self {
        let end = errors.iter().position(|&error| error <= rounding);
        let errors = &errors[..end.map_or(errors.len(), |at| at + 1)];
        let local = |three: &[f64]| libm::log(three[2] / three[1]) / libm::log(three[1] / three[0]);
        let falling = |three: &&[f64]| three[0] > three[1] && three[1] > three[2];
        let sudden = |two: &[f64]| two[0] > 1e-4 && two[1] <= rounding;
        if errors.windows(2).any(sudden) {
            return Self::AtOnce;
        }
        let all: Vec<f64> = errors.windows(3).filter(falling).map(local).collect();
        let mut orders: Vec<f64> = all.iter().copied().filter(|it| *it <= HIGHEST).collect();
        orders.sort_by(f64::total_cmp);
        if orders.len() > 12 {
            return Self::Of(orders[orders.len() / 2]);
        }
        // A last step far beyond what the others promise ends at rounding.
        match orders.last() {
            Some(&order) if order > 1.5 || all.len() == orders.len() => Self::Of(order),
            _ if all.len() > orders.len() => Self::AtOnce,
            _ => Self::Unknown,
        }
    }

    /// In words.
    pub fn told(self) -> String {
        match self {
            Self::Of(order) => format!("order {order:.2}"),
            Self::AtOnce => "ends in one step".into(),
            Self::Unknown => "too few steps".into(),
        }
    }

    /// About one.
    pub fn is_linear(self) -> bool {
        matches!(self, Self::Of(order) if (0.8..1.2).contains(&order))
    }

    /// Whether it is two, to half of one. What ends at once, or falls faster still
    /// over few steps, has no order that can be given.
    pub fn quadratic(self) -> Ruling {
        match self {
            Self::Of(order) if order < 1.5 => Ruling::Fails,
            Self::Of(order) if order <= 2.5 => Ruling::Holds,
            Self::Of(_) | Self::AtOnce | Self::Unknown => Ruling::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_history_ends_with_the_last_iterate_of_the_method() {
        // Without a solution x grows, and the best iterate is the start.
        let options = stickslip_problems::generate::LegacyDenseOptions {
            size: 20,
            singular: 0.9,
            ..Default::default()
        };
        let problem = stickslip_problems::generate::legacy_dense(0, &options).expect("a problem");
        let way = Way::new("PGS", "pgs", "").expect("a solver");
        let history = way.trace(&problem, 30).expect("a run").history;
        let counts: Vec<usize> = history.iter().map(|point| point.iteration).collect();
        assert!(counts.len() > 10 && counts.windows(2).all(|two| two[0] < two[1]), "{counts:?}");
        assert!(history.last().expect("points").x.iter().any(|&x| x > 0.0));
    }

    #[test]
    fn statistics_of_known_numbers() {
        let found = Statistics::of(&[2.0, 4.0, 4.0, 6.0]).expect("some");
        assert_eq!((found.mean, found.min, found.max), (4.0, 2.0, 6.0));
        assert!((found.deviation - (8.0_f64 / 3.0).sqrt()).abs() < 1e-15);
        assert_eq!(Statistics::of(&[]), None);
    }

    #[test]
    fn orders_are_told_where_there_are_any() {
        let linear: Vec<f64> = (0..20).map(|k| 0.5_f64.powi(k)).collect();
        assert!(Order::of(&linear, 1e-10).is_linear());
        let quadratic = [0.5, 0.25, 0.0625, 0.0039, 1.5e-5, 2.3e-10];
        assert!(
            matches!(Order::of(&quadratic, 1e-9), Order::Of(order) if (1.8..2.2).contains(&order))
        );
        assert_eq!(Order::of(&[9.0, 3.0, 1.0, 1e-14], 1e-9), Order::AtOnce);
        assert_eq!(Order::of(&[1.0], 1e-9), Order::Unknown);
        let orders = [Order::Of(1.0), Order::Of(2.1), Order::Of(3.9), Order::AtOnce];
        let ruled = [Ruling::Fails, Ruling::Holds, Ruling::Open, Ruling::Open];
        assert_eq!(orders.map(Order::quadratic), ruled);
    }

    #[test]
    fn a_fit_that_misses_its_points_has_an_error() {
        let exact: Vec<_> = (1..9).map(|n| [f64::from(n), f64::from(n).powi(2)]).collect();
        assert_eq!(exponent_range(&exact).between(1.9, 2.1), Ruling::Holds);
        let shaken = exact.iter().enumerate().map(|(at, [x, y])| match at % 2 {
            0 => [*x, 9.0 * y],
            _ => [*x, y / 9.0],
        });
        let range = exponent_range(&shaken.collect::<Vec<_>>());
        assert_eq!(range.between(1.9, 2.1), Ruling::Open, "{range:?}");
        assert_eq!(exponent_range(&exact[..2]).between(0.0, 9.0), Ruling::Open);
    }

    #[test]
    fn waiting_takes_no_time_of_the_processor() {
        let waits = || -> Result<(), ExperimentError> {
            std::thread::sleep(std::time::Duration::from_millis(20));
            (0..200_000_u64).for_each(|at| {
                std::hint::black_box(at);
            });
            Ok(())
        };
        assert!(seconds(waits).expect("a time") < 0.02);
    }

    #[test]
    fn a_power_law_has_its_exponent() {
        let points: Vec<_> = (1..6).map(|n| [f64::from(n), 3.0 * f64::from(n).powi(3)]).collect();
        assert!((exponent(&points) - 3.0).abs() < 1e-12);
    }
}
