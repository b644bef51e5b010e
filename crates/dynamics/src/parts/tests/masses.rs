//! Masses of bodies against integrals done by hand.

use std::f64::consts::FRAC_PI_2;

use glam::{DMat3, DQuat, DVec3};
use stickslip_contact::{Pose, Shape};

use crate::parts::{Body, BodyDescription, ColliderDescription, MassDescription, MaterialTable};

fn body(colliders: Vec<ColliderDescription>, mass: MassDescription) -> Body {
    let body = BodyDescription::dynamic("body", Pose::IDENTITY, colliders);
    Body::new(BodyDescription { mass, ..body }, &MaterialTable::default()).expect("sound")
}

fn block(half: DVec3, pose: Pose, density: f64) -> ColliderDescription {
    let shape = Shape::cuboid(half).expect("a box");
    ColliderDescription { pose, density, ..ColliderDescription::new(shape) }
}

fn close(one: DMat3, two: DMat3) -> bool {
    (one - two).to_cols_array().iter().all(|gap| gap.abs() < 1e-12)
}

/// A bar of 1 × 3 × 1 m cut in three blocks is the bar: 300 kg at 100 kg/m³,
/// I = m/12 (b² + c²). One of the blocks lies on its side.
#[test]
fn a_bar_in_blocks_is_a_bar() {
    let turn = DQuat::from_rotation_z(FRAC_PI_2);
    let half = DVec3::splat(0.5);
    let blocks = vec![
        block(half, Pose::at(DVec3::new(2.0, -1.0, 0.0)), 100.0),
        block(half, Pose::new(DVec3::new(2.0, 0.0, 0.0), turn), 100.0),
        block(half, Pose::at(DVec3::new(2.0, 1.0, 0.0)), 100.0),
    ];
    let whole = body(blocks, MassDescription::FromShapes);
    assert!((whole.mass.mass - 300.0).abs() < 1e-12);
    assert!((whole.mass.centre - DVec3::X * 2.0).length() < 1e-15);
    let inertia = DMat3::from_diagonal(DVec3::new(25.0 * 10.0, 25.0 * 2.0, 25.0 * 10.0));
    assert!(close(whole.mass.inertia, inertia), "{}", whole.mass.inertia);
    assert!(close(whole.inverse_inertia * inertia, DMat3::IDENTITY));
    assert!((whole.inverse_mass * 300.0 - 1.0).abs() < 1e-15);
    // Shapes are placed from the centre of mass.
    let places = whole.colliders.iter().map(|collider| collider.pose.position.y);
    assert!(places.eq([-1.0, 0.0, 1.0]));
    assert!(whole.colliders.iter().all(|collider| collider.pose.position.x.abs() < 1e-15));
    assert_eq!(whole.colliders[1].pose.orientation, turn);
}

/// A turned bar has the turned inertia: x and y change places.
#[test]
fn turned_shapes_turn_their_inertia() {
    let pose = Pose::new(DVec3::ZERO, DQuat::from_rotation_z(FRAC_PI_2));
    let bar =
        body(vec![block(DVec3::new(0.5, 1.5, 0.5), pose, 100.0)], MassDescription::FromShapes);
    assert!(close(bar.mass.inertia, DMat3::from_diagonal(DVec3::new(50.0, 250.0, 250.0))));
}

#[test]
fn a_total_mass_is_spread_by_density() {
    let blocks = || {
        vec![
            block(DVec3::splat(0.5), Pose::at(DVec3::X), 300.0),
            block(DVec3::splat(0.5), Pose::at(-DVec3::X), 100.0),
        ]
    };
    let dense = body(blocks(), MassDescription::FromShapes);
    let light = body(blocks(), MassDescription::Total(4.0));
    assert_eq!(light.mass.mass, 4.0);
    assert!((light.mass.centre - DVec3::X * 0.5).length() < 1e-15);
    assert!(close(light.mass.inertia * 100.0, dense.mass.inertia));
    // Two cubes of 3 and 1 kg with m/6 each about themselves, and the lever.
    let lever = 3.0 * 0.25 + 1.0 * 2.25;
    let expected = DVec3::new(4.0 / 6.0, 4.0 / 6.0 + lever, 4.0 / 6.0 + lever);
    assert!(close(light.mass.inertia, DMat3::from_diagonal(expected)));
}

/// The frame of the description and the centre of mass lead to each other.
#[test]
fn frames_and_centres_go_out_and_come_back() {
    let inertia = DMat3::IDENTITY;
    let centre = DVec3::new(0.2, -0.4, 0.1);
    let body = body(vec![], MassDescription::Given { mass: 1.0, centre, inertia });
    let frame = Pose::new(DVec3::ONE, DQuat::from_rotation_y(0.7));
    let middle = body.centre(&frame);
    assert!((middle.position - frame.point(centre)).length() < 1e-15);
    assert!((body.frame(&middle).position - frame.position).length() < 1e-15);
    assert_eq!(body.frame(&middle).orientation, frame.orientation);
    assert!(body.is_dynamic());
}

#[test]
fn what_forces_do_not_move_has_no_inverse_mass() {
    let shape = Shape::half_space(DVec3::Y).expect("a plane");
    let ground =
        BodyDescription::fixed("ground", Pose::IDENTITY, vec![ColliderDescription::new(shape)]);
    let ground = Body::new(ground, &MaterialTable::default()).expect("sound");
    assert!(!ground.is_dynamic());
    assert_eq!((ground.inverse_mass, ground.inverse_inertia), (0.0, DMat3::ZERO));
}
