//! Joints: motion that is known in closed form, and the same bits for any number of ranks.

use crate::common::{ball, begin, collider, cuboid, floor, grains, material, run, settings};
use stickslip_cluster::Catalogue;
use stickslip_dynamics::glam::{DMat3, DQuat, DVec3};
use stickslip_dynamics::joint::{Ball, Hinge};
use stickslip_dynamics::{
    Axis, BodyDescription, BodyId, JointDescription, JointKind, MassDescription, Model, Motor,
    MotorMode, Pose, Schedule, Settings, Shape, State,
};

const G: f64 = 9.81;

fn add(model: &mut Model, name: &str, place: DVec3, shapes: &[(Shape, DVec3)]) -> BodyId {
    let material = model.materials.find("it").expect("a material");
    let shapes = shapes.iter().map(|(shape, place)| {
        let pose = Pose::new(*place, DQuat::IDENTITY);
        stickslip_dynamics::ColliderDescription { pose, ..collider(shape.clone(), material) }
    });
    let pose = Pose::new(place, DQuat::IDENTITY);
    model.add_body(BodyDescription::dynamic(name, pose, shapes.collect())).expect("sound")
}

/// A body without shapes, of 1 kg.
fn bare(model: &mut Model, name: &str, place: DVec3, inertia: f64) -> BodyId {
    let pose = Pose::new(place, DQuat::IDENTITY);
    let inertia = DMat3::from_diagonal(DVec3::splat(inertia));
    let mass = MassDescription::Given { mass: 1.0, centre: DVec3::ZERO, inertia };
    let body = BodyDescription { mass, ..BodyDescription::dynamic(name, pose, Vec::new()) };
    model.add_body(body).expect("sound")
}

fn join(model: &mut Model, first: Option<BodyId>, second: BodyId, kind: impl Into<JointKind>) {
    let name = format!("joint {}", model.joints().len());
    model.add_joint(JointDescription::new(name, first, second, kind)).expect("sound");
}

fn hinge(anchor: DVec3, axis: DVec3, speed: f64, limit: f64) -> Hinge {
    let motor = Motor { target: Schedule::constant(speed), limit, mode: MotorMode::Velocity };
    Hinge { anchor, axis, rotation: Axis { motors: vec![motor], ..Axis::FREE } }
}

fn hashes(state: &State) -> (u64, u64, u64) {
    (state.hash(), state.memory_hash(), state.time.to_bits())
}

/// A dumbbell on a string of length l, of two balls that are one body, is back after
/// 2π √((l² + k²)/(g l)), k² its inertia over its mass; on two ranks.
#[test]
fn pendulums_keep_time() {
    let mut model = Model::default();
    material(&mut model, 0.5, 0.0);
    let (angle, length, radius, half): (f64, f64, f64, f64) = (0.05, 1.0, 0.05, 0.2);
    let place = length * DVec3::new(angle.sin(), -angle.cos(), 0.0);
    let balls = [half, -half].map(|x| (ball(radius), DVec3::X * x));
    let own = add(&mut model, "bob", place, &balls);
    join(&mut model, None, own, Ball::at(DVec3::ZERO));
    let time_step = 1.0 / 120.0;
    let (catalogue, mut state) = begin(&model, &Settings { time_step, ..settings(16) });
    let (mut crossings, mut before) = (Vec::new(), place.x);
    for step in 0..480 {
        let (now, figures) = run(&catalogue, &state, 2, 1).expect("goes on");
        assert_eq!(figures[0].substeps, 16);
        state = now;
        let x = state.bodies[own.0].pose.position.x;
        if before > 0.0 && x <= 0.0 {
            crossings.push(time_step * (f64::from(step) + before / (before - x)));
        }
        before = x;
        let held = state.bodies[own.0].pose.position.length();
        assert!((held - length).abs() < 1e-4, "{held}");
    }
    let period = crossings[1] - crossings[0];
    let square = 0.4 * radius * radius + half * half;
    let expected = std::f64::consts::TAU * ((length * length + square) / (G * length)).sqrt();
    assert!((period / expected - 1.0).abs() < 3e-3, "{period} for {expected}");
}

