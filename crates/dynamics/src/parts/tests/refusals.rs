//! Bodies that cannot be.

use glam::{DMat3, DQuat, DVec3};
use stickslip_contact::{Pose, Shape};

use crate::parts::{
    Body, BodyDescription, ColliderDescription, Drive, MassDescription, MaterialId, MaterialTable,
    ModelError, Motion,
};

const BAD: [f64; 3] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];

fn ball() -> BodyDescription {
    let shape = Shape::sphere(0.5).expect("a ball");
    BodyDescription::dynamic("odd", Pose::IDENTITY, vec![ColliderDescription::new(shape)])
}

fn refused(description: BodyDescription, message: &str) {
    match Body::new(description.clone(), &MaterialTable::default()) {
        Err(ModelError::Body { name, reason }) => {
            assert_eq!(name, description.name);
            assert!(reason.contains(message), "{reason:?} does not say {message:?}");
        }
        other => panic!("{other:?} instead of {message:?}"),
    }
}

fn with_collider(change: impl FnOnce(&mut ColliderDescription)) -> BodyDescription {
    let mut body = ball();
    change(&mut body.colliders[0]);
    body
}

#[test]
fn places_and_velocities() {
    let stretched = Pose::new(DVec3::ZERO, DQuat::from_xyzw(0.0, 0.0, 0.0, 1.1));
    let shrunk = Pose::new(DVec3::ZERO, DQuat::from_xyzw(0.0, 0.0, 0.0, 0.9));
    for pose in [stretched, shrunk] {
        refused(BodyDescription { pose, ..ball() }, "the pose is not turned by a unit quaternion");
        refused(with_collider(|it| it.pose = pose), "the pose of shape 0 is not turned");
    }
    for bad in BAD {
        let pose = Pose::at(DVec3::X * bad);
        let turned = Pose::new(DVec3::ZERO, DQuat::from_xyzw(bad, 0.0, 0.0, 1.0));
        refused(BodyDescription { pose, ..ball() }, "the pose is not finite");
        refused(BodyDescription { pose: turned, ..ball() }, "the pose is not finite");
        refused(with_collider(|it| it.pose = pose), "the pose of shape 0 is not finite");
        let velocity = DVec3::Y * bad;
        refused(BodyDescription { velocity, ..ball() }, "the velocity is not finite");
        let angular_velocity = velocity;
        refused(BodyDescription { angular_velocity, ..ball() }, "the velocity is not finite");
        refused(BodyDescription { gravity_scale: bad, ..ball() }, "gravity_scale is");
    }
}

#[test]
fn names_materials_and_densities() {
    refused(BodyDescription { name: String::new(), ..ball() }, "no name");
    refused(with_collider(|it| it.material = MaterialId(1)), "shape 0 names a material");
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        refused(with_collider(|it| it.density = bad), "the density of shape 0 is");
    }
}

#[test]
fn masses() {
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        refused(BodyDescription { mass: MassDescription::Total(bad), ..ball() }, "the mass is");
        let (mass, inertia) = (bad, DMat3::IDENTITY);
        let given = MassDescription::Given { mass, centre: DVec3::ZERO, inertia };
        refused(BodyDescription { mass: given, ..ball() }, "the mass is");
        let given = |inertia, centre| MassDescription::Given { mass: 1.0, centre, inertia };
        let flat = given(DMat3::from_diagonal(DVec3::new(1.0, 1.0, bad)), DVec3::ZERO);
        refused(BodyDescription { mass: flat, ..ball() }, "not symmetric positive definite");
        if !bad.is_finite() {
            let nowhere = given(DMat3::IDENTITY, DVec3::X * bad);
            refused(BodyDescription { mass: nowhere, ..ball() }, "the centre of mass");
        }
    }
    let empty = BodyDescription { colliders: vec![], ..ball() };
    refused(empty, "it has no shape, so its mass must be given");
    let plane = Shape::half_space(DVec3::Y).expect("a plane");
    refused(with_collider(|it| it.shape = plane), "shape 0 has no volume");
}

/// Each of Sylvester's three minors alone, each moment in turn, and symmetry.
#[test]
fn inertias_that_no_body_has() {
    let symmetric =
        |xx, yy, zz, xy, xz, yz| DMat3::from_cols_array(&[xx, xy, xz, xy, yy, yz, xz, yz, zz]);
    let accepted = |inertia| {
        let mass = MassDescription::Given { mass: 1.0, centre: DVec3::ZERO, inertia };
        Body::new(BodyDescription { mass, ..ball() }, &MaterialTable::default()).is_ok()
    };
    assert!(accepted(symmetric(2.0, 2.0, 2.0, 0.0, 0.0, 0.0)));
    assert!(accepted(symmetric(2.0, 2.0, 2.0, 1.9, 0.0, 0.0)));
    assert!(accepted(symmetric(2.0, 2.0, 2.0, 0.0, -1.9, 0.0)));
    assert!(!accepted(symmetric(2.0, 2.0, 2.0, 2.1, 0.0, 0.0)));
    assert!(!accepted(symmetric(2.0, 2.0, 2.0, 2.0, 0.0, 0.0)));
    assert!(!accepted(symmetric(2.0, 2.0, 2.0, 0.0, 2.1, 0.0)));
    assert!(!accepted(symmetric(2.0, 2.0, 2.0, 0.0, 0.0, 2.1)));
    // Two negative moments: the determinant alone does not tell.
    assert!(!accepted(symmetric(-2.0, -2.0, 2.0, 0.0, 0.0, 0.0)));
    assert!(!accepted(symmetric(-2.0, 2.0, -2.0, 0.0, 0.0, 0.0)));
    assert!(!accepted(symmetric(2.0, -2.0, -2.0, 0.0, 0.0, 0.0)));
    assert!(!accepted(symmetric(0.0, 2.0, 2.0, 0.0, 0.0, 0.0)));
    // A hair of asymmetry is rounding, more is not.
    let mut skew = symmetric(2.0, 2.0, 2.0, 0.0, 0.0, 0.0);
    skew.y_axis.x = 1e-9;
    assert!(accepted(skew));
    skew.y_axis.x = 1e-8;
    assert!(!accepted(skew));
}

#[test]
fn drives() {
    let driven = |drive| BodyDescription { motion: Motion::Kinematic(drive), ..ball() };
    for bad in BAD {
        let vector = DVec3::Z * bad;
        let (linear, angular) = (vector, DVec3::ZERO);
        refused(driven(Drive::Velocity { linear, angular }), "a driving velocity");
        let (linear, angular) = (DVec3::ZERO, vector);
        refused(driven(Drive::Velocity { linear, angular }), "a driving velocity");
        let (amplitude, frequency) = (vector, 1.0);
        refused(driven(Drive::Oscillation { amplitude, frequency }), "an oscillation's");
        let (amplitude, frequency) = (DVec3::X, bad);
        refused(driven(Drive::Oscillation { amplitude, frequency }), "an oscillation's");
        let frames = vec![(0.0, Pose::IDENTITY), (bad, Pose::IDENTITY)];
        refused(driven(Drive::Keyframes(frames)), "the time of keyframe 1 is");
        let frames = vec![(0.0, Pose::at(vector))];
        refused(driven(Drive::Keyframes(frames)), "the pose of keyframe 0 is not finite");
    }
    refused(driven(Drive::Keyframes(vec![])), "no keyframes");
    let nothing = Pose::new(DVec3::ZERO, DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0));
    refused(driven(Drive::Keyframes(vec![(0.0, nothing)])), "the pose of keyframe 0 is not turned");
}
