//! Motors, forces and kinematic bodies that are commanded from outside.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{Prismatic, SixDof};
use stickslip_dynamics::{
    Activation, Axis, BodyId, Compliance, Control, ControlMode, Drive, FrictionModel,
    JointDescription, JointId, ModelError, Motor, MotorMode, Pose, Schedule, Servo, Simulation,
    Sleeping,
};

use crate::support::{H, World, assert_close, ball, cube, cuboid, run, speed_motor, state};

/// A ball of 1 kg on a rail along x, driven by `motor`, without gravity.
fn rail(world: &mut World, name: &str, axis: Axis) -> JointId {
    let body = world.add(ball(0.1).mass(1.0).named(name));
    let kind = Prismatic { anchor: DVec3::ZERO, axis: DVec3::X, travel: axis };
    let mut joint = JointDescription::new(name, None, body, kind);
    joint.compliance = Compliance::JOINT;
    world.describe(joint)
}

fn spring_motor(stiffness: f64, damping: f64, limit: f64) -> Axis {
    let mode = MotorMode::Position(Compliance::Spring { stiffness, damping });
    Axis { motors: vec![Motor { mode, target: Schedule::constant(0.0), limit }], ..Axis::FREE }
}

fn one_rail(axis: Axis) -> Simulation {
    let mut world = World::weightless();
    rail(&mut world, "slide", axis);
    world.start()
}

fn velocity(simulation: &Simulation) -> f64 {
    state(simulation, BodyId(0)).velocity.x
}

#[test]
fn a_speed_from_outside_is_held() {
    let mut simulation = one_rail(speed_motor(0.0, f64::INFINITY));
    run(&mut simulation, 2);
    assert_close(velocity(&simulation), 0.0, 1e-12);
    simulation.set_control("slide", 0.75).expect("a motor");
    run(&mut simulation, 3);
    assert_close(velocity(&simulation), 0.75, 1e-6);
    assert_close(state(&simulation, BodyId(0)).pose.position.x, 3.0 * H * 0.75, 1e-6);
}

#[test]
fn a_speed_is_reached_no_faster_than_the_limit_allows() {
    let mut simulation = one_rail(speed_motor(0.0, 2.0));
    simulation.set_control("slide", 10.0).expect("a motor");
    run(&mut simulation, 5);
    // v = F t / m.
    assert_close(velocity(&simulation), 2.0 * 5.0 * H, 1e-9);
}

/// v⁺ = v + hF/m for every friction model's solver: the row is held at F·h.
#[test]
fn a_force_from_outside_accelerates() {
    let all = FrictionModel::ALL.iter().map(|model| model.1);
    for friction in all {
        let mut world = World::weightless();
        world.settings.friction = friction;
        rail(&mut world, "slide", speed_motor(0.0, 50.0));
        let mut simulation = world.start();
        simulation.set_control_at(0, Control::Force(3.0)).expect("a motor");
        run(&mut simulation, 10);
        assert_close(velocity(&simulation), 3.0 * 10.0 * H, 1e-9);
        // In the mode that it is in by now; cut at the limit.
        assert_eq!(simulation.control_mode(0), Ok(ControlMode::Force));
        simulation.set_control("slide", -80.0).expect("a motor");
        run(&mut simulation, 1);
        assert_close(velocity(&simulation), (30.0 - 50.0) * H, 1e-9);
    }
}

/// m(v⁺ − v)/h = −k(q + h v⁺ − u) − d v⁺, step by step.
#[test]
fn a_position_from_outside_is_sprung_towards() {
    let (k, d, target) = (40.0, 3.0, 0.5);
    let mut simulation = one_rail(spring_motor(k, d, f64::INFINITY));
    simulation.set_control("slide", target).expect("a motor");
    let (mut q, mut v) = (0.0, 0.0);
    for _ in 0..60 {
        run(&mut simulation, 1);
        v = (v - H * k * (q - target)) / (1.0 + H * d + H * H * k);
        q += H * v;
        assert_close(state(&simulation, BodyId(0)).pose.position.x, q, 1e-9);
    }
    assert!((q - target).abs() > 1e-3, "still swinging, or nothing was tested");
    // Given back, its own schedule holds it at zero again.
    simulation.set_control_at(0, Control::Scheduled).expect("a motor");
    run(&mut simulation, 600);
    assert_close(state(&simulation, BodyId(0)).pose.position.x, 0.0, 1e-6);
}

