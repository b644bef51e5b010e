//! Problems of every kind, and places to start from.

use stickslip_problems::generate;
use stickslip_solve::{Kind, Label, OptionValues, Outcome, Problem, ProblemData, Section, Start};

pub fn generated(generator: &str, settings: &[&str]) -> Problem {
    let settings = OptionValues::parse(settings.iter().copied()).expect("key=value");
    generate::find(generator).expect("listed").generate(7, &settings).expect("a problem")
}

/// The same contacts with friction cones.
pub fn cones(problem: &Problem, kind: Kind) -> Problem {
    Problem::new(ProblemData { kind, ..problem.data().clone() }).expect("contacts of a scene")
}

/// The same contacts with another section of their friction.
pub fn sections(problem: &Problem, section: &Section) -> Problem {
    let mut data = ProblemData { kind: Kind::Ncp, ..problem.data().clone() };
    for contact in &mut data.contacts {
        contact.section = section.clone();
    }
    Problem::new(data).expect("contacts of a scene")
}

/// Every other joint row gives way at an impulse of its own.
pub fn limited(problem: &Problem) -> Problem {
    let mut data = problem.data().clone();
    for row in (0..data.b.len()).step_by(2).filter(|&row| problem.lo()[row].is_infinite()) {
        let most = 0.02 * (1 + row % 5) as f64;
        (data.lo[row], data.hi[row]) = (-most, 2.0 * most);
    }
    // Contacts keep what belongs to them.
    for contact in problem.contacts() {
        for row in contact.rows() {
            (data.lo[row], data.hi[row]) = (problem.lo()[row], problem.hi()[row]);
        }
    }
    Problem::new(data).expect("bounds that admit something")
}

/// One problem or more of every kind, in one piece and in several.
pub fn problems() -> Vec<Problem> {
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
pub fn starts(solved: &Outcome) -> [Start; 3] {
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
