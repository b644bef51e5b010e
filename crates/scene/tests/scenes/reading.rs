//! What a file says is what the model has.

use std::f64::consts::FRAC_PI_2;

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::Hinge;
use stickslip_dynamics::{
    Accuracy, Drive, FrictionModel, Integrator, JointKind, Motion, MotorMode, ShapeKind, Sleeping,
    SweepOrder,
};
use stickslip_scene::{Overrides, PRESETS, Parameter, Scene, SceneSource};

use crate::{SMALL, good};

fn position(scene: &Scene, name: &str) -> DVec3 {
    let body = scene.model.find_body(name).unwrap_or_else(|| panic!("no body {name}"));
    scene.model.bodies()[body.0].description.pose.position
}

#[test]
fn every_part_of_a_small_scene_arrives() {
    let scene = good(SMALL);
    assert_eq!((scene.name.as_str(), scene.seconds), ("small", 1.0));
    let half = Parameter { name: "half".into(), value: 0.5, derived: true, range: None };
    assert_eq!(scene.parameters[1], half);
    assert_eq!(scene.offered().collect::<Vec<_>>(), [("n", 2.0)]);
    assert_eq!(scene.settings.time_step, 0.01);
    assert_eq!(scene.settings.solver.name.as_deref(), Some("bpp"));
    assert_eq!(scene.model.bodies().len(), 4);
    assert_eq!(position(&scene, "box-1"), DVec3::new(0.0, 1.5, 0.0));
    let bodies = scene.model.bodies();
    assert_eq!(bodies[0].description.motion, Motion::Static);
    assert!((bodies[1].mass.mass - 2.0).abs() < 1e-12);
    // Capsule: cylinder and ball of radius 0.1 at 500 kg/m³.
    let volume = std::f64::consts::PI * (0.01 + 4.0 / 3.0 * 0.001);
    assert!((bodies[3].mass.mass - 500.0 * volume).abs() < 1e-9);
    let materials = &scene.model.materials;
    let rubber = materials.find("rubber").expect("rubber");
    assert_eq!(materials.between(rubber, rubber).friction, 0.9);
    assert_eq!(materials.between(rubber, materials.find("default").expect("it")).friction, 0.7);
    let joint = scene.model.joints()[0].description();
    assert_eq!((joint.first, joint.second.0), (None, 3));
    let JointKind::Hinge(Hinge { axis, rotation, .. }) = &joint.kind else { panic!("{joint:?}") };
    assert_eq!(*axis, DVec3::Z);
    let [low, high] = rotation.limits.expect("limits");
    assert!((low + FRAC_PI_2).abs() < 1e-15 && (high - FRAC_PI_2).abs() < 1e-15);
    let motor = rotation.motors.first().expect("a motor");
    assert_eq!(
        (motor.mode.clone(), motor.target.at(7.0), motor.limit),
        (MotorMode::Velocity, 1.5, 10.0)
    );
}

#[test]
fn parameters_can_be_set_and_those_after_them_follow() {
    let mut overrides = Overrides::default();
    overrides.parameters.insert("n".into(), 6.0);
    let source = SceneSource::new(SMALL, "test.toml");
    let scene = source.read(&overrides).expect("a scene");
    assert_eq!(scene.model.bodies().len(), 8);
    assert_eq!(position(&scene, "box-0").y, 1.5);
    overrides.parameters.insert("m".into(), 1.0);
    let message = source.read(&overrides).expect_err("no m").to_string();
    assert!(message.contains("no parameter \"m\"; did you mean \"n\"?"), "{message}");
    let known = source.parameters().expect("two");
    assert_eq!((known[1].name.as_str(), known[1].value), ("half", 0.5));
}

#[test]
fn settings_are_read_one_by_one() {
    let scene = good(
        "name = 'all'\n[settings]\ngravity = [1, 2, 3]\ndt = '= 1 / 100'\nsubsteps = 4\n\
         integrator = 'midpoint'\nfriction_model = 'polyhedral'\nfacets = 6\nmargin = 0.02\n\
         restitution_threshold = 0.1\nprojection_passes = 3\ngyroscopic = false\n\
         geometric_stiffness = true\nbudget = 8e-3\norder = 'cells'\n\
         warm_start = false\nsleeping = { speed = 0.01, seconds = 0.5 }\nsolver = 'lemke'\n\
         tolerance = 1e-6\nmax_iterations = 77\nfriction_rule = 'minimum'\n\
         restitution_rule = 'product'\n",
    );
    let settings = &scene.settings;
    assert_eq!(settings.gravity, DVec3::new(1.0, 2.0, 3.0));
    assert_eq!((settings.time_step, settings.substeps), (0.01, 4));
    assert_eq!(settings.integrator, Integrator::Midpoint);
    assert_eq!(settings.friction, FrictionModel::Polyhedral { facets: 6 });
    assert_eq!((settings.margin, settings.restitution_threshold), (0.02, 0.1));
    assert_eq!((settings.projection_passes, settings.gyroscopic), (3, false));
    assert!(settings.geometric_stiffness);
    assert_eq!((settings.budget, settings.order), (Some(8e-3), SweepOrder::Cells));
    assert_eq!(settings.sleeping, Some(Sleeping { speed: 0.01, seconds: 0.5 }));
    assert_eq!(settings.solver.max_iterations, Some(77));
    assert_eq!(scene.model.materials.friction_rule.combine(1.0, 3.0), 1.0);
    assert_eq!(scene.model.materials.restitution_rule.combine(2.0, 3.0), 6.0);
}

