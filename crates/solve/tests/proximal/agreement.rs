//! All methods that take a section end at the same impulses.
//!
//! A is positive definite and μ moderate, so that a problem has one solution:
//! whoever ends elsewhere is wrong. `cargo nextest run -p stickslip-solve
//! --test proximal --run-ignored all --no-capture held_out` names what a
//! thousand other problems say.

use stickslip_solve::{Kind, Request, Rolling, Section, SectionShape, Status};

use crate::samples::{distance, polygon, several, solve_from, takers};

/// Every form, following the normal and of fixed radius, with the rows of a
/// contact; two of them with rolling.
fn sections() -> Vec<(usize, Section)> {
    let shapes = [
        (3, SectionShape::Disc),
        (3, SectionShape::Square),
        (3, polygon(4)),
        (3, polygon(8)),
        (3, SectionShape::Ellipse(vec![1.0, 0.4])),
        (4, SectionShape::Ellipse(vec![1.0, 0.7, 0.3])),
    ];
    let mut sections = Vec::new();
    for (size, shape) in shapes {
        for radius in [None, Some(0.25)] {
            sections.push((size, Section { shape: shape.clone(), radius, rolling: None }));
        }
    }
    for shape in [SectionShape::Disc, polygon(6)] {
        let rolling = Some(Rolling { rows: 2, mu: 0.2, radius: None });
        sections.push((5, Section { shape, radius: None, rolling }));
    }
    sections
}

/// What is wrong on the problems of these seeds, each with its section,
/// method and seed; and how many problems there were.
fn disagreements(seeds: impl Iterator<Item = u64> + Clone) -> (usize, Vec<String>) {
    let (mut count, mut wrong) = (0, Vec::new());
    for (size, section) in sections() {
        for seed in seeds.clone() {
            let problem = several(Kind::Ncp, seed, 3, size, &section);
            count += 1;
            let request = Request { tolerance: Some(1e-10), ..Request::default() };
            let mut first: Option<Vec<f64>> = None;
            for method in takers(&problem) {
                let found = solve_from(method, &[], &request, &problem);
                if found.status != Status::Converged {
                    let relative = found.residuals.relative;
                    wrong.push(format!(
                        "{method} {:?} {relative:?}: {section:?}, {seed}",
                        found.status
                    ));
                    continue;
                }
                let expected = first.get_or_insert_with(|| found.x.clone());
                let gap = distance(&found.x, expected);
                if gap > 1e-8 {
                    wrong.push(format!("{method} is {gap:.1e} away: {section:?}, {seed}"));
                }
            }
        }
    }
    (count, wrong)
}

#[test]
fn methods_agree_on_every_section() {
    let (count, wrong) = disagreements(0..8);
    assert!(count >= 100 && wrong.is_empty(), "{count} problems: {wrong:#?}");
}

/// None of these was looked at while methods were made.
#[test]
fn methods_agree_on_a_thousand_held_out_problems() {
    let (count, wrong) = disagreements(1000..1072);
    assert!(count >= 1000 && wrong.is_empty(), "{count} problems: {wrong:#?}");
}
