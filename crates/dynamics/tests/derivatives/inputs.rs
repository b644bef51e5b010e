//! Derivatives by masses, materials, joints, gravity and the time step.

use stickslip_dynamics::glam::{DMat3, DVec3};
use stickslip_dynamics::joint::Hinge;
use stickslip_dynamics::{
    Accuracy, Activation, Axis, Compliance, Coordinates, DerivativeError, FrictionModel, Input,
    MassDescription, Motor, MotorMode, Passive, Schedule, Servo, Settings, Simulation,
};

use crate::oracle::{compare_input, coordinates as coordinates_of};
use crate::support::{G, H, World, ball, cube, cuboid, half_space};

/// Numbers of a small world: a block that slides down a slope, and a pendulum with a damper.
#[derive(Clone, Copy)]
struct Numbers {
    mass: f64,
    inertia: f64,
    friction: f64,
    restitution: f64,
    stiffness: f64,
    damping: f64,
    gravity: f64,
    h: f64,
}

const USUAL: Numbers = Numbers {
    mass: 3.0,
    inertia: 0.2,
    friction: 0.3,
    restitution: 0.6,
    stiffness: 1e9,
    damping: 0.7,
    gravity: -G,
    h: H,
};

fn world(numbers: &Numbers, accuracy: Accuracy) -> Simulation {
    let mut world = World::new();
    world.settings = Settings { accuracy, time_step: numbers.h, ..world.settings };
    world.settings.gravity = DVec3::Y * numbers.gravity;
    world.friction(FrictionModel::Pyramid, numbers.friction);
    world.surface(|surface| {
        surface.restitution = numbers.restitution;
        surface.compliance = Compliance::Spring { stiffness: numbers.stiffness, damping: 3e7 };
    });
    world.add(half_space(DVec3::new(0.6, 0.8, 0.0)));
    let given = |mass: f64, inertia: f64| MassDescription::Given {
        mass,
        centre: DVec3::ZERO,
        inertia: DMat3::from_diagonal(DVec3::new(0.2, 0.3, inertia)),
    };
    let mut block = cube(0.1).at(DVec3::new(0.6, 0.8, 0.0) * 0.1).named("block");
    block.0.pose.orientation = stickslip_dynamics::glam::DQuat::from_rotation_z(-(0.6_f64.asin()));
    block.0.velocity = DVec3::new(0.8, -0.6, 0.0) * 2.0;
    block.0.mass = given(3.0, 0.2);
    world.add(block);
    let mut bar = cuboid(DVec3::new(0.3, 0.02, 0.02)).at(DVec3::new(10.3, 20.0, 0.0)).named("bar");
    bar.0.mass = given(numbers.mass, numbers.inertia);
    bar.0.angular_velocity = DVec3::Z * 0.5;
    bar.0.velocity = DVec3::Y * 0.15;
    let bar = world.add(bar);
    let damper =
        Passive { stiffness: 2.0, rest: [0.0; 2], damping: numbers.damping, armature: 0.0 };
    let rotation = Axis { passive: Some(damper), ..Axis::FREE };
    let anchor = DVec3::new(10.0, 20.0, 0.0);
    world.join(None, bar, Hinge { anchor, axis: DVec3::Z, rotation });
    let place = DVec3::new(0.6, 0.8, 0.0) * 0.25 + DVec3::Z * 5.0;
    world.add(ball(0.1).at(place).moving(DVec3::new(0.3, -4.0, 0.1)).named("ball"));
    world.start()
}

