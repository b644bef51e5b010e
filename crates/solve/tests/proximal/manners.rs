//! What these methods owe their caller.

use stickslip_linalg::SparseMatrix;
use stickslip_problems::generate;
use stickslip_solve::{
    FrictionContact, Kind, OptionValues, Problem, ProblemData, Request, Section, Status, registry,
};

use crate::samples::{METHODS, distance, several, solve, solve_from};

#[test]
fn bad_options_are_named() {
    for (method, key, value) in [
        ("prox-gs", "nu", "1"),
        ("prox-gs", "r_factor", "golden"),
        ("prox-jacobi", "r", "-1"),
        ("prox-jacobi", "ordering", "random"),
        ("admm", "relaxation", "2"),
        ("admm", "penalty", "0"),
    ] {
        let entry = registry::find(method).expect("registered");
        let error = entry.build(&OptionValues::new().set(key, value)).err().expect("refused");
        assert!(error.to_string().contains(key), "{error}");
    }
}

#[test]
fn too_few_iterations_are_said_and_nothing_is_worse_than_the_start() {
    let problem = several(Kind::Ncp, 3, 4, 3, &Section::default());
    for method in METHODS {
        let request = Request { max_iterations: Some(2), ..Request::default() };
        let outcome = solve_from(method, &[], &request, &problem);
        assert_eq!(outcome.status, Status::MaxIterations, "{method}");
        assert!(outcome.residuals.decisive() <= 1.0 + 1e-12, "{method}");
    }
}

#[test]
fn the_same_question_gets_the_same_bits() {
    let problem = several(Kind::Ncp, 3, 4, 3, &Section::default());
    for method in METHODS {
        let (first, second) = (solve(method, &[], &problem), solve(method, &[], &problem));
        assert_eq!(first.x, second.x, "{method}");
        assert_eq!(first.counts, second.counts, "{method}");
    }
}

/// Rows outside contacts keep their bounds in every method.
#[test]
fn rows_beside_contacts_are_boxed() {
    let mut entries = vec![0.0; 25];
    (0..5).for_each(|at| entries[6 * at] = 2.0);
    (entries[3], entries[15]) = (0.5, 0.5);
    let matrix = SparseMatrix::from_dense(5, 5, &entries);
    let b = vec![-1.0, 0.3, -2.0, -5.0, 4.0];
    let mut data = ProblemData::assembled("mixed", Kind::Ncp, matrix, b);
    data.contacts = vec![FrictionContact {
        normal: 0,
        tangents: vec![1, 2],
        mu: 0.5,
        ..FrictionContact::default()
    }];
    (data.lo[3], data.hi[3]) = (-1.0, 1.0);
    (data.lo[4], data.hi[4]) = (f64::NEG_INFINITY, f64::INFINITY);
    let problem = Problem::new(data).expect("well formed");
    for method in METHODS {
        let outcome = solve(method, &[], &problem);
        assert_eq!(outcome.status, Status::Converged, "{method}");
        assert!((outcome.x[3] - 1.0).abs() < 1e-8, "{method}: {:?}", outcome.x);
        assert!((outcome.x[4] + 2.0).abs() < 1e-8, "{method}: {:?}", outcome.x);
        assert!((outcome.x[0] - 0.25).abs() < 1e-7, "{method}: {:?}", outcome.x);
    }
}

/// A matrix that lost its symmetry by rounding or a little more is still solved.
#[test]
fn admm_takes_what_is_not_quite_symmetric() {
    let mut data = several(Kind::Ncp, 2, 3, 3, &Section::default()).data().clone();
    let mut entries = data.matrix.as_ref().expect("assembled").to_dense();
    entries[1] += 1e-2;
    entries[30] -= 2e-2;
    data.matrix = Some(SparseMatrix::from_dense(9, 9, &entries));
    let problem = Problem::new(data).expect("well formed");
    assert!(problem.asymmetry().is_some());
    let expected = solve("prox-gs", &[], &problem);
    let found = solve("admm", &[], &problem);
    assert_eq!(found.status, Status::Converged);
    assert!(distance(&found.x, &expected.x) < 1e-6);
    assert!(crate::laws::violation(&problem, &found.x) < 1e-5);
}

/// Body velocities and the assembled matrix give the same sweeps.
#[test]
fn bodies_and_matrix_agree() {
    let settings = OptionValues::parse(["bodies=4"]).expect("key=value");
    let boxed = generate::find("pile").expect("listed").generate(2, &settings).expect("made");
    let mut data = boxed.data().clone();
    data.kind = Kind::Ncp;
    let problem = Problem::new(data).expect("well formed");
    let request = Request { max_iterations: Some(50), ..Request::default() };
    let run = |access: &str| solve_from("prox-gs", &[access], &request, &problem).x;
    assert!(distance(&run("access=bodies"), &run("access=matrix")) < 1e-9);
}
