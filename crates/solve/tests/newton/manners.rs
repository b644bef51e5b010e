//! What every Newton method owes its caller.

use stickslip_solve::{OptionValues, Request, Start, Status, registry};

use crate::samples::{METHODS, generated, lcp, solve, solve_from};

#[test]
fn nothing_panics_and_no_status_lies() {
    let numbers = [0.0, f64::MIN_POSITIVE, 1e-160, 1.0, -1.0, 1e200, -1e200];
    for method in METHODS {
        for linear in ["linear=gmres", "linear=direct"] {
            for a in numbers {
                for b in numbers {
                    let problem = lcp(&[a, b, -b, a], &[b, -1.0]);
                    let request = Request { max_iterations: Some(20), ..Request::default() };
                    let outcome = solve_from(method, &[linear], &request, &problem);
                    let small = outcome.residuals.decisive() <= outcome.tolerance;
                    assert_eq!(outcome.status == Status::Converged, small, "{method} {a} {b}");
                }
            }
        }
    }
}

#[test]
fn a_foreign_start_is_made_admissible() {
    let problem = generated("spd", 0, &["size=10"]);
    let mut x = vec![-1e3; 10];
    (x[0], x[1]) = (f64::NAN, f64::INFINITY);
    let start = Start { x: Some(x), labels: None };
    for method in METHODS {
        let request = Request { start: start.clone(), ..Request::default() };
        let outcome = solve_from(method, &[], &request, &problem);
        assert_eq!(outcome.status, Status::Converged, "{method}");
    }
}

#[test]
fn the_same_question_gets_the_same_bits() {
    let problem = generated("degenerate", 1, &["size=30"]);
    for (method, options) in [
        ("minmap-newton", &[][..]),
        ("fischer-newton", &["strategy=random"]),
        ("semismooth-newton", &["sweeps=3"]),
    ] {
        let (first, second) = (solve(method, options, &problem), solve(method, options, &problem));
        assert_eq!(first.x, second.x, "{method}");
        assert_eq!(first.counts, second.counts, "{method}");
    }
}

#[test]
fn bad_options_are_named() {
    for (method, key, value) in [
        ("minmap-newton", "reduction", "1.5"),
        ("minmap-newton", "forcing", "0"),
        ("fischer-newton", "share", "0"),
        ("fischer-newton", "strategy", "hope"),
        ("semismooth-newton", "bonds", "coupled"),
    ] {
        let entry = registry::find(method).expect("registered");
        let error = entry.build(&OptionValues::new().set(key, value)).err().expect("refused");
        assert!(error.to_string().contains(key), "{error}");
    }
}

#[test]
fn a_history_has_one_point_per_step() {
    let problem = generated("spd", 4, &["size=20"]);
    for method in METHODS {
        let request = Request { history: true, ..Request::default() };
        let outcome = solve_from(method, &[], &request, &problem);
        assert_eq!(outcome.history.len(), outcome.counts.iterations + 1, "{method}");
        assert_eq!(solve(method, &[], &problem).x, outcome.x, "{method}");
    }
}
