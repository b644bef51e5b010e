//! Problems and runs that several tests share.

use stickslip_linalg::SparseMatrix;
use stickslip_problems::generate;
use stickslip_solve::{
    Kind, OptionValues, Outcome, Problem, ProblemData, Request, Start, registry,
};

/// The three methods.
pub const METHODS: [&str; 3] = ["minmap-newton", "fischer-newton", "semismooth-newton"];

/// Runs a solver with options such as `["linear=direct"]`.
pub fn solve(name: &str, options: &[&str], problem: &Problem) -> Outcome {
    solve_from(name, options, &Request::default(), problem)
}

/// The same with a request.
pub fn solve_from(name: &str, options: &[&str], request: &Request, problem: &Problem) -> Outcome {
    let settings = OptionValues::parse(options.iter().copied()).expect("key=value");
    let entry = registry::find(name).expect("registered");
    entry.build(&settings).expect("known options").solve(problem, request).expect("accepted")
}

/// The same from x, with every iterate.
pub fn path(method: &str, options: &[&str], problem: &Problem, x: &[f64]) -> Outcome {
    let request = Request {
        history: true,
        iterates: true,
        start: Start { x: Some(x.to_vec()), labels: None },
        ..Request::default()
    };
    solve_from(method, options, &request, problem)
}

/// A generated problem.
pub fn generated(name: &str, seed: u64, options: &[&str]) -> Problem {
    let settings = OptionValues::parse(options.iter().copied()).expect("key=value");
    generate::find(name).expect("listed").generate(seed, &settings).expect("well formed")
}

/// The `lcp` with these entries.
pub fn lcp(entries: &[f64], b: &[f64]) -> Problem {
    let matrix = SparseMatrix::from_dense(b.len(), b.len(), entries);
    let data = ProblemData::assembled("by hand", Kind::Lcp, matrix, b.to_vec());
    Problem::new(data).expect("well formed")
}

/// ‖x − y‖∞.
pub fn distance(x: &[f64], y: &[f64]) -> f64 {
    x.iter().zip(y).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}
