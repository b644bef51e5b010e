//! Joints and motors that hold vertices of soft bodies, through the bodies that these are
//! attached to.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::{Ball, Hinge};
use stickslip_dynamics::{Attachment, Elasticity, Pose, SoftDescription, SoftShape};
use stickslip_geometry::mesh::generate::tetrahedral_box;

use crate::support::{G, World, cuboid, speed_motor};

/// A bar of 0.6 m along x that begins at a place.
fn bar(place: DVec3) -> SoftDescription {
    let mesh = tetrahedral_box(DVec3::new(0.3, 0.05, 0.05), [6, 1, 1]).expect("a box");
    let rubber = Elasticity { young: 1e6, poisson: 0.3, density: 1000.0 };
    SoftDescription {
        pose: Pose::at(place + DVec3::X * 0.3),
        damping: [0.5, 0.01],
        ..SoftDescription::new("bar", SoftShape::Solid(mesh), rubber)
    }
}

/// Vertices of the end where it begins.
const END: [u32; 4] = [0, 7, 14, 21];

/// A motor turns a hub, the hub one end of a bar, and the bar bends behind it and follows.
#[test]
fn a_motor_turns_a_bar_by_its_end() {
    let mut world = World::weightless();
    let hub = world.add(cuboid(DVec3::splat(0.04)).named("hub"));
    let rotation = speed_motor(2.0, 1e3);
    let hinge = world.join(None, hub, Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation });
    let mut body = bar(DVec3::X * 0.05);
    body.attachments = vec![Attachment { body: hub, vertices: END.to_vec() }];
    world.model.add_soft(body).expect("soft");
    let mut simulation = world.start();
    let begun = simulation.state().vertices.positions.clone();
    let mut most = 0.0_f64;
    for _ in 0..120 {
        let report = simulation.step().expect("a step");
        assert_eq!(report.failed_solves, 0);
        most = most.max(simulation.joint_load(hinge)[1].z.abs());
    }
    let pose = simulation.state().bodies[hub.0].pose;
    let after = &simulation.state().vertices.positions;
    for at in END.map(|vertex| vertex as usize) {
        let missed = (after[at] - pose.point(begun[at])).length();
        assert!(missed < 1e-3, "{missed}");
    }
    // It turns at the speed of its motor as a whole: L = ω ∫ r² dm.
    let mesh = &simulation.model().soft_bodies()[0].mesh;
    let of = |at: usize| after[at].truncate().length_squared() * mesh.masses()[at];
    let second: f64 = (0..after.len()).map(of).sum();
    let hub_part = simulation.model().bodies()[hub.0].mass.inertia.z_axis.z;
    let (_, angular) = simulation.momentum();
    let expected = 2.0 * (second + hub_part);
    assert!((angular.z - expected).abs() < 0.02 * expected, "{angular} of {expected}");
    assert!(most > 0.1, "the motor has worked: {most}");
}

/// One vertex on a body is a ball joint: the bar swings down from it, and the joint that
/// holds the body carries the weight of both.
#[test]
fn a_bar_hangs_from_one_vertex_and_its_weight_from_the_joint() {
    let mut world = World::new();
    let hook = world.add(cuboid(DVec3::splat(0.03)).named("hook"));
    let joint = world.join(None, hook, Ball::at(DVec3::ZERO));
    let mut body = bar(DVec3::new(0.0, -0.1, 0.0));
    body.damping = [4.0, 0.01];
    body.attachments = vec![Attachment { body: hook, vertices: vec![END[3]] }];
    world.model.add_soft(body).expect("soft");
    let mut simulation = world.start();
    for _ in 0..300 {
        let report = simulation.step().expect("a step");
        assert_eq!(report.failed_solves, 0);
    }
    let masses = simulation.model().soft_bodies()[0].mesh.masses();
    let own = simulation.model().bodies()[hook.0].mass.mass;
    let mass: f64 = masses.iter().sum();
    let places = simulation.state().vertices.positions.iter();
    let centre: DVec3 = places.zip(masses).map(|(x, m)| *x * *m).sum::<DVec3>() / mass;
    assert!(centre.y < -0.3 && centre.truncate().x.abs() < 0.02, "{centre}");
    let weight = (mass + own) * G;
    let carried = simulation.joint_force(joint);
    assert!((carried - weight).abs() < 0.01 * weight, "{carried} of {weight}");
}
