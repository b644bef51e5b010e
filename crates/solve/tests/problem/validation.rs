//! Every way to be no problem, and that the message names the place.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{
    FactoredForm, FrictionContact, Inertia, Kind, Problem, ProblemData, ProblemError,
};

fn good() -> ProblemData {
    let a = SparseMatrix::from_dense(3, 3, &[2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0]);
    let mut data = ProblemData::assembled("good", Kind::Blcp, a, vec![1.0; 3]);
    data.contacts.push(FrictionContact {
        normal: 0,
        tangents: vec![1, 2],
        mu: 0.5,
        ..FrictionContact::default()
    });
    data
}

fn factored() -> FactoredForm {
    FactoredForm {
        jacobian: SparseMatrix::identity(3),
        inertia: Inertia::from_inverse(SparseMatrix::diagonal_matrix(&[2.0; 3])),
        compliance: vec![0.0; 3],
    }
}

fn error(change: impl FnOnce(&mut ProblemData)) -> ProblemError {
    let mut data = good();
    change(&mut data);
    Problem::new(data).expect_err("this is no problem")
}

#[track_caller]
fn says(message: &str, change: impl FnOnce(&mut ProblemData)) {
    let found = error(change).to_string();
    assert!(found.contains(message), "\"{found}\" does not say \"{message}\"");
}

#[test]
fn the_unchanged_data_is_a_problem() {
    assert!(Problem::new(good()).is_ok());
    let both = ProblemData { factored: Some(factored()), ..good() };
    assert!(Problem::new(both).is_ok());
}

#[test]
fn sizes_are_compared() {
    says("A has 2 entries but the problem has 3 rows", |data| {
        data.matrix = Some(SparseMatrix::zeros(2, 3));
    });
    says("A (columns) has 4 entries", |data| data.matrix = Some(SparseMatrix::zeros(3, 4)));
    says("lo has 2 entries", |data| data.lo.truncate(2));
    says("hi has 4 entries", |data| data.hi.push(0.0));
    says("x0 has 1 entries", |data| data.x0 = Some(vec![0.0]));
    says("solution has 0 entries", |data| data.solution = Some(vec![]));
    assert_eq!(error(|data| data.b.clear()), ProblemError::Empty);
    assert_eq!(error(|data| data.matrix = None), ProblemError::NoMatrix);
}

#[test]
fn numbers_are_finite() {
    says("b[2] is NaN", |data| data.b[2] = f64::NAN);
    says("A[1, 1] is inf", |data| {
        data.matrix = Some(SparseMatrix::diagonal_matrix(&[1.0, f64::INFINITY, 1.0]));
    });
    says("x0[1] is -inf", |data| data.x0 = Some(vec![0.0, f64::NEG_INFINITY, 0.0]));
    says("solution[0] is NaN", |data| data.solution = Some(vec![f64::NAN, 0.0, 0.0]));
}

#[test]
fn bounds_admit_something() {
    says("row 1: the bounds [2, 1]", |data| (data.lo[1], data.hi[1]) = (2.0, 1.0));
    says("row 2: the bounds [NaN, inf]", |data| data.lo[2] = f64::NAN);
    says("row 2: the bounds [inf, inf]", |data| data.lo[2] = f64::INFINITY);
    says("row 1: the bounds [-inf, -inf]", |data| {
        (data.lo[1], data.hi[1]) = (f64::NEG_INFINITY, f64::NEG_INFINITY);
    });
    says("row 1: an lcp has the bounds [0, ∞) but these are [0, 3]", |data| {
        data.kind = Kind::Lcp;
        data.hi[1] = 3.0;
    });
}

#[test]
fn contacts_name_existing_rows_once() {
    says("contacts[0]: an lcp has no contacts", |data| data.kind = Kind::Lcp);
    says("contacts[0]: mu is -1", |data| data.contacts[0].mu = -1.0);
    says("contacts[0]: mu is NaN", |data| data.contacts[0].mu = f64::NAN);
    says("contacts[0]: 0 tangents", |data| data.contacts[0].tangents.clear());
    says("contacts[0]: 3 tangents", |data| data.contacts[0].tangents.push(1));
    says("contacts[0]: row 7 does not exist", |data| data.contacts[0].tangents[0] = 7);
    says("contacts[0]: row 0 is already used", |data| data.contacts[0].tangents[1] = 0);
    says("contacts[1]: row 2 is already used by contacts[0]", |data| {
        data.contacts.push(FrictionContact {
            normal: 2,
            tangents: vec![1],
            mu: 0.5,
            ..FrictionContact::default()
        });
    });
    says("contacts[0]: the normal row 0 must have the bounds [0, ∞), not [-1, inf]", |data| {
        data.lo[0] = -1.0;
    });
}

#[test]
fn factors_fit_and_agree_with_the_matrix() {
    let with = |change: fn(&mut FactoredForm)| {
        move |data: &mut ProblemData| {
            let mut form = factored();
            change(&mut form);
            data.factored = Some(form);
        }
    };
    says("J: 2 rows but the problem has 3", with(|form| form.jacobian = SparseMatrix::zeros(2, 3)));
    says("Minv: 3 × 3 but J has 4", with(|form| form.jacobian = SparseMatrix::zeros(3, 4)));
    says("C: 2 entries", with(|form| form.compliance.truncate(2)));
    says("C: entry 1 is -1", with(|form| form.compliance[1] = -1.0));
    says("C: entry 0 is NaN", with(|form| form.compliance[0] = f64::NAN));
    says("J: entry (1, 1) is NaN", with(|form| form.jacobian.values_mut()[1] = f64::NAN));
    says(
        "Minv: diagonal entry 2 is -2",
        with(|form| form.inertia.inverse_mut().values_mut()[2] = -2.0),
    );
    says(
        "Minv: not symmetric: entries (0, 1)",
        with(|form| {
            let entries = [1.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
            *form.inertia.inverse_mut() = SparseMatrix::from_dense(3, 3, &entries);
        }),
    );
    let disagreement = error(with(|form| form.compliance[2] = 1.0));
    assert!(matches!(disagreement, ProblemError::Inconsistent { row: 2, .. }), "{disagreement}");
    assert!(disagreement.to_string().contains("row 2"));
}
