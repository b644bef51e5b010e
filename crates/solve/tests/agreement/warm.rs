//! Starts: good labels are worth their price, bad ones cost only time.

use stickslip_solve::{
    Label, OptionValues, Outcome, Problem, Refusal, Request, Residuals, Start, Status, registry,
};

use crate::measure::{assert_honest, distance};
use crate::middle::frozen_scenes;
use crate::roster::{attempt, block_variants, generated, pivoting, solve, solve_from};
use crate::table::Shares;

fn from_labels(labels: Vec<Label>) -> Request {
    Request { start: Start { x: None, labels: Some(labels) }, ..Request::default() }
}

/// Without heaps of boxes, which plain pivoting is not sure to get through.
fn problems() -> Vec<Problem> {
    let scenes = frozen_scenes("1e-3").into_iter().take(10);
    let mut problems: Vec<Problem> =
        scenes.filter(|(label, _)| *label != "pile").map(|(_, problem)| problem).collect();
    problems.push(generated("spd", 5, &["size=40"]));
    problems.push(generated("spd", 6, &["size=40", "boxed=true"]));
    problems
}

#[test]
fn the_labels_of_the_solution_need_one_or_two_steps() {
    for problem in problems() {
        for entry in block_variants() {
            let cold = attempt(entry, &problem).expect("not too large");
            let place = format!("{} on {}", entry.name, problem.name());
            assert_eq!(cold.status, Status::Converged, "{place}");
            let labels = cold.labels.clone().expect("block pivoting has index sets");
            let warm = solve_from(entry.name, &[], &from_labels(labels), &problem);
            assert_eq!(warm.status, Status::Converged, "{place}");
            let steps = warm.counts.iterations;
            assert!((1..=2).contains(&steps), "{place}: {steps} steps");
            assert!(distance(&warm.x, &cold.x) <= 1e-8, "{place}");
        }
    }
}

/// The same for coupled bounds: `bpp` takes them in its first stage.
#[test]
fn coupled_scenes_take_their_own_labels_back() {
    for seed in 0..4 {
        let problem = generated("pile", seed, &["bodies=6", "compliance=1e-3"]);
        let cold = solve("bpp", &[], &problem);
        assert_eq!(cold.status, Status::Converged);
        let request = from_labels(cold.labels.expect("index sets"));
        let warm = solve_from("bpp", &[], &request, &problem);
        assert_eq!((warm.status, warm.figures["stage"]), (Status::Converged, 1.0));
        let islands = problem.islands().len();
        assert!(warm.counts.iterations <= 2 * islands, "{:?}", warm.counts);
    }
}

/// A solver object that solves one problem after the other gives what a new
/// one gives, whatever it remembers; an outcome that is written over keeps
/// nothing of the last one.
#[test]
fn memory_of_another_problem_does_not_show() {
    let entry = registry::find("bpp").expect("listed");
    let mut used = entry.build(&OptionValues::new()).expect("defaults");
    let mut outcome = Outcome::default();
    for (bricks, seed) in [(6, 1), (9, 2), (6, 3), (6, 4)] {
        let options = [format!("bricks={bricks}"), "compliance=1e-4".into()];
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let problem = generated("wall", seed, &options);
        let cold = solve("bpp", &[], &problem);
        let mut labels = cold.labels.clone().expect("index sets");
        let tight = labels.iter().position(|label| *label != Label::Free).unwrap_or(0);
        labels[tight] = Label::Free;
        let request = from_labels(labels);
        let fresh = solve_from("bpp", &[], &request, &problem);
        used.solve_into(&problem, &request, &mut outcome).expect("accepted");
        assert_eq!(fresh.status, Status::Converged, "{}", problem.name());
        assert_eq!((&outcome.x, &outcome.w), (&fresh.x, &fresh.w), "{}", problem.name());
        assert_eq!((outcome.counts, &outcome.labels), (fresh.counts, &fresh.labels));
    }
}

/// Where the sets themselves lead nowhere, the proximal loop around them still
/// belongs to the first stage.
#[test]
fn nearly_rigid_walls_are_solved_in_the_first_stage() {
    for seed in 0..4 {
        let problem = generated("wall", seed, &["bricks=16", "compliance=1e-6"]);
        let outcome = solve("bpp", &[], &problem);
        assert_eq!(outcome.status, Status::Converged, "{}", problem.name());
        assert_eq!(outcome.figures["stage"], 1.0, "{}", problem.name());
        assert_honest(&problem, &outcome);
    }
}

