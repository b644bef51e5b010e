use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{BodyId, ContactState, Model, Motion, Pose, Shape, Simulation};

use crate::support::{add, cube, friction, settings, soft_cube};

const G: f64 = 9.81;

fn ground(model: &mut Model, normal: DVec3) -> BodyId {
    let shape = Shape::half_space(normal).expect("a normal");
    add(model, "ground", shape, Pose::IDENTITY, Motion::Static)
}

/// A stack of a rigid cube, a ball in between and a soft cube carries its weight.
#[test]
fn contacts_carry_the_weight() {
    let mut model = Model::default();
    let ground = ground(&mut model, DVec3::Y);
    let block = add(&mut model, "block", cube(0.1), Pose::at(DVec3::Y * 0.3025), Motion::Dynamic);
    let mut soft = soft_cube("jelly", DVec3::Y * 0.101, 1);
    soft.damping = [1.0, 0.01];
    model.add_soft(soft).unwrap();
    let mut simulation = Simulation::new(model, settings(0.01)).unwrap();
    for _ in 0..80 {
        assert_eq!(simulation.step().unwrap().failed_solves, 0);
    }
    let mass = simulation.model().bodies()[block.0].mass.mass;
    let carried = simulation.contact_force(block);
    assert!((carried.y - mass * G).abs() < 0.02 * mass * G, "{carried}");
    let weight = (mass + simulation.model().soft_bodies()[0].mesh.mass()) * G;
    let below = simulation.contact_force(ground);
    assert!((below.y + weight).abs() < 0.02 * weight, "{below} of {weight}");
}

/// Below the angle of friction a block creeps more slowly than the slip speed; above it
/// slides at g (sin − μ cos).
#[test]
fn a_block_on_a_slope_creeps_or_slides() {
    let speed = |slope: f64| {
        let mut model = Model::default();
        friction(&mut model, 0.5);
        let turn = DQuat::from_rotation_z(slope.atan());
        ground(&mut model, turn * DVec3::Y);
        let pose = Pose::new(turn * (DVec3::Y * 0.1009), turn);
        add(&mut model, "block", cube(0.1), pose, Motion::Dynamic);
        let mut simulation = Simulation::new(model, settings(0.01)).unwrap();
        for _ in 0..40 {
            assert_eq!(simulation.step().unwrap().failed_solves, 0);
        }
        simulation.state().bodies[1].velocity.length()
    };
    let creep = speed(0.4);
    assert!(creep < 1e-3, "{creep}");
    let angle = 0.7_f64.atan();
    let expected = G * (angle.sin() - 0.5 * angle.cos()) * 0.4;
    assert!((speed(0.7) - expected).abs() < 0.02 * expected, "{} {expected}", speed(0.7));
}

/// The ground, or a box whose face is where the ground would be.
fn floor(model: &mut Model, is_box: bool) {
    if is_box {
        let slab = Shape::cuboid(DVec3::new(2.0, 0.1, 2.0)).expect("a box");
        add(model, "slab", slab, Pose::at(DVec3::Y * -0.1), Motion::Static);
    } else {
        ground(model, DVec3::Y);
    }
}

/// A ball that slides begins to roll, on the ground and on a face: 5/7 of its speed is left.
#[test]
fn a_sliding_ball_ends_up_rolling() {
    for is_box in [false, true] {
        let mut model = Model::default();
        friction(&mut model, 0.6);
        floor(&mut model, is_box);
        let ball = Shape::sphere(0.1).expect("a ball");
        let ball = add(&mut model, "ball", ball, Pose::at(DVec3::Y * 0.1009), Motion::Dynamic);
        let mut simulation = Simulation::new(model, settings(0.005)).unwrap();
        let mut state = simulation.state().clone();
        state.bodies[ball.0].velocity = DVec3::X;
        simulation.restore(state).unwrap();
        for _ in 0..40 {
            assert_eq!(simulation.step().unwrap().failed_solves, 0);
        }
        let state = simulation.state().bodies[ball.0];
        assert!((state.velocity.x - 5.0 / 7.0).abs() < 0.02, "{is_box}: {}", state.velocity);
        assert!((state.angular_velocity.z * 0.1 + state.velocity.x).abs() < 0.01, "{is_box}");
    }
}

