//! Stacks small enough to study completely.

use stickslip_linalg::{SparseMatrix, Triplets};
use stickslip_solve::{
    FactoredForm, Inertia, Kind, Outcome, Problem, ProblemData, Request, Status,
};

use crate::samples::solve;

const GRAVITY: f64 = 9.81;
const STEP: f64 = 0.01;

/// Two unit cubes on the ground, four corner contacts under each, frictionless:
/// rows 0–3 under the lower one, 4–7 between them. The lower one has mass 1.
fn two_cubes(top_mass: f64) -> Problem {
    let corners = [(0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5)];
    let masses = [1.0, top_mass];
    let mut jacobian = Triplets::new();
    let mut inverse_mass = Triplets::new();
    for (body, mass) in masses.into_iter().enumerate() {
        inverse_mass.push(3 * body, 3 * body, 1.0 / mass);
        for turn in 1..3 {
            inverse_mass.push(3 * body + turn, 3 * body + turn, 6.0 / mass);
        }
    }
    for (index, (x, y)) in corners.into_iter().enumerate() {
        // Rise, and the turns about x and y, of the corner of a body.
        let mut push = |row: usize, body: usize, sign: f64| {
            for (freedom, value) in [1.0, y, -x].into_iter().enumerate() {
                jacobian.push(row, 3 * body + freedom, sign * value);
            }
        };
        push(index, 0, 1.0);
        push(4 + index, 0, -1.0);
        push(4 + index, 1, 1.0);
    }
    let factored = FactoredForm {
        jacobian: SparseMatrix::from_triplets(8, 6, &jacobian),
        inertia: Inertia::from_inverse(SparseMatrix::from_triplets(6, 6, &inverse_mass)),
        compliance: vec![0.0; 8],
    };
    let mut b = vec![0.0; 8];
    b[..4].fill(-GRAVITY * STEP);
    Problem::new(ProblemData::factored("two-cubes", Kind::Lcp, factored, b)).expect("a stack")
}

/// Bodies of mass 1 one above the other on a line, the top one of `top_mass`.
pub fn column(bodies: usize, top_mass: f64) -> Problem {
    let inverse = |body: usize| if body + 1 == bodies { 1.0 / top_mass } else { 1.0 };
    let mut entries = Triplets::new();
    for row in 0..bodies {
        entries.push(row, row, inverse(row) + if row > 0 { inverse(row - 1) } else { 0.0 });
        if row > 0 {
            entries.push(row, row - 1, -inverse(row - 1));
            entries.push(row - 1, row, -inverse(row - 1));
        }
    }
    let mut b = vec![0.0; bodies];
    b[0] = -GRAVITY * STEP;
    let matrix = SparseMatrix::from_triplets(bodies, bodies, &entries);
    Problem::new(ProblemData::assembled("column", Kind::Lcp, matrix, b)).expect("a column")
}

fn to(tolerance: f64) -> Request {
    Request { tolerance: Some(tolerance), max_iterations: Some(1_000_000), ..Request::default() }
}

fn sweeps(outcome: &Outcome) -> usize {
    assert_eq!(outcome.status, Status::Converged);
    outcome.counts.iterations
}

/// Every order of 0..n, as text; the corners of the square can be renamed by
/// its eight symmetries, so that only those orders are listed that visit corner
/// 0 first among the lower ones, and corner 1 before corner 3.
fn orders(list: &mut Vec<usize>, visit: &mut impl FnMut(&[usize])) {
    if list.len() == 8 {
        let place = |corner| list.iter().position(|&row| row == corner);
        if place(0) < place(1).min(place(2)) && place(1) < place(3) {
            visit(list);
        }
        return;
    }
    for row in 0..8 {
        if !list.contains(&row) {
            list.push(row);
            orders(list, visit);
            list.pop();
        }
    }
}

/// SIGGRAPH 2022 course, Fig 16: of all 40 320 orders of the eight normals the
/// best needs about half the sweeps of the worst.
#[test]
fn the_order_of_a_sweep_matters() {
    for (top_mass, expected) in [(1.0, [10, 12, 20]), (10.0, [69, 86, 144])] {
        let problem = two_cubes(top_mass);
        let request = to(1e-4);
        let count = |order: &str| {
            let settings = ["access=matrix", "check_every=1", order];
            sweeps(&solve("pgs", &settings, &request, &problem))
        };
        let default = count("ordering=natural");
        let (mut best, mut worst, mut number) = (usize::MAX, 0, 0);
        orders(&mut Vec::new(), &mut |order| {
            let list = order.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
            let found = count(&format!("ordering={list}"));
            (best, worst, number) = (best.min(found), worst.max(found), number + 1);
        });
        println!("top mass {top_mass}: best {best}, default {default}, worst {worst}");
        assert_eq!(8 * number, 40_320);
        assert_eq!([best, default, worst], expected);
    }
}

