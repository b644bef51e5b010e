//! Models hold together, and say what they hold.

use glam::{DMat3, DVec3};
use stickslip_contact::{Pose, Shape};

use crate::joint::{Ball, JointDescription, JointId};
use crate::model::{BodyId, Model, ModelError};
use crate::parts::{
    BodyDescription, ColliderDescription, MassDescription, Material, MaterialTable, Surface,
};

fn body(name: &str, mass: f64) -> BodyDescription {
    let inertia = DMat3::IDENTITY;
    let given = MassDescription::Given { mass, centre: DVec3::ZERO, inertia };
    BodyDescription { mass: given, ..BodyDescription::dynamic(name, Pose::IDENTITY, vec![]) }
}

#[test]
fn bodies_and_joints_are_found_by_their_names() {
    let mut model = Model::default();
    assert_eq!(model.mass_ratio(), 1.0);
    assert_eq!(model.add_body(body("one", 2.0)), Ok(BodyId(0)));
    assert_eq!(model.add_body(body("two", 8.0)), Ok(BodyId(1)));
    model.add_body(BodyDescription::fixed("wall", Pose::IDENTITY, vec![])).expect("sound");
    assert_eq!(model.mass_ratio(), 4.0);
    assert_eq!((model.find_body("two"), model.find_body("three")), (Some(BodyId(1)), None));
    let ball = Ball::at(DVec3::ZERO);
    for name in ["left", "right"] {
        let joint = JointDescription::new(name, None, BodyId(1), ball.clone());
        model.add_joint(joint).expect("sound");
    }
    assert_eq!((model.find_joint("right"), model.find_joint("up")), (Some(JointId(1)), None));
    let nameless = JointDescription::new("", None, BodyId(1), ball);
    assert!(model.add_joint(nameless).is_err_and(|error| error.to_string().contains("no name")));
    assert_eq!(model.joints().len(), 2);
}

#[test]
fn a_material_that_was_taken_away_is_missed() {
    let mut model = Model::default();
    let rubber = Material { name: "rubber".into(), surface: Surface::default() };
    let material = model.materials.add(rubber).expect("sound");
    let shape = Shape::sphere(1.0).expect("a ball");
    let collider = ColliderDescription { material, ..ColliderDescription::new(shape) };
    let ball = BodyDescription::dynamic("ball", Pose::IDENTITY, vec![collider]);
    model.add_body(ball).expect("sound");
    assert_eq!(model.check_materials(), Ok(()));
    model.materials = MaterialTable::default();
    let missing = |error: ModelError| error.to_string().contains("material \"1\"");
    assert!(model.check_materials().is_err_and(missing));
}