/// A body that touches nothing moves as it does in the other stepper.
#[test]
fn free_motion_is_that_of_forces() {
    let mut model = Model::default();
    let body = add(&mut model, "top", cube(0.1), Pose::IDENTITY, Motion::Dynamic);
    let mut other = settings(0.01);
    other.stepper = stickslip_dynamics::StepperKind::Complementarity;
    // Steps of Euler's kind, both.
    other.accuracy = stickslip_dynamics::Accuracy::Off;
    let mut one = Simulation::new(model.clone(), settings(0.01)).unwrap();
    let mut two = Simulation::new(model, other).unwrap();
    let mut state = one.state().clone();
    state.bodies[body.0].velocity = DVec3::new(1.0, 2.0, 3.0);
    state.bodies[body.0].angular_velocity = DVec3::new(50.0, -20.0, 10.0);
    one.restore(state.clone()).unwrap();
    two.restore(state).unwrap();
    for _ in 0..20 {
        one.step().unwrap();
        two.step().unwrap();
    }
    let (one, two) = (one.state().bodies[0], two.state().bodies[0]);
    assert!((one.pose.position - two.pose.position).length() < 1e-9);
    assert!(one.pose.orientation.angle_between(two.pose.orientation) < 1e-6);
    assert!((one.angular_velocity - two.angular_velocity).length() < 1e-6);
}

#[test]
fn a_saved_state_goes_on_to_the_same_bits() {
    let world = || {
        let mut model = Model::default();
        ground(&mut model, DVec3::Y);
        add(&mut model, "block", cube(0.1), Pose::at(DVec3::Y * 0.33), Motion::Dynamic);
        model.add_soft(soft_cube("jelly", DVec3::Y * 0.105, 1)).unwrap();
        Simulation::new(model, settings(0.01)).unwrap()
    };
    let mut one = world();
    for _ in 0..8 {
        one.step().unwrap();
    }
    let mut two = world();
    two.restore(one.state().clone()).unwrap();
    for _ in 0..8 {
        one.step().unwrap();
        two.step().unwrap();
    }
    assert_eq!(one.state().hash(), two.state().hash());
}

/// Two balls are one contact, whichever of them is looked at.
#[test]
fn two_balls_touch_once() {
    let mut model = Model::default();
    for (name, side) in [("left", -1.0), ("right", 1.0)] {
        let ball = Shape::sphere(0.1).expect("a ball");
        add(&mut model, name, ball, Pose::at(DVec3::X * 0.1003 * side), Motion::Dynamic);
    }
    let mut simulation = Simulation::new(model, settings(0.01)).unwrap();
    simulation.step().unwrap();
    let [contact] = simulation.contacts() else { panic!("{:?}", simulation.contacts()) };
    assert!(contact.normal.distance(DVec3::X) < 1e-9 && contact.impulse.x > 0.0, "{contact:?}");
}

