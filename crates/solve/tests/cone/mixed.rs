//! Contacts beside bounded, free and fixed rows, in the plane and in space,
//! and problems known in factors.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::SparseMatrix;
use stickslip_problems::generate;
use stickslip_solve::{FrictionContact, Kind, OptionValues, Problem, ProblemData, Status};

use crate::laws::{solve, violation};

/// Two contacts in space, one in the plane, and a free, a fixed, a two-sided,
/// an upper-bounded and a lower-bounded row, on a Gram matrix of given rank.
fn mixed(kind: Kind, seed: u64, rank: usize) -> Problem {
    const ROWS: usize = 13;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut number = || random.random_range(-1.0..1.0);
    let factor: Vec<f64> = (0..ROWS * rank).map(|_| number()).collect();
    let mut entries = vec![0.0; ROWS * ROWS];
    for i in 0..ROWS {
        for j in 0..ROWS {
            entries[i * ROWS + j] =
                (0..rank).map(|k| factor[i * rank + k] * factor[j * rank + k]).sum();
        }
    }
    // b in the range of A, plus an outward push, so that there is a solution.
    let start: Vec<f64> = (0..rank).map(|_| 2.0 * number()).collect();
    let b = (0..ROWS).map(|i| (0..rank).map(|k| factor[i * rank + k] * start[k]).sum()).collect();
    let a = SparseMatrix::from_dense(ROWS, ROWS, &entries);
    let mut data = ProblemData::assembled(format!("mixed-{seed}"), kind, a, b);
    data.contacts = vec![
        FrictionContact { normal: 2, tangents: vec![0, 1], mu: 0.4, ..FrictionContact::default() },
        FrictionContact { normal: 5, tangents: vec![7, 3], mu: 0.9, ..FrictionContact::default() },
        FrictionContact { normal: 4, tangents: vec![6], mu: 0.3, ..FrictionContact::default() },
    ];
    let bounds = [(f64::NEG_INFINITY, f64::INFINITY), (0.25, 0.25), (-0.1, 0.2)];
    let more = [(f64::NEG_INFINITY, 0.3), (-0.2, f64::INFINITY)];
    for (row, (lo, hi)) in (8..).zip(bounds.into_iter().chain(more)) {
        (data.lo[row], data.hi[row]) = (lo, hi);
    }
    Problem::new(data).expect("well formed")
}

#[test]
fn every_kind_of_row_is_obeyed() {
    for kind in [Kind::Ncp, Kind::Ccp] {
        for seed in 0..40 {
            let problem = mixed(kind, seed, 16);
            let outcome = solve("cone-ip", &problem);
            assert_eq!(outcome.status, Status::Converged, "{kind} {seed}: {:?}", outcome.residuals);
            assert!(violation(&problem, &outcome.x) < 1e-6, "{kind} {seed}");
        }
    }
}

#[test]
fn problems_in_factors_agree_with_their_assembled_twins() {
    for (name, options) in [("wall", "bricks=12"), ("pile", "bodies=10"), ("cable", "links=10")] {
        let settings = OptionValues::parse([options]).expect("well formed");
        let boxed = generate::find(name).map(|found| found.generate(3, &settings));
        let boxed = boxed.expect("registered").expect("well formed");
        for kind in [Kind::Ncp, Kind::Ccp] {
            let mut data = boxed.data().clone();
            data.kind = kind;
            let factored = Problem::new(data.clone()).expect("well formed");
            data.matrix = Some(factored.matrix().clone());
            data.factored = None;
            let assembled = Problem::new(data).expect("well formed");
            let outcomes = [&factored, &assembled].map(|problem| {
                let outcome = solve("cone-ip", problem);
                assert_eq!(outcome.status, Status::Converged, "{name} {kind}");
                assert!(violation(problem, &outcome.x) < 1e-6, "{name} {kind}");
                outcome
            });
            if kind == Kind::Ccp {
                for (a, b) in outcomes[0].w.iter().zip(&outcomes[1].w) {
                    assert!((a - b).abs() < 1e-5, "{name}: velocities are unique");
                }
            }
        }
    }
}
