//! A history records the path that a solve takes and changes nothing of it.

use stickslip_solve::registry::SOLVERS;
use stickslip_solve::{Entry, OptionValues, Outcome, Problem, Request};

use crate::samples::{problems, starts};

fn solve(entry: &'static Entry, problem: &Problem, request: &Request) -> Option<Outcome> {
    entry.build(&OptionValues::new()).expect("defaults").solve(problem, request).ok()
}

fn bits(x: &[f64]) -> Vec<u64> {
    x.iter().map(|value| value.to_bits()).collect()
}

#[test]
fn a_history_changes_nothing() {
    let mut met = Vec::new();
    for problem in problems() {
        for entry in SOLVERS {
            let plain = Request { max_iterations: Some(40), ..Request::default() };
            let Some(cold) = solve(entry, &problem, &plain) else { continue };
            met.push(entry.name);
            for (place, start) in starts(&cold).into_iter().enumerate() {
                let what = format!("{} on {}, start {place}", entry.name, problem.name());
                let plain = Request { start, ..plain.clone() };
                let without = solve(entry, &problem, &plain).expect("taken before");
                assert_eq!(without.history, [], "{what}");
                let iterates = place != 1;
                let request = Request { history: true, iterates, ..plain.clone() };
                let with = solve(entry, &problem, &request).expect("taken before");
                assert_eq!(bits(&with.x), bits(&without.x), "{what}: x");
                assert_eq!(bits(&with.w), bits(&without.w), "{what}: w");
                assert_eq!(with.labels, without.labels, "{what}");
                assert_eq!(with.counts, without.counts, "{what}");
                assert_eq!(with.status, without.status, "{what}");
                assert_eq!(with.figures, without.figures, "{what}");
                check_path(&with, &what);
            }
        }
    }
    for entry in SOLVERS {
        assert!(met.contains(&entry.name), "{} took no problem", entry.name);
    }
}

/// The points come in order and end with the iterations that there were.
fn check_path(outcome: &Outcome, what: &str) {
    let path = &outcome.history;
    let last = path.last().unwrap_or_else(|| panic!("{what}: no history"));
    assert_eq!(last.iteration, outcome.counts.iterations, "{what}");
    for pair in path.windows(2) {
        assert!(pair[0].iteration <= pair[1].iteration, "{what}: out of order");
        assert!(pair[0].time_s <= pair[1].time_s, "{what}: time runs back");
    }
    assert_eq!(last.residual.to_bits(), outcome.residuals.decisive().to_bits(), "{what}");
}