/// A block that slides on a floor which is named after it: what the contacts tell.
#[test]
fn contacts_tell_how_they_slide() {
    for is_plane in [true, false] {
        let mut model = Model::default();
        friction(&mut model, 0.5);
        let place = Pose::at(DVec3::Y * 0.1009);
        let block = add(&mut model, "block", cube(0.1), place, Motion::Dynamic);
        if is_plane {
            ground(&mut model, DVec3::Y);
        } else {
            let floor = Shape::cuboid(DVec3::new(2.0, 0.1, 2.0)).expect("a box");
            add(&mut model, "floor", floor, Pose::at(DVec3::Y * -0.1), Motion::Static);
        }
        let mut simulation = Simulation::new(model, settings(0.01)).unwrap();
        let mut state = simulation.state().clone();
        state.bodies[block.0].velocity = DVec3::X;
        simulation.restore(state).unwrap();
        simulation.step().unwrap();
        // Gaps are those of where the step began; points lie between the two.
        assert!(simulation.contacts().iter().any(|it| (it.gap - 0.0009).abs() < 1e-9));
        assert!(simulation.contacts().iter().all(|it| (0.0..5e-4).contains(&it.point.y)));
        for _ in 0..9 {
            simulation.step().unwrap();
        }
        let weight = simulation.model().bodies()[block.0].mass.mass * G;
        let force = simulation.contact_force(block);
        assert!((force.x + 0.5 * weight).abs() < 0.05 * weight, "{force} of {weight}");
        for contact in simulation.contacts() {
            assert!(contact.normal.distance(DVec3::NEG_Y) < 1e-2, "{contact:?}");
            assert!(contact.velocity.x < -0.1, "{contact:?}");
            assert_eq!(contact.state, ContactState::Slipping);
        }
        for _ in 0..20 {
            simulation.step().unwrap();
        }
        assert!(simulation.contacts().iter().any(|it| it.state == ContactState::Sticking));
    }
}

/// More than half a turn in a step is reported as it is.
#[test]
fn fast_spins_stay() {
    let mut model = Model::default();
    let body = add(&mut model, "top", cube(0.1), Pose::IDENTITY, Motion::Dynamic);
    let mut simulation = Simulation::new(model, settings(0.01)).unwrap();
    let mut state = simulation.state().clone();
    state.bodies[body.0].angular_velocity = DVec3::Y * 400.0;
    simulation.restore(state).unwrap();
    simulation.step().unwrap();
    let spin = simulation.state().bodies[body.0].angular_velocity;
    assert!(spin.distance(DVec3::Y * 400.0) < 1e-4, "{spin}");
}

/// Drag a and a pull p on every vertex: v⁺ = (v + h p)/(1 + h a).
#[test]
fn soft_bodies_are_pulled_and_dragged() {
    let mut model = Model::default();
    let mut soft = soft_cube("jelly", DVec3::ZERO, 1);
    (soft.damping, soft.velocity) = ([3.0, 0.0], DVec3::X);
    model.add_soft(soft).unwrap();
    let mut settings = settings(0.01);
    settings.gravity = DVec3::ZERO;
    settings.barrier.tolerance = 1e-9;
    let mut simulation = Simulation::new(model, settings).unwrap();
    let masses = simulation.model().soft_bodies()[0].mesh.masses().to_vec();
    let mut expected = DVec3::X;
    for _ in 0..3 {
        for (vertex, mass) in masses.iter().enumerate() {
            simulation.pull(vertex, *mass * 5.0 * DVec3::Y).unwrap();
        }
        simulation.step().unwrap();
        expected = (expected + 0.05 * DVec3::Y) / 1.03;
        let all = &simulation.state().vertices.velocities;
        assert!(all.iter().all(|found| found.distance(expected) < 1e-6), "{} {expected}", all[0]);
    }
}

/// A ball touches the ground or a box between the two, and not at its middle.
#[test]
fn a_ball_touches_at_its_surface() {
    for is_box in [false, true] {
        let mut model = Model::default();
        floor(&mut model, is_box);
        let ball = Shape::sphere(0.1).expect("a ball");
        add(&mut model, "ball", ball, Pose::at(DVec3::Y * 0.1009), Motion::Dynamic);
        let mut simulation = Simulation::new(model, settings(0.01)).unwrap();
        simulation.step().unwrap();
        assert!(!simulation.contacts().is_empty());
        for contact in simulation.contacts() {
            assert!((0.0..5e-4).contains(&contact.point.y), "{contact:?}");
        }
    }
}
