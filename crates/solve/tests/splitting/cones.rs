//! Contacts in space with circular cones, against the interior method for
//! cones, which shares no step with sweeps.

use stickslip_solve::{Kind, Outcome, Problem, ProblemData, Request, Status};

use crate::samples::{contact, gap, generated, product, solve};

fn of_kind(kind: Kind, boxed: &Problem) -> Problem {
    Problem::new(ProblemData { kind, ..boxed.data().clone() }).expect("a cone problem")
}

fn tight(tolerance: f64) -> Request {
    Request { tolerance: Some(tolerance), max_iterations: Some(100_000), ..Request::default() }
}

fn converged(solver: &str, settings: &[&str], tolerance: f64, problem: &Problem) -> Outcome {
    let outcome = solve(solver, settings, &tight(tolerance), problem);
    let place = format!("{solver} {settings:?} on {}", problem.name());
    assert_eq!(outcome.status, Status::Converged, "{place}: {:?}", outcome.residuals);
    outcome
}

/// Gap in w and A x, which are of order 1, at a relative residual of 1e-10.
const GAP: f64 = 1e-7;

fn check(kind: Kind, solvers: &[(&str, &[&str])]) {
    for boxed in contact(2, "coupled") {
        let problem = of_kind(kind, &boxed);
        let answer = converged("cone-ip", &[], 1e-11, &problem);
        for (solver, settings) in solvers {
            let outcome = converged(solver, settings, 1e-10, &problem);
            let found = gap(&outcome.w, &answer.w)
                .max(gap(&product(&problem, &outcome.x), &product(&problem, &answer.x)));
            println!("{kind} {}, {solver} {settings:?}: {found:e}", problem.name());
            assert!(found <= GAP, "{solver} {settings:?} on {}: {found:e}", problem.name());
        }
    }
}

const BOTH: [(&str, &[&str]); 8] = [
    ("jacobi", &[]),
    ("pgs", &[]),
    ("pgs", &["ordering=colouring"]),
    ("pgs", &["sweep=symmetric", "access=matrix"]),
    ("psor", &["relaxation=1.2"]),
    ("nncg", &[]),
    ("block-pgs", &[]),
    ("block-pgs", &["local=normal-first"]),
];

#[test]
fn coulomb_in_space() {
    check(Kind::Ncp, &BOTH);
}

#[test]
fn the_relaxation_in_space() {
    check(Kind::Ccp, &BOTH);
}

/// Preclik et al., §3.1: the disc of friction follows its normal at once, or is
/// held by an outer loop, or both are solved together: the same answer.
#[test]
fn every_adaptation_of_friction_bounds() {
    check(
        Kind::Ncp,
        &[
            ("nonlinear-gs", &[]),
            ("nonlinear-gs", &["adaptation=continuous"]),
            ("nonlinear-gs", &["adaptation=outer"]),
            ("pgs", &["adaptation=outer"]),
        ],
    );
    for problem in contact(2, "coupled") {
        let answer = converged("bpp", &[], 1e-11, &problem);
        for solver in ["pgs", "psor"] {
            let outcome = converged(solver, &["adaptation=outer"], 1e-10, &problem);
            assert!(outcome.figures["outer_rounds"] > 2.0);
            assert!(gap(&outcome.w, &answer.w) < 1e-8, "{solver} on {}", problem.name());
        }
    }
}

/// Preclik et al., §4: with bounds that follow at once the work is less than
/// with an outer loop, which solves problems whose bounds are still wrong.
#[test]
fn an_outer_loop_costs_more() {
    let settings = ["bodies=20", "shape=sphere", "mass_ratio=5", "compliance=0.01", "mu=0.8"];
    let problem = of_kind(Kind::Ncp, &generated("pile", 1, &settings));
    let sweeps = |adaptation: &str| {
        converged("nonlinear-gs", &[adaptation, "check_every=1"], 1e-8, &problem).counts.iterations
    };
    let (continuous, outer) = (sweeps("adaptation=continuous"), sweeps("adaptation=outer"));
    println!("continuous {continuous}, outer {outer}");
    assert!(continuous < outer);
}
