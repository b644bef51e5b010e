//! Friction bounds of the same solution: |x_t| ≤ μ x_n.

use stickslip_solve::{Problem, Request, Residuals, Status};

use crate::measure::assert_honest;
use crate::roster::{generated, solve, solve_from};

/// The largest |x_t| − μ x_n of any tangent.
fn excess(problem: &Problem, x: &[f64]) -> f64 {
    let contacts = problem.contacts().iter();
    contacts
        .flat_map(|contact| {
            let radius = contact.mu * x[contact.normal];
            contact.tangents.iter().map(move |&tangent| x[tangent].abs() - radius)
        })
        .fold(f64::NEG_INFINITY, f64::max)
}

fn scenes() -> Vec<Problem> {
    let mut scenes = Vec::new();
    for seed in 0..4 {
        scenes.push(generated("wall", seed, &["bricks=24", "compliance=1e-8"]));
        for compliance in ["compliance=1e-3", "compliance=1e-8"] {
            scenes.push(generated("pile", seed, &["bodies=8", compliance]));
            scenes.push(generated("pile", seed, &["bodies=20", "shape=sphere", compliance]));
            scenes.push(generated("cable", seed, &["links=12", compliance]));
        }
    }
    scenes
}

#[test]
fn coupled_scenes_are_solved_and_stay_inside_their_own_pyramids() {
    let mut solved = 0;
    let scenes = scenes();
    for problem in &scenes {
        let outcome = solve("bpp", &[], problem);
        println!(
            "{:24} {:4} rows: {} at stage {}, residual {:.1e}",
            problem.name(),
            problem.size(),
            outcome.status,
            outcome.figures["stage"],
            outcome.residuals.natural.value
        );
        assert_honest(problem, &outcome);
        if outcome.status == Status::Converged {
            solved += 1;
            let excess = excess(problem, &outcome.x);
            assert!(excess <= outcome.tolerance, "{}: {excess:e}", problem.name());
        }
    }
    println!("{solved} of {} coupled scenes solved", scenes.len());
    assert_eq!(solved, scenes.len());
}

/// Bounds frozen from a frictionless solve are not those of the solution.
#[test]
fn frozen_bounds_leave_the_pyramid() {
    let coupled = generated("pile", 0, &["bodies=8", "compliance=1e-3"]);
    let frictionless = coupled.without_friction().expect("frictionless");
    let normals = solve("bpp", &[], &frictionless);
    assert_eq!(normals.status, Status::Converged);
    let frozen = coupled.with_frozen_bounds(&normals.x).expect("frozen");
    let outcome = solve("bpp", &[], &frozen);
    assert_eq!(outcome.status, Status::Converged);
    assert_honest(&frozen, &outcome);
    let excess = excess(&coupled, &outcome.x);
    println!("a tangent exceeds its pyramid by {excess:e}");
    assert!(excess > 1e3 * outcome.tolerance);
}

/// Pivoting with refreshed bounds runs away on nearly rigid walls; what comes
/// back is the best iterate seen, not the last one.
#[test]
fn a_search_that_runs_away_returns_its_best_iterate() {
    for seed in 0..3 {
        let problem = generated("wall", seed, &["bricks=12"]);
        let begin = vec![0.0; problem.size()];
        let mut w = begin.clone();
        problem.velocity(&begin, &mut w);
        let first = Residuals::measure(&problem, &begin, &w).natural.value;
        for name in ["bpp-full", "bpp-downdate", "bpp-skyline", "bpp-pcg", "pgcg"] {
            let outcome = solve(name, &[], &problem);
            let last = outcome.residuals.natural.value;
            assert!(last <= first, "{name} on {}: {last:e} after {first:e}", problem.name());
        }
    }
}

/// Later stages are searches of their own: none begins when the iterations
/// that were granted are spent.
#[test]
fn no_stage_begins_after_the_last_iteration() {
    let problem = generated("wall", 0, &["bricks=24", "compliance=1e-12"]);
    assert_eq!(solve("bpp", &[], &problem).figures["stage"], 3.0, "it takes long");
    let request = Request { max_iterations: Some(10), ..Request::default() };
    let outcome = solve_from("bpp", &[], &request, &problem);
    assert_honest(&problem, &outcome);
    assert_eq!(outcome.status, Status::MaxIterations);
    assert!(outcome.figures["stage"] < 3.0, "stage {}", outcome.figures["stage"]);
}
