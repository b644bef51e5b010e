//! Multigrid where it shines and where it does not.

use stickslip_linalg::{SparseMatrix, Triplets};
use stickslip_solve::{Kind, Problem, ProblemData, Request, Status};

use crate::samples::{contact, gap, generated, solve};

/// The five-point Laplacian of a square membrane, which cannot sink below `lo`.
fn membrane(side: usize, lo: f64) -> Problem {
    let n = side * side;
    let mut entries = Triplets::new();
    let mut b = Vec::new();
    for row in 0..n {
        let (x, y) = (row % side, row / side);
        entries.push(row, row, 4.0);
        if x > 0 {
            entries.push(row, row - 1, -1.0);
            entries.push(row - 1, row, -1.0);
        }
        if y > 0 {
            entries.push(row, row - side, -1.0);
            entries.push(row - side, row, -1.0);
        }
        b.push((0.3 * x as f64).sin() + (0.2 * y as f64).cos() * (row % 7) as f64 / 7.0);
    }
    let matrix = SparseMatrix::from_triplets(n, n, &entries);
    let data = ProblemData::assembled("membrane", Kind::Blcp, matrix, b);
    Problem::new(ProblemData { lo: vec![lo; n], ..data }).expect("a membrane")
}

/// The factor by which an iteration reduces the residual, in the mean.
fn rate(solver: &str, settings: &[&str], iterations: usize, problem: &Problem) -> f64 {
    let request = Request {
        tolerance: Some(0.0),
        max_iterations: Some(iterations),
        history: true,
        ..Request::default()
    };
    let history = solve(solver, settings, &request, problem).history;
    let (first, last) = (history[1].residual, history[iterations].residual);
    (last / first).powf(1.0 / (iterations - 1) as f64)
}

/// Without bounds, the rate of a cycle is that of multigrid: 0.15 or so,
/// whatever the width of the grid. Sweeps alone take ever longer.
#[test]
fn the_rate_does_not_depend_on_the_grid() {
    for cycle in ["cycle=v", "cycle=w"] {
        for side in [16, 32, 64] {
            let found = rate("multigrid", &[cycle], 8, &membrane(side, f64::NEG_INFINITY));
            println!("{side} × {side}, {cycle}: {found:.3}");
            assert!(found < 0.2, "{side}, {cycle}: {found}");
        }
    }
    let sweeps = rate("pgs", &[], 30, &membrane(32, f64::NEG_INFINITY));
    assert!(sweeps > 0.9, "{sweeps}");
}

/// With an obstacle it stays so if the levels know which rows are tight;
/// otherwise most corrections are lost.
#[test]
fn an_obstacle_needs_levels_that_know_of_it() {
    for side in [16, 32] {
        let problem = membrane(side, -1.0);
        let answer = solve("bpp", &[], &Request::default(), &problem);
        let mut cycles = Vec::new();
        for setting in ["adapt=true", "violations=project", "adapt=false"] {
            let outcome = solve("multigrid", &[setting], &Request::default(), &problem);
            assert_eq!(outcome.status, Status::Converged, "{setting}");
            assert!(gap(&outcome.x, &answer.x) < 1e-6, "{setting}");
            println!("{side} × {side}, {setting}: {} cycles", outcome.counts.iterations);
            cycles.push(outcome.counts.iterations);
        }
        assert!(cycles[0] < 20 && cycles[1] < 20 && cycles[2] > 80, "{cycles:?}");
    }
    let liquid = generated("fluid", 0, &["cells=24"]);
    let outcome = solve("multigrid", &[], &Request::default(), &liquid);
    assert_eq!(outcome.status, Status::Converged);
    assert!(outcome.counts.iterations < 20, "{:?}", outcome.counts);
}

/// Preclik et al., §5: on redundant contacts it does not pay. Per product with
/// A, sweeps alone are several times faster on walls and piles of boxes.
#[test]
fn on_redundant_contacts_it_does_not_pay() {
    for problem in &contact(0, "frozen")[..2] {
        let multigrid = solve("multigrid", &[], &Request::default(), problem);
        let sweeps = solve("pgs", &[], &Request::default(), problem);
        println!(
            "{}: multigrid {} products, pgs {}",
            problem.name(),
            multigrid.counts.products,
            sweeps.counts.products
        );
        assert_eq!(multigrid.status, Status::Converged);
        assert!(multigrid.counts.products > 3 * sweeps.counts.products);
    }
}

/// Preclik et al., §3.4, hope that transferring velocities keeps the levels from
/// working towards different impulses. It arrives at the same answer, but here
/// it saves next to no cycle and costs several times the work: the bounds cut
/// the corrections, whichever of them are transferred.
#[test]
fn transferring_velocities_does_not_pay_either() {
    for problem in &contact(0, "frozen")[..2] {
        let request = Request { tolerance: Some(1e-8), ..Request::default() };
        let answer = solve("bpp", &[], &request, problem);
        let run = |transfer: &str| {
            let outcome = solve("multigrid", &[transfer, "check_every=1"], &request, problem);
            assert_eq!(outcome.status, Status::Converged, "{transfer}");
            assert!(gap(&outcome.w, &answer.w) < 1e-6, "{transfer}");
            // Not those for the measurements.
            (outcome.counts.iterations, outcome.counts.products - outcome.counts.iterations)
        };
        let (impulse, velocity) = (run("transfer=impulse"), run("transfer=velocity"));
        println!("{}: (cycles, products) {impulse:?}, {velocity:?}", problem.name());
        assert!(10 * velocity.0 > 9 * impulse.0 && velocity.1 > 3 * impulse.1);
    }
}