#[test]
fn controls_are_named_after_their_joints() {
    let mut world = World::weightless();
    rail(&mut world, "lift", speed_motor(0.0, 1.0));
    rail(&mut world, "free", Axis::FREE);
    let body = world.add(cube(0.1).mass(1.0));
    let axes = [0, 1, 2, 3, 4, 5].map(|at| match at {
        1 => speed_motor(0.0, 1.0),
        5 => spring_motor(1.0, 1.0, 1.0),
        _ => Axis::FREE,
    });
    let kind =
        SixDof { anchor: DVec3::ZERO, frame: DQuat::IDENTITY, turned: DQuat::IDENTITY, axes };
    world.describe(JointDescription::new("table", None, body, kind));
    let simulation = world.start();
    let names: Vec<_> = simulation.controls().iter().map(|each| each.name.as_str()).collect();
    assert_eq!(names, ["lift", "table.y", "table.turn-z"]);
}

#[test]
fn every_motor_of_a_joint_has_its_own_control() {
    let mut world = World::weightless();
    let body = world.add(cube(0.1).mass(1.0));
    let axes = std::array::from_fn(|at| match at {
        0 | 2 => speed_motor(0.0, f64::INFINITY),
        3.. => Axis::HELD,
        _ => Axis::FREE,
    });
    let kind =
        SixDof { anchor: DVec3::ZERO, frame: DQuat::IDENTITY, turned: DQuat::IDENTITY, axes };
    world.describe(JointDescription::new("table", None, body, kind));
    let mut simulation = world.start();
    simulation.set_control("table.x", 1.0).expect("a motor");
    simulation.set_control("table.z", -2.0).expect("a motor");
    run(&mut simulation, 2);
    let velocity = state(&simulation, body).velocity;
    assert!((velocity - DVec3::new(1.0, 0.0, -2.0)).length() < 1e-6, "{velocity}");
}

#[test]
fn wrong_controls_are_refused_by_name() {
    let mut simulation = one_rail(speed_motor(0.0, 1.0));
    let error = |done: Result<(), ModelError>| done.expect_err("wrong").to_string();
    let unknown = "there is no control \"slid\"; did you mean \"slide\"?";
    assert_eq!(error(simulation.set_control("slid", 1.0)), unknown);
    let nan = error(simulation.set_control("slide", f64::NAN));
    assert_eq!(nan, "control \"slide\": the value is not finite");
    let spring = error(simulation.set_control_at(0, Control::Position(1.0)));
    assert!(spring.starts_with("control \"slide\": its motor holds speeds"), "{spring}");
    assert!(error(simulation.set_control_value(7, 1.0)).contains("there are 1 controls"));
    let still = error(simulation.lead(BodyId(0), Pose::IDENTITY));
    assert!(still.contains("\"slide\": is not kinematic"), "{still}");
}

#[test]
fn names_are_found_and_the_nearest_is_told() {
    let mut world = World::new();
    world.add(cube(0.5).named("crate"));
    let model = world.model;
    assert_eq!(model.body_named("crate"), Ok(BodyId(0)));
    let error = model.body_named("crates").expect_err("not there").to_string();
    assert_eq!(error, "there is no body \"crates\"; did you mean \"crate\"?");
    let error = model.joint_named("knee").expect_err("not there").to_string();
    assert_eq!(error, "there is no joint \"knee\"; there are none");
    assert!(model.material_named("default").is_ok());
}

