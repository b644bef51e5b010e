//! Shapes that cannot be, and colliders that are nowhere.

use stickslip_contact::glam::{DQuat, DVec2, DVec3};
use stickslip_contact::{Detector, Pose, Shape, ShapeError};

use crate::common::collider;

fn says(result: Result<Shape, ShapeError>, words: &str) {
    let error = result.expect_err(words).to_string();
    assert!(error.contains(words), "“{error}” does not say “{words}”");
}

#[test]
fn sizes_must_be_positive_and_finite() {
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        says(Shape::sphere(bad), "radius of a sphere");
        says(Shape::cuboid(DVec3::new(1.0, bad, 1.0)), "y half extent");
        says(Shape::capsule(bad, 1.0), "radius of a capsule");
        says(Shape::capsule(1.0, bad), "half length of a capsule");
        says(Shape::cylinder(1.0, bad), "half length of a cylinder");
        says(Shape::height_field(&[vec![0.0; 2], vec![0.0; 2]], DVec2::new(1.0, bad)), "z extent");
    }
    says(Shape::half_space(DVec3::ZERO), "no direction");
    says(Shape::half_space(DVec3::new(f64::NAN, 1.0, 0.0)), "no direction");
}

#[test]
fn hulls_must_have_a_volume() {
    says(Shape::convex_hull(&[]), "at least 4");
    says(Shape::convex_hull(&[DVec3::X; 3]), "at least 4");
    says(Shape::convex_hull(&[DVec3::X; 9]), "one plane");
    says(Shape::convex_hull(&[DVec3::ZERO, DVec3::X, DVec3::X * 2.0, DVec3::X * 3.0]), "one plane");
    let flat: Vec<_> = (0..20).map(|k| DVec3::new((k % 5) as f64, 1.0, (k / 5) as f64)).collect();
    says(Shape::convex_hull(&flat), "one plane");
    let mut wrong = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
    wrong[2].z = f64::NAN;
    says(Shape::convex_hull(&wrong), "hull point 2");
}

#[test]
fn terrains_must_be_whole() {
    let at = |x: f64, z: f64| DVec3::new(x, 0.0, z);
    let vertices = [at(0.0, 0.0), at(0.0, 1.0), at(1.0, 0.0)];
    says(Shape::triangle_mesh(&vertices, &[]), "at least one triangle");
    says(Shape::triangle_mesh(&vertices, &[[0, 1, 3]]), "triangle 0 names vertex 3");
    says(Shape::triangle_mesh(&vertices, &[[0, 1, 2], [0, 1, 1]]), "triangle 1 has no area");
    says(Shape::triangle_mesh(&[at(f64::NAN, 0.0)], &[[0, 0, 0]]), "mesh vertex 0");
    says(Shape::height_field(&[], DVec2::ONE), "2 × 2");
    says(Shape::height_field(&[vec![0.0], vec![0.0]], DVec2::ONE), "2 × 1");
    says(Shape::height_field(&[vec![0.0; 3], vec![0.0; 2]], DVec2::ONE), "row 1");
    says(Shape::height_field(&[vec![0.0; 2], vec![0.0, f64::NAN]], DVec2::ONE), "row 1, column 1");
}

#[test]
fn triangles_far_away_are_triangles() {
    for far in [1e7, -1e7] {
        let corners = [DVec3::ZERO, DVec3::Z, DVec3::X].map(|corner| corner + far * DVec3::ONE);
        assert!(Shape::triangle_mesh(&corners, &[[0, 1, 2]]).is_ok());
    }
}

#[test]
fn compounds_must_have_solid_parts() {
    let ball = Shape::sphere(1.0).unwrap();
    says(Shape::compound(vec![]), "at least one part");
    let floor = Shape::half_space(DVec3::Y).unwrap();
    says(Shape::compound(vec![(Pose::IDENTITY, ball.clone()), (Pose::IDENTITY, floor)]), "part 1");
    says(Shape::compound(vec![(Pose::at(DVec3::NAN), ball.clone())]), "part 0");
    let stretched = Pose::new(DVec3::ZERO, DQuat::from_xyzw(0.0, 0.0, 0.0, 2.0));
    says(Shape::compound(vec![(stretched, ball)]), "part 0");
}

#[test]
fn a_collider_that_is_nowhere_touches_nothing() {
    let ball = Shape::sphere(1.0).unwrap();
    let good = collider(0, &ball, Pose::IDENTITY, 0.1);
    let bad = [
        collider(1, &ball, Pose::at(DVec3::NAN), 0.1),
        collider(1, &ball, Pose::new(DVec3::ZERO, DQuat::from_xyzw(f64::NAN, 0.0, 0.0, 1.0)), 0.1),
        collider(1, &ball, Pose::IDENTITY, f64::NAN),
        collider(1, &ball, Pose::at(DVec3::X * f64::INFINITY), 0.1),
    ];
    for bad in bad {
        assert!(Detector::default().detect(&[good.clone(), bad], &[]).is_empty());
    }
    assert!(Detector::default().detect(&[], &[]).is_empty());
}
