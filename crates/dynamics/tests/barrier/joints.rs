//! Joints in barrier steps: pendulums, what is held, what slides, what is refused.

use std::f64::consts::PI;

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{Ball, Distance, Fixed, Hinge, Prismatic};
use stickslip_dynamics::{
    Axis, BarrierOrder, BarrierStep, BodyId, FrictionModel, JointDescription, JointKind, Model,
    Motion, Pose, Settings, Shape, Simulation,
};

use crate::support::{add, settings};

const G: f64 = 9.81;

fn join(model: &mut Model, first: Option<BodyId>, second: BodyId, kind: impl Into<JointKind>) {
    model.add_joint(JointDescription::new("joint", first, second, kind)).expect("a joint");
}

fn hinge(anchor: DVec3) -> Hinge {
    Hinge { anchor, axis: DVec3::Z, rotation: Axis::FREE }
}

fn second(h: f64) -> Settings {
    let order = BarrierOrder::Second;
    let barrier = BarrierStep { order, tolerance: 1e-8, ..BarrierStep::default() };
    Settings { barrier, ..settings(h) }
}

fn run(simulation: &mut Simulation, steps: usize) -> f64 {
    let mut open = 0.0_f64;
    for _ in 0..steps {
        let report = simulation.step().expect("a step");
        assert_eq!(report.failed_solves, 0, "{report:?}");
        open = open.max(report.joint_error_max);
    }
    open
}

/// A bar of length L and width w on a hinge at its end, 0.2 rad from the vertical: its period is
/// 2π √((L²/3 + w²/12)/(g L/2)) (1 + θ²/16), and its energy stays.
#[test]
fn a_pendulum_keeps_time_and_energy() {
    let (length, width, angle): (f64, f64, f64) = (1.0, 0.04, 0.2);
    let turn = DQuat::from_rotation_z(angle);
    let mut model = Model::default();
    let bar = Shape::cuboid(0.5 * DVec3::new(width, length, width)).expect("a box");
    let place = Pose::new(turn * (DVec3::NEG_Y * 0.5 * length), turn);
    let bar = add(&mut model, "bar", bar, place, Motion::Dynamic);
    join(&mut model, None, bar, hinge(DVec3::ZERO));
    let mut settings = second(1.0 / 120.0);
    settings.barrier.tolerance = 1e-6;
    let mut simulation = Simulation::new(model, settings).expect("taken");
    let energy = simulation.energy();
    let inertia = length * length / 3.0 + width * width / 12.0;
    let period = 2.0 * PI * (inertia / (0.5 * G * length)).sqrt() * (1.0 + angle * angle / 16.0);
    let (mut crossings, mut before) = (Vec::new(), (0.0, place.position.x));
    for _ in 0..420 {
        run(&mut simulation, 1);
        let state = simulation.state();
        let now = (state.time, state.bodies[0].pose.position.x);
        if (before.1 > 0.0) != (now.1 > 0.0) {
            crossings.push(before.0 + (now.0 - before.0) * before.1 / (before.1 - now.1));
        }
        before = now;
    }
    let found = 2.0 * (crossings[3] - crossings[0]) / 3.0;
    assert!((found / period - 1.0).abs() < 1e-3, "{found} {period}");
    // What there is to lose is m g L/2 (1 − cos θ).
    let mass = simulation.model().bodies()[0].mass.mass;
    let swing = 0.5 * mass * G * length * (1.0 - angle.cos());
    let lost = (energy - simulation.energy()) / swing;
    assert!((-1e-4..0.05).contains(&lost), "{lost}");
}

/// Two bars on hinges, let go from the horizontal: both anchors stay closed and both axes
/// straight, by where the bodies are.
#[test]
fn hinges_stay_closed_while_a_double_pendulum_is_thrown() {
    let mut model = Model::default();
    let bar = || Shape::cuboid(DVec3::new(0.5, 0.02, 0.02)).expect("a box");
    let upper = add(&mut model, "upper", bar(), Pose::at(DVec3::X * 0.5), Motion::Dynamic);
    let lower = add(&mut model, "lower", bar(), Pose::at(DVec3::X * 1.5), Motion::Dynamic);
    join(&mut model, None, upper, hinge(DVec3::ZERO));
    join(&mut model, Some(upper), lower, hinge(DVec3::X));
    let mut simulation = Simulation::new(model, settings(1.0 / 60.0)).expect("taken");
    let mut worst = 0.0_f64;
    for _ in 0..60 {
        let told = run(&mut simulation, 1);
        let [one, two] = [0, 1].map(|at| simulation.state().bodies[at].pose);
        let ends = [one.point(DVec3::X * -0.5), one.point(DVec3::X * 0.5)];
        let gap = ends[0].length().max(ends[1].distance(two.point(DVec3::X * -0.5)));
        let lean = |pose: Pose| (pose.orientation * DVec3::Z - DVec3::Z).length();
        worst = worst.max(gap).max(lean(one)).max(lean(two));
        assert!(told >= 0.5 * gap - 1e-9 && told < 1e-4, "{told} of {gap}");
    }
    assert!(worst < 1e-4, "{worst}");
    assert!(simulation.state().bodies[1].pose.position.y < -0.5, "it falls");
}

