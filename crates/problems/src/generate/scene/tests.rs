//! The rows of a scene beside a dense construction that shares no code.

use stickslip_dynamics::FrictionModel;
use stickslip_dynamics::glam::{DMat3, DVec3};
use stickslip_solve::Problem;

use super::super::pile::{PileShape, scene as heap};
use super::super::random::Random;
use super::*;

/// A heap with both kinds of joints, everything moving.
fn example(seed: u64, bodies: usize, shape: PileShape) -> Scene {
    let mut random = Random::new(seed);
    let mut scene = heap(&mut random, bodies, shape, 10.0);
    for (first, second, locked) in [(None, 3, false), (Some(2), bodies - 1, true)] {
        let point = random.vector3();
        scene.joints.push(Joint { first, second, point, locked, pull: DVec3::ONE });
    }
    scene.kick(1.0, 2.0, &mut random);
    scene.spread_weight();
    scene
}

/// The velocity of the material point of a body.
fn velocity_at(scene: &Scene, body: Option<usize>, point: DVec3) -> DVec3 {
    body.map_or(DVec3::ZERO, |body| {
        let body = &scene.bodies[body];
        body.velocity + body.spin.cross(point - body.position)
    })
}

/// The change of that velocity by a unit impulse and a unit torque impulse on a
/// body, from Newton and Euler with the inertia of the textbook.
fn response(body: &Body, at: DVec3, impulse: DVec3, torque: DVec3, point: DVec3) -> [DVec3; 2] {
    let [x, y, z] = match body.solid {
        Solid::Cuboid(half) => (half * half / 3.0).to_array(),
        Solid::Ball(radius) => [0.2 * radius * radius; 3],
    };
    let moments = body.mass * DVec3::new(y + z, z + x, x + y);
    let turn = DMat3::from_quat(body.orientation);
    let momentum = turn.transpose() * ((at - body.position).cross(impulse) + torque);
    let spin = turn * (momentum / moments);
    [impulse / body.mass + spin.cross(point - body.position), spin]
}

/// One row: the bodies, the point, and the direction that it pushes along or
/// turns about.
struct Action {
    bodies: [Option<usize>; 2],
    point: DVec3,
    push: DVec3,
    turn: DVec3,
}

fn actions(scene: &Scene) -> Vec<Action> {
    let mut actions = Vec::new();
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let mut add = |bodies, point, push, turn| actions.push(Action { bodies, point, push, turn });
    for joint in &scene.joints {
        let bodies = [joint.first, Some(joint.second)];
        axes.iter().for_each(|&axis| add(bodies, joint.point, axis, DVec3::ZERO));
        if joint.locked {
            axes.iter().for_each(|&axis| add(bodies, joint.point, DVec3::ZERO, axis));
        }
    }
    for touch in &scene.touches {
        let bodies = [touch.below, Some(touch.above)];
        let normal = touch.normal;
        let least = normal.abs().min_element();
        let axis = axes.into_iter().find(|axis| axis.dot(normal).abs() == least);
        let tangent = axis.expect("one is least").cross(normal).normalize();
        for direction in [normal, tangent, normal.cross(tangent)] {
            add(bodies, touch.point, direction, DVec3::ZERO);
        }
    }
    actions
}

/// Every entry of A is how fast one row's motion answers to another's impulse,
/// every entry of b what gravity alone would do (course Eq 17).
#[test]
fn problems_are_what_newton_and_euler_say() {
    let cases = [(5, 14, PileShape::Box), (6, 5, PileShape::Box), (7, 9, PileShape::Sphere)];
    for (seed, bodies, shape) in cases {
        let (mu, compliance) = (0.3, 1e-4);
        let scene = example(seed, bodies, shape);
        let data = scene.state(mu, compliance, FrictionModel::Pyramid).expect("stated");
        let problem = Problem::new(data).expect("checked");
        let actions = actions(&scene);
        assert_eq!(problem.size(), actions.len());
        let signs = [-1.0, 1.0];
        let mut largest = (0.0_f64, 0.0_f64);
        for (i, row) in actions.iter().enumerate() {
            for (j, cause) in actions.iter().enumerate() {
                let mut expected = if i == j { compliance } else { 0.0 };
                for (a, sign) in row.bodies.iter().zip(signs) {
                    for (b, other) in cause.bodies.iter().zip(signs) {
                        let Some(body) = a.filter(|_| a == b) else { continue };
                        let (push, turn) = (other * cause.push, other * cause.turn);
                        let body = &scene.bodies[body];
                        let [v, w] = response(body, cause.point, push, turn, row.point);
                        expected += sign * (row.push.dot(v) + row.turn.dot(w));
                    }
                }
                let found = problem.matrix().get(i, j);
                largest.0 = largest.0.max((found - expected).abs());
                largest.1 = largest.1.max(expected.abs());
            }
        }
        assert!(largest.0 <= 1e-14 * largest.1, "A of seed {seed}: {largest:?}");
        for (i, row) in actions.iter().enumerate() {
            let contact =
                i.checked_sub(scene.joint_rows()).map(|at| (&scene.touches[at / 3], at % 3));
            let [first, second] = row.bodies;
            let moved = |body: Option<usize>| {
                let fall = if body.is_some() { STEP * GRAVITY * DVec3::NEG_Z } else { DVec3::ZERO };
                let spin = body.map_or(DVec3::ZERO, |body| scene.bodies[body].spin);
                row.push.dot(velocity_at(&scene, body, row.point) + fall) + row.turn.dot(spin)
            };
            let mut expected = moved(second) - moved(first);
            if let Some((touch, 0)) = contact {
                expected += 0.2 * touch.gap / STEP;
            }
            let gap = (problem.b()[i] - expected).abs();
            assert!(gap < 1e-13, "b[{i}] of seed {seed} is off by {gap:e}");
            let least = if matches!(contact, Some((_, 0))) { 0.0 } else { f64::NEG_INFINITY };
            assert_eq!((problem.lo()[i], problem.hi()[i]), (least, f64::INFINITY));
        }
        for (at, contact) in problem.contacts().iter().enumerate() {
            let normal = scene.joint_rows() + 3 * at;
            assert_eq!((contact.normal, contact.mu), (normal, mu));
            assert_eq!(contact.tangents, [normal + 1, normal + 2]);
        }
        assert_eq!(problem.contacts().len(), scene.touches.len());
    }
}
