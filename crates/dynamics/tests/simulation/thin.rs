//! Fast and thin things against thin plates: nothing goes through, at any speed.

use stickslip_contact::Solidity;
use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{
    Accuracy, BodyDescription, BodyId, ColliderDescription, MassDescription, Motion, Pose, Shape,
    Simulation,
};
use stickslip_geometry::mesh::generate::{box_surface, jack};

use crate::support::{H, World};

const PLATE: DVec3 = DVec3::new(10.0, 10.0, 0.0005);

fn plates() -> [Shape; 2] {
    let mesh = box_surface(PLATE, [1; 3]).expect("a box");
    let mesh = Shape::mesh(&mesh, Solidity::Features);
    [Shape::cuboid(PLATE).expect("a box"), mesh.expect("a mesh")]
}

fn things() -> Vec<(&'static str, Shape)> {
    let corners = [DVec3::ZERO, DVec3::X * 0.1, DVec3::Y * 0.1, DVec3::Z * 0.002];
    let jack = jack(0.05, 0.002).expect("a jack");
    vec![
        ("ball", Shape::sphere(0.005).expect("it")),
        ("plate", Shape::cuboid(DVec3::new(0.1, 0.075, 0.0005)).expect("it")),
        ("rod", Shape::capsule(0.002, 0.1).expect("it")),
        ("disc", Shape::cylinder(0.1, 0.001).expect("it")),
        ("hull", Shape::convex_hull(&corners).expect("it")),
        ("jack", Shape::mesh(&jack, Solidity::Features).expect("it")),
    ]
}

/// Something that flies at a plate from half a metre below it.
fn thrown(
    plate: &Shape,
    thing: &Shape,
    motion: Motion,
    (velocity, spin, turn): (DVec3, DVec3, DQuat),
) -> (Simulation, [BodyId; 2]) {
    let mut world = World::weightless();
    world.settings.accuracy = Accuracy::Automatic;
    let describe = |name: &str, pose: Pose, shape: &Shape, mass: f64| BodyDescription {
        mass: MassDescription::Total(mass),
        ..BodyDescription::dynamic(name, pose, vec![ColliderDescription::new(shape.clone())])
    };
    let wall = BodyDescription { motion, ..describe("wall", Pose::IDENTITY, plate, 1.0) };
    let wall = world.model.add_body(wall).expect("a wall");
    let pose = Pose::new(DVec3::new(0.013, 0.021, -0.5), turn);
    let mut thing = describe("thing", pose, thing, 0.03);
    (thing.velocity, thing.angular_velocity) = (velocity, spin);
    let thing = world.model.add_body(thing).expect("a thing");
    (world.start(), [wall, thing])
}

/// The side on which the thing is, seen from the plate, while it is over the plate.
fn height(simulation: &Simulation, [wall, thing]: [BodyId; 2]) -> Option<f64> {
    let bodies = &simulation.state().bodies;
    let seen = bodies[wall.0].pose.local_point(bodies[thing.0].pose.position);
    (seen.x.abs() < PLATE.x && seen.y.abs() < PLATE.y).then_some(seen.z)
}

#[test]
fn nothing_thin_and_fast_goes_through_a_plate() {
    let turns = [(0.3, 0.0), (1.1, 0.5), (2.0, -0.5), (0.7, 0.2)];
    for plate in plates() {
        for (name, thing) in things() {
            for (at, speed) in [1.0_f64, 10.0, 100.0, 1000.0].into_iter().enumerate() {
                let (angle, aside) = turns[at];
                let turn = DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), angle);
                let spin = DVec3::new(1.0, -0.7, 0.4) * (5.0 * speed).min(300.0);
                for spin in [DVec3::ZERO, spin] {
                    let velocity = DVec3::new(aside * speed, 0.3 * aside * speed, speed);
                    let motion = (velocity, spin, turn);
                    let (mut simulation, bodies) = thrown(&plate, &thing, Motion::Static, motion);
                    for step in 0..(1.0 / (speed * H)).ceil() as usize + 10 {
                        simulation.step().expect("a step");
                        let Some(height) = height(&simulation, bodies) else { break };
                        assert!(height < 0.0, "{name} at {speed} m/s, step {step}: {height}");
                    }
                }
            }
        }
    }
}

/// A plate that flies free takes the momentum of what hits it.
#[test]
fn what_is_caught_keeps_momentum() {
    let [_, plate] = plates();
    let rod = Shape::capsule(0.002, 0.1).expect("it");
    let turn = DQuat::from_axis_angle(DVec3::X, 1.0);
    let motion = (DVec3::new(3.0, 1.0, 100.0), DVec3::ZERO, turn);
    let (mut simulation, bodies) = thrown(&plate, &rod, Motion::Dynamic, motion);
    let before = momentum(&simulation);
    for _ in 0..10 {
        simulation.step().expect("a step");
        assert!(height(&simulation, bodies).is_none_or(|height| height < 0.0));
    }
    let change = momentum(&simulation) - before;
    assert!(change.length() < 1e-10 * before.length(), "{change}");
}

fn momentum(simulation: &Simulation) -> DVec3 {
    let bodies = simulation.model().bodies().iter().zip(&simulation.state().bodies);
    bodies.map(|(body, state)| body.mass.mass * state.velocity).sum()
}
