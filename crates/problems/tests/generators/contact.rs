//! Contact families: counts, momentum, weight, planted solutions.

use stickslip_problems::generate;
use stickslip_problems::generate::{
    Bounds, CableJoint, CableOptions, PileOptions, PileShape, StacksOptions, WallOptions, cable,
    pile, stacks, wall,
};
use stickslip_solve::{FactoredForm, OptionValues, Problem};

use crate::{eigenvalues, relative_residual, tight_rows};

const WEIGHT_STEP: f64 = 9.81 / 60.0;

fn factors(problem: &Problem) -> &FactoredForm {
    problem.factored().expect("contact problems come in factored form")
}

/// The bodies that row `row` of J touches.
fn bodies_of(problem: &Problem, row: usize) -> Vec<usize> {
    let mut bodies: Vec<usize> =
        factors(problem).jacobian.row(row).map(|(col, _)| col / 6).collect();
    bodies.dedup();
    bodies
}

/// Every contact family once, as it comes.
fn samples() -> Vec<Problem> {
    let sphere = PileOptions { shape: PileShape::Sphere, bodies: 30, ..Default::default() };
    let fixed = CableOptions { joint: CableJoint::Fixed, ..Default::default() };
    vec![
        wall(1, &WallOptions::default()).expect("wall"),
        pile(2, &PileOptions::default()).expect("pile"),
        pile(3, &sphere).expect("spheres"),
        cable(4, &CableOptions::default()).expect("cable"),
        stacks(6, &StacksOptions::default()).expect("stacks"),
        cable(5, &fixed).expect("fixed cable"),
    ]
}

#[test]
fn walls_have_four_contacts_per_face_and_the_sizes_of_the_literature() {
    for (bricks, rows) in [(24, 468), (36, 732)] {
        let problem = wall(7, &WallOptions { bricks, ..Default::default() }).expect("wall");
        assert_eq!(problem.size(), rows);
        assert_eq!(problem.name(), format!("wall-{bricks}-seed7"));
        let mut points = std::collections::BTreeMap::new();
        for contact in problem.contacts() {
            *points.entry(bodies_of(&problem, contact.normal)).or_insert(0) += 1;
        }
        assert!(points.values().all(|&count| count == 4));
        assert_eq!(points.keys().filter(|bodies| bodies.len() == 1).count(), 6, "floor faces");
    }
}

/// Equal vertical impulses on the floor's contacts that sum to the weight
/// balance gravity: Σ over bodies of Jᵀ x equals (0, 0, W h).
#[test]
fn floor_normals_carry_the_weight_of_the_wall() {
    let problem = wall(7, &WallOptions::default()).expect("wall");
    let floor: Vec<usize> = problem
        .contacts()
        .iter()
        .map(|contact| contact.normal)
        .filter(|&normal| bodies_of(&problem, normal).len() == 1)
        .collect();
    let weight = 24.0 * 2.5 * WEIGHT_STEP;
    let mut x = vec![0.0; problem.size()];
    // Inner impulses must not change the sum, so give them some.
    for contact in problem.contacts() {
        x[contact.normal] = 0.3;
    }
    for &row in &floor {
        x[row] = weight / floor.len() as f64;
    }
    let mut momentum = vec![0.0; factors(&problem).freedoms()];
    factors(&problem).jacobian.multiply_transposed(&x, &mut momentum);
    for (axis, expected) in [0.0, 0.0, weight].into_iter().enumerate() {
        let total: f64 = momentum.iter().skip(axis).step_by(6).sum();
        assert!((total - expected).abs() < 1e-12, "axis {axis}: {total}");
    }
}

#[test]
fn rigid_motions_of_everything_move_no_inner_row() {
    for problem in samples() {
        let jacobian = &factors(&problem).jacobian;
        for axis in 0..3 {
            let mut velocity = vec![0.0; jacobian.cols()];
            velocity.iter_mut().skip(axis).step_by(6).for_each(|value| *value = 1.0);
            let (mut inner, mut outer) = (0, 0);
            for row in 0..problem.size() {
                let speed = jacobian.row_dot(row, &velocity);
                if bodies_of(&problem, row).len() == 2 {
                    assert!(speed.abs() < 1e-14, "{} row {row}: {speed}", problem.name());
                    inner += 1;
                } else {
                    outer += usize::from(speed != 0.0);
                }
            }
            assert!(inner > 0 && outer > 0, "{}", problem.name());
        }
    }
}

