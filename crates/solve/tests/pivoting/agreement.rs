//! Every method against enumeration on thousands of small random problems.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use stickslip_solve::{Problem, Status};

use crate::samples::{
    bounds, boxed, distance, generator, gram, lcp, multiply, oracle, skewed, solvable, solve,
    vector,
};

/// Problems per family and method.
const PROBLEMS: u64 = 400;

type Maker = fn(&mut ChaCha8Rng, usize) -> Problem;

fn each(make: Maker, mut check: impl FnMut(u64, Problem)) {
    for seed in 0..PROBLEMS {
        let n = 1 + (seed % 8) as usize;
        check(seed, make(&mut generator(seed), n));
    }
}

/// The unique x of positive definite problems.
fn same_solution(solver: &str, families: &[Maker]) {
    for (family, &make) in families.iter().enumerate() {
        each(make, |seed, problem| {
            let expected = oracle(&problem);
            assert_eq!(expected.len(), 1, "family {family}, seed {seed}: a P-matrix");
            let outcome = solve(solver, &problem);
            let place = format!("{solver}, family {family}, seed {seed}");
            assert_eq!(outcome.status, Status::Converged, "{place}");
            let gap = distance(&outcome.x, &expected[0]);
            assert!(gap < 1e-8, "{place}: {gap:e}");
        });
    }
}

/// The unique w = A x + b of positive semidefinite problems, or that there is
/// no solution.
fn same_velocity(solver: &str, families: &[Maker]) {
    for (family, &make) in families.iter().enumerate() {
        let mut unsolvable = 0;
        each(make, |seed, problem| {
            let outcome = solve(solver, &problem);
            let place = format!("{solver}, family {family}, seed {seed}");
            let solutions = oracle(&problem);
            let Some(expected) = solutions.first() else {
                unsolvable += 1;
                assert_eq!(outcome.status, Status::Unsolvable, "{place}");
                return;
            };
            assert_eq!(outcome.status, Status::Converged, "{place}: {:?}", outcome.residuals);
            let mut w = vec![0.0; problem.size()];
            problem.velocity(expected, &mut w);
            assert!(distance(&outcome.w, &w) < 1e-8, "{place}");
            let energy = |x: &[f64]| {
                let product = multiply(&problem.matrix().to_dense(), x);
                product.iter().zip(x).map(|(a, x)| a * x).sum::<f64>()
            };
            let (found, known) = (energy(&outcome.x), energy(expected));
            assert!((found - known).abs() < 1e-7 * (1.0 + known.abs()), "{place}");
        });
        println!("{solver}, family {family}: {unsolvable} of {PROBLEMS} have no solution");
    }
}

fn definite_lcp(random: &mut ChaCha8Rng, n: usize) -> Problem {
    lcp(&gram(random, n, n, 0.01), &vector(random, n))
}

fn degenerate_lcp(random: &mut ChaCha8Rng, n: usize) -> Problem {
    let entries = gram(random, n, n, 0.1);
    let b = solvable(random, &entries, n, true);
    lcp(&entries, &b)
}

fn unsymmetric_lcp(random: &mut ChaCha8Rng, n: usize) -> Problem {
    let entries = gram(random, n, n, 0.1);
    lcp(&skewed(random, n, entries), &vector(random, n))
}

fn definite_box(random: &mut ChaCha8Rng, n: usize) -> Problem {
    let n = n.min(6);
    let (lo, hi) = bounds(random, n);
    boxed(&gram(random, n, n, 0.01), &vector(random, n), &lo, &hi)
}

fn semidefinite_solvable(random: &mut ChaCha8Rng, n: usize) -> Problem {
    let n = n.min(6);
    let rank = random.random_range(0..n).max(n / 2);
    let entries = gram(random, n, rank, 0.0);
    let degenerate = random.random_bool(0.5);
    let b = solvable(random, &entries, n, degenerate);
    lcp(&entries, &b)
}

/// Most of these have no solution: b has a part outside the range of A.
fn semidefinite_any(random: &mut ChaCha8Rng, n: usize) -> Problem {
    let n = n.min(6);
    let rank = random.random_range(0..n);
    lcp(&gram(random, n, rank, 0.0), &vector(random, n))
}

/// Redundant contacts: whole-number rows repeated, as four legs of a table.
fn redundant(random: &mut ChaCha8Rng, n: usize) -> Problem {
    let n = n.min(6);
    let rank = n.div_ceil(2);
    let factor: Vec<f64> = (0..n * rank).map(|_| f64::from(random.random_range(-2..=2))).collect();
    let mut entries = vec![0.0; n * n];
    for row in 0..n {
        for column in 0..n {
            entries[row * n + column] =
                (0..rank).map(|k| factor[row * rank + k] * factor[column * rank + k]).sum();
        }
    }
    let velocity: Vec<f64> = (0..rank).map(|_| f64::from(random.random_range(-3..=3))).collect();
    let b: Vec<f64> = factor
        .chunks(rank)
        .map(|row| row.iter().zip(&velocity).map(|(j, v)| j * v).sum())
        .collect();
    lcp(&entries, &b)
}

