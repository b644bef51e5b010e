//! Sweeps helped by direct solves (`pgs-sm`) and by conjugate gradients on
//! joints (`block-pgs`).

use stickslip_solve::{Outcome, Problem, Request, Status};

use crate::samples::{gap, generated, solve};

fn history(settings: &[&str], iterations: usize, problem: &Problem) -> Vec<f64> {
    let request = Request {
        tolerance: Some(1e-10),
        max_iterations: Some(iterations),
        history: true,
        ..Request::default()
    };
    let outcome = solve("pgs-sm", settings, &request, problem);
    outcome.history.iter().map(|point| point.residual).collect()
}

/// By how much the residual leaps up at worst.
fn leap(residuals: &[f64]) -> f64 {
    residuals.windows(2).map(|pair| pair[1] / pair[0]).fold(0.0, f64::max)
}

/// SIGGRAPH 2022 course, Fig 21: after a wrong guess of the index sets the
/// residual leaps up by orders of magnitude. Going back to the sweeps then
/// leaves only what the sweeps themselves do.
#[test]
fn wrong_index_sets_make_the_residual_leap() {
    let mut worst = [0.0_f64; 2];
    for seed in 0..4 {
        let settings = ["bodies=20", "mass_ratio=100", "compliance=1e-4", "mu=0.8"];
        let problem = generated("pile", seed, &settings);
        for (worst, accept) in worst.iter_mut().zip(["accept=always", "accept=improving"]) {
            let found = leap(&history(&["sweeps=2", "solves=1", accept], 60, &problem));
            println!("seed {seed}, {accept}: {found:.1}");
            *worst = worst.max(found);
        }
    }
    assert!(worst[0] > 10.0 && worst[1] < worst[0] / 3.0, "{worst:?}");
}

fn to(tolerance: f64) -> Request {
    Request { tolerance: Some(tolerance), max_iterations: Some(100_000), ..Request::default() }
}

fn cable(mass_ratio: &str) -> Problem {
    generated("cable", 3, &["links=20", mass_ratio, "mu=0.3", "compliance=1e-3"])
}

/// SIGGRAPH 2022 course, Fig 21: small and jointed scenes gain most.
#[test]
fn direct_solves_help_jointed_scenes() {
    let problem = cable("mass_ratio=10");
    let products = |solver: &str| {
        let outcome = solve(solver, &[], &to(1e-8), &problem);
        assert_eq!(outcome.status, Status::Converged, "{solver}");
        outcome.counts.products
    };
    let (helped, alone) = (products("pgs-sm"), products("pgs"));
    println!("products: pgs-sm {helped}, pgs {alone}");
    assert!(5 * helped < alone);
}

/// The largest velocity across the joints, which are the first rows.
fn drift(problem: &Problem, outcome: &Outcome) -> f64 {
    let joints = problem.lo().iter().take_while(|lo| lo.is_infinite()).count();
    gap(&outcome.w[..joints], &vec![0.0; joints])
}

/// SIGGRAPH 2022 course, §3.2.4: all joints as one linear system, left to
/// conjugate gradients. For as many passes over rows as plain sweeps are
/// allowed, the joints drift apart far less.
#[test]
fn joints_as_one_system_drift_less() {
    let problem = cable("mass_ratio=100");
    let helped = solve("block-pgs", &["blocks=joints"], &to(1e-9), &problem);
    let answer = solve("bpp", &[], &to(1e-10), &problem);
    assert_eq!((helped.status, answer.status), (Status::Converged, Status::Converged));
    assert!(gap(&helped.w, &answer.w) < 1e-7);
    // The same by the solver for all blocks, which is direct.
    let direct = solve("block-pgs", &["blocks=joints", "joints=inner"], &to(1e-9), &problem);
    assert_eq!(direct.status, Status::Converged);
    assert!(gap(&helped.w, &direct.w) < 1e-7);
    let few = Request { tolerance: Some(0.0), max_iterations: Some(5), ..Request::default() };
    let helped = solve("block-pgs", &["blocks=joints"], &few, &problem);
    let passes = helped.counts.iterations + helped.counts.inner_iterations;
    let same = Request { max_iterations: Some(passes), ..few };
    let alone = solve("block-pgs", &["blocks=contact"], &same, &problem);
    let (helped, alone) = (drift(&problem, &helped), drift(&problem, &alone));
    println!("{passes} passes: drift {helped:e} with, {alone:e} without");
    assert!(helped < 0.1 * alone);
}