/// A motor turns a wheel without shapes by its torque, ω = M t/I, and then holds its speed.
#[test]
fn motors_reach_their_speed() {
    let mut model = Model::default();
    let inertia = 0.7;
    let wheel = bare(&mut model, "wheel", DVec3::ZERO, inertia);
    join(&mut model, None, wheel, hinge(DVec3::ZERO, DVec3::Z, 3.0, inertia));
    let (catalogue, state) = begin(&model, &settings(8));
    let (soon, _) = run(&catalogue, &state, 1, 30).expect("goes on");
    let speed = soon.bodies[wheel.0].angular_velocity.z;
    assert!((speed - 0.5).abs() < 1e-3, "{speed} rad/s");
    let (end, _) = run(&catalogue, &soon, 3, 180).expect("goes on");
    let speed = end.bodies[wheel.0].angular_velocity.z;
    assert!((speed - 3.0).abs() < 1e-4, "{speed} rad/s");
}

/// A heap of spheres and boxes with a stirrer of two boxes that a motor turns, a chain across many cells whose links
/// are hinged to it, and a body without shapes.
fn stirred() -> (Model, Settings) {
    let mut model = Model::default();
    let stuff = material(&mut model, 0.4, 0.3);
    floor(&mut model, stuff, Some(0.45));
    grains(&mut model, 70, stuff);
    let arms = [DVec3::new(0.3, 0.03, 0.03), DVec3::new(0.03, 0.03, 0.3)];
    let arms = arms.map(|half| (cuboid(half), DVec3::ZERO));
    let stirrer = add(&mut model, "stirrer", DVec3::Y * 0.1, &arms);
    join(&mut model, None, stirrer, hinge(DVec3::Y * 0.1, DVec3::Y, 4.0, 50.0));
    let mut above = stirrer;
    for at in 0..4 {
        let place = DVec3::new(0.0, 0.2 + 0.14 * f64::from(at), 0.0);
        let half = DVec3::new(0.02, 0.06, 0.02);
        let link = add(&mut model, "link", place, &[(cuboid(half), DVec3::ZERO)]);
        join(&mut model, Some(above), link, Ball::at(place - DVec3::Y * 0.07));
        above = link;
    }
    let weight = bare(&mut model, "weight", DVec3::Y * 0.8, 1e-3);
    join(&mut model, Some(above), weight, Ball::at(DVec3::Y * 0.75));
    (model, settings(8))
}

#[test]
fn mechanisms_among_grains_change_no_bit() {
    let (model, settings) = stirred();
    for substeps in [settings.substeps, 1] {
        let settings = Settings { substeps, ..settings.clone() };
        let (catalogue, state) = begin(&model, &settings);
        let (alone, figures) = run(&catalogue, &state, 1, 60).expect("goes on");
        assert!(figures[0].deepest < 0.02, "{}", figures[0].deepest);
        assert!(alone.joint_impulses.iter().filter(|own| **own != 0.0).count() > 10);
        let stirrer = model.find_body("stirrer").expect("there").0;
        let shapes: Vec<usize> = (0..catalogue.shapes as usize)
            .filter(|&shape| catalogue.body_of(shape as u32) as usize >= stirrer)
            .collect();
        assert_eq!(shapes.len(), 6);
        let touches = |own: &&stickslip_dynamics::ContactMemory| {
            shapes.contains(&own.key.0) != shapes.contains(&own.key.1)
        };
        assert!(alone.contacts.iter().filter(touches).count() > 5, "nothing is stirred");
        let turned = alone.bodies[stirrer].angular_velocity.y;
        // One sweep in 1/60 s lets what has settled hold the stirrer; there only bits are asked.
        assert!(turned > 1.0 || substeps == 1, "{turned} rad/s with {substeps} sub-steps");
        for ranks in if substeps == 1 { vec![3] } else { vec![2, 3, 4, 8] } {
            let (together, _) = run(&catalogue, &state, ranks, 60).expect("goes on");
            assert_eq!(hashes(&together), hashes(&alone), "{ranks} ranks");
        }
        let (half, _) = run(&catalogue, &state, 2, 35).expect("goes on");
        let (rest, _) = run(&catalogue, &half, 3, 25).expect("goes on");
        assert_eq!(hashes(&rest), hashes(&alone));
    }
}