/// ‖min(x, w)‖₂ after so many sweeps.
fn length_after(count: usize, solver: &str, problem: &Problem) -> f64 {
    let request =
        Request { tolerance: Some(0.0), max_iterations: Some(count), ..Request::default() };
    let outcome = solve(solver, &["check_every=1000000"], &request, problem);
    let squares = outcome.x.iter().zip(&outcome.w).map(|(x, w)| x.min(*w).powi(2));
    squares.sum::<f64>().sqrt()
}

/// SIGGRAPH 2022 course, §3.2.7: conjugate directions pay most where sweeps
/// suffer most, at large mass ratios. The sweeps until ‖min(x, w)‖₂ ≤ 1e-8 are
/// those of an independent program: 615, 13 920, 135 420 without and 95, 487,
/// 2161 with conjugate directions. There the last sweep of `nncg` is not
/// counted, and over thousands of iterations its rounding is its own.
#[test]
fn conjugate_directions_help_at_large_mass_ratios() {
    for (top_mass, plain, conjugate) in
        [(1.0, 615, 95), (100.0, 13_920, 487), (1000.0, 135_420, 2161)]
    {
        let problem = column(10, top_mass);
        assert!(length_after(plain, "pgs", &problem) <= 1e-8);
        assert!(length_after(plain - 1, "pgs", &problem) > 1e-8);
        assert!(length_after(conjugate + 1, "nncg", &problem) <= 1e-8);
        assert!(length_after(conjugate * 9 / 10, "nncg", &problem) > 1e-8);
        let count = |solver: &str| sweeps(&solve(solver, &["check_every=1"], &to(1e-8), &problem));
        println!("top mass {top_mass}: pgs {}, nncg {} (max norm)", count("pgs"), count("nncg"));
    }
}

/// A stack solved once is solved at once from the same impulses, and sooner
/// from impulses near them.
#[test]
fn a_warm_start_saves_sweeps() {
    let problem = column(10, 1.0);
    // Not `cpg`, which ends after as many iterations as there are rows.
    for solver in ["jacobi", "pgs", "psor", "block-pgs", "nncg", "pgd"] {
        let cold = solve(solver, &["check_every=1"], &to(1e-8), &problem);
        let mut request = to(1e-8);
        request.start.x = Some(cold.x.clone());
        assert_eq!(sweeps(&solve(solver, &["check_every=1"], &request, &problem)), 0);
        request.start.x = Some(cold.x.iter().map(|x| 1.001 * x).collect());
        let warm = solve(solver, &["check_every=1"], &request, &problem);
        println!("{solver}: {} sweeps cold, {} warm", sweeps(&cold), sweeps(&warm));
        assert!(sweeps(&warm) < sweeps(&cold), "{solver}");
    }
}

/// The column of equal bodies with its factors, contacts listed as in `order`.
fn column_with_bodies(order: &[usize]) -> Problem {
    let n = order.len();
    let mut jacobian = Triplets::new();
    let mut b = vec![0.0; n];
    for (row, &contact) in order.iter().enumerate() {
        jacobian.push(row, contact, 1.0);
        if contact > 0 {
            jacobian.push(row, contact - 1, -1.0);
        } else {
            b[row] = -GRAVITY * STEP;
        }
    }
    let factored = FactoredForm {
        jacobian: SparseMatrix::from_triplets(n, n, &jacobian),
        inertia: Inertia::from_inverse(SparseMatrix::identity(n)),
        compliance: vec![0.0; n],
    };
    Problem::new(ProblemData::factored("column", Kind::Lcp, factored, b)).expect("a column")
}

/// SIGGRAPH 2022 course, Fig 18–20: an impact from below passes through the
/// whole stack in one sweep when layers are visited from the ground upwards;
/// listed from the top, contacts pass it on by one body a sweep.
#[test]
fn shocks_propagate_by_layers() {
    let top_down: Vec<usize> = (0..30).rev().collect();
    let problem = column_with_bodies(&top_down);
    let moving = |ordering: &str| {
        let request =
            Request { tolerance: Some(0.0), max_iterations: Some(3), ..Request::default() };
        let outcome = solve("pgs", &[ordering, "check_every=1000"], &request, &problem);
        outcome.x.iter().filter(|x| **x > 0.0).count()
    };
    assert_eq!(moving("ordering=natural"), 3);
    assert_eq!(moving("ordering=layers"), 30);
    let layered = solve("pgs", &["ordering=layers"], &to(1e-6), &problem);
    let bottom_up: Vec<usize> = (0..30).collect();
    let natural = solve("pgs", &[], &to(1e-6), &column_with_bodies(&bottom_up));
    let reversed: Vec<f64> = natural.x.iter().rev().copied().collect();
    assert_eq!(layered.x, reversed);
}