/// The rows n, t, b of every contact are orthonormal directions of motion.
#[test]
fn contact_frames_are_orthonormal_and_right_handed() {
    for problem in samples() {
        let jacobian = &factors(&problem).jacobian;
        for contact in problem.contacts() {
            let body = *bodies_of(&problem, contact.normal).last().expect("one body at least");
            let [n, t, b]: [[f64; 3]; 3] = std::array::from_fn(|k| {
                std::array::from_fn(|axis| jacobian.get(contact.normal + k, 6 * body + axis))
            });
            let dot = |u: [f64; 3], v: [f64; 3]| stickslip_linalg::dot(&u, &v);
            for (u, v, expected) in [(n, n, 1.0), (t, t, 1.0), (n, t, 0.0), (n, b, 0.0)] {
                assert!((dot(u, v) - expected).abs() < 1e-14);
            }
            let cross =
                [n[1] * t[2] - n[2] * t[1], n[2] * t[0] - n[0] * t[2], n[0] * t[1] - n[1] * t[0]];
            assert!((dot(cross, b) - 1.0).abs() < 1e-14);
        }
    }
}

#[test]
fn a_resting_wall_falls_by_gravity_alone() {
    let problem = wall(7, &WallOptions { impact: 0.0, ..Default::default() }).expect("wall");
    for contact in problem.contacts() {
        let floor = bodies_of(&problem, contact.normal).len() == 1;
        let expected = if floor { -WEIGHT_STEP } else { 0.0 };
        assert!((problem.b()[contact.normal] - expected).abs() < 1e-14);
    }
    let struck = wall(7, &WallOptions::default()).expect("wall");
    let opening = struck.contacts().iter().filter(|contact| struck.b()[contact.normal] > 0.05);
    assert!(opening.count() > 5, "an impact opens contacts");
}

#[test]
fn matrices_are_symmetric_and_as_ill_conditioned_as_the_compliance_says() {
    for compliance in [1e-3, 1e-6] {
        let options = WallOptions { bricks: 8, compliance, ..Default::default() };
        let problem = wall(1, &options).expect("wall");
        let gap = problem.matrix().worst_asymmetry().map_or(0.0, |found| found.2);
        assert!(gap <= 1e-15 * problem.matrix().largest(), "asymmetry {gap:e}");
        let values = eigenvalues(problem.matrix());
        let least = values[0];
        assert!((least / compliance - 1.0).abs() < 1e-6, "least eigenvalue {least:e}");
    }
}

#[test]
fn masses_span_the_ratio_asked_for() {
    let span = |problem: &Problem| {
        let inverse = factors(problem).inertia.inverse().diagonal();
        let masses: Vec<f64> = inverse.iter().step_by(6).map(|value| 1.0 / value).collect();
        let most = masses.iter().copied().fold(0.0, f64::max);
        most / masses.iter().copied().fold(f64::INFINITY, f64::min)
    };
    let heap = pile(1, &PileOptions { mass_ratio: 1e6, ..Default::default() }).expect("pile");
    let capped = wall(1, &WallOptions { mass_ratio: 50.0, ..Default::default() }).expect("wall");
    let loaded = cable(1, &CableOptions { mass_ratio: 1e4, ..Default::default() }).expect("cable");
    for (problem, expected) in [(heap, 1e6), (capped, 50.0), (loaded, 1e4)] {
        let found = span(&problem);
        assert!((found / expected - 1.0).abs() < 1e-12, "{}: {found}", problem.name());
    }
}

#[test]
fn boxes_touch_at_three_or_four_points_and_rest_on_one_to_four_others() {
    let problem = pile(9, &PileOptions { bodies: 55, ..Default::default() }).expect("pile");
    let mut points = std::collections::BTreeMap::new();
    for contact in problem.contacts() {
        *points.entry(bodies_of(&problem, contact.normal)).or_insert(0) += 1;
    }
    let counts: std::collections::BTreeSet<i32> = points.values().copied().collect();
    assert_eq!(counts, [3, 4].into(), "some patches lack a corner");
    assert_eq!(points.keys().filter(|bodies| bodies.len() == 1).count(), 25, "floor faces");
    for layer in [25..41, 41..50, 50..54, 54..55] {
        for body in layer.clone() {
            let lower = points
                .keys()
                .filter(|pair| pair.len() == 2 && pair[1] == body && pair[0] < layer.start);
            assert!((1..=4).contains(&lower.count()), "body {body}");
        }
    }
}

