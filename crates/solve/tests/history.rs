//! A history records the path that a solve takes and changes nothing of it.

use stickslip_problems::generate;
use stickslip_solve::registry::SOLVERS;
use stickslip_solve::{
    Entry, Kind, Label, OptionValues, Outcome, Problem, ProblemData, Request, Start,
};

fn generated(generator: &str, settings: &[&str]) -> Problem {
    let settings = OptionValues::parse(settings.iter().copied()).expect("key=value");
    generate::find(generator).expect("listed").generate(7, &settings).expect("a problem")
}

/// The same contacts with friction cones.
fn cones(problem: &Problem, kind: Kind) -> Problem {
    Problem::new(ProblemData { kind, ..problem.data().clone() }).expect("contacts of a scene")
}

/// One problem or more of every kind, in one piece and in several.
fn problems() -> Vec<Problem> {
    let contact = ["bricks=4", "columns=2", "mu=0.3", "compliance=0.05"];
    let wall = |last: &'static str| generated("wall", &[&contact[..], &[last]].concat());
    vec![
        generated("spd", &["size=8", "condition=5"]),
        generated("degenerate", &["size=6", "condition=5", "boxed=true"]),
        generated("psd", &["size=6", "condition=5", "boxed=true"]),
        generated("stewart-trinkle", &["bodies=1"]),
        generated("infeasible", &["size=4"]),
        wall("bounds=frozen"),
        wall("bounds=coupled"),
        cones(&wall("bounds=coupled"), Kind::Ncp),
        cones(&wall("bounds=coupled"), Kind::Ccp),
        generated("wall", &["bricks=6", "mu=0.8", "compliance=0", "bounds=coupled"]),
        generated("stacks", &["boxes=6", "height=2", "bounds=coupled"]),
        generated("stacks", &["boxes=6", "height=2", "bounds=frozen"]),
        generated("cable", &["links=4", "mass_ratio=100", "bounds=coupled"]),
    ]
}

/// Nothing, the solution, and something between that misleads.
fn starts(solved: &Outcome) -> [Start; 3] {
    let from = |x: Vec<f64>, labels| Start { x: Some(x), labels };
    let wrong = |labels: &Vec<Label>| {
        let turn = |(row, label): (usize, &Label)| match (row % 3, label) {
            (0, Label::Free) => Label::Lower,
            (0, _) => Label::Free,
            _ => *label,
        };
        labels.iter().enumerate().map(turn).collect()
    };
    let labels = &solved.labels;
    let half = solved.x.iter().map(|value| 0.5 * value).collect();
    [
        Start::default(),
        from(solved.x.clone(), labels.clone()),
        from(half, labels.as_ref().map(wrong)),
    ]
}

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