/// A saved state has what was commanded: both go on alike, and not as if nothing
/// had been told.
#[test]
fn controls_are_part_of_the_state() {
    let begin = || {
        let mut world = World::weightless();
        rail(&mut world, "slide", speed_motor(0.3, 5.0));
        let drive = Drive::Velocity { linear: DVec3::ZERO, angular: DVec3::ZERO };
        world.add(cube(0.5).at(DVec3::Y * 3.0).driven(drive));
        world.start()
    };
    let mut simulation = begin();
    simulation.set_control_at(0, Control::Force(1.0)).expect("a motor");
    simulation.lead(BodyId(1), Pose::at(DVec3::Y * 4.0)).expect("kinematic");
    let saved = simulation.state().clone();
    let mut again = begin();
    again.restore(saved).expect("the same model");
    run(&mut simulation, 3);
    run(&mut again, 3);
    assert_eq!(simulation.state(), again.state());
    assert_close(velocity(&again), 3.0 * H, 1e-9);
    assert_eq!(state(&again, BodyId(1)).pose.position, DVec3::Y * 4.0);
}

#[test]
fn what_is_told_something_does_not_sleep() {
    let mut world = World::weightless();
    world.settings.sleeping = Some(Sleeping { speed: 0.01, seconds: 0.1 });
    rail(&mut world, "slide", speed_motor(0.0, 10.0));
    let mut simulation = world.start();
    run(&mut simulation, 30);
    assert!(simulation.islands().all(|island| island.asleep));
    simulation.set_control_at(0, Control::Force(2.0)).expect("a motor");
    run(&mut simulation, 6);
    assert_close(velocity(&simulation), 2.0 * 6.0 * H, 1e-9);
}

/// A lift led from outside: at the end of the step it is where it was led, its
/// load on it, and it rests there.
#[test]
fn a_kinematic_body_is_led() {
    for substeps in [1, 3] {
        let mut world = World::new();
        world.settings.substeps = substeps;
        let drive = Drive::Velocity { linear: DVec3::X, angular: DVec3::ZERO };
        let slab = world.add(cuboid(DVec3::new(5.0, 0.5, 5.0)).at(DVec3::Y * -0.5).driven(drive));
        let mut simulation = world.start();
        let quarter = DQuat::from_rotation_y(0.25);
        for step in 1..=5 {
            let goal = Pose::new(DVec3::Y * (-0.5 + 0.01 * f64::from(step)), quarter);
            simulation.lead(slab, goal).expect("kinematic");
            run(&mut simulation, 1);
            let now = state(&simulation, slab);
            assert!((now.pose.position - goal.position).length() < 1e-14);
            assert_close(now.velocity.y, 0.01 / H, 1e-12);
        }
        // At rest from the next step on, and not creeping by roundings of the time.
        run(&mut simulation, 1);
        let now = state(&simulation, slab);
        assert_eq!(now.pose, Pose::new(DVec3::Y * -0.45, quarter));
        assert_eq!((now.velocity, now.angular_velocity), (DVec3::ZERO, DVec3::ZERO));
    }
}

/// A force that is said anew before each of four sub-steps: a spring −k x taken
/// at the beginning of the sub-step, v⁺ = v − h k x, x⁺ = x + h v⁺.
#[test]
fn forces_may_change_from_sub_step_to_sub_step() {
    let mut world = World::weightless();
    world.settings.substeps = 4;
    let body = world.add(ball(0.1).mass(1.0).at(DVec3::X));
    let mut simulation = world.start();
    let (mut x, mut v, h, k) = (1.0, 0.0, H / 4.0, 30.0);
    for _ in 0..20 {
        let spring = |now: &stickslip_dynamics::State, pushes: &mut [_]| {
            let pushes: &mut [stickslip_dynamics::Push] = pushes;
            pushes[body.0].force = -k * now.bodies[body.0].pose.position;
        };
        simulation.step_with(spring).expect("finite");
        for _ in 0..4 {
            v -= h * k * x;
            x += h * v;
        }
        assert_close(state(&simulation, body).pose.position.x, x, 1e-12);
    }
    simulation.step().expect("finite");
    assert_close(state(&simulation, body).velocity.x, v, 1e-15);
}