#[test]
fn every_kind_of_shape_is_made() {
    let scene = good(
        "name = 'shapes'\n[[body]]\nname = 'ground'\nmotion = 'static'\nshapes = [\n\
         { type = 'half-space', normal = [0, 2, 0] },\n\
         { type = 'terrain', heights = [[0, 0], [1, 0]], extent = [4, 4] },\n\
         { type = 'mesh', vertices = [[0, 0, 0], [0, 0, 1], [1, 0, 0]], triangles = [[0, 1, 2]] },\n\
         ]\n[[body]]\nname = 'thing'\nshapes = [\n\
         { type = 'sphere', radius = 1, position = [1, 0, 0] },\n\
         { type = 'box', size = [1, 2, 3], rotation = { axis = [0, 1, 0], angle = 90 } },\n\
         { type = 'capsule', radius = 1, length = 2 },\n\
         { type = 'cylinder', radius = 1, length = 2 },\n\
         { type = 'hull', points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] },\n]\n",
    );
    let [ground, thing] = scene.model.bodies() else { panic!("two bodies") };
    let shapes = &ground.description.colliders;
    assert!(
        matches!(shapes[0].shape.kind(), ShapeKind::HalfSpace { normal } if normal == DVec3::Y)
    );
    assert!(matches!(shapes[1].shape.kind(), ShapeKind::Terrain { .. }));
    assert!(matches!(shapes[2].shape.kind(), ShapeKind::Terrain { .. }));
    let shapes = &thing.description.colliders;
    assert_eq!(shapes[0].pose.position, DVec3::X);
    let ShapeKind::Cuboid { half_extents } = shapes[1].shape.kind() else { panic!("a box") };
    assert_eq!(half_extents, DVec3::new(0.5, 1.0, 1.5));
    assert!(shapes[1].pose.orientation.angle_between(DQuat::from_rotation_y(FRAC_PI_2)) < 1e-7);
    let ShapeKind::Capsule { half_length, .. } = shapes[2].shape.kind() else { panic!() };
    assert_eq!(half_length, 1.0);
    assert!(matches!(shapes[4].shape.kind(), ShapeKind::ConvexHull { .. }));
}

#[test]
fn groups_move_turn_and_name_their_parts() {
    let scene = good(
        "name = 'groups'\n[[group]]\nname = 'arm'\nposition = [10, 0, 0]\n\
         rotation = { axis = [0, 0, 1], angle = 90 }\n\
         repeat = { count = 2, step = [0, 0, 5], index = 'g' }\n\
         [[group.body]]\nname = 'bar'\nrepeat = 2\nposition = ['= 1 + i', 0, '= 0.5 * g']\n\
         velocity = [1, 0, 0]\nshape = { type = 'sphere', radius = 0.1 }\n\
         [[group.joint]]\ntype = 'hinge'\nfirst = 'bar-0'\nsecond = 'bar-1'\n\
         anchor = [1.5, 0, 0]\naxis = [1, 0, 0]\n\
         [[joint]]\ntype = 'ball'\nfirst = 'arm-0/bar-0'\nsecond = 'arm-1/bar-0'\nanchor = [0, 0, 0]\n",
    );
    let close = |found: DVec3, x: f64, y: f64, z: f64| {
        assert!((found - DVec3::new(x, y, z)).length() < 1e-12, "{found}");
    };
    // A quarter turn about z takes x to y.
    close(position(&scene, "arm-0/bar-0"), 10.0, 1.0, 0.0);
    close(position(&scene, "arm-1/bar-1"), 10.0, 2.0, 5.5);
    close(scene.model.bodies()[0].description.velocity, 0.0, 1.0, 0.0);
    let JointKind::Hinge(Hinge { anchor, axis, .. }) = scene.model.joints()[2].description().kind
    else {
        panic!("the second arm's hinge")
    };
    close(anchor, 10.0, 1.5, 5.0);
    close(axis, 0.0, 1.0, 0.0);
    let joint = scene.model.joints()[2].description();
    assert_eq!(joint.first.map(|body| body.0), scene.model.find_body("arm-1/bar-0").map(|it| it.0));
}

