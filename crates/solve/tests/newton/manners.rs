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

/// An option that nothing would read is refused, with what it needs.
#[test]
fn idle_options_are_refused() {
    for (method, options, named) in [
        ("fischer-newton", &["strategy=approximation", "linear=direct"][..], "linear"),
        ("fischer-newton", &["strategy=approximation", "linear=pcg"], "linear"),
        ("fischer-newton", &["strategy=approximation", "preconditioner=jacobi"], "preconditioner"),
        ("fischer-newton", &["difference=1e-7"], "difference"),
        ("fischer-newton", &["seed=3"], "seed"),
        ("minmap-newton", &["memory=5"], "memory"),
        ("minmap-newton", &["memory=5", "line_search=none"], "memory"),
        ("minmap-newton", &["minimum_step=1e-3", "fallback=none"], "minimum_step"),
        ("minmap-newton", &["reduction=0.7", "line_search=none"], "reduction"),
        ("minmap-newton", &["preconditioner=ic0", "linear=direct"], "preconditioner"),
        ("semismooth-newton", &["restart=20", "linear=pcg", "bounds=adapted"], "restart"),
        ("minmap-newton", &["differences=true", "linear=direct"], "linear"),
        ("minmap-newton", &["differences=true", "preconditioner=jacobi"], "preconditioner"),
        ("minmap-newton", &["ties=0.1", "linear=normal", "line_search=trust-region"], "ties"),
        (
            "fischer-newton",
            &["fallback=none", "linear=normal", "line_search=trust-region"],
            "fallback",
        ),
        ("fischer-newton", &["forcing=1e-3", "linear=direct"], "forcing"),
        ("fischer-newton", &["tighten=false", "linear=direct"], "tighten"),
        ("fischer-newton", &["take_back=true", "linear=normal"], "take_back"),
        ("minmap-newton", &["minimum_step=1e-3", "line_search=none"], "minimum_step"),
        ("minmap-newton", &["sufficient_decrease=0.1", "line_search=none"], "sufficient_decrease"),
    ] {
        let settings = OptionValues::parse(options.iter().copied()).expect("key=value");
        let entry = registry::find(method).expect("registered");
        let error = entry.build(&settings).err().map(|error| error.to_string());
        let error = error.unwrap_or_else(|| panic!("{method} took {options:?}"));
        assert!(error.starts_with(&format!("option {named}=")), "{error}");
        assert!(error.contains("does nothing without"), "{error}");
    }
    let spoken = ["line_search=non-monotone", "memory=5", "minimum_step=1e-3"];
    let settings = OptionValues::parse(spoken).expect("key=value");
    assert!(registry::find("minmap-newton").expect("registered").build(&settings).is_ok());
}
