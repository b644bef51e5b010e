//! Dense families: spectra, known solutions, degeneracy, certificates.

use stickslip_solve::generate::{GenerateError, SpdOptions, spd};
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