/// Boxes over a singular matrix: bounded rows keep most of them solvable.
fn semidefinite_box(random: &mut ChaCha8Rng, n: usize) -> Problem {
    let n = n.min(5);
    let rank = random.random_range(0..n);
    let (lo, hi) = bounds(random, n);
    boxed(&gram(random, n, rank, 0.0), &vector(random, n), &lo, &hi)
}

const SYMMETRIC: &[Maker] = &[definite_lcp, degenerate_lcp, definite_box];
const SEMIDEFINITE: &[Maker] =
    &[semidefinite_solvable, semidefinite_any, redundant, semidefinite_box];

#[test]
fn murty_solves_what_is_definite() {
    same_solution("murty", &[definite_lcp, degenerate_lcp, unsymmetric_lcp, definite_box]);
}

#[test]
fn dantzig_solves_what_is_definite() {
    same_solution("dantzig", SYMMETRIC);
}

#[test]
fn dantzig_solves_or_refutes_what_is_semidefinite() {
    same_velocity("dantzig", SEMIDEFINITE);
}

#[test]
fn keller_solves_what_is_definite() {
    same_solution("keller", SYMMETRIC);
}

#[test]
fn keller_solves_or_refutes_what_is_semidefinite() {
    same_velocity("keller", SEMIDEFINITE);
}

#[test]
fn lemke_solves_what_is_definite() {
    same_solution("lemke", &[definite_lcp, degenerate_lcp, unsymmetric_lcp, definite_box]);
}

#[test]
fn lemke_solves_or_refutes_what_is_semidefinite() {
    same_velocity("lemke", SEMIDEFINITE);
}

/// Symmetric but indefinite: nothing is promised but honesty.
#[test]
fn every_method_is_honest_about_what_is_indefinite() {
    for solver in ["keller", "dantzig", "murty", "lemke"] {
        let (mut solved, mut solvable) = (0, 0);
        each(indefinite, |seed, problem| {
            let outcome = solve(solver, &problem);
            let solutions = oracle(&problem);
            solvable += usize::from(!solutions.is_empty());
            if outcome.status == Status::Converged {
                solved += 1;
                let gaps = solutions.iter().map(|known| distance(&outcome.x, known));
                let gap = gaps.fold(f64::INFINITY, f64::min);
                let isolated = solve("enumerate", &problem).figures["singular_sets"] == 0.0;
                assert!(gap < 1e-7 || !isolated, "{solver}, seed {seed}: {gap:e}");
            }
        });
        println!("{solver}: {solved} of {solvable} solvable indefinite problems");
        assert!(solved > solvable / 2, "{solver}: {solved} of {solvable}");
    }
}

/// Whole numbers, so that zero pivots do occur.
fn indefinite(random: &mut ChaCha8Rng, n: usize) -> Problem {
    let n = n.min(6);
    let mut entries = vec![0.0; n * n];
    for row in 0..n {
        for column in 0..=row {
            let value = f64::from(random.random_range(-2..=2));
            entries[row * n + column] = value;
            entries[column * n + row] = value;
        }
    }
    let b: Vec<f64> = (0..n).map(|_| f64::from(random.random_range(-3..=3))).collect();
    lcp(&entries, &b)
}

/// Beyond the reach of enumeration the methods judge each other; a thousand to
/// one in scale is what they meet in stacks.
#[test]
fn larger_problems_give_every_method_the_same_solution() {
    for seed in 0..6 {
        let mut random = generator(seed);
        let n = 60;
        let mut entries = gram(&mut random, n, n, 1e-3);
        let scale: Vec<f64> = (0..n).map(|_| 10_f64.powf(random.random_range(-1.5..1.5))).collect();
        for row in 0..n {
            for column in 0..n {
                entries[row * n + column] *= scale[row] * scale[column];
            }
        }
        let b: Vec<f64> = vector(&mut random, n).iter().zip(&scale).map(|(b, d)| b * d).collect();
        let (lo, hi) = bounds(&mut random, n);
        for problem in [lcp(&entries, &b), boxed(&entries, &b, &lo, &hi)] {
            let reference = solve("dantzig", &problem);
            assert_eq!(reference.status, Status::Converged, "seed {seed}");
            println!(
                "seed {seed}, {}: dantzig {} pivots for {} rows driven",
                problem.kind(),
                reference.counts.pivots,
                reference.figures["rows_driven"]
            );
            assert!(reference.counts.pivots < 6 * n);
            for solver in ["lemke", "keller", "murty"] {
                let outcome = solve(solver, &problem);
                let place = format!("{solver}, seed {seed}, {}", problem.kind());
                assert_eq!(outcome.status, Status::Converged, "{place}");
                let gap = distance(&outcome.x, &reference.x);
                println!("{place}: {} pivots, {gap:e}", outcome.counts.pivots);
                assert!(gap < 1e-8, "{place}: {gap:e}");
            }
        }
    }
}
