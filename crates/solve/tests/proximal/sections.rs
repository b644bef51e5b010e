//! Every friction set of Preclik et al., Table 1, and ellipses with and
//! without torsion, against models that are solved without projections.

use stickslip_linalg::{SparseMatrix, Triplets};
use stickslip_problems::files::read_json;
use stickslip_solve::sets::Polygon;
use stickslip_solve::{
    Kind, OptionValues, Problem, ProblemData, Refusal, Request, Section, SectionShape, Status,
    registry,
};

use crate::laws::violation;
use crate::samples::{METHODS, distance, polygon, several, solve, takers};

/// −0.6 ≤ t ≤ 1, −0.9 ≤ s ≤ 0.4.
const LOPSIDED: [[f64; 2]; 4] = [[1.0, 0.4], [-0.6, 0.4], [-0.6, -0.9], [1.0, -0.9]];

fn hull(corners: &[[f64; 2]]) -> SectionShape {
    SectionShape::Hull(Polygon::hull(corners).expect("corners").into())
}

fn sections() -> Vec<(usize, Section)> {
    let shapes = [
        (3, SectionShape::Disc),
        (3, SectionShape::Square),
        (3, polygon(4)),
        (3, polygon(10)),
        (3, hull(&LOPSIDED)),
        (3, hull(&[[0.0, -0.8], [1.0, 0.0], [0.0, 0.5]])),
        (3, hull(&[[0.0, 0.0], [0.7, 0.4]])),
        (3, SectionShape::Ellipse(vec![1.0, 0.3])),
        (3, SectionShape::Ellipse(vec![1.5, 0.0])),
        (4, SectionShape::Ellipse(vec![1.0, 0.6, 0.2])),
        (2, SectionShape::Disc),
        (2, SectionShape::Square),
    ];
    let mut sections = Vec::new();
    for (size, shape) in shapes {
        for radius in [None, Some(0.3), Some(0.0)] {
            sections.push((size, Section { shape: shape.clone(), radius, ..Section::default() }));
        }
    }
    sections
}

#[test]
fn every_section_obeys_its_law() {
    for (size, section) in sections() {
        for kind in [Kind::Ncp, Kind::Ccp] {
            for seed in 0..3 {
                let problem = several(kind, seed, 3, size, &section);
                for method in takers(&problem) {
                    let place = format!("{method}, {kind}, {section:?}, seed {seed}");
                    let outcome = solve(method, &[], &problem);
                    assert_eq!(
                        outcome.status,
                        Status::Converged,
                        "{place}: {:?}",
                        outcome.residuals
                    );
                    // Samples of a smooth boundary are a little inside of it.
                    let worst = violation(&problem, &outcome.x);
                    assert!(worst < 1e-5, "{place}: {worst:e}");
                }
            }
        }
    }
}

/// Bounds that differ by direction, λ_t ∈ [−μ₋ λ_n, μ₊ λ_n] (SIGGRAPH 2022
/// course, Eq 337–338): with the normals that were found, pivoting on plain
/// bounds finds the same.
#[test]
fn lopsided_boxes_are_bounds_that_differ_by_direction() {
    for seed in 0..6 {
        let section = Section { shape: hull(&LOPSIDED), ..Section::default() };
        let problem = several(Kind::Ncp, seed, 3, 3, &section);
        for method in takers(&problem) {
            let found = solve(method, &[], &problem);
            assert_eq!(found.status, Status::Converged, "{method}");
            let mut data = problem.data().clone();
            data.kind = Kind::Blcp;
            for contact in std::mem::take(&mut data.contacts) {
                let size = contact.mu * found.x[contact.normal].max(0.0);
                for (&row, [lo, hi]) in contact.tangents.iter().zip([[-0.6, 1.0], [-0.9, 0.4]]) {
                    (data.lo[row], data.hi[row]) = (size * lo, size * hi);
                }
            }
            let expected = solve("bpp", &[], &Problem::new(data).expect("well formed"));
            let gap = distance(&found.x, &expected.x);
            assert!(gap < 1e-6, "{method}, seed {seed}: {gap:e}");
        }
    }
}

/// A square that follows the normal is what `blcp` has always meant, and one
/// of fixed radius is a box.
#[test]
fn squares_are_the_boxes_of_pivoting() {
    for seed in 0..6 {
        for radius in [None, Some(0.3)] {
            let section = Section { shape: SectionShape::Square, radius, ..Section::default() };
            let problem = several(Kind::Ncp, seed, 3, 3, &section);
            let mut data = problem.data().clone();
            data.kind = Kind::Blcp;
            match radius {
                None => data.contacts.iter_mut().for_each(|it| it.section = Section::default()),
                Some(radius) => {
                    for contact in std::mem::take(&mut data.contacts) {
                        for row in contact.tangents {
                            (data.lo[row], data.hi[row]) = (-radius, radius);
                        }
                    }
                }
            }
            let expected = solve("bpp", &[], &Problem::new(data).expect("well formed"));
            assert_eq!(expected.status, Status::Converged);
            for method in takers(&problem) {
                let found = solve(method, &[], &problem);
                let gap = distance(&found.x, &expected.x);
                assert!(gap < 1e-6, "{method}, seed {seed}, {radius:?}: {gap:e}");
            }
        }
    }
}

