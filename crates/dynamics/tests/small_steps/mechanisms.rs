//! Mechanisms that drive into heaps.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{Ball, Hinge};
use stickslip_dynamics::{
    Axis, Coordinates, JointDescription, Model, Motor, MotorMode, Pose, Schedule, Settings,
    Simulation, StepperKind,
};

use crate::auto::{block, settings};
use crate::support::{ball, cuboid, ground, run, start};

/// An arm of two links that a motor turns among a heap, in coordinates of its joints while it
/// is alone and in those of its bodies once it is near; light as its outer link is.
fn arm_of_two(with_heap: bool, stepper: StepperKind, coordinates: Coordinates) -> Simulation {
    let mut model = Model::default();
    ground(&mut model);
    let half = DVec3::new(0.25, 0.05, 0.05);
    let place = |x: f64| Pose::at(DVec3::new(x, 0.12, 0.0));
    let links = [-1.55, -1.05].map(|x| cuboid(&mut model, half, place(x)));
    let hinge =
        |x: f64, rotation| Hinge { anchor: DVec3::new(x, 0.12, 0.0), axis: DVec3::Y, rotation };
    let motor = Motor { target: Schedule::constant(3.0), limit: 1e4, mode: MotorMode::Velocity };
    let driven = Axis { motors: vec![motor], ..Axis::FREE };
    let shoulder = JointDescription::new("shoulder", None, links[0], hinge(-1.8, driven));
    model.add_joint(shoulder).unwrap();
    let elbow = JointDescription::new("elbow", Some(links[0]), links[1], hinge(-1.3, Axis::FREE));
    model.add_joint(elbow).unwrap();
    if with_heap {
        block(&mut model, 4, DVec3::new(-0.9, 0.05, -0.5));
    }
    start(model, Settings { stepper, coordinates, ..Settings::default() })
}

/// What a tree of joints drives into takes small steps, and the tree with it: its joints hold to
/// the accuracy and its motor to its speed; until then it has the bits that it has alone.
#[test]
fn a_tree_of_joints_takes_small_steps_within_a_heap_alone() {
    let exact = |bodies: &[bool]| bodies.iter().all(|&taken| !taken);
    let mut lone = arm_of_two(false, StepperKind::Complementarity, Coordinates::Joint);
    let mut arm = arm_of_two(true, StepperKind::Auto, Coordinates::Joint);
    let links = [1, 2];
    let (mut small, mut error, mut apart) = (0, 0.0_f64, true);
    for step in 0..70 {
        let report = arm.step().unwrap();
        lone.step().unwrap();
        let taken = links.map(|body| arm.state().bodies[body].sub_stepped);
        assert_eq!(taken[0], taken[1]);
        apart &= exact(&taken);
        if apart {
            let own = |of: &Simulation| links.map(|body| of.state().bodies[body]);
            assert_eq!(own(&arm), own(&lone), "step {step}");
        }
        small += usize::from(!exact(&taken));
        error = error.max(report.joint_error_max);
        assert!(report.converged(), "step {step}: {:.2e} m", report.penetration_max);
    }
    assert!(small > 10 && error < 1e-3, "{small} steps, {error:e} m");
    let spin = arm.state().bodies[links[0]].angular_velocity.y;
    assert!((spin - 3.0).abs() < 0.05, "{spin}");
}

/// Coordinates of joints change no bit of a step in which all take small ones.
#[test]
fn a_tree_in_a_heap_has_the_small_steps_of_its_bodies() {
    let ends = [Coordinates::Joint, Coordinates::Maximal].map(|coordinates| {
        let mut arm = arm_of_two(true, StepperKind::Auto, coordinates);
        let mut state = arm.state().clone();
        // Beside the heap from the beginning, and fast, so that nobody takes an exact step.
        let far = state.bodies[3].pose.position.x - state.bodies[2].pose.position.x - 0.36;
        state.bodies[3..].iter_mut().for_each(|body| {
            body.pose.position += DVec3::new(-far, 0.0, 0.5);
            body.velocity = DVec3::new(0.0, -1.0, 0.0);
        });
        arm.restore(state).unwrap();
        for _ in 0..4 {
            assert_eq!(arm.step().unwrap().orders.small, 38);
        }
        arm.state().bodies.clone()
    });
    assert_eq!(ends[0], ends[1]);
}

