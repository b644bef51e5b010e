//! What materials show on soft surfaces, and what is refused of it; friction that is off.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{
    Directions, Elasticity, Frame, FrictionModel, Material, MaterialTable, PairLaw, Pose,
    Simulation, SoftDescription, SoftShape, StepperKind, Structure, Surface,
};
use stickslip_geometry::mesh::generate::tetrahedral_box;

use crate::support::{G, H, World, ball, cuboid};

fn block(turn: f64) -> SoftDescription {
    let mesh = tetrahedral_box(DVec3::splat(0.15), [2; 3]).expect("a box");
    let rubber = Elasticity { young: 1e7, poisson: 0.3, density: 1000.0 };
    SoftDescription {
        pose: Pose::new(DVec3::Y * 0.15, DQuat::from_rotation_y(turn)),
        damping: [0.0, 0.01],
        ..SoftDescription::new("block", SoftShape::Solid(mesh), rubber)
    }
}

/// A block of felt that slides along x, its fibres along its own x: the speed that it loses in
/// t seconds is μ g t with the coefficient along or across them.
#[test]
fn a_structure_is_carried_by_a_soft_surface() {
    let quarter = std::f64::consts::FRAC_PI_2;
    for (turn, mu) in [(0.0, 0.1), (quarter, 0.6), (-quarter, 0.6), (2.0 * quarter, 0.1)] {
        let mut world = World::new();
        world.settings.friction = FrictionModel::Cone;
        let felt = Material { name: "felt".into(), surface: Surface::default() };
        let felt = world.model.materials.add(felt).expect("felt");
        world.model.materials.set_structure(felt, Structure::Axis(DVec3::X)).expect("fibres");
        let directions = Directions::Ellipse { along: 0.1, across: 0.6, frame: Frame::First };
        let law = PairLaw { directions: Some(directions), ..PairLaw::default() };
        world.model.materials.set_law(felt, MaterialTable::DEFAULT, law).expect("a law");
        world.ground();
        let velocity = DVec3::X * 3.0;
        let block = SoftDescription { material: felt, velocity, ..block(turn) };
        world.model.add_soft(block).expect("soft");
        let mut simulation = world.start();
        let steps = 15;
        for _ in 0..steps {
            assert_eq!(simulation.step().expect("a step").failed_solves, 0);
        }
        let mesh = &simulation.model().soft_bodies()[0].mesh;
        let speeds = simulation.state().vertices.velocities.iter().zip(mesh.masses());
        let momentum: f64 = speeds.map(|(velocity, mass)| mass * velocity.x).sum();
        let lost = 3.0 - momentum / mesh.mass();
        let expected = mu * G * H * f64::from(steps);
        assert!((lost / expected - 1.0).abs() < 0.02, "{turn}: {lost} of {expected}");
    }
}

/// Vertices do not turn, and a rope has no surface: both are named before the first step.
#[test]
fn what_soft_surfaces_cannot_show_is_refused() {
    let refused = |change: &dyn Fn(&mut Surface), friction: FrictionModel| {
        let mut world = World::new();
        world.settings.friction = friction;
        world.surface(change);
        world.ground();
        world.model.add_soft(block(0.0)).expect("soft");
        Simulation::new(world.model, world.settings).map(|_| ()).map_err(|error| error.to_string())
    };
    let torsion = refused(&|surface| surface.torsion = 0.01, FrictionModel::Cone);
    let message = torsion.expect_err("torsion");
    assert!(message.contains("\"block\"") && message.contains("torsion"), "{message}");
    let rolling = refused(&|surface| surface.rolling = 0.01, FrictionModel::Pyramid);
    assert!(rolling.expect_err("rolling").contains("rolling"));
    let without = refused(&|surface| surface.rolling = 0.01, FrictionModel::Frictionless);
    assert_eq!(without, Ok(()));
}

/// Without friction a block keeps its speed, whatever its material says, and what has no part
/// in these steps is named.
#[test]
fn springs_have_no_friction_where_the_model_has_none() {
    for stepper in [StepperKind::Penalty, StepperKind::Asynchronous] {
        let mut world = World::new();
        world.surface(|surface| (surface.friction, surface.torsion) = (0.8, 0.01));
        world.settings.friction = FrictionModel::Frictionless;
        world.settings.stepper = stepper;
        world.settings.time_step = 1e-3;
        world.settings.solver.name = Some("bpp".into());
        world.ground();
        let rests = match stepper {
            StepperKind::Penalty => cuboid(DVec3::splat(0.1)),
            _ => ball(0.1),
        };
        let mut part = rests.at(DVec3::Y * 0.1011);
        part.0.velocity = DVec3::X;
        let body = world.add(part);
        let mut simulation = world.start();
        assert_eq!(simulation.ignored_settings(), ["solver"], "{stepper:?}");
        for _ in 0..100 {
            simulation.step().expect("a step");
        }
        let state = &simulation.state().bodies[body.0];
        assert!((state.velocity.x - 1.0).abs() < 1e-9, "{stepper:?}: {}", state.velocity);
        assert!(state.angular_velocity.length() < 1e-9, "{stepper:?}");
    }
}
