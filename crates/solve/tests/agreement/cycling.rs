//! Positive definite problems on which changing all violators at once goes
//! round in a circle: found by a search over small whole numbers, A = G Gᵀ + εI
//! with fewer columns than rows in G.

use std::collections::BTreeSet;

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{Kind, Label, OptionValues, Problem, ProblemData, Request, all_solutions};
use stickslip_solve::{Start, Status};

use crate::measure::{assert_honest, distance};
use crate::roster::{block_variants, pivoting};

/// A, b and the half-width of the box around zero, or 0 ≤ x.
type Instance = (&'static [f64], &'static [f64], Option<f64>);

const INSTANCES: [Instance; 7] = [
    (&[25.25, 26.0, -13.0, 26.0, 30.25, -18.0, -13.0, -18.0, 17.25], &[1.0, 4.0, -4.0], None),
    (
        &[22.0625, -15.0, -25.0, -15.0, 18.0625, 27.0, -25.0, 27.0, 42.0625],
        &[8.0, -1.0, -7.0],
        None,
    ),
    (
        &[
            29.0625, 22.0, -2.0, -11.0, 22.0, 17.0625, 2.0, -7.0, -2.0, 2.0, 41.0625, 14.0, -11.0,
            -7.0, 14.0, 14.0625,
        ],
        &[-6.0, -1.0, 7.0, 8.0],
        None,
    ),
    (
        &[
            11.25, 4.0, -6.0, -14.0, -11.0, 4.0, 23.25, -21.0, 33.0, 5.0, -6.0, -21.0, 22.25,
            -29.0, -8.0, -14.0, 33.0, -29.0, 91.25, 41.0, -11.0, 5.0, -8.0, 41.0, 36.25,
        ],
        &[8.0, 8.0, -9.0, 1.0, 1.0],
        None,
    ),
    (&[9.25, -9.0, 15.0, -9.0, 9.25, -15.0, 15.0, -15.0, 25.25], &[2.0, 7.0, -3.0], Some(1.0)),
    (
        &[
            13.0625, -18.0, 13.0, 14.0, -18.0, 25.0625, -18.0, -20.0, 13.0, -18.0, 13.0625, 14.0,
            14.0, -20.0, 14.0, 20.0625,
        ],
        &[2.0, 6.0, 4.0, -3.0],
        Some(1.0),
    ),
    (
        &[
            25.0625, -27.0, 13.0, 13.0, -7.0, -27.0, 38.0625, -26.0, -17.0, 25.0, 13.0, -26.0,
            26.0625, 21.0, -25.0, 13.0, -17.0, 21.0, 42.0625, -2.0, -7.0, 25.0, -25.0, -2.0,
            38.0625,
        ],
        &[1.0, -2.0, 3.0, 8.0, -7.0],
        Some(1.0),
    ),
];

fn problem((entries, b, width): Instance) -> Problem {
    let n = b.len();
    let matrix = SparseMatrix::from_dense(n, n, entries);
    let kind = if width.is_some() { Kind::Blcp } else { Kind::Lcp };
    let mut data = ProblemData::assembled("cycle", kind, matrix, b.to_vec());
    if let Some(width) = width {
        (data.lo, data.hi) = (vec![-width; n], vec![width; n]);
    }
    Problem::new(data).expect("a problem")
}

/// x of an index set by elimination without exchanges.
fn solve_free(problem: &Problem, labels: &[Label]) -> Vec<f64> {
    let n = labels.len();
    let mut a = problem.matrix().to_dense();
    let mut x: Vec<f64> = problem.b().iter().map(|b| -b).collect();
    for row in 0..n {
        let bound = match labels[row] {
            Label::Free => continue,
            Label::Lower => problem.lo()[row],
            Label::Upper => problem.hi()[row],
        };
        for column in 0..n {
            a[row * n + column] = f64::from(u8::from(row == column));
        }
        x[row] = bound;
    }
    for k in 0..n {
        for i in (0..n).filter(|&i| i != k) {
            let scale = a[i * n + k] / a[k * n + k];
            for j in 0..n {
                a[i * n + j] -= scale * a[k * n + j];
            }
            x[i] -= scale * x[k];
        }
    }
    (0..n).map(|k| x[k] / a[k * n + k]).collect()
}

/// Changes all violators at once until an index set comes back; says whether
/// one did.
fn comes_back(problem: &Problem) -> bool {
    let n = problem.size();
    let mut labels = vec![Label::Free; n];
    let mut seen = BTreeSet::new();
    while seen.insert(format!("{labels:?}")) {
        let x = solve_free(problem, &labels);
        let mut w = vec![0.0; n];
        problem.velocity(&x, &mut w);
        let wanted = |row: usize| match labels[row] {
            Label::Free if x[row] < problem.lo()[row] => Label::Lower,
            Label::Free if x[row] > problem.hi()[row] => Label::Upper,
            Label::Lower if w[row] < 0.0 => Label::Free,
            Label::Upper if w[row] > 0.0 => Label::Free,
            label => label,
        };
        let next: Vec<Label> = (0..n).map(wanted).collect();
        if next == labels {
            return false;
        }
        labels = next;
    }
    true
}

#[test]
fn cycles_are_left_with_the_right_answer() {
    for instance in INSTANCES {
        let problem = problem(instance);
        assert!(comes_back(&problem), "the instance has to be one");
        let request = Request::default();
        let solutions = all_solutions(&problem, request.tolerance_for(&problem)).expect("small");
        assert_eq!(solutions.len(), 1);
        for entry in pivoting() {
            let mut solver = entry.build(&OptionValues::new()).expect("defaults");
            let outcome = solver.solve(&problem, &request).expect("accepted");
            assert_honest(&problem, &outcome);
            assert_eq!(outcome.status, Status::Converged, "{}", entry.name);
            assert!(distance(&outcome.x, &solutions[0]) <= 1e-8, "{}", entry.name);
        }
    }
}

/// From every index set, not only from all rows free, and with every patience.
#[test]
fn cycles_are_left_from_everywhere() {
    for instance in INSTANCES.into_iter().filter(|instance| instance.1.len() <= 4) {
        let problem = problem(instance);
        let n = problem.size();
        let tolerance = Request::default().tolerance_for(&problem);
        let known = all_solutions(&problem, tolerance).expect("small").remove(0);
        for code in 0..3_usize.pow(n as u32) {
            let digit = |row: usize| code / 3_usize.pow(row as u32) % 3;
            let labels = (0..n).map(|row| [Label::Free, Label::Lower, Label::Upper][digit(row)]);
            let start = Start { x: None, labels: Some(labels.collect()) };
            let request = Request { start, ..Request::default() };
            for entry in block_variants() {
                for patience in [0, 3, 1000] {
                    let settings = OptionValues::new().set("patience", patience);
                    let mut solver = entry.build(&settings).expect("known option");
                    let outcome = solver.solve(&problem, &request).expect("accepted");
                    let place = format!("{}, start {code}, patience {patience}", entry.name);
                    assert_eq!(outcome.status, Status::Converged, "{place}");
                    assert!(distance(&outcome.x, &known) <= 1e-8, "{place}");
                }
            }
        }
    }
}
