//! Which solvers take a problem, and how near each family comes to it.

use stickslip_problems::generate;
use stickslip_solve::registry::{self, SOLVERS};
use stickslip_solve::{Entry, OptionValues, Outcome, Problem, Request};

/// How far x may lie from the solution, relative to 1 + ‖x‖∞, where A is well
/// conditioned. Pivoting ends with a linear solve; other families stop at a
/// residual, which the condition of A magnifies.
/// Pivoting with conjugate gradients inside stops at a residual as well. At
/// degenerate solutions Fischer's equations have a singular Jacobian, and a
/// residual of 1e-9 may leave its square root in x.
const NEARNESS: &[(&str, f64)] =
    &[("bpp-pcg", 1e-6), ("pgcg", 1e-6), ("pivoting", 1e-8), ("fischer-newton", 1e-3)];
/// For solvers and families without a line above.
const USUAL_NEARNESS: f64 = 1e-4;

/// The distance that a solver is held to.
pub fn nearness(entry: &Entry) -> f64 {
    let listed = NEARNESS.iter().find(|(known, _)| [entry.name, entry.family].contains(known));
    listed.map_or(USUAL_NEARNESS, |(_, nearness)| *nearness)
}

/// The solvers that take `problem`.
pub fn takers(problem: &Problem) -> impl Iterator<Item = &'static Entry> {
    SOLVERS.iter().filter(|entry| entry.accepts.check(entry.name, problem).is_ok())
}

/// The pivoting solvers without the oracle.
pub fn pivoting() -> impl Iterator<Item = &'static Entry> {
    SOLVERS.iter().filter(|entry| entry.family == "pivoting" && entry.name != "enumerate")
}

/// The variants of block pivoting with exact factors.
pub fn block_variants() -> impl Iterator<Item = &'static Entry> {
    SOLVERS.iter().filter(|entry| entry.name.starts_with("bpp") && entry.name != "bpp-pcg")
}

/// A fresh solver with default options; `None` when the problem is too large
/// for it or lacks something that only a run can tell.
pub fn attempt(entry: &'static Entry, problem: &Problem) -> Option<Outcome> {
    let mut solver = entry.build(&OptionValues::new()).expect("defaults");
    solver.solve(problem, &Request::default()).ok()
}

/// Runs the solver of that name with options such as `["space=body"]`.
pub fn solve(name: &str, options: &[&str], problem: &Problem) -> Outcome {
    solve_from(name, options, &Request::default(), problem)
}

/// The same with a request.
pub fn solve_from(name: &str, options: &[&str], request: &Request, problem: &Problem) -> Outcome {
    let settings = OptionValues::parse(options.iter().copied()).expect("key=value");
    let entry = registry::find(name).expect("registered");
    let mut solver = entry.build(&settings).expect("known options");
    solver.solve(problem, request).expect("accepted")
}

/// A generated problem with options such as `["bricks=4"]`.
pub fn generated(name: &str, seed: u64, options: &[&str]) -> Problem {
    let settings = OptionValues::parse(options.iter().copied()).expect("key=value");
    let generator = generate::find(name).expect("listed");
    generator.generate(seed, &settings).unwrap_or_else(|error| panic!("{name}: {error}"))
}
