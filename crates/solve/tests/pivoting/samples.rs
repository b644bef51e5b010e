//! Small random problems and the few lines that every test needs.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::SparseMatrix;
use stickslip_solve::{
    FrictionContact, Kind, OptionValues, Outcome, Problem, ProblemData, Request, all_solutions,
    registry,
};

/// A generator that depends on nothing but `seed`.
pub fn generator(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Uniform entries in (−1, 1).
pub fn vector(random: &mut ChaCha8Rng, n: usize) -> Vec<f64> {
    (0..n).map(|_| random.random_range(-1.0..1.0)).collect()
}

/// G Gᵀ + shift·I with G n × rank, row-major.
pub fn gram(random: &mut ChaCha8Rng, n: usize, rank: usize, shift: f64) -> Vec<f64> {
    let factor = vector(random, n * rank);
    let mut entries = vec![0.0; n * n];
    for row in 0..n {
        for column in 0..n {
            entries[row * n + column] =
                (0..rank).map(|k| factor[row * rank + k] * factor[column * rank + k]).sum();
        }
        entries[row * n + row] += shift;
    }
    entries
}

/// Adds a random skew-symmetric matrix: still positive definite, unsymmetric.
pub fn skewed(random: &mut ChaCha8Rng, n: usize, mut entries: Vec<f64>) -> Vec<f64> {
    for row in 0..n {
        for column in 0..row {
            let skew = random.random_range(-2.0..2.0);
            entries[row * n + column] += skew;
            entries[column * n + row] -= skew;
        }
    }
    entries
}

/// A x for a row-major matrix.
pub fn multiply(entries: &[f64], x: &[f64]) -> Vec<f64> {
    entries.chunks(x.len()).map(|row| row.iter().zip(x).map(|(a, x)| a * x).sum()).collect()
}

/// 0 ≤ x ⊥ A x + b ≥ 0.
pub fn lcp(entries: &[f64], b: &[f64]) -> Problem {
    let n = b.len();
    let matrix = SparseMatrix::from_dense(n, n, entries);
    Problem::new(ProblemData::assembled("sample", Kind::Lcp, matrix, b.to_vec())).expect("an lcp")
}

/// The boxed problem with the given bounds.
pub fn boxed(entries: &[f64], b: &[f64], lo: &[f64], hi: &[f64]) -> Problem {
    let n = b.len();
    let matrix = SparseMatrix::from_dense(n, n, entries);
    let data = ProblemData::assembled("sample", Kind::Blcp, matrix, b.to_vec());
    Problem::new(ProblemData { lo: lo.to_vec(), hi: hi.to_vec(), ..data }).expect("a blcp")
}

/// The boxed problem whose rows are contacts of a normal and its tangents.
pub fn coupled(entries: &[f64], b: &[f64], tangents: usize, mu: f64) -> Problem {
    let n = b.len();
    let matrix = SparseMatrix::from_dense(n, n, entries);
    let mut data = ProblemData::assembled("sample", Kind::Blcp, matrix, b.to_vec());
    for normal in (0..n).step_by(1 + tangents) {
        let tangents = (normal + 1..=normal + tangents).collect();
        data.contacts.push(FrictionContact { normal, tangents, mu, ..FrictionContact::default() });
    }
    Problem::new(data).expect("a coupled blcp")
}

/// b = w − A x for a random x ≥ 0 complementary to w ≥ 0: surely solvable.
/// With `degenerate`, about half of the rows have x = w = 0.
pub fn solvable(random: &mut ChaCha8Rng, entries: &[f64], n: usize, degenerate: bool) -> Vec<f64> {
    let mut x = vec![0.0; n];
    let mut w = vec![0.0; n];
    for row in 0..n {
        let value = f64::from(random.random_range(1..4_u8));
        if degenerate && random.random_bool(0.5) {
            continue;
        }
        if random.random_bool(0.5) {
            x[row] = value;
        } else {
            w[row] = value;
        }
    }
    multiply(entries, &x).iter().zip(&w).map(|(product, w)| w - product).collect()
}

/// Bounds of every sort: one-sided, two-sided, none, equal, not around zero.
pub fn bounds(random: &mut ChaCha8Rng, n: usize) -> (Vec<f64>, Vec<f64>) {
    (0..n)
        .map(|_| {
            let (low, width) = (random.random_range(-1.0..0.5), random.random_range(0.1..1.5));
            match random.random_range(0..7) {
                0 => (low, f64::INFINITY),
                1 => (f64::NEG_INFINITY, low),
                2 => (f64::NEG_INFINITY, f64::INFINITY),
                3 => (low, low),
                4 => (0.0, f64::INFINITY),
                _ => (low, low + width),
            }
        })
        .unzip()
}

/// Runs the solver of that name with default options.
pub fn solve(name: &str, problem: &Problem) -> Outcome {
    solve_with(name, &OptionValues::new(), &Request::default(), problem)
}

/// Runs the solver of that name.
pub fn solve_with(
    name: &str,
    settings: &OptionValues,
    request: &Request,
    problem: &Problem,
) -> Outcome {
    let mut solver = registry::find(name).expect("registered").build(settings).expect("settings");
    solver.solve(problem, request).expect("accepted")
}

/// Every solution, by enumeration at the default tolerance.
pub fn oracle(problem: &Problem) -> Vec<Vec<f64>> {
    all_solutions(problem, Request::default().tolerance_for(problem)).expect("small enough")
}

/// The largest |leftᵢ − rightᵢ| relative to 1 + ‖right‖∞.
pub fn distance(left: &[f64], right: &[f64]) -> f64 {
    let gap = left.iter().zip(right).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    gap / (1.0 + right.iter().fold(0.0, |largest: f64, value| largest.max(value.abs())))
}
