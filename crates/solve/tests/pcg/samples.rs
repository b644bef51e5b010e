//! Problems and the few lines that every test needs.

use stickslip_problems::generate;
use stickslip_solve::{OptionValues, Outcome, Problem, Request, registry};

/// A generated problem; `settings` as after `--set`.
pub fn problem(generator: &str, seed: u64, settings: &str) -> Problem {
    let settings = OptionValues::parse(settings.split_whitespace()).expect("key=value");
    let generator = generate::find(generator).expect("a known generator");
    generator.generate(seed, &settings).expect("settings in range")
}

/// Solves with the given settings and checks the status against a residual
/// summed from the assembled matrix.
pub fn solve(solver: &str, settings: &str, problem: &Problem, request: &Request) -> Outcome {
    let settings = OptionValues::parse(settings.split_whitespace()).expect("key=value");
    let entry = registry::find(solver).expect("registered");
    let mut solver = entry.build(&settings).expect("known options");
    let outcome = solver.solve(problem, request).expect("accepted");
    let residual = natural(problem, &outcome.x);
    let rounding = 1e-12 * (1.0 + largest(problem.b()));
    if outcome.status.name() == "converged" {
        assert!(residual <= outcome.tolerance + rounding, "a false `converged`: {residual:e}");
    } else {
        assert!(residual > outcome.tolerance - rounding, "converged without saying so");
    }
    outcome
}

/// max |x − clamp(x − (A x + b))| for constant bounds.
pub fn natural(problem: &Problem, x: &[f64]) -> f64 {
    let steps = (0..x.len()).map(|row| {
        let w: f64 = problem.b()[row]
            + problem.matrix().row(row).map(|(col, value)| value * x[col]).sum::<f64>();
        (x[row] - (x[row] - w).max(problem.lo()[row]).min(problem.hi()[row])).abs()
    });
    steps.fold(0.0, f64::max)
}

pub fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |most, value| most.max(value.abs()))
}

/// max |x − y| over 1 + max |y|.
pub fn distance(x: &[f64], y: &[f64]) -> f64 {
    let gap = x.iter().zip(y).fold(0.0_f64, |most, (x, y)| most.max((x - y).abs()));
    gap / (1.0 + largest(y))
}
