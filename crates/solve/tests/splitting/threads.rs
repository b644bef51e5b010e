//! The same bits for any number of threads.

use rayon::ThreadPoolBuilder;
use stickslip_solve::{Kind, Outcome, Problem, ProblemData, Request};

use crate::samples::{generated, solve};

/// So many contacts that most colours are shared out.
fn pile(shape: &str, bodies: usize, kind: Kind) -> Problem {
    let bodies = format!("bodies={bodies}");
    let boxed = generated("pile", 0, &[&bodies, shape, "mass_ratio=5", "compliance=0.01"]);
    Problem::new(ProblemData { kind, ..boxed.data().clone() }).expect("a pile")
}

fn in_pool(threads: usize, work: impl FnOnce() -> Outcome + Send) -> Outcome {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool").install(work)
}

fn check(problem: &Problem, solver: &str, settings: &[&str], iterations: usize) {
    let request = Request {
        tolerance: Some(0.0),
        max_iterations: Some(iterations),
        history: true,
        ..Request::default()
    };
    let run = |threads| in_pool(threads, || solve(solver, settings, &request, problem));
    let bits = |values: &[f64]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    let residuals = |outcome: &Outcome| {
        bits(&outcome.history.iter().map(|point| point.residual).collect::<Vec<_>>())
    };
    let one = run(1);
    assert!(one.history.len() > iterations / 2, "{solver}");
    for threads in [2, 4] {
        let several = run(threads);
        let place = format!("{solver} {settings:?} on {}, {threads} threads", problem.name());
        assert_eq!(residuals(&one), residuals(&several), "{place}");
        assert_eq!(bits(&one.x), bits(&several.x), "{place}");
    }
}

const COLOURS: &str = "ordering=colouring";

#[test]
fn sweeps_over_boxed_contacts() {
    for problem in [pile("shape=sphere", 700, Kind::Blcp), pile("shape=box", 200, Kind::Blcp)] {
        check(&problem, "jacobi", &[], 20);
        check(&problem, "pgs", &[COLOURS], 20);
        check(&problem, "pgs", &[COLOURS, "sweep=symmetric"], 10);
        check(&problem, "pgs", &[COLOURS, "sweep=backward", "access=matrix"], 10);
        check(&problem, "psor", &[COLOURS], 20);
        check(&problem, "nncg", &[COLOURS], 20);
        check(&problem, "block-pgs", &[COLOURS], 10);
    }
}

#[test]
fn sweeps_over_cones() {
    for kind in [Kind::Ncp, Kind::Ccp] {
        let problem = pile("shape=sphere", 700, kind);
        for solver in ["jacobi", "pgs", "psor", "nncg", "block-pgs"] {
            let settings = if solver == "jacobi" { vec![] } else { vec![COLOURS] };
            check(&problem, solver, &settings, 10);
        }
    }
}

#[test]
fn sweeps_with_solvers_inside() {
    let problem = pile("shape=box", 250, Kind::Blcp);
    check(&problem, "block-pgs", &[COLOURS, "blocks=pair"], 2);
    let problem = pile("shape=sphere", 400, Kind::Blcp);
    check(&problem, "pgs-sm", &[COLOURS, "solves=1"], 2);
}