#[test]
fn frozen_bounds_are_constant_and_of_the_size_of_the_load() {
    for name in ["wall", "pile", "cable"] {
        let generator = generate::find(name).expect("listed");
        let settings = OptionValues::new().set("bounds", "frozen").set("mu", 0.5);
        let problem = generator.generate(1, &settings).expect("frozen");
        assert!(!problem.has_coupled_bounds());
        let coupled = generator.generate(1, &OptionValues::new().set("mu", 0.5)).expect("coupled");
        assert!(coupled.has_coupled_bounds());
        assert_eq!(problem.b(), coupled.b());
        for contact in coupled.contacts() {
            for &row in &contact.tangents {
                assert!(problem.hi()[row] > 0.0 && problem.hi()[row] == -problem.lo()[row]);
            }
        }
    }
    // A wall of one course: each brick stands on four contacts.
    let options = WallOptions { bricks: 4, bounds: Bounds::Frozen, ..Default::default() };
    let problem = wall(1, &options).expect("one course");
    let expected = 0.5 * 2.5 * WEIGHT_STEP / 4.0;
    for row in (1..problem.size()).step_by(3) {
        let ratio = problem.hi()[row] / expected;
        assert!((0.8..1.2).contains(&ratio), "row {row}: {ratio}");
    }
}

#[test]
fn rows_and_the_planted_share_are_met() {
    for name in ["wall", "pile", "cable"] {
        let generator = generate::find(name).expect("listed");
        for tight in [0.0, 0.04, 0.3, 0.8, 1.0] {
            let settings = OptionValues::new().set("rows", 1000).set("tight", tight);
            let problem = generator.generate(11, &settings).expect("planted");
            let rows = problem.size();
            assert!(rows.abs_diff(1000) <= 100, "{name}: {rows} rows");
            assert!(!problem.has_coupled_bounds());
            assert_eq!(tight_rows(&problem), (tight * rows as f64).round() as usize, "{name}");
            assert!(relative_residual(&problem) < 1e-10, "{name}");
            let states = crate::states(&problem);
            let mut sizes: Vec<f64> = problem.b().iter().map(|b| b.abs()).collect();
            sizes.sort_by(f64::total_cmp);
            for (label, w) in states {
                if label != stickslip_solve::Label::Free {
                    let ratio = w / sizes[rows / 2];
                    assert!((0.05..20.0).contains(&ratio), "{name}: w is {ratio} of median |b|");
                }
            }
        }
    }
}

#[test]
fn joints_get_bounds_only_when_contacts_do_not_suffice() {
    let bounded_joints = |tight: f64| {
        let problem = cable(2, &CableOptions { tight, ..Default::default() }).expect("planted");
        let joint_rows = 3 * 21;
        (0..joint_rows).filter(|&row| problem.hi()[row].is_finite()).count()
    };
    assert_eq!(bounded_joints(0.4), 0, "60 of 123 rows are contact rows");
    assert_eq!(bounded_joints(1.0), 63);
    assert_eq!(bounded_joints(0.6), 74 - 60);
}

#[test]
fn planting_needs_friction() {
    let options = WallOptions { mu: 0.0, tight: 0.2, ..Default::default() };
    let error = wall(0, &options).expect_err("tangents would have no inside").to_string();
    assert!(error.starts_with("option mu=0"), "{error}");
}

/// At rest, the normals under a box carry it and all that stands on it, and no
/// stack knows of another.
#[test]
fn stacks_stand_apart_and_carry_their_weight() {
    let (boxes, height) = (11, 4);
    let options =
        StacksOptions { boxes, height, impact: 0.0, compliance: 1e-7, ..Default::default() };
    let problem = stacks(1, &options).expect("stacks");
    assert_eq!(problem.size(), 12 * boxes);
    let sizes: Vec<usize> = problem.islands().iter().map(Vec::len).collect();
    assert_eq!(sizes, [48, 48, 36]);
    let entry = stickslip_solve::registry::find("bpp").expect("registered");
    let mut solver = entry.build(&OptionValues::new()).expect("defaults");
    let found = solver.solve(&problem, &Default::default()).expect("a box problem");
    assert_eq!(found.status, stickslip_solve::Status::Converged);
    for index in 0..boxes {
        let above = (boxes - index).min(height - index % height);
        let normals = problem.contacts()[4 * index..4 * index + 4].iter();
        let carried: f64 = normals.map(|contact| found.x[contact.normal]).sum();
        let weight = above as f64 * 2.5 * WEIGHT_STEP;
        assert!((carried - weight).abs() < 1e-4 * weight, "box {index}: {carried} of {weight}");
    }
}
