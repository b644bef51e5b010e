//! The tests of the merit θ (Erleben 2013, Eq 107 and 108) as rules that end a
//! run, each method by its own θ, computed here from the iterates.

use stickslip_linalg::SparseMatrix;
use stickslip_solve::{
    FrictionContact, Kind, Outcome, Problem, ProblemData, Request, Start, Status,
};

use crate::samples::{generated, solve, solve_from};

/// √(a² + b²) − a − b as it is printed.
fn phi(a: f64, b: f64) -> f64 {
    match (a.is_infinite(), b.is_infinite()) {
        (true, _) => -b,
        (_, true) => -a,
        _ => (a * a + b * b).sqrt() - a - b,
    }
}

/// ½‖F‖² of the Fischer–Burmeister map, or of the minimum map.
fn merit(problem: &Problem, x: &[f64], fischer: bool) -> f64 {
    let n = x.len();
    let a = problem.matrix().to_dense();
    let (mut lo, mut hi) = (problem.lo().to_vec(), problem.hi().to_vec());
    for contact in problem.contacts() {
        for &row in &contact.tangents {
            hi[row] = contact.mu * x[contact.normal].max(0.0);
            lo[row] = -hi[row];
        }
    }
    let square = |row: usize| {
        let w = problem.b()[row] + (0..n).map(|at| a[row * n + at] * x[at]).sum::<f64>();
        let (below, above) = (x[row] - lo[row], hi[row] - x[row]);
        let value = if fischer { phi(below, phi(above, -w)) } else { w.min(below).max(-above) };
        value * value
    };
    0.5 * (0..n).map(square).sum::<f64>()
}

fn run(method: &str, options: &[&str], problem: &Problem) -> Outcome {
    let request =
        Request { history: true, iterates: true, max_iterations: Some(60), ..Request::default() };
    solve_from(method, options, &request, problem)
}

/// Every Newton method that has a θ, with half-lines, boxes, and bounds that follow.
const METHODS: [(&str, &[&str], bool); 6] = [
    ("fischer-newton", &["linear=direct"], true),
    ("fischer-newton", &["linear=normal", "line_search=trust-region"], true),
    ("minmap-newton", &[], false),
    ("semismooth-newton", &["linear=direct"], false),
    ("normal-map-newton", &[], false),
    ("interior-point", &[], false),
];

fn problems() -> Vec<Problem> {
    vec![
        generated("spd", 3, &["size=20", "condition=50"]),
        generated("spd", 4, &["size=20", "condition=500", "boxed=true"]),
        generated("pile", 1, &["bodies=1", "compliance=1e-2"]),
    ]
}

/// A run ends at the first iterate where θ < ε, and where |θ − θ₋| < ε |θ₋|.
#[test]
fn every_newton_method_ends_where_its_merit_says() {
    let (mut absolute, mut relative) = (0, 0);
    for problem in problems() {
        for (method, options, fischer) in METHODS {
            if problem.has_coupled_bounds()
                && !["fischer-newton", "semismooth-newton"].contains(&method)
            {
                continue;
            }
            let whole = run(method, options, &problem);
            let merits: Vec<f64> =
                whole.history.iter().map(|point| merit(&problem, &point.x, fischer)).collect();
            let last = whole.counts.iterations;
            let changes: Vec<f64> = std::iter::once(f64::INFINITY)
                .chain(merits.windows(2).map(|two| (two[1] - two[0]).abs() / two[0]))
                .collect();
            for (key, values) in [("merit_absolute", &merits), ("merit_relative", &changes)] {
                let told = |value: &&f64| **value > 1e-12 && value.is_finite();
                for &value in values.iter().take(last).filter(told) {
                    let limit = 1.000_001 * value;
                    let rule = format!("{key}={limit}");
                    let ended = run(method, &[options, &[&rule]].concat(), &problem);
                    let place = format!("{method} {options:?} {rule} on {}", problem.name());
                    let first = values.iter().position(|&value| value < limit);
                    let Some(first) = first.filter(|&first| first < last) else { continue };
                    assert_eq!(ended.counts.iterations, first, "{place}: {values:?}");
                    let exit = format!("exit_{key}");
                    assert_eq!(ended.figures.get(&*exit), Some(&1.0), "{place}");
                    assert_eq!(ended.status, Status::Stagnated, "{place}");
                    *(if key == "merit_absolute" { &mut absolute } else { &mut relative }) += 1;
                }
            }
        }
    }
    println!("ended by θ {absolute} times, by its change {relative} times");
    assert!(absolute > 40 && relative > 40, "{absolute} and {relative}");
}

/// Sweeps end at the first iterate where xᵀ|Ax + b| is below the number asked for; w
/// has both signs on the way.
#[test]
fn sweeps_measure_every_iterate_by_complementarity() {
    let problem = generated("spd", 3, &["size=20", "condition=50"]);
    let (a, n) = (problem.matrix().to_dense(), problem.size());
    let theta = |x: &[f64]| -> f64 {
        let w =
            |row: usize| problem.b()[row] + (0..n).map(|at| a[row * n + at] * x[at]).sum::<f64>();
        (0..n).map(|row| x[row] * w(row).abs()).sum()
    };
    let whole = run("pgs", &[], &problem);
    let merits: Vec<f64> = whole.history.iter().map(|point| theta(&point.x)).collect();
    let last = merits.len() - 1;
    for at in 1..last.min(30) {
        let limit = 1.000_001 * merits[at];
        let Some(first) = merits.iter().skip(1).position(|theta| *theta < limit) else { continue };
        // x = 0 has θ = 0: sweeps begin at a start of their own.
        let start = Start { x: Some(whole.history[1].x.clone()), labels: None };
        let request = Request { start, tolerance: Some(1e-13), ..Request::default() };
        let rule = format!("merit_absolute={limit}");
        let ended = solve_from("pgs", &[&rule], &request, &problem);
        assert_eq!(ended.counts.iterations, first, "{rule}: {merits:?}");
    }
}

/// The θ of cones is ½‖F‖² of their natural map: x = 0 with a load is no end.
#[test]
fn cones_are_not_judged_by_complementarity() {
    let matrix = SparseMatrix::diagonal_matrix(&[0.5, 0.5, 0.5]);
    let mut data = ProblemData::assembled("particle", Kind::Ncp, matrix, vec![-1.0, 0.1, 0.0]);
    data.contacts =
        vec![FrictionContact { normal: 0, tangents: vec![1, 2], mu: 0.5, ..Default::default() }];
    let problem = Problem::new(data).expect("well formed");
    let outcome = solve("pgs", &["merit_absolute=1e-6"], &problem);
    assert!((outcome.x[0] - 2.0).abs() < 1e-2, "{:?}", outcome.x);
}

/// Methods without a function of their own take xᵀ|Ax + b| (Eq 106), which
/// vanishes at x = 0 and solves nothing there.
#[test]
fn sweeps_end_by_complementarity() {
    let problem = generated("spd", 3, &["size=20", "condition=50"]);
    let request = Request { tolerance: Some(1e-12), ..Request::default() };
    let whole = solve_from("pgs", &[], &request, &problem);
    let ended = solve_from("pgs", &["merit_relative=0.3"], &request, &problem);
    assert_eq!(ended.figures.get("exit_merit_relative"), Some(&1.0), "{:?}", ended.figures);
    assert!(ended.counts.iterations < whole.counts.iterations);
    assert_eq!(ended.status, Status::Stagnated);
    let outcome = solve("pgs", &["merit_absolute=1e-6"], &problem);
    assert_eq!((outcome.status, outcome.counts.iterations), (Status::Stagnated, 0));
}