/// A cycle on a path of three rows by loops: the middle one is coarse, and its
/// correction e is P e = (½, 1, ½) e on all (Preclik et al., Eq 22–24). The last row
/// would leave the box and keeps its value, and what is left of P e is taken whole,
/// or as far as the objective falls: two thirds of it.
#[test]
fn corrections_are_whole_or_as_long_as_is_best() {
    let (a, b, lo) =
        ([[2.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 2.0]], [0.2, -0.4, 0.9], -0.5);
    let matrix = SparseMatrix::from_dense(3, 3, &a.concat());
    let data = ProblemData::assembled("path", Kind::Blcp, matrix, b.to_vec());
    let problem = Problem::new(ProblemData { lo: vec![lo; 3], ..data }).expect("a path");
    let product = |x: [f64; 3]| a.map(|row| row[0] * x[0] + row[1] * x[1] + row[2] * x[2]);
    let dot = |x: [f64; 3], y: [f64; 3]| x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    let sweep = |x: &mut [f64; 3], row: usize| {
        x[row] = (x[row] - (product(*x)[row] + b[row]) / 2.0).max(lo);
    };
    for (setting, is_whole) in [("line_search=false", true), ("line_search=true", false)] {
        let mut x = [0.0; 3];
        (0..3).for_each(|row| sweep(&mut x, row));
        let w: [f64; 3] = std::array::from_fn(|row| product(x)[row] + b[row]);
        let p = [0.5, 1.0, 0.5];
        let e = (-dot(p, w) / dot(p, product(p))).max(lo - x[1]);
        assert!(x[2] + 0.5 * e < lo && x[0] + 0.5 * e > lo, "one row would leave");
        let d = [0.5 * e, e, 0.0];
        let best = -dot(w, d) / dot(d, product(d));
        assert!((best - 2.0 / 3.0).abs() < 1e-12, "{best}");
        let length = if is_whole { 1.0 } else { best };
        (0..3).for_each(|row| x[row] += length * d[row]);
        (0..3).rev().for_each(|row| sweep(&mut x, row));
        let request = Request {
            max_iterations: Some(1),
            history: true,
            iterates: true,
            ..Request::default()
        };
        let outcome = solve("multigrid", &[setting, "coarsest=1"], &request, &problem);
        let found = &outcome.history.last().expect("a cycle").x;
        assert!(gap(found, &x) < 1e-9, "{setting}: {found:?} and {x:?}");
    }
}

/// The same path where its coarse row meets a bound first, so that the objective would
/// fall for longer than all of P e, and where what is left of P e leads uphill.
#[test]
fn corrections_are_no_longer_than_whole_and_lead_downhill() {
    let a = [[2.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 2.0]];
    let product = |x: [f64; 3]| a.map(|row| row[0] * x[0] + row[1] * x[1] + row[2] * x[2]);
    let dot = |x: [f64; 3], y: [f64; 3]| x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    for (b, lo, length) in
        [([0.2, 0.7, 0.9], [-5.0, -0.5, -5.0], 1.0), ([3.0, 0.0, -1.0], [-0.1, -5.0, -5.0], 0.0)]
    {
        let sweep = |x: &mut [f64; 3], row: usize| {
            x[row] = (x[row] - (product(*x)[row] + b[row]) / 2.0).max(lo[row]);
        };
        let mut x = [0.0; 3];
        (0..3).for_each(|row| sweep(&mut x, row));
        let w: [f64; 3] = std::array::from_fn(|row| product(x)[row] + b[row]);
        let p = [0.5, 1.0, 0.5];
        let e = (-dot(p, w) / dot(p, product(p))).max(lo[1] - x[1]);
        let d: [f64; 3] =
            std::array::from_fn(|row| if x[row] + p[row] * e < lo[row] { 0.0 } else { p[row] * e });
        let best = -dot(w, d) / dot(d, product(d));
        assert_eq!(best.clamp(0.0, 1.0), length, "{best}");
        (0..3).for_each(|row| x[row] += length * d[row]);
        let matrix = SparseMatrix::from_dense(3, 3, &a.concat());
        let data = ProblemData::assembled("path", Kind::Blcp, matrix, b.to_vec());
        let problem = Problem::new(ProblemData { lo: lo.to_vec(), ..data }).expect("a path");
        let request = Request {
            max_iterations: Some(1),
            history: true,
            iterates: true,
            ..Request::default()
        };
        let outcome = solve("multigrid", &["coarsest=1", "sweeps_after=0"], &request, &problem);
        let found = &outcome.history.last().expect("a cycle").x;
        assert!(gap(found, &x) < 1e-9, "{b:?}: {found:?} and {x:?}");
    }
}
