use std::path::Path;

use serde_json::Value;
use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{AsynchronousStep, Drive, Model, Motion, Settings, Shape, Simulation};

use crate::support::{RADIUS, add, ball, settings, soft_cube, surface, throw};

/// Two balls meet head-on. By hand: the distance between their surfaces under the forces of
/// all layers, in steps of a hundredth of the shortest clock that matters.
#[test]
fn two_balls_meet_as_their_layers_say() {
    let mut model = Model::default();
    surface(&mut model, 0.0, 1.0);
    let one = ball(&mut model, "one", DVec3::X * -0.12);
    let two = ball(&mut model, "two", DVec3::X * 0.12);
    let mass = model.bodies()[0].mass.mass;
    let (eta, k, speed): (f64, f64, f64) = (0.01, 1e3, 0.4);
    let h = 1e-3;
    let mut simulation = Simulation::new(model, settings(h, 0.0)).unwrap();
    throw(&mut simulation, &[(one, DVec3::X * speed), (two, DVec3::X * -speed)], &[]);
    let gap = |simulation: &Simulation| {
        let bodies = &simulation.state().bodies;
        bodies[1].pose.position.x - bodies[0].pose.position.x - 2.0 * RADIUS
    };
    let force = |d: f64| {
        let layer = |l: f64| k * l.powi(3) * (eta * l.powf(-0.25) - d).max(0.0);
        (1..40).map(|l| layer(f64::from(l))).sum::<f64>()
    };
    let (mut d, mut v, fine) = (gap(&simulation), -2.0 * speed, 1e-5);
    let mut worst = 0.0_f64;
    let mut nearest = [d, d];
    for _ in 0..150 {
        simulation.step().unwrap();
        for _ in 0..(h / fine).round() as usize {
            // Verlet.
            v += 0.5 * fine * force(d) * 2.0 / mass;
            d += fine * v;
            v += 0.5 * fine * force(d) * 2.0 / mass;
            nearest[1] = nearest[1].min(d);
        }
        nearest[0] = nearest[0].min(gap(&simulation));
        worst = worst.max((gap(&simulation) - d).abs());
    }
    assert!(nearest[1] < 0.6 * eta, "many layers have acted: {nearest:?}");
    assert!((nearest[0] - nearest[1]).abs() < 2e-5, "{nearest:?}");
    // They part as fast as they came.
    let after = simulation.state().bodies[1].velocity.x;
    assert!((after - speed).abs() < 0.01 * speed, "{after}");
    assert!(worst < 0.02 * gap(&simulation), "{worst}");
}

/// A ball that comes at a wall turns where the oracle has it.
#[test]
fn a_ball_turns_where_its_energy_ends() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/penalty.json");
    let all: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for case in all["turning_distance"].as_array().unwrap() {
        let number = |key: &str| case[key].as_f64().unwrap();
        let (mass, speed, eta) = (number("mass"), number("speed"), number("eta1"));
        let mut model = Model::default();
        surface(&mut model, 0.0, 1.0);
        add(&mut model, "wall", Shape::half_space(DVec3::X).unwrap(), DVec3::ZERO, Motion::Static);
        let radius = (mass / (1000.0 * 4.0 / 3.0 * std::f64::consts::PI)).cbrt();
        let shape = Shape::sphere(radius).unwrap();
        let ball = add(&mut model, "ball", shape, DVec3::X * (radius + 1.1 * eta), Motion::Dynamic);
        let base = settings(eta / speed / 100.0, 0.0);
        let asynchronous =
            AsynchronousStep { thickness: eta, stiffness: Some(number("k1")), ..base.asynchronous };
        let mut simulation = Simulation::new(model, Settings { asynchronous, ..base }).unwrap();
        throw(&mut simulation, &[(ball, DVec3::X * -speed)], &[]);
        let mut nearest = f64::INFINITY;
        for _ in 0..400 {
            simulation.step().unwrap();
            nearest = nearest.min(simulation.state().bodies[1].pose.position.x - radius);
        }
        let expected = number("distance");
        assert!((nearest - expected).abs() < 0.01 * expected, "{nearest} {case}");
        let after = simulation.state().bodies[1].velocity.x;
        assert!((after - speed).abs() < 0.02 * speed, "{after} {case}");
    }
}

/// A ball that slides on layers begins to roll: 5/7 of its speed is left; it rests where the
/// layers carry its weight, and they tell so.
#[test]
fn friction_of_layers_makes_balls_roll() {
    let mut model = Model::default();
    surface(&mut model, 0.6, 0.0);
    let floor = Shape::half_space(DVec3::Y).unwrap();
    add(&mut model, "floor", floor, DVec3::ZERO, Motion::Static);
    let ball = ball(&mut model, "ball", DVec3::Y * (RADIUS + 0.009));
    let mut simulation = Simulation::new(model, settings(0.005, 9.81)).unwrap();
    throw(&mut simulation, &[(ball, DVec3::X)], &[]);
    let weight = simulation.model().bodies()[1].mass.mass * 9.81;
    let (mut carried, mut slipping) = (0.0, 0);
    for step in 0..120 {
        simulation.step().unwrap();
        let after = simulation.state().bodies[1];
        if after.velocity.x + RADIUS * after.angular_velocity.z > 0.05 {
            // As long as it slips, friction is μ of what carries it, in every layer.
            slipping += 1;
            let force = simulation.contact_force(ball);
            assert!((force.x + 0.6 * force.y).abs() <= 1e-9 * weight, "{step}: {force}");
        }
        if step >= 100 {
            carried += simulation.contact_force(ball).y / 20.0;
        }
    }
    assert!(slipping > 2, "{slipping}");
    let state = simulation.state().bodies[1];
    assert!((state.velocity.x - 5.0 / 7.0).abs() < 0.02, "{}", state.velocity);
    assert!((state.angular_velocity.z * RADIUS + state.velocity.x).abs() < 0.02);
    assert!((carried - weight).abs() < 0.02 * weight, "{carried} {weight}");
}

