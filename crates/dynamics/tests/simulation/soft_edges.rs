//! Cloth and slabs over beams that lie between their vertices.

use stickslip_contact::Solidity;
use stickslip_dynamics::glam::{DQuat, DVec2, DVec3};
use stickslip_dynamics::{
    BodyDescription, ColliderDescription, Elasticity, FrictionModel, Pose, Shape, Simulation,
    SoftDescription, SoftShape,
};
use stickslip_geometry::mesh::generate::{box_surface, cloth, tetrahedral_box};

use crate::support::World;

/// Half the width of a beam along z, whose top is at y = 0 (m).
const HALF: f64 = 0.025;

/// A cloth of 12 × 12 vertices, none of them above the beam.
fn sheet(height: f64) -> SoftDescription {
    let mesh = cloth(DVec2::splat(0.5), [11, 11]).expect("cloth");
    let linen = Elasticity { young: 2e5, poisson: 0.3, density: 200.0 };
    let level = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2);
    SoftDescription {
        pose: Pose::new(DVec3::Y * height, level),
        damping: [0.5, 0.002],
        ..SoftDescription::new("cloth", SoftShape::Cloth(mesh, 0.01), linen)
    }
}

fn slab(height: f64) -> SoftDescription {
    let mesh = tetrahedral_box(DVec3::new(0.5, 0.05, 0.5), [5, 1, 5]).expect("a box");
    let jelly = Elasticity { young: 1e6, poisson: 0.3, density: 500.0 };
    SoftDescription {
        pose: Pose::at(DVec3::Y * (height + 0.05)),
        damping: [0.5, 0.01],
        ..SoftDescription::new("slab", SoftShape::Solid(mesh), jelly)
    }
}

fn beams() -> Vec<(&'static str, Shape, DQuat)> {
    let half = DVec3::new(HALF, HALF, 1.0);
    let mesh = box_surface(half, [1, 1, 1]).expect("a box");
    let lying = DQuat::from_rotation_x(std::f64::consts::FRAC_PI_2);
    let solid = Shape::mesh(&mesh, Solidity::Features);
    vec![
        ("box", Shape::cuboid(half).expect("it"), DQuat::IDENTITY),
        ("hull", Shape::convex_hull(mesh.points()).expect("it"), DQuat::IDENTITY),
        ("mesh", solid.expect("it"), DQuat::IDENTITY),
        ("capsule", Shape::capsule(HALF, 1.0).expect("it"), lying),
        ("cylinder", Shape::cylinder(HALF, 1.0).expect("it"), lying),
    ]
}

fn over(beam: Shape, turn: DQuat, soft: SoftDescription) -> Simulation {
    let mut world = World::new();
    world.friction(FrictionModel::Cone, 0.5);
    let pose = Pose::new(DVec3::Y * -HALF, turn);
    let beam = BodyDescription::fixed("beam", pose, vec![ColliderDescription::new(beam)]);
    world.model.add_body(beam).expect("a beam");
    world.model.add_soft(soft).expect("soft");
    world.start()
}

/// The lowest point at which an edge that began across the plane x = 0 crosses it: flaps that
/// hang down swing through it, too.
fn lowest_over_beam(simulation: &Simulation) -> f64 {
    let body = &simulation.model().soft_bodies()[0];
    let places = &simulation.state().vertices.positions;
    let mut lowest = f64::INFINITY;
    for &[a, b, c] in &body.faces {
        for ends in [[a, b], [b, c], [c, a]] {
            let [from, to] = ends.map(|at| body.positions[at as usize].x);
            let [a, b] = ends.map(|at| places[at as usize]);
            if (from < 0.0) != (to < 0.0) && (a.x < 0.0) != (b.x < 0.0) {
                let share = a.x / (a.x - b.x);
                lowest = lowest.min(a.y + share * (b.y - a.y));
            }
        }
    }
    lowest
}

#[test]
fn cloth_hangs_over_a_beam_narrower_than_its_mesh() {
    for (name, beam, turn) in beams() {
        let mut simulation = over(beam, turn, sheet(0.1));
        for step in 0..60 {
            let report = simulation.step().expect("a step");
            assert_eq!((report.failed_solves, report.crossings), (0, 0), "{name}, step {step}");
            let lowest = lowest_over_beam(&simulation);
            assert!(lowest > 0.004, "{name}, step {step}: {lowest}");
        }
        let places = simulation.state().vertices.positions.iter().map(|place| place.y);
        let hanging = places.fold(f64::INFINITY, f64::min);
        assert!((-0.6..-0.1).contains(&hanging), "{name}: {hanging}");
    }
}

#[test]
fn a_slab_rests_on_a_beam_narrower_than_its_mesh() {
    for (name, beam, turn) in beams() {
        let mut simulation = over(beam, turn, slab(0.02));
        for step in 0..40 {
            let report = simulation.step().expect("a step");
            assert_eq!((report.failed_solves, report.crossings), (0, 0), "{name}, step {step}");
            let lowest = lowest_over_beam(&simulation);
            assert!(lowest > -1e-3, "{name}, step {step}: {lowest}");
        }
    }
}

/// A sheet that begins in the middle of a beam is too deep for edges to be believed, and has
/// no vertex inside: only its faces tell.
#[test]
fn faces_that_no_contact_holds_are_counted() {
    let (_, beam, turn) = beams().swap_remove(0);
    let mut simulation = over(beam, turn, sheet(-HALF));
    let report = simulation.step().expect("a step");
    assert_eq!(report.contacts, 0);
    assert!(report.crossings >= 22, "{}", report.crossings);
}