/// A slider on a rail of 30°, its mass beside the rail, falls by ½ g sin α t² and does not turn.
#[test]
fn a_slider_runs_along_its_rail_and_does_not_turn() {
    let along = DQuat::from_rotation_z(-PI / 6.0) * DVec3::X;
    let mut model = Model::default();
    let block = Shape::cuboid(DVec3::new(0.1, 0.05, 0.05)).expect("a box");
    let block = add(&mut model, "block", block, Pose::at(DVec3::ZERO), Motion::Dynamic);
    let anchor = DVec3::new(0.0, 0.2, 0.1);
    join(&mut model, None, block, Prismatic { anchor, axis: along, travel: Axis::FREE });
    let mut simulation = Simulation::new(model, second(0.01)).expect("taken");
    let open = run(&mut simulation, 50);
    let state = simulation.state().bodies[0];
    let fallen = 0.5 * G * 0.5 * 0.25 * along;
    assert!((state.pose.position - fallen).length() < 1e-4, "{} {fallen}", state.pose.position);
    assert!(state.pose.orientation.xyz().length() < 1e-5 && open < 1e-5, "{state:?} {open}");
}

/// Three boxes in one, by a fixed joint and a ball, thrown: momentum is kept, and what is fixed
/// stays fixed.
#[test]
fn what_is_joined_keeps_its_momentum() {
    let mut model = Model::default();
    let boxed = |half: f64| Shape::cuboid(DVec3::splat(half)).expect("a box");
    let one = add(&mut model, "one", boxed(0.1), Pose::at(DVec3::ZERO), Motion::Dynamic);
    let two = add(&mut model, "two", boxed(0.15), Pose::at(DVec3::X * 0.3), Motion::Dynamic);
    let three = add(&mut model, "three", boxed(0.1), Pose::at(DVec3::X * 0.6), Motion::Dynamic);
    join(&mut model, Some(one), two, Fixed { anchor: DVec3::X * 0.1 });
    join(&mut model, Some(two), three, Ball::at(DVec3::X * 0.47));
    let settings = Settings { gravity: DVec3::ZERO, ..second(0.005) };
    let mut simulation = Simulation::new(model, settings).expect("taken");
    let mut state = simulation.state().clone();
    state.bodies[2].velocity = DVec3::new(0.0, 1.0, 0.4);
    state.bodies[0].angular_velocity = DVec3::Z;
    simulation.restore(state).expect("of the same model");
    let begun = simulation.momentum().0;
    let open = run(&mut simulation, 100);
    let now = simulation.momentum().0;
    assert!((now - begun).length() < 1e-6 * begun.length(), "{now} {begun}");
    let [one, two] = [0, 1].map(|at| simulation.state().bodies[at].pose);
    let turned = (one.orientation.inverse() * two.orientation).xyz().length();
    assert!(turned < 1e-5 && open < 1e-5, "{turned} {open}");
    assert!((two.position - one.point(DVec3::X * 0.3)).length() < 1e-5);
}

/// A lid on a hinge falls on a post and stays above it.
#[test]
fn a_lid_falls_on_a_post_and_does_not_pass_it() {
    let mut model = Model::default();
    let lid = Shape::cuboid(DVec3::new(0.5, 0.02, 0.1)).expect("a box");
    let post = Shape::cuboid(DVec3::splat(0.05)).expect("a box");
    let lid = add(&mut model, "lid", lid, Pose::at(DVec3::X * 0.5), Motion::Dynamic);
    add(&mut model, "post", post, Pose::at(DVec3::new(0.9, -0.3, 0.0)), Motion::Static);
    join(&mut model, None, lid, hinge(DVec3::ZERO));
    let settings = Settings { friction: FrictionModel::Frictionless, ..settings(0.01) };
    let mut simulation = Simulation::new(model, settings).expect("taken");
    let open = run(&mut simulation, 100);
    // Its lower side meets the corner of the post at (0.85, −0.25), or the other at 0.95.
    let pose = simulation.state().bodies[0].pose;
    let heights = [0.85, 0.95].map(|x| pose.local_point(DVec3::new(x, -0.25, 0.0)).y + 0.02);
    assert!(heights.iter().all(|height| *height < 0.0), "{heights:?}");
    assert!(heights.iter().any(|height| *height > -2e-3), "{heights:?}");
    assert!(simulation.state().bodies[0].angular_velocity.length() < 1e-2 && open < 1e-4);
}

#[test]
fn what_joints_have_besides_is_named() {
    let told = |kind: JointKind, change: fn(&mut JointDescription)| {
        let mut model = Model::default();
        let ball = Shape::sphere(0.1).expect("a ball");
        let body = add(&mut model, "ball", ball, Pose::at(DVec3::Y), Motion::Dynamic);
        let mut joint = JointDescription::new("pin", None, body, kind);
        change(&mut joint);
        model.add_joint(joint).expect("a joint");
        Simulation::new(model, settings(0.01)).err().map(|error| error.to_string())
    };
    let limited = Axis { limits: Some([-1.0, 1.0]), ..Axis::FREE };
    let swung = Hinge { rotation: limited, ..hinge(DVec3::ZERO) };
    let rod = Distance {
        first_anchor: DVec3::ZERO,
        second_anchor: DVec3::Y,
        range: None,
        passive: None,
        motors: Vec::new(),
    };
    let say = |end: &str| {
        let begin = "setting stepper: barrier has balls, hinges, prismatic and fixed joints that \
             hold and do nothing else; \"pin\"";
        Some(format!("{begin} {end}"))
    };
    let more = "has a limit, a motor, friction or a spring";
    assert_eq!(told(swung.into(), |_| {}), say(&format!("(hinge) {more}")));
    assert_eq!(told(rod.into(), |_| {}), say("(distance) has a kind of its own"));
    let fixed = || Fixed { anchor: DVec3::Y };
    assert_eq!(
        told(fixed().into(), |it| it.break_force = Some(1.0)),
        say("(fixed) has a force at which it breaks")
    );
    assert_eq!(told(fixed().into(), |_| {}), None);
}
