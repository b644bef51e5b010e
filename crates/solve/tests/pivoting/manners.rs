//! What every solver owes its caller, whatever the problem.

use stickslip_solve::{OptionValues, Refusal, Request, Status, registry};

use crate::samples::{
    bounds, boxed, coupled, generator, gram, lcp, skewed, solve, solve_with, vector,
};

const ALL: [&str; 5] = ["enumerate", "lemke", "keller", "dantzig", "murty"];

#[test]
fn a_history_has_a_point_per_pivot_and_ends_at_the_residual() {
    let mut random = generator(3);
    let (lo, hi) = bounds(&mut random, 9);
    let problem = boxed(&gram(&mut random, 9, 9, 0.1), &vector(&mut random, 9), &lo, &hi);
    let request = Request { history: true, ..Request::default() };
    for solver in ALL {
        let outcome = solve_with(solver, &OptionValues::new(), &request, &problem);
        assert_eq!(outcome.status, Status::Converged, "{solver}");
        let last = outcome.history.last().expect("at least one point");
        assert!(last.residual < 1e-9, "{solver}: {last:?}");
        assert_eq!(last.iteration, outcome.counts.iterations, "{solver}");
        if solver != "enumerate" {
            // And the end once more where a last solve, or w computed anew,
            // changed its residual.
            let beyond = outcome.history.len() - outcome.counts.iterations;
            assert!(beyond <= 1, "{solver}: {beyond}");
            assert!(outcome.counts.pivots > 0, "{solver}");
        }
        let silent = solve(solver, &problem);
        assert!(silent.history.is_empty());
        assert_eq!(silent.x, outcome.x, "{solver}: the history changes nothing");
    }
}

#[test]
fn nothing_panics_and_no_status_lies() {
    let tiny = f64::MIN_POSITIVE;
    let huge = 1e200;
    let mut problems = Vec::new();
    for a in [0.0, tiny, -tiny, 1e-160, 1.0, -1.0, huge, -huge] {
        for b in [0.0, tiny, -tiny, 1.0, -1.0, huge, -huge] {
            problems.push(lcp(&[a], &[b]));
            problems.push(lcp(&[a, huge, huge, a], &[b, -1.0]));
            problems.push(lcp(&[a, 1.0, 1.0, 0.0], &[b, -b]));
            problems.push(boxed(&[a, 0.0, 0.0, a], &[b, b], &[-huge, -1.0], &[huge, 1.0]));
            problems.push(coupled(&[a, 0.0, 0.0, a], &[b, b], 1, 0.5));
        }
    }
    for problem in &problems {
        for solver in ALL {
            let entry = registry::find(solver).expect("registered");
            let mut solver = entry.build(&OptionValues::new()).expect("defaults");
            match solver.solve(problem, &Request::default()) {
                Ok(outcome) => {
                    let is_small = outcome.residuals.natural.value <= outcome.tolerance;
                    assert_eq!(outcome.status == Status::Converged, is_small);
                    assert_eq!(outcome.x.len(), problem.size());
                }
                Err(refusal) => assert!(matches!(refusal, Refusal::Coupled { .. }), "{refusal}"),
            }
        }
    }
}

#[test]
fn unsymmetric_and_coupled_problems_are_refused_where_they_must_be() {
    let mut random = generator(1);
    let entries = gram(&mut random, 4, 4, 0.1);
    let unsymmetric = lcp(&skewed(&mut random, 4, entries.clone()), &[1.0; 4]);
    let friction = coupled(&entries, &[1.0; 4], 1, 0.5);
    for solver in ["keller", "dantzig"] {
        let entry = registry::find(solver).expect("registered");
        let mut solver = entry.build(&OptionValues::new()).expect("defaults");
        let refusal = solver.solve(&unsymmetric, &Request::default()).expect_err("unsymmetric");
        assert!(matches!(refusal, Refusal::Unsymmetric { .. }));
        let refusal = solver.solve(&friction, &Request::default()).expect_err("coupled");
        assert!(matches!(refusal, Refusal::Coupled { .. }));
    }
}

#[test]
fn options_are_known_by_name() {
    for solver in ALL {
        let entry = registry::find(solver).expect("registered");
        for option in (entry.options)() {
            let settings = OptionValues::new().set(option.key, &option.default);
            assert!(entry.build(&settings).is_ok(), "{solver}: {}", option.key);
        }
        assert!(entry.build(&OptionValues::new().set("no_such_option", 1)).is_err());
    }
}

/// A wall that needs hundreds of changes of its index sets: a limit is kept to inside the
/// proximal loop too, and whoever stops early says so.
#[test]
fn most_iterations_are_kept_to_within_a_round() {
    let settings = OptionValues::new().set("bricks", 36).set("mu", 0.4).set("compliance", 1e-7);
    let wall = stickslip_problems::generate::find("wall").expect("a generator");
    let problem = wall.generate(7, &settings).expect("a wall");
    let free = solve("bpp", &problem);
    assert_eq!(free.status, Status::Converged);
    assert!(free.counts.iterations > 60, "{} iterations", free.counts.iterations);
    let request = Request { max_iterations: Some(30), ..Request::default() };
    let cut = solve_with("bpp", &OptionValues::new(), &request, &problem);
    assert_eq!(cut.status, Status::MaxIterations);
    // A round of at most twelve steps is taken to its end.
    assert!(cut.counts.iterations < 30 + 12, "{} iterations", cut.counts.iterations);
}
