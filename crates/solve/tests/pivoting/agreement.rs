//! Every method against enumeration on thousands of small random problems.

use rand_chacha::ChaCha8Rng;
use stickslip_solve::{Problem, Status};

use crate::samples::{
    bounds, boxed, distance, generator, gram, lcp, oracle, skewed, solvable, solve, vector,
};

/// Most problems per family.
const PROBLEMS: u64 = 400;

type Maker = fn(&mut ChaCha8Rng, usize) -> Problem;

/// Compares the unique x of positive definite problems.
fn same_solution(solver: &str, make: Maker) {
    for seed in 0..PROBLEMS {
        let n = 1 + (seed % 8) as usize;
        let problem = make(&mut generator(seed), n);
        let expected = oracle(&problem);
        assert_eq!(expected.len(), 1, "seed {seed}: a P-matrix has one solution");
        let outcome = solve(solver, &problem);
        assert_eq!(outcome.status, Status::Converged, "{solver}, seed {seed}, n {n}");
        let gap = distance(&outcome.x, &expected[0]);
        assert!(gap < 1e-8, "{solver}, seed {seed}, n {n}: {gap:e}");
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

#[test]
fn murty_solves_what_is_definite() {
    for make in [definite_lcp, degenerate_lcp, unsymmetric_lcp, definite_box] {
        same_solution("murty", make);
    }
}