/// An arm with a motor that turns among a heap takes small steps with it, its joint within the
/// accuracy and at its speed; one that turns alone keeps the bits of the exact step.
#[test]
fn a_mechanism_in_a_heap_takes_small_steps() {
    let build = |with_heap: bool, stepper| {
        let mut model = Model::default();
        ground(&mut model);
        let half = DVec3::new(0.5, 0.1, 0.1);
        let arm = cuboid(&mut model, half, Pose::at(DVec3::new(-0.9, 0.12, 0.0)));
        let motor =
            Motor { target: Schedule::constant(3.0), limit: 1e4, mode: MotorMode::Velocity };
        let rotation = Axis { motors: vec![motor], ..Axis::FREE };
        let hinge = Hinge { anchor: DVec3::new(-1.4, 0.12, 0.0), axis: DVec3::Y, rotation };
        model.add_joint(JointDescription::new("pin", None, arm, hinge)).unwrap();
        if with_heap {
            block(&mut model, 4, DVec3::new(-0.5, 0.05, -0.5));
        }
        (start(model, Settings { stepper, ..Settings::default() }), arm)
    };
    let (mut simulation, arm) = build(true, StepperKind::Auto);
    let (mut small, mut error) = (0, 0.0_f64);
    for _ in 0..60 {
        let report = simulation.step().unwrap();
        if simulation.state().bodies[arm.0].sub_stepped {
            small += 1;
            error = error.max(report.joint_error_max);
        }
    }
    assert!(small > 20 && error < 1e-3, "{small} steps, {error:e} m");
    let spin = simulation.state().bodies[arm.0].angular_velocity.y;
    assert!((spin - 3.0).abs() < 0.03, "{spin}");
    let alone = [StepperKind::Auto, StepperKind::Complementarity].map(|stepper| {
        let (mut simulation, arm) = build(false, stepper);
        run(&mut simulation, 0.5);
        simulation.state().bodies[arm.0]
    });
    assert_eq!(alone[0], alone[1]);
}

/// A weight on a chain of links of a two hundredth of its mass swings into a heap: joints hold to
/// the accuracy, nothing sinks, and the heap is pushed.
#[test]
fn a_weight_on_a_light_chain_swings_into_a_heap() {
    let mut model = Model::default();
    ground(&mut model);
    let (anchor, angle) = (DVec3::new(-1.0, 2.7, 0.0), 45_f64.to_radians());
    let down = DVec3::new(-angle.sin(), -angle.cos(), 0.0);
    let mut before = None;
    for at in 0..10 {
        let begin = anchor + 0.2 * f64::from(at) * down;
        let turn = DQuat::from_rotation_z(-angle);
        let half = DVec3::new(0.02, 0.09, 0.02);
        let link = cuboid(&mut model, half, Pose::new(begin + 0.1 * down, turn));
        let name = format!("pin {at}");
        model.add_joint(JointDescription::new(&name, before, link, Ball::at(begin))).unwrap();
        before = Some(link);
    }
    let end = anchor + 2.0 * down;
    let weight = ball(&mut model, 0.25, end + 0.25 * down);
    model.add_joint(JointDescription::new("end", before, weight, Ball::at(end))).unwrap();
    let boxes = block(&mut model, 4, DVec3::new(-0.45, 0.05, 0.0));
    let [light, heavy] = [1, weight.0].map(|at| model.bodies()[at].mass.mass);
    assert!(heavy > 200.0 * light, "{light} kg, {heavy} kg");
    let mut simulation = start(model, settings());
    let begun = simulation.state().bodies[boxes[13].0].pose.position.x;
    let (mut small, mut error) = (0, 0.0_f64);
    for step in 0..60 {
        let report = simulation.step().unwrap();
        small += usize::from(simulation.state().bodies[weight.0].sub_stepped);
        error = error.max(report.joint_error_max);
        assert!(report.is_accurate(), "step {step}: {:.2e} m", report.penetration_max);
    }
    let pushed = simulation.state().bodies[boxes[13].0].pose.position.x - begun;
    assert!(small > 10 && error < 1e-3, "{small} steps, {error:e} m");
    assert!(pushed > 0.02, "{pushed} m");
}
