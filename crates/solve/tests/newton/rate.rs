//! How fast the last steps are, from histories of the natural residual.

use stickslip_solve::{Problem, Request, Start, Status};

use crate::samples::{generated, solve, solve_from};

fn residuals(method: &str, options: &[&str], problem: &Problem) -> Vec<f64> {
    let request = Request { history: true, tolerance: Some(1e-13), ..Request::default() };
    let outcome = solve_from(method, options, &request, problem);
    assert_eq!(outcome.status, Status::Converged, "{method} on {}", problem.name());
    outcome.history.iter().map(|point| point.residual).collect()
}

/// e₊ ≤ C e² near a solution with strict complementarity, where J is regular.
#[test]
fn fischer_is_quadratic() {
    for linear in ["linear=direct", "linear=gmres"] {
        for seed in 0..5 {
            let problem = generated("spd", seed, &["size=30", "condition=10"]);
            let residuals = residuals("fischer-newton", &[linear], &problem);
            let pairs = residuals.windows(2).filter(|pair| pair[0] < 3e-2 && pair[0] > 1e-6);
            let mut seen = 0;
            for pair in pairs {
                let constant = pair[1] / (pair[0] * pair[0]);
                assert!(constant < 30.0, "{linear}, seed {seed}: {residuals:?}");
                seen += 1;
            }
            assert!(seen > 0, "{linear}, seed {seed}: {residuals:?}");
        }
    }
}

/// The minimum map is piecewise linear: with exact steps the last one lands on
/// the solution from wherever the index sets are right.
#[test]
fn the_minimum_map_ends_in_one_step() {
    for seed in 0..5 {
        let problem = generated("spd", seed, &["size=30", "condition=10"]);
        let residuals = residuals("minmap-newton", &["linear=direct"], &problem);
        let (last, before) = (residuals[residuals.len() - 1], residuals[residuals.len() - 2]);
        assert!(before > 1e-5 && last < 1e-13, "seed {seed}: {residuals:?}");
    }
}

#[test]
fn one_step_ends_it_from_the_right_index_sets() {
    for seed in 0..5 {
        let problem = generated("spd", seed, &["size=30", "condition=10", "boxed=true"]);
        let planted = problem.data().solution.clone().expect("planted");
        let x: Vec<f64> = planted.iter().map(|x| x + 1e-4 * (1.0 + x)).collect();
        let start = Start { x: Some(x), labels: None };
        let request = Request { start, ..Request::default() };
        for method in ["minmap-newton", "semismooth-newton"] {
            let outcome = solve_from(method, &["linear=direct"], &request, &problem);
            assert_eq!(outcome.status, Status::Converged, "{method}, seed {seed}");
            assert_eq!(outcome.counts.iterations, 1, "{method}, seed {seed}");
        }
    }
}

/// Sweeps before Newton's method save at least a third of its steps (Erleben
/// 2013, Fig 6, where it is more than half).
#[test]
fn sweeps_before_save_steps() {
    for method in ["minmap-newton", "fischer-newton"] {
        let (mut cold, mut warm) = (0, 0);
        for seed in 0..10 {
            let problem = generated("legacy-dense", seed, &[]);
            let request = Request { tolerance: Some(1e-2), ..Request::default() };
            cold += solve_from(method, &[], &request, &problem).counts.iterations;
            warm += solve_from(method, &["sweeps=10"], &request, &problem).counts.iterations;
        }
        println!("{method}: {cold} steps cold, {warm} after 10 sweeps");
        assert!(3 * warm <= 2 * cold, "{method}: {cold} cold, {warm} warm");
    }
}

#[test]
fn the_inner_tolerance_tightens() {
    let problem = generated("spd", 1, &["size=60"]);
    let loose = solve("fischer-newton", &["forcing=0.1"], &problem);
    assert_eq!(loose.status, Status::Converged);
    assert!(loose.counts.iterations < 30, "{:?}", loose.counts);
}
