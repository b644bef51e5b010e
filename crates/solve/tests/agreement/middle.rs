//! Problems of 30 to 200 rows: beyond enumeration the solvers judge each
//! other, and a planted solution judges them where there is one.

use stickslip_solve::{OptionValues, Problem, Request, Status, registry};

use crate::measure::{assert_honest, distance};
use crate::roster::{attempt, generated, pivoting, solve, solve_from};
use crate::table::Shares;

/// Runs every pivoting solver that takes `problem` and compares x with
/// `expected`.
fn compare(label: &str, problem: &Problem, expected: &[f64], nearness: f64, shares: &mut Shares) {
    let few = Request { max_iterations: Some(300), ..Request::default() };
    for entry in pivoting().filter(|entry| entry.accepts.check(entry.name, problem).is_ok()) {
        let outcome = match hopeless(entry.name, label) {
            true => solve_from(entry.name, &[], &few, problem),
            false => match attempt(entry, problem) {
                Some(outcome) => outcome,
                None => continue,
            },
        };
        assert_honest(problem, &outcome);
        let solved = outcome.status == Status::Converged;
        shares.note(entry.name, label, solved);
        if solved {
            let gap = distance(&outcome.x, expected);
            assert!(gap <= nearness, "{} on {}: {gap:e}", entry.name, problem.name());
        }
    }
}

/// The least-index rule runs into its limit at the worst condition, so it is
/// asked for an honest word only, and early.
fn hopeless(solver: &str, label: &str) -> bool {
    solver == "murty" && label == "condition=1e8"
}

/// x is off by at most cond(A) times the rounding of w.
#[test]
fn definite_problems_have_the_planted_solution() {
    let mut shares = Shares::default();
    for (condition, nearness) in [("1e2", 1e-11), ("1e4", 1e-9), ("1e8", 1e-5)] {
        for seed in 0..4 {
            let size = format!("size={}", 30 + 56 * seed);
            let condition = format!("condition={condition}");
            let boxed = format!("boxed={}", seed % 2 == 1);
            let problem = generated("spd", seed, &[&size, &condition, &boxed]);
            let planted = problem.data().solution.clone().expect("planted");
            compare(&condition, &problem, &planted, nearness, &mut shares);
        }
    }
    shares.print("definite, 30 to 200 rows");
    for entry in pivoting() {
        for condition in ["condition=1e2", "condition=1e4", "condition=1e8"] {
            let (solved, tried) = shares.of(entry.name, condition);
            let given_up = hopeless(entry.name, condition);
            assert!(tried == 4 && (solved == tried || given_up), "{}, {condition}", entry.name);
        }
    }
}

/// Scenes of 30 to 200 rows with constant friction bounds.
pub fn frozen_scenes(compliance: &str) -> Vec<(&'static str, Problem)> {
    let compliance = format!("compliance={compliance}");
    let mut scenes = Vec::new();
    for seed in 0..4 {
        let frozen = ["bounds=frozen", &compliance];
        let with = |options: &[&'static str]| [options, &frozen[..]].concat();
        scenes.push(("wall", generated("wall", seed, &with(&["bricks=6", "columns=3"]))));
        scenes.push(("pile", generated("pile", seed, &with(&["bodies=5"]))));
        let spheres = with(&["bodies=14", "shape=sphere"]);
        scenes.push(("pile of spheres", generated("pile", seed, &spheres)));
        scenes.push(("cable", generated("cable", seed, &with(&["links=10"]))));
        let locked = with(&["links=10", "joint=fixed", "mass_ratio=100"]);
        scenes.push(("locked cable", generated("cable", seed, &locked)));
    }
    scenes
}

#[test]
fn frozen_scenes_have_one_solution_for_all() {
    let mut shares = Shares::default();
    for (label, problem) in frozen_scenes("1e-3") {
        assert!((30..=200).contains(&problem.size()), "{}: {}", problem.name(), problem.size());
        let reference = solve("dantzig", &[], &problem);
        assert_eq!(reference.status, Status::Converged, "{}", problem.name());
        compare(label, &problem, &reference.x, 1e-8, &mut shares);
    }
    shares.print("frozen scenes at compliance 1e-3");
    for solver in ["bpp", "lemke", "keller", "dantzig"] {
        for label in ["wall", "pile", "pile of spheres", "cable", "locked cable"] {
            assert_eq!(shares.of(solver, label), (4, 4), "{solver}, {label}");
        }
    }
}

/// Single pivots follow a finite rule, and so go on as long as it takes: a cap
/// is a status of its own, and blocks may come back in between.
#[test]
fn single_pivots_go_on_until_there_are_fewer_violators() {
    let options = ["bodies=5", "compliance=1e-3", "bounds=frozen"];
    let problem = generated("pile", 0, &options);
    let reference = solve("dantzig", &[], &problem);
    for variant in ["bpp-full", "bpp-downdate", "bpp-skyline"] {
        let capped = solve(variant, &["max_single=20"], &problem);
        assert_eq!(capped.status, Status::Capped, "{variant}");
        let found = solve(variant, &[], &problem);
        println!("{variant}: {} in {}", found.status, found.counts.iterations);
        assert_eq!(found.status, Status::Converged, "{variant}");
        assert!(found.counts.iterations > capped.counts.iterations, "{variant}");
        assert!(distance(&found.x, &reference.x) <= 1e-8, "{variant}");
        // Back to blocks after a while: no proof that it ends well, but it ends.
        let in_turn = solve(variant, &["single_run=30"], &problem);
        println!("{variant} in turn: {} in {}", in_turn.status, in_turn.counts.iterations);
        assert_honest(&problem, &in_turn);
        assert!(in_turn.counts.iterations < 20_000, "{variant}: {}", in_turn.status);
    }
}

/// A nearly rigid wall with bounds of a frictionless solve: 200 single pivots
/// bring no new minimum, a few hundred do.
#[test]
fn a_wall_is_solved_by_single_pivots_in_the_end() {
    let wall = generated("wall", 1, &["bricks=12"]);
    let find = |name: &str, options: &[&str]| {
        let settings = OptionValues::parse(options.iter().copied()).expect("key=value");
        let entry = registry::find(name).expect("registered");
        let mut solver = entry.build(&settings).expect("known options");
        solver.solve_normal_first(&wall, &Request::default()).expect("taken")
    };
    let reference = find("bpp", &[]);
    let found = find("bpp-full", &[]);
    println!("bpp-full: {} in {}", found.status, found.counts.iterations);
    assert_eq!((reference.status, found.status), (Status::Converged, Status::Converged));
    assert!(distance(&found.w, &reference.w) <= 1e-7);
    assert_eq!(find("bpp-full", &["max_single=100"]).status, Status::Capped);
}