#[test]
fn a_run_can_be_ended() {
    let mut world = World::weightless();
    world.add(ball(0.1));
    let mut simulation = world.start();
    let done = simulation.run(100, |now, _| match now.state().step {
        7 => std::ops::ControlFlow::Break(()),
        _ => std::ops::ControlFlow::Continue(()),
    });
    assert_eq!((done, simulation.state().step), (Ok(7), 7));
    assert_eq!(simulation.run(3, |_, _| std::ops::ControlFlow::Continue(())), Ok(3));
}

#[test]
fn bodies_that_ignore_each_other_pass_through() {
    let mut world = World::new();
    let ground = world.ground();
    let (falls, rests) = (
        world.add(cube(0.5).at(DVec3::Y * 0.5)),
        world.add(cube(0.5).at(DVec3::new(4.0, 0.5, 0.0))),
    );
    world.model.ignore_contacts(falls, ground).expect("bodies");
    assert!(world.model.ignore_contacts(BodyId(9), ground).is_err());
    let mut simulation = world.start();
    run(&mut simulation, 30);
    assert_close(state(&simulation, falls).velocity.y, -9.81 * 30.0 * H, 1e-9);
    assert_close(state(&simulation, rests).pose.position.y, 0.5, 1e-5);
}

/// Servos whose signal has a state, on a mass of 1 kg without gravity: a force of the signal
/// that the step begins with.
fn delayed(activation: Activation) -> Simulation {
    let servo = Servo { signals: [-2.0, 2.0], activation, ..Servo::force(f64::INFINITY) };
    let mode = MotorMode::Servo(servo);
    let motor = Motor { mode, target: Schedule::constant(0.0), limit: f64::INFINITY };
    one_rail(Axis { motors: vec![motor], ..Axis::FREE })
}

/// a after n steps with u = 2 (5 is cut there): integrated, a = n h u; filtered by Euler's
/// steps, a = u (1 − (1 − h/τ)ⁿ); exactly, a = u (1 − e^{−nh/τ}). The speed is h Σ a.
#[test]
fn signals_follow_what_motors_are_told() {
    let (everything, time, steps) = ([-1e9, 1e9], 0.05, 12);
    let filter = |exact| Activation::Filter { time, exact, range: everything, start: 0.0 };
    type Signal = fn(i32) -> f64;
    let cases: [(Activation, Signal); 4] = [
        (Activation::Integrator { range: everything, start: 1.0 }, |n| {
            1.0 + 2.0 * f64::from(n) * H
        }),
        (Activation::Integrator { range: [0.0, 0.1], start: 0.0 }, |n| {
            (2.0 * f64::from(n) * H).min(0.1)
        }),
        (filter(false), |n| 2.0 * (1.0 - (1.0 - H / 0.05).powi(n))),
        (filter(true), |n| 2.0 * (1.0 - (-f64::from(n) * H / 0.05).exp())),
    ];
    for (activation, signal) in cases {
        let mut simulation = delayed(activation);
        simulation.set_control("slide", 5.0).expect("a motor");
        run(&mut simulation, steps);
        assert_close(simulation.state().activations[0], signal(steps as i32), 1e-12);
        let speed: f64 = (0..steps as i32).map(|n| H * signal(n)).sum();
        assert_close(velocity(&simulation), speed, 1e-12);
    }
}

/// Signals are part of the state: a restored one goes on to the same bits.
#[test]
fn signals_are_restored() {
    let activation = Activation::Filter { time: 0.1, exact: true, range: [-9.0, 9.0], start: 0.5 };
    let mut simulation = delayed(activation);
    simulation.set_control("slide", 1.5).expect("a motor");
    run(&mut simulation, 5);
    let saved = simulation.state().clone();
    run(&mut simulation, 5);
    let mut other = delayed(activation);
    other.restore(saved.clone()).expect("its own state");
    run(&mut other, 5);
    assert_eq!(other.state(), simulation.state());
    let mut plain = one_rail(speed_motor(0.0, 1.0));
    assert!(plain.restore(saved).is_err(), "signals of another model");
}