#[test]
fn drives_and_rotations_are_understood() {
    let scene = good(
        "name = 'drives'\n[[body]]\nname = 'a'\nmotion = 'kinematic'\n\
         drive = { amplitude = [0, 1, 0], frequency = 2 }\nrotation = [2, 0, 0, 2]\n\
         [[body]]\nname = 'b'\nmotion = 'kinematic'\n\
         drive = { keyframes = [{ time = 0 }, { time = 1, position = [1, 0, 0] }] }\n\
         [[body]]\nname = 'c'\nmotion = 'kinematic'\ndrive = { angular_velocity = [0, 3, 0] }\n",
    );
    let bodies = scene.model.bodies();
    let quarter = DQuat::from_rotation_z(FRAC_PI_2);
    assert!(bodies[0].description.pose.orientation.angle_between(quarter) < 1e-7);
    let Motion::Kinematic(Drive::Oscillation { frequency, .. }) = bodies[0].description.motion
    else {
        panic!("an oscillation")
    };
    assert_eq!(frequency, 2.0);
    assert!(
        matches!(&bodies[1].description.motion, Motion::Kinematic(Drive::Keyframes(it)) if it.len() == 2)
    );
    assert!(matches!(bodies[2].description.motion,
        Motion::Kinematic(Drive::Velocity { linear, angular }) if linear == DVec3::ZERO && angular.y == 3.0));
}

#[test]
fn jitter_depends_on_the_seed_alone() {
    let text = "name = 'j'\n[[body]]\nname = 'b'\nrepeat = { count = 3, step = [1, 0, 0], jitter = [0.1, 0, 0.2] }\n\
                shape = { type = 'sphere', radius = 0.1 }\n";
    let places = |seed| -> Vec<DVec3> {
        let overrides = Overrides { seed, ..Overrides::default() };
        let scene = SceneSource::new(text, "j.toml").read(&overrides).expect("a scene");
        scene.model.bodies().iter().map(|body| body.description.pose.position).collect()
    };
    assert_eq!(places(1), places(1));
    assert_ne!(places(1), places(2));
    for (at, place) in places(1).into_iter().enumerate() {
        assert!((place.x - at as f64).abs() <= 0.1 && place.y == 0.0 && place.z.abs() <= 0.2);
        assert!(place.z != 0.0);
    }
}

/// SIGGRAPH 2022 course, Table 1: the middle of each static range.
#[test]
fn presets_have_the_coefficients_of_the_table() {
    let expected = [1.2, 0.3, 1.1, 0.72, 0.35, 0.05, 0.61, 0.9, 0.65, 0.16, 0.15];
    for (preset, expected) in PRESETS.iter().zip(expected) {
        assert!((preset.friction() - expected).abs() < 1e-12, "{}", preset.name);
        let text = format!(
            "name = 'p'\n[[material]]\nname = 'a'\n[[material]]\nname = 'b'\n\
             [[pair]]\nmaterials = ['b', 'a']\npreset = '{}'\n",
            preset.name
        );
        let materials = good(&text).model.materials;
        let [a, b] = ["a", "b"].map(|name| materials.find(name).expect("there"));
        assert_eq!(materials.between(a, b).friction, preset.friction());
        assert_eq!(materials.between(b, a), materials.between(a, b));
    }
}

#[test]
fn a_grid_has_every_place_once() {
    let scene = good(
        "name = 'grid'\n[[body]]\nname = 'it'\nmotion = 'static'\n\
         repeat = { count = [2, 3, 4], step = [10, 1, 0.1] }\n\
         shape = { type = 'sphere', radius = 0.1 }\n",
    );
    assert_eq!(scene.model.bodies().len(), 24);
    assert!(position(&scene, "it-1-2-3").distance(DVec3::new(10.0, 2.0, 0.3)) < 1e-12);
}

#[test]
fn accuracy_is_a_number_an_expression_automatic_or_off() {
    let accuracy = |value: &str| {
        good(&format!("name = 'it'\n[settings]\naccuracy = {value}\n")).settings.accuracy
    };
    assert_eq!(accuracy("1e-3"), Accuracy::Within(1e-3));
    assert_eq!(accuracy("'= 2 / 1000'"), Accuracy::Within(2e-3));
    assert_eq!(accuracy("'off'"), Accuracy::Off);
    assert_eq!(accuracy("'auto'"), Accuracy::Automatic);
    assert_eq!(good("name = 'it'\n").settings.accuracy, Accuracy::Automatic);
}