/// A chain that flies into a heap of balls without weight keeps the momentum of all.
#[test]
fn momentum_stays() {
    let mut model = crate::common::cloud();
    let mut above: Option<BodyId> = None;
    for at in 0..5 {
        let place = DVec3::new(-0.3, 0.1 * f64::from(at), 0.3);
        let half = DVec3::new(0.03, 0.045, 0.03);
        let stuff = model.materials.find("it").expect("a material");
        let pose = Pose::new(place, DQuat::IDENTITY);
        let mut link = BodyDescription::dynamic("link", pose, vec![collider(cuboid(half), stuff)]);
        link.velocity = 3.0 * DVec3::X;
        let link = model.add_body(link).expect("sound");
        if let Some(above) = above {
            join(&mut model, Some(above), link, Ball::at(place - DVec3::Y * 0.05));
        }
        above = Some(link);
    }
    let settings = Settings { gravity: DVec3::ZERO, ..settings(8) };
    let (catalogue, state) = begin(&model, &settings);
    for ranks in [1, 3] {
        let (end, _) = run(&catalogue, &state, ranks, 40).expect("goes on");
        let momentum = |state: &State| {
            let each = model.bodies().iter().zip(&state.bodies);
            let own = each.map(|(body, state)| body.mass.mass * state.velocity);
            own.fold((DVec3::ZERO, 0.0), |sum, own| (sum.0 + own, sum.1 + own.length()))
        };
        let ((before, scale), (after, _)) = (momentum(&state), momentum(&end));
        assert!((after - before).length() < 1e-14 * scale, "{:e}", (after - before).length());
        let last = end.bodies.last().expect("a link").velocity;
        assert!((last - 3.0 * DVec3::X).length() > 0.3, "{last}: nothing was struck");
    }
}

/// Bodies that joints join, or that the model keeps apart, pass through each other.
#[test]
fn what_is_kept_apart_does_not_touch() {
    let mut model = Model::default();
    material(&mut model, 0.5, 0.0);
    let shape = [(ball(0.1), DVec3::ZERO)];
    let places = [DVec3::ZERO, DVec3::X * 0.15, DVec3::Y, DVec3::new(0.15, 1.0, 0.0)];
    let bodies = places.map(|place| add(&mut model, "it", place, &shape));
    join(&mut model, Some(bodies[0]), bodies[1], Ball::at(DVec3::X * 0.075));
    model.ignore_contacts(bodies[2], bodies[3]).expect("there");
    let settings = Settings { gravity: DVec3::ZERO, ..settings(8) };
    let (catalogue, state) = begin(&model, &settings);
    let (end, _) = run(&catalogue, &state, 2, 10).expect("goes on");
    assert!(end.contacts.is_empty());
    let moved = end.bodies.iter().zip(places).map(|(own, place)| own.pose.position - place);
    assert!(moved.into_iter().all(|way| way.length() < 1e-12));
    let (free, state) = {
        let mut model = Model::default();
        material(&mut model, 0.5, 0.0);
        for place in places {
            add(&mut model, "it", place, &shape);
        }
        begin(&model, &settings)
    };
    let (end, _) = run(&free, &state, 2, 10).expect("goes on");
    assert!(end.bodies[1].pose.position.x > 0.151, "they do not touch at all");
}

/// A state of other joints is refused.
#[test]
fn states_of_other_joints_are_refused() {
    let (model, settings) = stirred();
    let (catalogue, mut state) = begin(&model, &settings);
    state.joint_impulses.pop();
    let ended = run(&catalogue, &state, 1, 1).map(|_| ());
    assert_eq!(ended, Err(stickslip_cluster::ClusterError::WrongState));
    assert!(Catalogue::new(&model, &settings, None).is_ok());
}
