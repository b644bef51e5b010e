//! Preconditioners on the matrices of contact problems.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_linalg::preconditioner::{self, MatrixSource, Parameters, PreconditionerError};
use stickslip_linalg::{SparseMatrix, dot};

use crate::samples::problem;

/// Builds `ic0-imaginary`, which must not fail, holds it against `ic0` and
/// returns the number of imaginary columns.
fn check(matrix: &SparseMatrix, what: &str) -> usize {
    let build = |name: &str| {
        let entry = preconditioner::find(name).expect("known");
        (entry.build)(&MatrixSource::new(matrix), &Parameters::default())
    };
    let mut found = build("ic0-imaginary").unwrap_or_else(|error| panic!("{what}: {error}"));
    let n = matrix.rows();
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let (mut image, mut other) = (vec![0.0; n], vec![0.0; n]);
    let mut plain = build("ic0");
    let columns = found.report().imaginary_columns;
    for _ in 0..3 {
        let r: Vec<f64> = (0..n).map(|_| random.random_range(-1.0..1.0)).collect();
        found.apply(&r, &mut image);
        let energy = dot(&r, &image);
        assert!(energy > 0.0 && energy.is_finite(), "{what}: rᵀP⁻¹r = {energy:e}");
        match &mut plain {
            Ok(plain) => {
                plain.apply(&r, &mut other);
                assert_eq!(image, other, "{what}: equal bit for bit");
                assert_eq!(columns, 0, "{what}");
            }
            Err(PreconditionerError::Pivot { .. }) => {
                assert!(columns + found.report().replaced_pivots > 0, "{what}");
            }
            Err(error) => panic!("{what}: {error}"),
        }
    }
    columns
}

#[test]
fn imaginary_columns_never_break_down_and_are_plain_without_negative_pivots() {
    let (mut broken, mut whole) = (0, 0);
    for exponent in [3, 5, 7, 9, 10] {
        for (generator, settings) in [
            ("wall", "bricks=24"),
            ("wall", "bricks=30 columns=10 mass_ratio=100"),
            ("pile", "bodies=40"),
            ("pile", "bodies=50 mass_ratio=1e6"),
            ("pile", "bodies=80 shape=sphere"),
            ("cable", "links=30"),
            ("cable", "links=30 joint=fixed mass_ratio=25000"),
        ] {
            for seed in 0..2 {
                let settings = format!("{settings} compliance=1e-{exponent}");
                let problem = problem(generator, seed, &settings);
                let columns = check(problem.matrix(), &format!("{} {settings}", problem.name()));
                broken += usize::from(columns > 0);
                whole += usize::from(columns == 0);
            }
        }
    }
    println!("{broken} matrices with imaginary columns, {whole} without");
    assert!(broken >= 5 && whole >= 5, "{broken} and {whole}: both cases must occur");
}
