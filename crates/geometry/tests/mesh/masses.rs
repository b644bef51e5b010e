//! Masses of closed meshes against formulas.

use stickslip_geometry::glam::{DAffine3, DMat3, DQuat, DVec3, dvec3};
use stickslip_geometry::mesh::generate::{box_surface, jack};

fn largest(matrix: DMat3) -> f64 {
    matrix.to_cols_array().iter().fold(0.0, |all: f64, x| all.max(x.abs()))
}

#[test]
fn a_box_far_away_and_turned_has_the_inertia_of_a_box() {
    let half = dvec3(0.5, 1.0, 2.0);
    let turn = DQuat::from_axis_angle(dvec3(1.0, 2.0, 3.0).normalize(), 0.7);
    let middle = dvec3(100.0, -200.0, 300.0);
    let moved = box_surface(half, [2, 3, 1])
        .unwrap()
        .transformed(&DAffine3::from_rotation_translation(turn, middle))
        .unwrap();
    let mass = moved.mass().unwrap();
    assert!((mass.volume - 8.0).abs() < 1e-11);
    assert!((mass.centre - middle).length() < 1e-10);
    let [x, y, z] = (half * half).to_array();
    let own = DMat3::from_diagonal(dvec3(y + z, x + z, x + y) * (8.0 / 3.0));
    let rotation = DMat3::from_quat(turn);
    let expected = rotation * own * rotation.transpose();
    assert!(largest(mass.inertia - expected) < 1e-9, "{}", mass.inertia);
}

/// Three bars, the middle counted once: sums of boxes.
#[test]
fn a_jack_is_a_sum_of_boxes() {
    let mass = jack(3.0, 1.0).unwrap().mass().unwrap();
    let along = |half: DVec3| {
        let volume = 8.0 * half.element_product();
        volume / 3.0 * (half.y * half.y + half.z * half.z)
    };
    // About x: the bar along x, the two others, less the middle cube twice.
    let expected = along(dvec3(3.0, 1.0, 1.0)) + 2.0 * along(dvec3(1.0, 3.0, 1.0))
        - 2.0 * along(dvec3(1.0, 1.0, 1.0));
    assert!(largest(mass.inertia - DMat3::from_diagonal(DVec3::splat(expected))) < 1e-11);
    assert!(mass.centre.length() < 1e-14);
}

#[test]
fn a_mirror_keeps_the_outside_outside() {
    let jack = jack(3.0, 1.0).unwrap();
    let mirrored = jack.transformed(&DAffine3::from_scale(dvec3(-1.0, 1.0, 2.0))).unwrap();
    assert!((mirrored.mass().unwrap().volume - 112.0).abs() < 1e-10);
}