/// Two balls that graze each other get the same spin, each as the other: what is done to one
/// is done to the other after half a turn of everything.
#[test]
fn grazing_balls_spin_alike() {
    let mut model = Model::default();
    surface(&mut model, 0.5, 0.0);
    let one = ball(&mut model, "one", DVec3::X * -0.106);
    let two = ball(&mut model, "two", DVec3::X * 0.106);
    let mut simulation = Simulation::new(model, settings(1e-3, 0.0)).unwrap();
    let way = DVec3::new(0.2, 0.5, 0.0);
    throw(&mut simulation, &[(one, way), (two, -way)], &[]);
    for _ in 0..20 {
        simulation.step().unwrap();
    }
    let spins = [one, two].map(|ball| simulation.state().bodies[ball.0].angular_velocity.z);
    assert!(spins[0] < -0.1 && (spins[0] - spins[1]).abs() < 1e-9, "{spins:?}");
}

/// A wall at 100 m/s does not pass a ball that waits for it.
#[test]
fn certificates_know_what_comes_from_the_other_side() {
    let mut model = Model::default();
    let ball = ball(&mut model, "ball", DVec3::ZERO);
    let drive = Drive::Velocity { linear: DVec3::X * -100.0, angular: DVec3::ZERO };
    let wall = Shape::cuboid(DVec3::new(0.05, 0.4, 0.4)).unwrap();
    add(&mut model, "wall", wall, DVec3::X * 0.5, Motion::Kinematic(drive));
    let mut simulation = Simulation::new(model, settings(0.01, 0.0)).unwrap();
    simulation.step().unwrap();
    let [ball, wall] = [ball.0, 1].map(|at| simulation.state().bodies[at].pose.position.x);
    assert!(wall - ball > 0.15, "{ball} {wall}");
}

/// A torque τ turns a ball: ω = h τ/I; what slides on a floor that is named after it is reported
/// at the place where the two are nearest.
#[test]
fn balls_are_turned_and_told() {
    let mut model = Model::default();
    surface(&mut model, 0.1, 0.0);
    let ball = ball(&mut model, "ball", DVec3::Y * (RADIUS + 0.009));
    let floor = Shape::half_space(DVec3::Y).unwrap();
    add(&mut model, "floor", floor, DVec3::ZERO, Motion::Static);
    let mut simulation = Simulation::new(model, settings(0.005, 9.81)).unwrap();
    throw(&mut simulation, &[(ball, DVec3::X)], &[]);
    let inertia = simulation.model().bodies()[0].mass.inertia.x_axis.x;
    simulation.push(ball, DVec3::ZERO, DVec3::ZERO, inertia * 40.0 * DVec3::Y).unwrap();
    simulation.step().unwrap();
    let spin = simulation.state().bodies[0].angular_velocity.y;
    assert!((spin - 0.2).abs() < 1e-12, "{spin}");
    let [contact] = simulation.contacts() else { panic!("{:?}", simulation.contacts()) };
    assert!(contact.velocity.x < -0.5 && contact.normal == DVec3::NEG_Y, "{contact:?}");
    assert!((0.0..0.005).contains(&contact.point.y), "{contact:?}");
}

/// Drag a and a pull p on every vertex, 16 times in a step: v⁺ = v + h/16 (p − a v).
#[test]
fn soft_bodies_are_pulled_and_dragged() {
    let mut model = Model::default();
    let mut soft = soft_cube("jelly", DVec3::ZERO, 1);
    (soft.damping, soft.velocity) = ([3.0, 0.0], DVec3::X);
    model.add_soft(soft).unwrap();
    let mut simulation = Simulation::new(model, settings(0.01, 0.0)).unwrap();
    let masses = simulation.model().soft_bodies()[0].mesh.masses().to_vec();
    for (vertex, mass) in masses.iter().enumerate() {
        simulation.pull(vertex, *mass * 5.0 * DVec3::Y).unwrap();
    }
    simulation.step().unwrap();
    let kick = |v: DVec3, _| v + 0.01 / 16.0 * (5.0 * DVec3::Y - 3.0 * v);
    let expected = (0..16).fold(DVec3::X, kick);
    let all = &simulation.state().vertices.velocities;
    assert!(all.iter().all(|found| found.distance(expected) < 1e-9), "{} {expected}", all[0]);
}
