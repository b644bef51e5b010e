//! A step whose contacts are given states the problem of one that finds them.

use stickslip_dynamics::glam::{DMat3, DQuat, DVec3};
use stickslip_dynamics::joint::Ball;
use stickslip_dynamics::{
    BodyId, FrictionModel, GivenContact, GivenStep, MaterialTable, ModelError, Simulation, Surface,
};
use stickslip_solve::Problem;

use crate::support::{World, ball, cube};

/// A tilted box on the ground that holds a ball, both moving.
fn world(friction: FrictionModel) -> World {
    let mut world = World::new();
    world.settings.friction = friction;
    world.ground();
    let spin = DVec3::new(0.2, -0.3, 0.1);
    let tilt = DQuat::from_rotation_y(0.3);
    let below = world.add(cube(0.5).at(DVec3::Y * 0.5).turned(tilt).spinning(spin));
    let above = world.add(ball(0.3).at(DVec3::Y * 1.3).moving(DVec3::new(0.1, -0.2, 0.3)));
    world.join(Some(below), above, Ball::at(DVec3::new(0.1, 1.0, 0.0)));
    world
}

/// The frame of the course's App. A.
fn frame(normal: DVec3) -> DMat3 {
    let across = if normal.x.abs() < 0.9 { DVec3::X } else { DVec3::Z };
    let first = normal.cross(across).normalize();
    DMat3::from_cols(normal, first, normal.cross(first))
}

fn given(simulation: &Simulation, world: World) -> GivenStep {
    let surface = world.model.materials.materials()[MaterialTable::DEFAULT.0].surface;
    let contacts = simulation.contacts().iter().map(|contact| GivenContact {
        bodies: [BodyId(contact.first), BodyId(contact.second)],
        point: contact.point,
        frame: frame(contact.normal),
        gap: contact.gap,
        surface,
        load: 0.0,
    });
    GivenStep {
        contacts: contacts.collect(),
        gravity: world.settings.gravity,
        time_step: world.settings.time_step,
        gyroscopic: world.settings.gyroscopic,
        friction: world.settings.friction,
        model: world.model,
    }
}

#[test]
fn given_contacts_make_the_problem_of_found_ones() {
    for (name, friction) in FrictionModel::ALL {
        let mut simulation = world(friction).start();
        simulation.step().expect("stepped");
        assert_eq!(simulation.contacts().len(), 4, "{name}");
        let data = given(&simulation, world(friction)).problem().expect("stated");
        let stated = Problem::new(data).expect("checked");
        let islands: Vec<_> = simulation.islands().collect();
        let (found, _) = islands[0].solved.expect("awake");
        assert_eq!(islands.len(), 1, "{name}");
        assert_eq!(stated.kind(), found.kind(), "{name}");
        assert_eq!(stated.matrix().to_dense(), found.matrix().to_dense(), "{name}");
        assert_eq!(stated.b(), found.b(), "{name}");
        assert_eq!((stated.lo(), stated.hi()), (found.lo(), found.hi()), "{name}");
        assert_eq!(stated.contacts(), found.contacts(), "{name}");
        if let (Some(stated), Some(found)) = (stated.factored(), found.factored()) {
            assert!(stated.jacobian.stored() < found.jacobian.stored(), "{name}");
            assert!(stated.jacobian.values().iter().all(|&value| value != 0.0), "{name}");
        }
    }
}

#[test]
fn loads_set_the_bounds_that_are_fixed_beforehand() {
    let mut simulation = world(FrictionModel::BoxFixed).start();
    simulation.step().expect("stepped");
    let mut step = given(&simulation, world(FrictionModel::BoxFixed));
    for (at, contact) in step.contacts.iter_mut().enumerate() {
        contact.load = at as f64;
        contact.surface = Surface { friction: 0.25, torsion: 0.5, ..contact.surface };
    }
    let data = step.problem().expect("stated");
    for at in 0..4 {
        let (first, load) = (3 + 4 * at, at as f64);
        assert_eq!(data.hi[first], f64::INFINITY);
        assert_eq!(data.hi[first + 1..first + 4], [0.25 * load, 0.25 * load, 0.5 * load]);
        assert_eq!(data.lo[first + 1..first + 4], [-0.25 * load, -0.25 * load, -0.5 * load]);
    }
}

#[test]
fn contacts_that_cannot_be_are_named() {
    let change = |change: fn(&mut GivenContact)| {
        let mut simulation = world(FrictionModel::Pyramid).start();
        simulation.step().expect("stepped");
        let mut step = given(&simulation, world(FrictionModel::Pyramid));
        change(&mut step.contacts[2]);
        step.problem().expect_err("wrong").to_string()
    };
    type Wrong = (fn(&mut GivenContact), &'static str);
    let cases: [Wrong; 8] = [
        (|contact| contact.bodies[1].0 = 9, "there is no body 9: the model has 3"),
        (|contact| contact.bodies = [contact.bodies[1]; 2], "contact 2: both bodies are the same"),
        (|contact| contact.point.y = f64::NAN, "contact 2: its place is not finite"),
        (|contact| contact.gap = f64::INFINITY, "contact 2: its place is not finite"),
        (|contact| contact.frame.y_axis *= 1.1, "contact 2: its frame is not orthonormal"),
        (|contact| contact.frame.z_axis *= -1.0, "contact 2: its frame is not orthonormal"),
        (|contact| contact.load = -1.0, "contact 2: the load is -1"),
        (|contact| contact.surface.friction = -1.0, "contact 2: friction is -1"),
    ];
    for (wrong, expected) in cases {
        let found = change(wrong);
        assert!(found.starts_with(expected), "{found}");
    }
}

#[test]
fn two_bodies_that_nothing_moves_have_no_contact() {
    let mut world = world(FrictionModel::Pyramid);
    let first = world.ground();
    let second = world.ground();
    let step = GivenStep {
        contacts: vec![GivenContact {
            bodies: [first, second],
            point: DVec3::ZERO,
            frame: frame(DVec3::Y),
            gap: 0.0,
            surface: Surface::default(),
            load: 0.0,
        }],
        gravity: world.settings.gravity,
        time_step: 0.01,
        gyroscopic: true,
        friction: FrictionModel::Pyramid,
        model: world.model,
    };
    let error = step.clone().problem().expect_err("nothing to decide");
    assert!(matches!(error, ModelError::Contact { contact: 0, .. }), "{error}");
    let never = GivenStep { contacts: Vec::new(), time_step: 0.0, ..step };
    assert!(never.problem().is_err_and(|error| error.to_string().contains("dt")));
}