#[test]
fn wrong_labels_and_iterates_still_lead_to_the_solution() {
    let mut shares = Shares::default();
    for problem in problems() {
        let n = problem.size();
        let known = solve("dantzig", &[], &problem);
        let opposite = solve("bpp", &[], &problem).labels.expect("index sets");
        let opposite = opposite.into_iter().map(|label| match label {
            Label::Free => Label::Upper,
            Label::Lower | Label::Upper => Label::Free,
        });
        let starts = [
            Start { x: None, labels: Some(opposite.collect()) },
            Start { x: None, labels: Some(vec![Label::Lower; n]) },
            Start { x: None, labels: Some(vec![Label::Upper; n]) },
            Start { x: Some(vec![1e3; n]), labels: None },
            Start { x: Some(vec![-1.0; n]), labels: Some(vec![Label::Free; n]) },
        ];
        for (index, start) in starts.into_iter().enumerate() {
            let request = Request { start, ..Request::default() };
            for entry in pivoting() {
                let outcome = solve_from(entry.name, &[], &request, &problem);
                let place = format!("{} on {}, start {index}", entry.name, problem.name());
                assert_honest(&problem, &outcome);
                shares.note(entry.name, "any start", outcome.status == Status::Converged);
                if outcome.status == Status::Converged {
                    let gap = distance(&outcome.x, &known.x);
                    assert!(gap <= 1e-8, "{place}: {gap:e}");
                }
            }
        }
    }
    shares.print("wrong starts");
    for solver in ["bpp", "lemke", "keller", "dantzig"] {
        let (solved, tried) = shares.of(solver, "any start");
        assert!(solved == tried && tried > 0, "{solver}: {solved} of {tried}");
    }
    // Plain pivoting may give up from a bad start, but seldom does.
    for entry in block_variants() {
        let (solved, tried) = shares.of(entry.name, "any start");
        assert!(10 * solved >= 9 * tried, "{}: {solved} of {tried}", entry.name);
    }
}

#[test]
fn a_start_that_is_not_a_number_is_survived() {
    for problem in [generated("spd", 1, &["size=8"]), generated("pile", 1, &["bodies=2"])] {
        for entry in pivoting() {
            if entry.accepts.check(entry.name, &problem).is_err() {
                continue;
            }
            for value in [f64::NAN, f64::INFINITY, 1e308] {
                let start = Start { x: Some(vec![value; problem.size()]), labels: None };
                let request = Request { start, ..Request::default() };
                let mut solver = entry.build(&OptionValues::new()).expect("defaults");
                let outcome = solver.solve(&problem, &request).expect("sizes fit");
                assert_honest(&problem, &outcome);
            }
        }
    }
}

#[test]
fn starts_of_another_size_are_refused() {
    let problem = generated("spd", 1, &["size=8"]);
    for entry in pivoting() {
        for found in [0, 7, 9] {
            let starts = [
                Start { x: Some(vec![0.0; found]), labels: None },
                Start { x: None, labels: Some(vec![Label::Free; found]) },
            ];
            for start in starts {
                let mut solver = entry.build(&OptionValues::new()).expect("defaults");
                let request = Request { start, ..Request::default() };
                let refusal = solver.solve(&problem, &request).expect_err("another size");
                assert!(
                    matches!(refusal, Refusal::Start { expected: 8, found: size, .. } if size == found),
                    "{}: {refusal}",
                    entry.name
                );
            }
        }
    }
}

#[test]
fn the_iteration_limit_is_kept() {
    let wall = generated("wall", 0, &["bricks=12", "bounds=frozen"]);
    let spd = generated("spd", 0, &["size=60", "condition=1e6"]);
    for problem in [wall, spd] {
        for entry in pivoting() {
            for limit in [1, 2, 3, 7] {
                let request = Request { max_iterations: Some(limit), ..Request::default() };
                let outcome = solve_from(entry.name, &[], &request, &problem);
                assert_honest(&problem, &outcome);
                let taken = outcome.counts.iterations;
                assert!(taken <= limit, "{}: {taken} of {limit}", entry.name);
            }
        }
    }
}

/// Where a solver cannot do it in one iteration, what comes back is never
/// worse than what it was given.
#[test]
fn no_solver_ends_farther_off_than_it_began() {
    let problem = generated("wall", 3, &["bricks=12", "compliance=1e-5"]);
    let solution = solve("bpp", &[], &problem);
    assert_eq!(solution.status, Status::Converged);
    let near: Vec<f64> =
        solution.x.iter().enumerate().map(|(row, x)| x * (1.0 + 1e-4 * (row % 7) as f64)).collect();
    let mut w = vec![0.0; near.len()];
    problem.velocity(&near, &mut w);
    let begun = Residuals::measure(&problem, &near, &w).natural.value;
    let request = Request {
        start: Start { x: Some(near), labels: None },
        max_iterations: Some(1),
        ..Request::default()
    };
    let mut kept = 0;
    for entry in registry::SOLVERS {
        let mut solver = entry.build(&OptionValues::new()).expect("defaults");
        let Ok(outcome) = solver.solve(&problem, &request) else { continue };
        let ended = outcome.residuals.natural.value;
        assert!(ended <= begun, "{} ends at {ended:e} after {begun:e}", entry.name);
        assert_honest(&problem, &outcome);
        kept += usize::from(outcome.figures.contains_key("start kept"));
    }
    assert!(kept > 0, "all of them were better than their start");
}