/// A polygon is the model of Stewart and Trinkle, solved by Lemke's method.
#[test]
fn polygons_are_the_lcp_of_stewart_and_trinkle() {
    for k in [4, 6, 8] {
        for seed in 0..4 {
            let section = Section { shape: polygon(k), radius: None, ..Section::default() };
            let problem = several(Kind::Ncp, seed, 2, 3, &section);
            let pivoted = solve("lemke", &[], &stewart_trinkle(&problem, k));
            assert_eq!(pivoted.status, Status::Converged);
            let expected: Vec<f64> = (0..2)
                .flat_map(|contact| {
                    let mut part = [pivoted.x[contact], 0.0, 0.0];
                    for direction in 0..k {
                        let (sine, cosine) =
                            (std::f64::consts::TAU * direction as f64 / k as f64).sin_cos();
                        let value = pivoted.x[2 + contact * k + direction];
                        part[1] += value * cosine;
                        part[2] += value * sine;
                    }
                    part
                })
                .collect();
            for method in takers(&problem) {
                let found = solve(method, &[], &problem);
                let gap = distance(&found.x, &expected);
                assert!(gap < 1e-6, "{method}, k = {k}, seed {seed}: {gap:e}");
            }
        }
    }
}

/// Moments of the scene `stack`, standing: four nearly rigid points under each
/// box are one too many. Normals of both methods carry the same weight.
#[test]
fn standing_stacks_are_solved_by_both_methods_for_cones() {
    for name in ["stack-polygons-18.json", "stack-polygons-24.json"] {
        let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).expect("a file of these tests");
        let problem = read_json(&text, name).expect("a problem");
        let weights = ["cone-ip", "cone-newton"].map(|method| {
            let found = solve(method, &[], &problem);
            assert_eq!(found.status, Status::Converged, "{name}, {method}");
            found.x.iter().step_by(3).sum::<f64>()
        });
        let gap = (weights[0] - weights[1]).abs();
        assert!(gap < 1e-6 * weights[0], "{name}: {weights:?}");
    }
}

/// Erleben 2013, Eq 27, for contacts of three rows each.
fn stewart_trinkle(problem: &Problem, k: usize) -> Problem {
    let contacts = problem.contacts().len();
    let mut spread = Triplets::new();
    for contact in 0..contacts {
        spread.push(contact, 3 * contact, 1.0);
        for direction in 0..k {
            let (sine, cosine) = (std::f64::consts::TAU * direction as f64 / k as f64).sin_cos();
            let row = contacts + contact * k + direction;
            spread.push(row, 3 * contact + 1, cosine);
            spread.push(row, 3 * contact + 2, sine);
        }
    }
    let rows = contacts * (1 + k);
    let spread = SparseMatrix::from_triplets(rows, 3 * contacts, &spread);
    let mut triplets = spread.product(problem.matrix()).product(&spread.transposed()).to_triplets();
    let n = contacts * (2 + k);
    for (index, contact) in problem.contacts().iter().enumerate() {
        let slack = rows + index;
        triplets.push(slack, index, contact.mu);
        for direction in 0..k {
            let row = contacts + index * k + direction;
            triplets.push(row, slack, 1.0);
            triplets.push(slack, row, -1.0);
        }
    }
    let mut b = vec![0.0; n];
    spread.multiply(problem.b(), &mut b[..rows]);
    let matrix = SparseMatrix::from_triplets(n, n, &triplets);
    Problem::new(ProblemData::assembled("stewart-trinkle", Kind::Lcp, matrix, b)).expect("an lcp")
}

/// An ellipse with equal semi-axes is a disc, many directions nearly are.
#[test]
fn round_sections_agree_with_the_disc() {
    for kind in [Kind::Ncp, Kind::Ccp] {
        for seed in 0..4 {
            let disc = several(kind, seed, 3, 3, &Section::default());
            let expected = solve("cone-ip", &[], &disc);
            let with = |shape: SectionShape| {
                several(kind, seed, 3, 3, &Section { shape, radius: None, ..Section::default() })
            };
            for method in METHODS {
                let round = solve(method, &[], &with(SectionShape::Ellipse(vec![1.0, 1.0])));
                assert!(distance(&round.x, &expected.x) < 1e-6, "{method}, {kind}, seed {seed}");
                let many = solve(method, &[], &with(polygon(1000)));
                // Friction may be off by half the angle between two directions.
                let size = expected.x.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
                let gap = distance(&many.x, &expected.x);
                let bound = std::f64::consts::TAU / 1000.0 * size;
                assert!(gap < bound, "{method}, {kind}, seed {seed}: {gap:e} of {bound:e}");
            }
        }
    }
}

#[test]
fn solvers_of_the_disc_refuse_other_sections() {
    let problem = several(
        Kind::Ncp,
        0,
        2,
        3,
        &Section { shape: SectionShape::Square, radius: None, ..Section::default() },
    );
    for entry in registry::SOLVERS.iter().filter(|it| it.accepts.kinds.contains(&Kind::Ncp)) {
        let mut solver = entry.build(&OptionValues::new()).expect("defaults");
        let answer = solver.solve(&problem, &Request::default());
        if METHODS.contains(&entry.name) || ["cone-newton", "cone-ip"].contains(&entry.name) {
            assert!(answer.is_ok(), "{}", entry.name);
        } else {
            let refused = matches!(answer, Err(Refusal::Section { contact: 0, .. }));
            assert!(refused, "{}", entry.name);
        }
    }
}
