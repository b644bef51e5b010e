//! Dense families: spectra, known solutions, degeneracy, certificates.

use stickslip_linalg::dot;
use stickslip_problems::generate::{
    DegenerateOptions, GenerateError, InfeasibleOptions, MurtyOptions, PsdOptions, SpdOptions,
    degenerate, infeasible, infeasible_with_certificate, murty, psd, spd,
};
use stickslip_solve::{Kind, Label};

use crate::{eigenvalues, relative_residual, states, tight_rows};

#[test]
fn spd_has_the_spectrum_and_the_solution_asked_for() {
    for (seed, boxed, density) in [(1, false, 1.0), (2, true, 1.0), (3, true, 0.2)] {
        let options = SpdOptions { size: 40, condition: 1e6, active: 0.3, boxed, density };
        let problem = spd(seed, &options).expect("options in range");
        assert_eq!(problem.kind(), if boxed { Kind::Blcp } else { Kind::Lcp });
        assert_eq!(problem.matrix().worst_asymmetry(), None);
        let found = eigenvalues(problem.matrix());
        for (at, value) in found.iter().enumerate() {
            let expected = 1e6_f64.powf(at as f64 / 39.0 - 1.0);
            assert!((value / expected - 1.0).abs() < 1e-8, "eigenvalue {at}: {value}");
        }
        assert!(relative_residual(&problem) < 1e-10);
        assert_eq!(tight_rows(&problem), 12);
        for (label, w) in states(&problem) {
            assert!(if label == Label::Free { w < 1e-12 } else { w > 0.09 }, "{label:?} {w}");
        }
        let filled = problem.matrix().stored() as f64 / 1600.0;
        assert!((density..=density + 0.1).contains(&filled), "density {filled}");
    }
}

#[test]
fn options_out_of_range_are_named() {
    let refused = |options: SpdOptions| match spd(0, &options) {
        Err(GenerateError::Range { option, .. }) => option,
        other => panic!("expected a range error, not {other:?}"),
    };
    let plain = SpdOptions::default;
    assert_eq!(refused(SpdOptions { size: 0, ..plain() }), "size");
    assert_eq!(refused(SpdOptions { condition: 0.5, ..plain() }), "condition");
    assert_eq!(refused(SpdOptions { condition: f64::NAN, ..plain() }), "condition");
    assert_eq!(refused(SpdOptions { active: 1.5, ..plain() }), "active");
    assert_eq!(refused(SpdOptions { density: 0.0, ..plain() }), "density");
}

#[test]
fn a_sparse_request_without_anything_to_fill_ends() {
    let options = SpdOptions { condition: 1.0, density: 0.5, ..Default::default() };
    let problem = spd(1, &options).expect("the identity");
    assert!((problem.matrix().largest() - 1.0).abs() < 1e-12);
}

#[test]
fn psd_has_the_rank_asked_for_and_is_solvable() {
    for (rank, boxed) in [(0.4, false), (0.75, true), (0.0, true)] {
        let options = PsdOptions { size: 40, rank, boxed, ..Default::default() };
        let problem = psd(5, &options).expect("options in range");
        let values = eigenvalues(problem.matrix());
        let positive = values.iter().filter(|&&value| value > 1e-8).count();
        assert_eq!(positive, (rank * 40.0).round() as usize);
        assert!(values.iter().all(|&value| value > -1e-13));
        assert!(relative_residual(&problem) < 1e-10);
    }
}

#[test]
fn degenerate_rows_have_no_slack_on_either_side() {
    for boxed in [false, true] {
        let options = DegenerateOptions { size: 60, boxed, ..Default::default() };
        let problem = degenerate(5, &options).expect("options in range");
        assert!(relative_residual(&problem) < 1e-10);
        let ties = states(&problem)
            .into_iter()
            .filter(|&(label, w)| label == Label::Lower && w < 1e-12)
            .count();
        assert_eq!(ties, 18);
        assert_eq!(tight_rows(&problem), 18 + 21);
    }
}

#[test]
fn infeasibility_is_certified_exactly() {
    for seed in 0..5 {
        let options = InfeasibleOptions::default();
        let (problem, z) = infeasible_with_certificate(seed, &options).expect("options in range");
        let mut product = vec![0.0; problem.size()];
        problem.matrix().multiply_transposed(&z, &mut product);
        assert!(z.iter().all(|&value| value >= 0.0));
        assert!(product.iter().all(|&value| value == 0.0), "Aᵀ z = 0");
        assert!(dot(problem.b(), &z) < -1.0, "bᵀ z < 0");
        assert_eq!(problem.matrix().worst_asymmetry(), None);
        let values = eigenvalues(problem.matrix());
        assert!(values[0] > -1e-12 && values[29] > 1.0, "semidefinite, not zero");
        let plain = infeasible(seed, &options).expect("options in range");
        assert_eq!(plain.data(), problem.data());
    }
}

#[test]
fn murty_has_his_entries_and_solution() {
    let problem = |spd| murty(0, &MurtyOptions { size: 3, spd }).expect("options in range");
    let plain = problem(false);
    assert_eq!(plain.matrix().to_dense(), [1.0, 2.0, 2.0, 0.0, 1.0, 2.0, 0.0, 0.0, 1.0]);
    assert_eq!(plain.b(), [-1.0; 3]);
    let product = problem(true);
    assert_eq!(product.matrix().to_dense(), [9.0, 6.0, 2.0, 6.0, 5.0, 2.0, 2.0, 2.0, 1.0]);
    for problem in [plain, product] {
        assert_eq!(relative_residual(&problem), 0.0);
    }
}
