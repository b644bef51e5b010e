//! Contacts of every pair of shapes in many places are what they were when
//! `golden.txt` was written: as many, of the same names, and at the same
//! places up to rounding. Saved states know contacts by these names.
//!
//! Says nothing of what is right, which the other tests do, but sees every
//! change. `STICKSLIP_GOLDEN=write` writes the file anew, after a change that
//! is meant.

use std::fmt::Write;
use std::path::PathBuf;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DQuat, DVec2, DVec3};
use stickslip_contact::{Pose, Shape, ShapeKind};

use crate::common::{random_rotation, random_vector, touch};

/// How far apart contacts are still found (m).
const REACH: f64 = 0.1;

fn shapes() -> Vec<(&'static str, Shape)> {
    let wedge = [
        DVec3::new(-0.5, -0.3, -0.4),
        DVec3::new(0.5, -0.3, -0.4),
        DVec3::new(-0.5, -0.3, 0.4),
        DVec3::new(0.5, -0.3, 0.4),
        DVec3::new(-0.4, 0.4, 0.0),
        DVec3::new(0.3, 0.4, 0.1),
    ];
    let pair = |half: DVec3| Shape::cuboid(half).unwrap();
    let parts = vec![
        (Pose::at(DVec3::X * 0.3), pair(DVec3::new(0.3, 0.2, 0.25))),
        (Pose::at(-DVec3::X * 0.3), Shape::sphere(0.3).unwrap()),
    ];
    let heights: Vec<Vec<f64>> = (0..7_i32)
        .map(|i| (0..7_i32).map(|j| 0.1 * f64::from((i * i + 3 * j * i + j) % 4)).collect())
        .collect();
    let corner = |x: f64, y: f64, z: f64| 0.6 * DVec3::new(x, y, z);
    let roof = [
        corner(-2.0, -0.5, -2.0),
        corner(2.0, -0.5, -2.0),
        corner(-2.0, -0.5, 2.0),
        corner(2.0, -0.5, 2.0),
        corner(-1.0, 0.4, 0.0),
        corner(1.0, 0.2, 0.0),
    ];
    let sides = [[2, 3, 5], [2, 5, 4], [1, 0, 4], [1, 4, 5], [0, 2, 4], [3, 1, 5]];
    vec![
        ("sphere", Shape::sphere(0.4).unwrap()),
        ("capsule", Shape::capsule(0.25, 0.4).unwrap()),
        ("box", pair(DVec3::new(0.5, 0.3, 0.4))),
        ("cylinder", Shape::cylinder(0.4, 0.35).unwrap()),
        ("hull", Shape::convex_hull(&wedge).unwrap()),
        ("compound", Shape::compound(parts).unwrap()),
        ("half-space", Shape::half_space(DVec3::new(0.1, 1.0, -0.05)).unwrap()),
        ("terrain", Shape::height_field(&heights, DVec2::new(3.0, 2.5)).unwrap()),
        ("mesh", Shape::triangle_mesh(&roof, &sides).unwrap()),
    ]
}

/// Flat, on an edge, nearly flat, or any.
fn rotation(at: usize, random: &mut ChaCha8Rng) -> DQuat {
    let quarter = std::f64::consts::FRAC_PI_4;
    let turned = DQuat::from_rotation_y(random.random_range(-1.0..1.0));
    match at % 5 {
        0 => DQuat::IDENTITY,
        1 => turned,
        2 => DQuat::from_rotation_z(quarter) * turned,
        3 => DQuat::from_rotation_x(1e-4) * turned,
        _ => random_rotation(random),
    }
}

/// How far a shape reaches along an axis; a plane not at all, and a surface as
/// far as its vertices.
fn top(shape: &Shape, pose: &Pose, axis: DVec3) -> f64 {
    match shape.kind() {
        ShapeKind::HalfSpace { .. } => 0.0,
        ShapeKind::Terrain { vertices, .. } => {
            let heights = vertices.iter().map(|&vertex| pose.point(vertex).dot(axis));
            heights.fold(f64::NEG_INFINITY, f64::max)
        }
        _ => shape.bounds(pose).1.dot(axis),
    }
}

/// The second beside the first along an axis, a little apart or in it.
fn beside(
    first: (&Shape, &Pose),
    second: (&Shape, DQuat),
    at: usize,
    random: &mut ChaCha8Rng,
) -> Pose {
    let is_solid = first.0.mass_properties(1.0).is_some();
    let axis = if is_solid { DVec3::AXES[at % 3] } else { DVec3::Y };
    let bottom = second.0.bounds(&Pose::new(DVec3::ZERO, second.1)).0.dot(axis);
    let height = top(first.0, first.1, axis) - bottom;
    let depth = [0.02, 0.005, -0.05, -0.3][at % 4];
    let aside = random_vector(random).reject_from_normalized(axis);
    Pose::new(axis * (height + depth) + 0.4 * aside, second.1)
}

#[test]
fn contacts_are_what_they_were() {
    let shapes = shapes();
    let random = &mut ChaCha8Rng::seed_from_u64(77);
    let mut text = String::new();
    for (k, (second_name, second)) in shapes[..6].iter().enumerate() {
        for (first_name, first) in shapes[..=k].iter().chain(&shapes[6..]) {
            let (mut count, mut names, mut sum) = (0, 0_u64, 0.0);
            for at in 0..60 {
                let pose = Pose::new(DVec3::ZERO, rotation(at / 5, random));
                let pose = if k == 0 { Pose::IDENTITY } else { pose };
                let turn = rotation(at, random);
                let place = beside((first, &pose), (second, turn), at, random);
                for contact in touch((first, pose), (second, place), REACH) {
                    count += 1;
                    names = names.rotate_left(1) ^ contact.feature;
                    let numbers =
                        [contact.point, contact.normal].map(|it| it.dot(DVec3::new(1.0, 1.7, 2.9)));
                    sum += f64::from(count % 7 + 1)
                        * (numbers[0] + 3.1 * numbers[1] + 5.3 * contact.gap);
                }
            }
            writeln!(text, "{first_name} {second_name} {count} {names:016x} {sum:.9}").unwrap();
        }
    }
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/golden.txt");
    if std::env::var("STICKSLIP_GOLDEN").is_ok_and(|value| value == "write") {
        std::fs::write(&path, text).expect("writable");
        return;
    }
    let kept = std::fs::read_to_string(&path).expect("kept beside this file");
    assert_eq!(kept.lines().count(), text.lines().count());
    for (kept, now) in kept.lines().zip(text.lines()) {
        let (names, sum) = kept.rsplit_once(' ').expect("a sum");
        let (names_now, sum_now) = now.rsplit_once(' ').expect("a sum");
        let [sum, sum_now]: [f64; 2] = [sum, sum_now].map(|sum| sum.parse().expect("a number"));
        assert!(names == names_now && (sum - sum_now).abs() < 1e-6, "{kept}\nhas become\n{now}");
    }
}
