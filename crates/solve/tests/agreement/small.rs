//! Tens of thousands of problems small enough to enumerate.
//!
//! Where A is positive definite x is unique; where it is only semidefinite
//! w = A x + b is. Elsewhere a claimed solution must be one by its residual,
//! and one of the enumerated ones where these are isolated.

mod collections;
mod handmade;

use stickslip_solve::{Entry, OptionValues, Outcome, Problem, Request, Status, all_solutions};

use crate::measure::{Measured, assert_honest, distance, measure};
use crate::roster::{attempt, nearness, takers};
use crate::table::Shares;
pub use collections::{Collection, Truth};

/// Compares every solver that takes `problem` with the enumerated solutions.
fn compare(collection: &Collection, seed: u64, shares: &mut Shares) {
    let problem = &(collection.make)(seed);
    let tolerance = Request::default().tolerance_for(problem);
    let solutions = all_solutions(problem, tolerance).expect("small enough");
    let place = format!("{}: {}", collection.label, problem.name());
    if collection.truth == Truth::Definite {
        assert_eq!(solutions.len(), 1, "{place}");
    }
    let planted = problem.data().solution.is_some();
    assert!(!solutions.is_empty() || !planted, "{place}: the planted solution is missing");
    // Iterative methods take their time: they see one problem in ten.
    let wanted = |entry: &&Entry| {
        entry.name != "enumerate" && (entry.family == "pivoting" || seed.is_multiple_of(10))
    };
    for entry in takers(problem).filter(wanted) {
        let Some(outcome) = attempt(entry, problem) else { continue };
        assert_honest(problem, &outcome);
        let solved = outcome.status == Status::Converged;
        let place = format!("{place}: {}", entry.name);
        if !solutions.is_empty() {
            shares.note(entry.name, &collection.label, solved);
        }
        if solved {
            assert!(!solutions.is_empty(), "{place}: solves what has no solution");
            check(collection.truth, problem, &outcome, &solutions, nearness(entry), &place);
        } else if collection.is_guaranteed(entry.name) && !solutions.is_empty() {
            panic!("{place}: {} after {:?}", outcome.status, outcome.counts);
        }
        if outcome.status == Status::Unsolvable && entry.name == "lemke" {
            let known = collection.is_guaranteed("lemke");
            assert!(!known || solutions.is_empty(), "{place}: refutes what has a solution");
        }
    }
}

fn check(
    truth: Truth,
    problem: &Problem,
    outcome: &Outcome,
    solutions: &[Vec<f64>],
    nearness: f64,
    place: &str,
) {
    let gap = match truth {
        Truth::Semidefinite => {
            let mut w = vec![0.0; problem.size()];
            problem.velocity(&solutions[0], &mut w);
            distance(&outcome.w, &w)
        }
        Truth::Definite => distance(&outcome.x, &solutions[0]),
        Truth::Any if solutions.len() > 1 => return,
        Truth::Any if in_a_row(problem, outcome, &solutions[0]) => return,
        Truth::Any => distance(&outcome.x, &solutions[0]),
    };
    assert!(gap <= nearness, "{place}: {gap:e} from the enumerated solution");
}

/// Whether the points between two solutions are solutions too: enumeration
/// finds the corners of such a set only, Newton methods any point of it.
fn in_a_row(problem: &Problem, outcome: &Outcome, corner: &[f64]) -> bool {
    (1..8).all(|part| {
        let share = f64::from(part) / 8.0;
        let between: Vec<f64> =
            outcome.x.iter().zip(corner).map(|(x, y)| share * x + (1.0 - share) * y).collect();
        let Measured { residual, noise } = measure(problem, &between);
        residual <= 2.0 * outcome.tolerance + noise
    })
}

/// Runs collections and prints their table.
fn run(title: &str, collections: &[Collection]) -> Shares {
    let mut shares = Shares::default();
    let mut problems = 0;
    for collection in collections {
        for seed in 0..collection.seeds {
            compare(collection, seed, &mut shares);
            problems += 1;
        }
    }
    shares.print(&format!("{title}, {problems} problems"));
    shares
}

#[test]
fn generated_definite_problems_have_the_enumerated_solution() {
    run("definite", &collections::generated(Truth::Definite));
}

/// The semidefinite collections of the generator `psd`, or all others.
fn semidefinite(of_psd: bool) -> Vec<Collection> {
    let mut found = collections::generated(Truth::Semidefinite);
    found.retain(|collection| collection.label.starts_with("psd ") == of_psd);
    assert!(found.len() > 2);
    found
}

#[test]
fn generated_semidefinite_problems_have_the_enumerated_velocity() {
    run("semidefinite", &semidefinite(true));
}

#[test]
fn other_semidefinite_problems_have_the_enumerated_velocity() {
    run("other semidefinite", &semidefinite(false));
}

#[test]
fn other_generated_problems_are_solved_or_given_up_honestly() {
    run("others", &collections::generated(Truth::Any));
}

#[test]
fn bounds_of_every_sort_have_the_enumerated_solution() {
    run("handmade boxes", &handmade::boxes());
}

#[test]
fn small_frictional_contacts_are_solved_or_given_up_honestly() {
    run("coupled bounds", &handmade::friction());
}

/// Lemke's method ends on a ray exactly where a semidefinite lcp has no
/// solution; nobody may claim one.
#[test]
fn problems_without_a_solution_are_refuted_by_lemke() {
    for seed in 0..240 {
        let size = 1 + seed as usize % 8;
        let rank = ["rank=0.4", "rank=0.7", "rank=1"][seed as usize % 3];
        let options = [format!("size={size}"), rank.into()];
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let problem = crate::roster::generated("infeasible", seed, &options);
        for entry in takers(&problem) {
            let refutes = ["enumerate", "lemke", "keller", "dantzig"].contains(&entry.name);
            // A search for what does not exist ends only at its limit, so the
            // searching methods get one problem in ten.
            if !refutes && seed % 10 != 0 {
                continue;
            }
            let request = Request { max_iterations: Some(200), ..Request::default() };
            let mut solver = entry.build(&OptionValues::new()).expect("defaults");
            let Ok(outcome) = solver.solve(&problem, &request) else { continue };
            assert_ne!(outcome.status, Status::Converged, "{}, seed {seed}", entry.name);
            if refutes {
                assert_eq!(outcome.status, Status::Unsolvable, "{}, seed {seed}", entry.name);
            }
        }
    }
}
