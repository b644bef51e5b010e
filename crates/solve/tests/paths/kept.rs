//! Every solver takes the path that it took when `kept.txt` was written: its
//! status, its counts and a mixture of its impulses, from nothing, from the
//! solution and from a place that misleads.
//!
//! Most of what a solver does only makes it shorter: a wrong guess, shift or
//! preconditioner still ends at the solution, and no residual tells. The path
//! does. `STICKSLIP_GOLDEN=write` writes the
//! file anew, after a change that is meant to change a path; what then grew is
//! seen in the difference.

use std::fmt::Write;

use stickslip_solve::registry::SOLVERS;
use stickslip_solve::sets::Directions;
use stickslip_solve::{Kind, OptionValues, Outcome, Problem, Request, Section, SectionShape};

use crate::samples::{cones, generated, limited, problems, sections, starts};

/// Options that lead another way than the defaults do.
const OTHERWISE: [(&str, &str); 31] = [
    ("lemke", "refresh=5"),
    ("murty", "start=free"),
    ("bpp", "space=body"),
    ("bpp", "space=constraint"),
    ("bpp", "presweeps=0 plain_steps=4"),
    ("bpp", "presweeps=0 plain_steps=2 proximal_steps=3 first_weight=10"),
    ("bpp", "presweeps=0 plain_steps=2 proximal_steps=1 pivoting_steps=50"),
    ("bpp", "presweeps=0 plain_steps=0 proximal_steps=0"),
    ("bpp", "presweeps=0 plain_steps=1 proximal_steps=0 pivoting_steps=300"),
    ("bpp-full", "patience=2"),
    ("bpp-full", "storage=dense"),
    ("bpp-downdate", "refactor_share=1 patience=2"),
    ("bpp-skyline", "refactor_share=1"),
    ("bpp-pcg", "preconditioner=jacobi presweeps=0"),
    ("bpp-pcg", "preconditioner=ict"),
    ("pgcg", "step=cut presweeps=0"),
    ("pgcg", "preconditioner=block-jacobi presweeps=0 refine=false"),
    ("block-pgs", "blocks=pair"),
    ("block-pgs", "blocks=joints"),
    ("block-pgs", "local=normal-first"),
    ("pgs-sm", "accept=always"),
    ("minmap-newton", "linear=direct"),
    ("fischer-newton", "strategy=approximation"),
    ("fischer-newton", "linear=direct scaling=diagonal"),
    ("semismooth-newton", "linear=direct bounds=adapted"),
    ("cone-ip", "first_weight=1"),
    ("cone-newton", "sweeps=0"),
    ("prox-jacobi", "r_factor=global"),
    ("prox-gs", "r_factor=blocked"),
    ("prox-gs", "projection=metric"),
    ("prox-gs", "projection=metric r_factor=blocked"),
];

/// Heavier on lighter, singular and larger: what small problems do not ask.
fn harder() -> Vec<Problem> {
    let pile = |last: &'static str| generated("pile", &["bodies=6", "mass_ratio=1000", last]);
    let cable = generated("cable", &["links=6", "mass_ratio=100", "bounds=coupled"]);
    let hexagon = Directions::new(6).expect("even");
    vec![
        generated("psd", &["size=30", "condition=9", "boxed=true"]),
        generated("cable", &["links=6", "mass_ratio=10000", "joint=fixed", "bounds=frozen"]),
        pile("bounds=frozen"),
        pile("compliance=0"),
        pile("compliance=0.001"),
        cones(&pile("compliance=0"), Kind::Ncp),
        generated("wall", &["bricks=7", "mu=0.9", "compliance=0", "bounds=coupled"]),
        generated("wall", &["bricks=5", "mu=3", "compliance=0", "bounds=coupled"]),
        with(&pile("compliance=0"), SectionShape::Ellipse(vec![1.0, 0.3]), None),
        with(&pile("compliance=0"), SectionShape::Square, None),
        with(&cable, SectionShape::Polygon(hexagon), None),
        with(&cable, SectionShape::Disc, Some(0.2)),
        limited(&with(&cable, SectionShape::Disc, None)),
        limited(&cable),
    ]
}

fn with(problem: &Problem, shape: SectionShape, radius: Option<f64>) -> Problem {
    sections(problem, &Section { shape, radius, ..Section::default() })
}

/// Σ xᵢ sin(i + 1), to the digits that every order of summation leaves.
fn mixture(x: &[f64]) -> f64 {
    x.iter().enumerate().map(|(at, value)| value * (at as f64 + 1.0).sin()).sum()
}

fn told(outcome: &Outcome) -> String {
    let counts = &outcome.counts;
    format!(
        "{} {}/{}/{}/{} {:.3e}",
        outcome.status.name(),
        counts.iterations,
        counts.factorisations,
        counts.pivots,
        counts.inner_iterations,
        mixture(&outcome.x)
    )
}

/// A line for each solver with options on each problem that it takes.
fn paths() -> String {
    let mut text = String::new();
    let plain = SOLVERS.iter().map(|entry| (entry, ""));
    let other = OTHERWISE.iter().filter_map(|&(name, options)| {
        let entry = SOLVERS.iter().find(|entry| entry.name == name)?;
        Some((entry, options))
    });
    let problems: Vec<Problem> = problems().into_iter().chain(harder()).collect();
    for (entry, options) in plain.chain(other) {
        let values = OptionValues::parse(options.split_whitespace()).expect("key=value");
        for (place, problem) in problems.iter().enumerate() {
            let mut solver = entry.build(&values).expect("options of the solver");
            let request = Request { max_iterations: Some(40), ..Request::default() };
            let Ok(cold) = solver.solve(problem, &request) else { continue };
            write!(text, "{place} {} {}:", entry.name, options).expect("into a string");
            for start in starts(&cold) {
                let outcome = solver.solve(problem, &Request { start, ..request.clone() });
                write!(text, " | {}", told(&outcome.expect("taken before"))).expect("a string");
            }
            text.push('\n');
        }
    }
    text
}

#[test]
fn every_solver_takes_the_path_that_it_took() {
    let found = paths();
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/paths/kept.txt");
    if std::env::var("STICKSLIP_GOLDEN").is_ok_and(|value| value == "write") {
        std::fs::write(&file, &found).expect("writable");
        return;
    }
    let kept = std::fs::read_to_string(&file).expect("kept beside this file");
    for (found, kept) in found.lines().zip(kept.lines()) {
        assert_eq!(found, kept);
    }
    assert_eq!(found.lines().count(), kept.lines().count());
}
