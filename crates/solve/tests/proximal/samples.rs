//! Problems and runs that several tests share.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::SparseMatrix;
use stickslip_solve::sets::Directions;
use stickslip_solve::{
    FrictionContact, Kind, OptionValues, Outcome, Problem, ProblemData, Request, Section,
    SectionShape, registry,
};

/// The methods that take every section.
pub const METHODS: [&str; 3] = ["prox-jacobi", "prox-gs", "admm"];

/// All methods for cones that take a problem and the sections of its contacts.
pub fn takers(problem: &Problem) -> Vec<&'static str> {
    let takes = |entry: &&stickslip_solve::Entry| {
        entry.accepts.kinds.contains(&Kind::Ccp) | entry.accepts.kinds.contains(&Kind::Ncp)
            && entry.accepts.check(entry.name, problem).is_ok()
    };
    let round = problem.contacts().iter().all(stickslip_solve::FrictionContact::is_coulomb);
    let found: Vec<&str> = registry::SOLVERS.iter().filter(takes).map(|entry| entry.name).collect();
    // Those of the disc alone have tests of their own.
    if round { METHODS.to_vec() } else { found }
}

/// Runs a solver with options such as `["r_factor=global"]`.
pub fn solve(name: &str, options: &[&str], problem: &Problem) -> Outcome {
    solve_from(name, options, &Request::default(), problem)
}

/// The same with a request.
pub fn solve_from(name: &str, options: &[&str], request: &Request, problem: &Problem) -> Outcome {
    let settings = OptionValues::parse(options.iter().copied()).expect("key=value");
    let entry = registry::find(name).expect("registered");
    entry.build(&settings).expect("known options").solve(problem, request).expect("accepted")
}

/// A polygon of so many directions.
pub fn polygon(count: usize) -> SectionShape {
    SectionShape::Polygon(Directions::new(count).expect("even"))
}

/// One contact with dense A.
pub fn contact(kind: Kind, entries: &[f64], b: &[f64], mu: f64, section: Section) -> Problem {
    let n = b.len();
    let matrix = SparseMatrix::from_dense(n, n, entries);
    let mut data = ProblemData::assembled("contact", kind, matrix, b.to_vec());
    data.contacts = vec![FrictionContact { normal: 0, tangents: (1..n).collect(), mu, section }];
    data.lo[1..].fill(f64::NEG_INFINITY);
    Problem::new(data).expect("well formed")
}

/// `contacts` contacts of `size` rows each on a well conditioned random Gram
/// matrix, pressed together and sliding.
pub fn several(kind: Kind, seed: u64, contacts: usize, size: usize, section: &Section) -> Problem {
    let n = contacts * size;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let factor: Vec<f64> = (0..n * n).map(|_| random.random_range(-1.0..1.0)).collect();
    let mut entries = vec![0.0; n * n];
    for i in 0..n {
        for j in 0..n {
            let inner: f64 = (0..n).map(|k| factor[i * n + k] * factor[j * n + k]).sum();
            entries[i * n + j] = inner / n as f64 + if i == j { 0.5 } else { 0.0 };
        }
    }
    let b = (0..n)
        .map(|row| {
            let push = if row % size == 0 { -1.0 } else { 0.0 };
            push + random.random_range(-1.0..1.0)
        })
        .collect();
    let matrix = SparseMatrix::from_dense(n, n, &entries);
    let mut data = ProblemData::assembled(format!("several-{seed}"), kind, matrix, b);
    data.contacts = (0..contacts)
        .map(|at| FrictionContact {
            normal: at * size,
            tangents: (at * size + 1..(at + 1) * size).collect(),
            mu: 0.4,
            section: section.clone(),
        })
        .collect();
    for row in (0..n).filter(|row| row % size != 0) {
        data.lo[row] = f64::NEG_INFINITY;
    }
    Problem::new(data).expect("well formed")
}

/// ‖x − y‖∞.
pub fn distance(x: &[f64], y: &[f64]) -> f64 {
    assert_eq!(x.len(), y.len());
    x.iter().zip(y).map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}