#[test]
fn inputs_agree_with_differences() {
    for accuracy in [Accuracy::Off, Accuracy::Within(1e-7)] {
        type Case = (&'static str, f64, fn(&mut Numbers, f64));
        let cases: [Case; 8] = [
            ("material.default.friction", 1e-4, |numbers, by| numbers.friction += by),
            ("material.default.restitution", 1e-4, |numbers, by| numbers.restitution += by),
            ("material.default.stiffness", 1e6, |numbers, by| numbers.stiffness += by),
            ("joint.joint.damping", 1e-4, |numbers, by| numbers.damping += by),
            ("gravity.y", 1e-3, |numbers, by| numbers.gravity += by),
            ("h", 1e-6, |numbers, by| numbers.h += by),
            ("body.bar.mass", 1e-4, |numbers, by| numbers.mass += by),
            ("body.bar.inertia.zz", 1e-5, |numbers, by| numbers.inertia += by),
        ];
        for (name, stride, change) in &cases {
            let mut simulation = world(&USUAL, accuracy);
            for step in 0..6 {
                let input = simulation.input(name).expect("an input");
                let off = compare_input(&mut simulation, input, *stride, |by| {
                    let mut numbers = USUAL;
                    change(&mut numbers, by);
                    world(&numbers, accuracy)
                });
                println!("{accuracy:?} {name} step {step}: {off:e}");
                assert!(off < 1e-5, "{name} in step {step}: {off:e}");
            }
        }
    }
}

/// A block that slides for t slows down by μ g t: ∂v/∂μ = −g t, ∂x/∂μ = −½ g t².
#[test]
fn a_sliding_block_slows_down_by_its_friction() {
    for accuracy in [Accuracy::Off, Accuracy::Within(1e-3)] {
        let mut world = World::new();
        world.settings.accuracy = accuracy;
        world.friction(FrictionModel::Pyramid, 0.3);
        world.ground();
        world.add(cube(0.25).mass(10.0).at(DVec3::Y * 0.25).moving(DVec3::X * 6.0));
        let mut simulation = world.start();
        let friction = simulation.input("material.default.friction").expect("an input");
        let steps = 60;
        let rollout = stickslip_dynamics::Rollout { steps, inputs: vec![friction] };
        let mut last = (0.0, 0.0);
        rollout
            .forward(&mut simulation, |_, _| Ok(()), |_, _, by| last = (by.at(0, 0), by.at(6, 0)))
            .expect("derivatives");
        let t = steps as f64 * H;
        assert!((last.1 + G * t).abs() < 1e-6 * G * t, "{last:?}");
        let place = 0.5 * G * t * t;
        let allowed = if accuracy == Accuracy::Off { 0.02 } else { 1e-5 };
        assert!((last.0 + place).abs() < allowed * place, "{last:?}");
    }
}

/// A ball that falls from y and bounces with e: v⁺ = e √(2 g y) − g (t − t₁).
#[test]
fn a_bounce_knows_the_time_of_its_impact() {
    let mut world = World::new();
    world.settings.accuracy = Accuracy::Within(1e-3);
    world.friction(FrictionModel::Pyramid, 0.0);
    world.surface(|surface| surface.restitution = 0.8);
    world.ground();
    let height = 1.0;
    // Light, so that the surface does not give way in the blow.
    world.add(ball(0.2).mass(1e-3).at(DVec3::Y * (0.2 + height)));
    let mut simulation = world.start();
    let restitution = simulation.input("material.default.restitution").expect("an input");
    let steps = 45;
    let rollout = stickslip_dynamics::Rollout { steps, inputs: vec![restitution] };
    let end = |step: usize, _: &Simulation| {
        (step == steps).then(|| (0.0, (0..12).map(|at| f64::from(u8::from(at == 1))).collect()))
    };
    let gradient = rollout.gradient(&mut simulation, |_, _| Ok(()), end).expect("derivatives");
    let (t, fall) = (steps as f64 * H, (2.0 * height / G).sqrt());
    let (speed, rest) = (G * fall, t - fall);
    // y = 0.2 + e v s − ½ g s² with s = t − √(2 y₀/g).
    let slower = -1.0 / speed;
    let by_height = 0.8 * (G * rest / speed) + (0.8 * speed - G * rest) * slower;
    assert!((gradient.inputs[0] - speed * rest).abs() < 1e-6 * speed * rest);
    assert!((gradient.state[1] - by_height).abs() < 1e-5, "{} {by_height}", gradient.state[1]);
}

/// Whatever has no derivatives says so, and leaves the state alone.
#[test]
fn refusals_name_what_they_refuse() {
    let mut world = World::new();
    world.friction(FrictionModel::BoxNormalFirst, 0.3);
    world.add(ball(0.2));
    let mut simulation = world.start();
    let before = simulation.state().clone();
    let error = simulation.step_derivatives(&[]).expect_err("a refusal");
    assert!(
        matches!(&error, DerivativeError::Model { .. })
            && error.to_string().contains("box-normal-first")
    );
    assert_eq!(*simulation.state(), before);
    assert!(simulation.input("body.part.size").is_err());
    assert_eq!(simulation.input("h"), Ok(Input::TimeStep));
}

/// Commands of motors of each kind, in either coordinates: one that is within its limit, one that
/// is at it, a spring to a place, and a servo that is a force and a damper.
#[test]
fn commands_of_motors() {
    let motor =
        |mode: MotorMode, limit: f64| Motor { mode, target: Schedule::constant(0.4), limit };
    let spring = Compliance::Spring { stiffness: 40.0, damping: 1.0 };
    let servo = Servo {
        gain: 3.0,
        bias: 0.1,
        stiffness: 2.0,
        damping: 0.5,
        signals: [-5.0, 5.0],
        forces: [-50.0, 50.0],
        activation: Activation::Direct,
    };
    let motors = [
        motor(MotorMode::Velocity, 100.0),
        motor(MotorMode::Velocity, 1e-3),
        motor(MotorMode::Position(spring), 100.0),
        motor(MotorMode::Servo(servo), f64::INFINITY),
    ];
    for coordinates in [Coordinates::Maximal, Coordinates::Joint] {
        for accuracy in [Accuracy::Off, Accuracy::Within(1e-7)] {
            for motor in &motors {
                let mut world = World::new();
                world.settings.accuracy = accuracy;
                world.settings.coordinates = coordinates;
                world.settings.solver.tolerance = Some(1e-13);
                let link = || cuboid(DVec3::new(0.3, 0.05, 0.08)).mass(2.0);
                let one = world.add(link().at(DVec3::X * 0.3));
                let two = world.add(link().at(DVec3::X * 0.9));
                let rotation = Axis { motors: vec![motor.clone()], ..Axis::FREE };
                let hinge = |anchor: DVec3, rotation| Hinge { anchor, axis: DVec3::Z, rotation };
                world.join(None, one, hinge(DVec3::ZERO, Axis::FREE));
                world.join(Some(one), two, hinge(DVec3::X * 0.6, rotation));
                let mut simulation = world.start();
                simulation.set_control_value(0, 0.3).expect("a control");
                for step in 0..3 {
                    let state = simulation.state().clone();
                    let input = Input::Control(0);
                    let (_, derivatives) =
                        simulation.step_derivatives(&[input]).expect("derivatives");
                    let end = simulation.state().clone();
                    let ends = [1e-4, -1e-4].map(|by| {
                        simulation.restore(state.clone()).expect("a state");
                        simulation.set_control_value(0, 0.3 + by).expect("a control");
                        simulation.step().expect("a step");
                        coordinates_of(&[one.0, two.0], simulation.state(), &end)
                    });
                    simulation.restore(end).expect("a state");
                    let column = derivatives.by_inputs();
                    let (mut off, mut size) = (0.0_f64, 1e-6_f64);
                    for row in 0..24 {
                        let slope = (ends[0][row] - ends[1][row]) / 2e-4;
                        off = off.max((slope - column.at(row, 0)).abs());
                        size = size.max(slope.abs());
                    }
                    let what = (coordinates, accuracy, &motor.mode, step);
                    assert!(off < 1e-6 * size.max(1e-3), "{what:?}: {off:e} of {size:e}");
                }
            }
        }
    }
}
