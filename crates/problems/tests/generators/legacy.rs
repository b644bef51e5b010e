//! The synthetic generators of Erleben 2013.

use stickslip_problems::generate::{
    LegacyContactOptions, LegacyDenseOptions, LegacyFluidOptions, RightHandSide, legacy_contact,
    legacy_dense, legacy_fluid,
};
use stickslip_solve::{Problem, Residuals};

use crate::{eigenvalues, relative_residual};

#[test]
fn solvable_right_hand_sides_have_their_solution_and_legacy_ones_do_not() {
    let make = |rhs: RightHandSide| -> Vec<Problem> {
        vec![
            legacy_fluid(1, &LegacyFluidOptions { grid: 5, rhs, ..Default::default() }),
            legacy_contact(2, &LegacyContactOptions { contacts: 8, rhs, ..Default::default() }),
            legacy_dense(3, &LegacyDenseOptions { rhs, singular: 0.3, ..Default::default() }),
        ]
        .into_iter()
        .map(|made| made.expect("options in range"))
        .collect()
    };
    for (legacy, solvable) in
        make(RightHandSide::Legacy).into_iter().zip(make(RightHandSide::Solvable))
    {
        assert!(relative_residual(&solvable) < 1e-10);
        assert_eq!(legacy.data().solution, None);
        assert_eq!(legacy.matrix(), solvable.matrix());
        // Same x*, but b = 0 where it is zero: no solution of the legacy problem.
        let x = solvable.data().solution.as_ref().expect("solvable");
        let zeros = x.iter().filter(|&&value| value == 0.0).count() as f64;
        assert!((0.1..0.4).contains(&(zeros / x.len() as f64)));
        for row in 0..x.len() {
            let expected = if x[row] == 0.0 { 0.0 } else { solvable.b()[row] };
            assert_eq!(legacy.b()[row], expected);
        }
        let mut w = vec![0.0; x.len()];
        legacy.velocity(x, &mut w);
        let found = Residuals::measure(&legacy, x, &w).natural.value;
        assert!(found > 0.01, "{}: {found}", legacy.name());
    }
}

#[test]
fn fluid_is_banded() {
    let problem = legacy_fluid(4, &LegacyFluidOptions { grid: 4, ..Default::default() });
    let problem = problem.expect("options in range");
    let matrix = problem.matrix();
    assert_eq!((problem.size(), matrix.stored()), (64, 64 + 2 * (63 + 62 + 61)));
    for offset in 1..=3 {
        let band = matrix.get(10, 10 + offset);
        assert!((-1.0..=0.0).contains(&band));
        assert!((0..64 - offset).all(|row| matrix.get(row, row + offset) == band));
    }
    assert_eq!(matrix.worst_asymmetry(), None);
}

/// The shift is ½ − min(0, λ_min), λ_min that of the unit-diagonal matrix.
#[test]
fn fluid_is_lifted_whether_or_not_it_was_definite() {
    let (mut definite, mut indefinite) = (0, 0);
    for seed in 0..200 {
        let problem = legacy_fluid(seed, &LegacyFluidOptions { grid: 2, ..Default::default() });
        let problem = problem.expect("options in range");
        let shift = problem.matrix().get(0, 0) - 1.0;
        let before = eigenvalues(problem.matrix())[0] - shift;
        assert!((shift - (0.5 - before.min(0.0))).abs() < 1e-11, "shift {shift}, λ {before}");
        *(if before > 0.0 { &mut definite } else { &mut indefinite }) += 1;
    }
    assert!(definite > 0 && indefinite > 0, "{definite} and {indefinite}");
}

#[test]
fn contact_blocks_carry_the_pattern_of_the_friction_cone() {
    let problem = legacy_contact(5, &LegacyContactOptions::default()).expect("options in range");
    assert_eq!(problem.size(), 180);
    let matrix = problem.matrix();
    let mut filled = 0;
    for i in (0..180).step_by(6) {
        for j in (0..180).step_by(6) {
            let entry = |row: usize, col: usize| matrix.get(i + row, j + col);
            if entry(5, 0) == 0.0 {
                assert!((0..36).all(|at| entry(at / 6, at % 6) == 0.0));
                assert_ne!(i, j, "a diagonal block is never empty");
                continue;
            }
            filled += 1;
            assert_eq!((entry(5, 0), entry(5, 5), entry(0, 5)), (0.5, 0.0, 0.0));
            assert!((1..5).all(|k| entry(5, k) == -1.0 && entry(k, 5) == 1.0));
        }
    }
    let share = filled as f64 / 900.0;
    assert!((0.4..0.6).contains(&share), "filled {share}");
    assert!(problem.asymmetry().is_some());
}

#[test]
fn dense_has_equally_spaced_eigenvalues() {
    let options = LegacyDenseOptions { size: 50, singular: 0.2, ..Default::default() };
    let problem = legacy_dense(6, &options).expect("options in range");
    for (at, value) in eigenvalues(problem.matrix()).into_iter().enumerate() {
        let expected = if at < 10 { 0.0 } else { (at + 1) as f64 / 50.0 };
        assert!((value - expected).abs() < 1e-12, "eigenvalue {at}: {value}");
    }
}

/// orth(rand) begins with a nearly constant vector, and the zero eigenvalues
/// with it: 1ᵀ A 1/n is small beside the mean eigenvalue of ½.
#[test]
fn a_constant_vector_belongs_to_the_lowest_eigenvalues_of_dense() {
    for seed in 0..5 {
        let options = LegacyDenseOptions { size: 60, singular: 0.05, ..Default::default() };
        let problem = legacy_dense(seed, &options).expect("options in range");
        let (ones, mut product) = (vec![1.0; 60], vec![0.0; 60]);
        problem.matrix().multiply(&ones, &mut product);
        let quotient = product.iter().sum::<f64>() / 60.0;
        assert!(quotient < 0.05, "{quotient}");
    }
}
