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

fn cable(settings: &[&str]) -> Problem {
    let common = ["links=20", "mu=0.3", "compliance=1e-3"];
    generated("cable", 3, &[&common, settings].concat())
}

/// SIGGRAPH 2022 course, Fig 21: small and jointed scenes gain most.
#[test]
fn direct_solves_help_jointed_scenes() {
    for ratio in ["mass_ratio=10", "mass_ratio=100"] {
        let problem = cable(&[ratio, "bounds=frozen"]);
        let products = |solver: &str| {
            let request = Request { max_iterations: Some(10_000), ..Request::default() };
            let outcome = solve(solver, &[], &request, &problem);
            (outcome.status, outcome.counts.products)
        };
        let (helped, alone) = (products("pgs-sm"), products("pgs"));
        println!("{ratio}, (status, products): pgs-sm {helped:?}, pgs {alone:?}");
        assert_eq!(helped.0, Status::Converged);
        assert!(5 * helped.1 < alone.1);
    }
}

/// The largest velocity across the joints, which are the first rows.
fn drift(problem: &Problem, outcome: &Outcome) -> f64 {
    let joints = problem.lo().iter().take_while(|lo| lo.is_infinite()).count();
    gap(&outcome.w[..joints], &vec![0.0; joints])
}

/// SIGGRAPH 2022 course, §3.2.4: all joints as one linear system, left to
/// conjugate gradients. For as many passes over rows as plain sweeps are
/// allowed, the joints drift apart far less, if nothing moves them afterwards:
/// contacts, where there are any, are visited first.
#[test]
fn joints_as_one_system_drift_less() {
    for contacts in ["contact_share=0", "contact_share=0.5"] {
        let problem = cable(&["mass_ratio=100", contacts]);
        let after = |iterations: usize, settings: &[&str]| {
            let request = Request {
                tolerance: Some(0.0),
                max_iterations: Some(iterations),
                ..Request::default()
            };
            // Only the last iterate is measured, and the first, which is far off.
            let settings = [&["sweep=backward", "check_every=1000000"], settings].concat();
            solve("block-pgs", &settings, &request, &problem)
        };
        let helped = after(5, &["blocks=joints"]);
        // The same by the solver for all blocks, which is direct.
        let direct = after(5, &["blocks=joints", "joints=inner"]);
        assert!(gap(&helped.w, &direct.w) < 1e-6, "{:e}", gap(&helped.w, &direct.w));
        let passes = helped.counts.iterations + helped.counts.inner_iterations;
        let alone = after(passes, &["blocks=contact"]);
        let (helped, alone) = (drift(&problem, &helped), drift(&problem, &alone));
        println!("{contacts}, {passes} passes: drift {helped:e} with, {alone:e} without");
        assert!(helped < 1e-3 * alone);
    }
}
