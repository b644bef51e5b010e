//! Restarts from another iterate (Erleben 2013, §6): each is a solve of its own,
//! from a point of the box, and there are as many as were asked for.

use stickslip_solve::{Outcome, Problem, Request, Start};

use crate::samples::{generated, lcp, solve_from};

fn path(options: &[&str], problem: &Problem, x: Option<Vec<f64>>, most: usize) -> Outcome {
    let request = Request {
        max_iterations: Some(most),
        history: true,
        iterates: true,
        start: Start { x, labels: None },
        ..Request::default()
    };
    solve_from("minmap-newton", options, &request, problem)
}

/// Every iterate is measured, and standing still is left to `idle_steps`.
const STEADY: [&str; 2] = ["check_every=1", "stagnation=-1"];

/// What follows a fresh start is what follows when the solve begins there: neither
/// the merits, nor the radius, nor the steps without progress are remembered.
#[test]
fn a_fresh_start_is_a_start() {
    let ways: [&[&str]; 3] = [
        &["line_search=armijo", "fallback=none"],
        &["line_search=non-monotone", "memory=1000"],
        &["linear=normal", "line_search=trust-region"],
    ];
    for way in ways {
        let mut compared = 0;
        for seed in 0..12 {
            let problem = generated("stewart-trinkle", seed, &["bodies=1"]);
            let options = [way, &STEADY, &["idle_steps=4", "tighten=false"]].concat();
            let far = || Some(vec![30.0; problem.size()]);
            let first = path(&options, &problem, far(), 2000);
            let end = first.counts.iterations;
            let again = path(&[&options[..], &["fresh_starts=1"]].concat(), &problem, far(), 2000);
            if again.figures["fresh_starts"] == 0.0 {
                continue;
            }
            let from = again.history[end + 1].x.clone();
            let alone = path(&options, &problem, Some(from), 2000);
            let steps = alone.counts.iterations;
            assert_eq!(again.counts.iterations, end + 1 + steps, "{way:?}, seed {seed}");
            for step in 0..=steps {
                let (left, right) = (&again.history[end + 1 + step].x, &alone.history[step].x);
                assert_eq!(left, right, "{way:?}, seed {seed}, step {step}");
            }
            compared += usize::from(steps > 3);
        }
        assert!(compared > 3, "{way:?}: {compared}");
    }
}

/// Without a solution every start that was asked for is made. The first row, 1000 x − 5,
/// would need 5e-3 on its own, and starts lie within twice that: the others are
/// the Newton steps.
#[test]
fn fresh_starts_lie_in_the_box() {
    let problem = lcp(&[1e3, 0.0, 0.0, 0.0], &[-5.0, -0.1]);
    let options = [&STEADY[..], &["idle_steps=3", "fresh_starts=9"]].concat();
    let outcome = path(&options, &problem, None, 1000);
    assert_eq!(outcome.figures["fresh_starts"], 9.0);
    let first: Vec<f64> = outcome.history.iter().map(|point| point.x[0]).collect();
    assert!(first.iter().all(|x| (0.0..=1e-2).contains(x)), "{first:?}");
    assert!(first.iter().any(|x| *x > 5.5e-3), "{first:?}");
    assert!(outcome.history.iter().all(|point| (0.0..=2.0).contains(&point.x[1])));
}

/// min(x, −x − 1) has no root, and whole steps go to and fro between 0 and −1: a start
/// ends when its own steps bring nothing, not those before it. The other row is solved.
#[test]
fn every_start_has_its_own_patience() {
    let problem = lcp(&[-1.0, 0.0, 0.0, 1.0], &[-1.0, -1.0]);
    let own = ["line_search=none", "projected=false", "idle_steps=5", "fresh_starts=1000"];
    let options = [&STEADY[..], &own].concat();
    let outcome = path(&options, &problem, None, 80);
    let starts = outcome.figures["fresh_starts"];
    assert!((4.0..=13.0).contains(&starts), "{starts} in {}", outcome.counts.iterations);
}

/// Where x stands still, and where it comes back to what it was when it was measured
/// last, a rule finds that it does not move: that is the end of one start, not of all.
#[test]
fn a_start_that_stands_still_is_followed_by_the_next() {
    let still = lcp(&[1e3, 0.0, 0.0, 0.0], &[-5.0, -0.1]);
    let to_and_fro = lcp(&[-1.0, 0.0, 0.0, 1.0], &[-1.0, -1.0]);
    for (problem, own) in [
        (still, &["fresh_starts=9"][..]),
        (to_and_fro, &["line_search=none", "projected=false", "fresh_starts=9"]),
    ] {
        let outcome = path(own, &problem, None, 1000);
        assert_eq!(outcome.figures["fresh_starts"], 9.0, "{own:?}");
    }
}
