//! One-row problems and others that can be solved by hand.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{Kind, OptionValues, Problem, ProblemData, Refusal, Status, registry};

use crate::samples::{boxed, coupled, distance, lcp, oracle, solve};

#[test]
fn the_nine_sign_cases_of_one_row() {
    let none: &[f64] = &[];
    let cases: [(f64, f64, &[f64]); 9] = [
        (2.0, 1.0, &[0.0]),
        (2.0, 0.0, &[0.0]),
        (2.0, -1.0, &[0.5]),
        (0.0, 1.0, &[0.0]),
        (0.0, 0.0, &[0.0]),
        (0.0, -1.0, none),
        (-2.0, 1.0, &[-0.0, 0.5]),
        (-2.0, 0.0, &[0.0]),
        (-2.0, -1.0, none),
    ];
    for (a, b, expected) in cases {
        let problem = lcp(&[a], &[b]);
        let mut found: Vec<f64> = oracle(&problem).into_iter().flatten().collect();
        found.sort_by(f64::total_cmp);
        assert_eq!(found.len(), expected.len(), "a = {a}, b = {b}: {found:?}");
        assert!(distance(&found, expected) < 1e-15, "a = {a}, b = {b}: {found:?}");
        let outcome = solve("enumerate", &problem);
        let status = if expected.is_empty() { Status::Unsolvable } else { Status::Converged };
        assert_eq!(outcome.status, status, "a = {a}, b = {b}");
        assert_eq!(outcome.figures["solutions"], expected.len() as f64);
        // A whole half-line of solutions only where a and b both vanish.
        let continuum = a == 0.0 && b == 0.0;
        assert_eq!(outcome.figures["singular_sets"] > 0.0, continuum, "a = {a}, b = {b}");
    }
}

#[test]
fn a_box_row_stands_low_between_or_high() {
    for (b, expected) in [(3.0, -1.0), (1.0, -0.5), (-2.0, 1.0), (-9.0, 2.0)] {
        assert_eq!(oracle(&boxed(&[2.0], &[b], &[-1.0], &[2.0])), [[expected]]);
    }
    // No room: one solution, not three.
    assert_eq!(oracle(&boxed(&[2.0], &[-9.0], &[0.5], &[0.5])), [[0.5]]);
    // Unbounded: the linear equation.
    let (least, most) = (f64::NEG_INFINITY, f64::INFINITY);
    assert_eq!(oracle(&boxed(&[-2.0], &[-9.0], &[least], &[most])), [[-4.5]]);
}

#[test]
fn a_corner_is_found_where_the_shortest_solution_of_a_set_is_infeasible() {
    // x₁ = 1 is forced by row 2, whatever x₂ ≥ 0; row 1 is empty.
    let found = oracle(&lcp(&[0.0, 0.0, 1.0, 0.0], &[0.0, -1.0]));
    assert_eq!(found, [[1.0, 0.0]]);
    // x₁ + x₂ = 1: a segment of solutions with these two ends.
    let mut ends = oracle(&lcp(&[1.0; 4], &[-1.0, -1.0]));
    ends.sort_by(|left, right| left[0].total_cmp(&right[0]));
    assert_eq!(ends.len(), 2, "{ends:?}");
    assert!(distance(&ends[0], &[0.0, 1.0]) < 1e-15 && distance(&ends[1], &[1.0, 0.0]) < 1e-15);
}

#[test]
fn a_particle_sticks_slips_or_leaves() {
    // Mass 1, normal approach −1, tangential velocity v, μ = ½.
    let identity = [1.0, 0.0, 0.0, 1.0];
    for (v, tangential) in [(0.25, -0.25), (2.0, -0.5), (-2.0, 0.5)] {
        let found = oracle(&coupled(&identity, &[-1.0, v], 1, 0.5));
        assert_eq!(found.len(), 1);
        assert!(distance(&found[0], &[1.0, tangential]) < 1e-15, "v = {v}: {found:?}");
    }
    assert_eq!(oracle(&coupled(&identity, &[1.0, 2.0], 1, 0.5)), [[0.0, 0.0]]);
    assert_eq!(oracle(&coupled(&identity, &[-1.0, 2.0], 1, 0.0)), [[1.0, 0.0]]);
}

#[test]
fn enumeration_refuses_large_problems_and_cones() {
    let mut solver =
        registry::find("enumerate").expect("known").build(&OptionValues::new()).expect("");
    let large = lcp(&SparseMatrix::identity(15).to_dense(), &[1.0; 15]);
    let refusal = solver.solve(&large, &Default::default()).expect_err("2^15 index sets");
    assert!(matches!(refusal, Refusal::TooLarge { limit: 14, rows: 15, .. }), "{refusal}");
    let data = ProblemData::assembled("cone", Kind::Ncp, SparseMatrix::identity(1), vec![1.0]);
    let cone = Problem::new(data).expect("an ncp");
    let refusal = stickslip_solve::all_solutions(&cone, 1e-9).expect_err("a cone");
    assert!(matches!(refusal, Refusal::Kind { .. }), "{refusal}");
}
