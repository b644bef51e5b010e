//! Kinds of problems that no method is tuned for, and how many of them each
//! solver has solved: none may solve fewer than `kinds.txt` says.
//!
//! `STICKSLIP_GOLDEN=write` writes the file anew, after a change that lets a
//! solver do more; what it does less is seen in the difference.

use std::collections::BTreeMap;
use std::fmt::Write;

use stickslip_solve::{Kind, OptionValues, Problem, ProblemData, Request, Status};

use crate::roster::{generated, takers};

/// Problems of a kind, from seeds that no other test has.
const SEEDS: std::ops::Range<u64> = 900..904;
/// Steps of every solver, of whatever sort they are.
const STEPS: usize = 400;

/// Label, generator, options, and the kind of problem they become.
const KINDS: [KindOfProblem; 10] = [
    ("easy", "spd", &["size=24", "condition=10"], Kind::Lcp),
    ("easy boxes", "spd", &["size=24", "condition=30", "boxed=true"], Kind::Blcp),
    ("redundant", "psd", &["size=20", "boxed=true"], Kind::Blcp),
    ("near-rigid", "wall", &["bricks=3", "compliance=1e-9", "bounds=frozen"], Kind::Blcp),
    ("heavy links", "cable", &["links=6", "mass_ratio=1e4", "bounds=frozen"], Kind::Blcp),
    ("walls", "wall", &["bricks=3", "compliance=1e-6"], Kind::Blcp),
    ("piles", "pile", &["bodies=3", "mass_ratio=100", "compliance=1e-6"], Kind::Blcp),
    ("cones", "pile", &["bodies=3", "mass_ratio=100", "compliance=1e-6"], Kind::Ncp),
    ("relaxed cones", "wall", &["bricks=3", "compliance=1e-6"], Kind::Ccp),
    ("directions", "stewart-trinkle", &["bodies=2"], Kind::Lcp),
];

fn problem(generator: &str, options: &[&str], kind: Kind, seed: u64) -> Problem {
    let made = generated(generator, seed, options);
    if made.kind() == kind {
        return made;
    }
    Problem::new(ProblemData { kind, ..made.data().clone() }).expect("contacts of a scene")
}

type KindOfProblem = (&'static str, &'static str, &'static [&'static str], Kind);
type Counts = BTreeMap<(&'static str, &'static str), usize>;

/// How many of a kind each solver solves, by label and solver.
fn counted((label, generator, options, kind): KindOfProblem) -> Counts {
    let mut counts = Counts::new();
    for seed in SEEDS {
        let problem = problem(generator, options, kind, seed);
        for entry in takers(&problem) {
            let mut solver = entry.build(&OptionValues::new()).expect("defaults");
            let request = Request { max_iterations: Some(STEPS), ..Request::default() };
            let Ok(outcome) = solver.solve(&problem, &request) else { continue };
            let solved = outcome.status == Status::Converged;
            let small = outcome.residuals.decisive() <= outcome.tolerance;
            assert_eq!(solved, small, "{} on {}", entry.name, problem.name());
            *counts.entry((label, entry.name)).or_insert(0) += usize::from(solved);
        }
    }
    counts
}

/// All kinds side by side.
fn all_counted() -> Counts {
    std::thread::scope(|scope| {
        let kinds = KINDS.map(|kind| scope.spawn(move || counted(kind)));
        kinds.into_iter().flat_map(|kind| kind.join().expect("no panic")).collect()
    })
}

#[test]
fn what_was_solved_is_still_solved() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/agreement/kinds.txt");
    let counts = all_counted();
    let mut text = String::new();
    for ((kind, solver), count) in &counts {
        writeln!(text, "{kind}, {solver}: {count}").expect("into a string");
    }
    if std::env::var("STICKSLIP_GOLDEN").is_ok_and(|value| value == "write") {
        std::fs::write(&file, text).expect("writable");
        return;
    }
    let kept = std::fs::read_to_string(&file).expect("kept beside this file");
    let mut fewer = Vec::new();
    for line in kept.lines() {
        let (place, count) = line.rsplit_once(": ").expect("kind, solver: count");
        let (kind, solver) = place.split_once(", ").expect("kind, solver");
        let found = counts.iter().find(|((of, by), _)| *of == kind && *by == solver);
        let found = found.map_or(0, |line| *line.1);
        if found < count.parse().expect("a count") {
            fewer.push(format!("{place}: {found}, not {count}"));
        }
    }
    assert!(fewer.is_empty(), "{}", fewer.join("\n"));
}
