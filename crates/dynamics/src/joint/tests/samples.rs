//! Bodies to join, joints of every kind, and the motion of poses.

use glam::{DMat3, DQuat, DVec3};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use stickslip_contact::Pose;

use crate::joint::{
    Activation, Axis, Ball, Belt, BeltPoint, Coupling, CouplingTerm, Differential, Distance, Fixed,
    Gear, Hinge, Interval, Joint, JointDescription, JointKind, Motor, MotorMode, Passive,
    Prismatic, Rule, Servo, SixDof, Tendon, TendonPoint, Thruster, Universal,
};
use crate::model::Model;
use crate::parts::{
    Body, BodyDescription, BodyId, Compliance, MassDescription, ModelError, Schedule,
};
use crate::rows::{Bodies, Row, RowBuffer, Term};
use crate::state::BodyState;

/// The step at which rows are written.
pub(super) const STEP: f64 = 0.01;

/// A vector with components up to `size`.
pub(super) fn vector(random: &mut ChaCha8Rng, size: f64) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| random.random_range(-size..size)))
}

/// Four bodies whose centres of mass are not their origins.
pub(super) fn model(random: &mut ChaCha8Rng) -> Model {
    let mut model = Model::default();
    for at in 0..4 {
        let pose = Pose::new(vector(random, 1.0), DQuat::from_scaled_axis(vector(random, 1.5)));
        let mass = MassDescription::Given {
            mass: 2.0 + at as f64,
            centre: vector(random, 0.3),
            inertia: DMat3::from_diagonal(DVec3::new(0.2, 0.3, 0.4)),
        };
        let body = BodyDescription::dynamic(format!("body {at}"), pose, vec![]);
        model.add_body(BodyDescription { mass, ..body }).expect("a sound body");
    }
    model
}

/// Where bodies are at the beginning.
pub(super) fn initial_states(bodies: &[Body]) -> Vec<BodyState> {
    bodies
        .iter()
        .map(|body| BodyState {
            pose: body.centre(&body.description.pose),
            velocity: body.description.velocity,
            angular_velocity: body.description.angular_velocity,
            still: 0.0,
            before: None,
            sub_stepped: false,
        })
        .collect()
}

/// Moves every body for `time` at its velocities, the turns exactly.
pub(super) fn moved(states: &[BodyState], time: f64) -> Vec<BodyState> {
    states
        .iter()
        .map(|state| {
            let turn = DQuat::from_scaled_axis(state.angular_velocity * time);
            let pose = Pose::new(
                state.pose.position + state.velocity * time,
                (turn * state.pose.orientation).normalize(),
            );
            BodyState { pose, ..*state }
        })
        .collect()
}

/// Gives every body random velocities.
pub(super) fn stirred(states: &[BodyState], random: &mut ChaCha8Rng, size: f64) -> Vec<BodyState> {
    let stir = |state: &BodyState| BodyState {
        velocity: vector(random, size),
        angular_velocity: vector(random, size),
        ..*state
    };
    states.iter().map(stir).collect()
}

/// The rows of a joint.
pub(super) fn rows(
    joint: &Joint,
    model: &Model,
    states: &[BodyState],
    memory: &[f64; 2],
    time: f64,
) -> Vec<Whole> {
    let mut buffer = RowBuffer::default();
    let step = Interval { time, h: STEP, rule: Rule::Ends };
    joint.write_rows(&view(model, states), memory, step, &[], &mut buffer);
    Whole::all(&buffer)
}

/// A row together with its terms.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Whole {
    row: Row,
    pub(crate) terms: Vec<Term>,
}

impl Whole {
    pub(crate) fn all(buffer: &RowBuffer) -> Vec<Self> {
        let whole = |row: &Row| Self { row: row.clone(), terms: buffer.terms(row).to_vec() };
        buffer.rows().iter().map(whole).collect()
    }
}

impl std::ops::Deref for Whole {
    type Target = Row;

    fn deref(&self) -> &Row {
        &self.row
    }
}

/// The memory of a joint, brought up to date.
pub(super) fn tracked(
    joint: &Joint,
    model: &Model,
    states: &[BodyState],
    mut memory: [f64; 2],
) -> [f64; 2] {
    joint.track(&view(model, states), &mut memory);
    memory
}

fn view<'a>(model: &'a Model, states: &'a [BodyState]) -> Bodies<'a> {
    Bodies { bodies: model.bodies(), states, vertices: &[] }
}

/// Σ terms: how fast the row changes.
pub(super) fn rate(row: &Whole, states: &[BodyState]) -> f64 {
    let part = |term: &Term| {
        let state = &states[term.mover];
        term.linear.dot(state.velocity) + term.angular.dot(state.angular_velocity)
    };
    row.terms.iter().map(part).sum()
}

/// A motor towards a constant target.
pub(super) fn motor(mode: MotorMode, target: f64, limit: f64) -> Motor {
    Motor { mode, target: Schedule::constant(target), limit }
}

/// A spring that motors and axes may have.
pub(super) const SPRING: Compliance = Compliance::Spring { stiffness: 400.0, damping: 30.0 };

/// A name, a joint and the number of its rows.
pub(super) type Sample = (&'static str, JointKind, usize);

fn sample(name: &'static str, kind: impl Into<JointKind>, rows: usize) -> Sample {
    (name, kind.into(), rows)
}

/// Every kind of joint with the number of its rows, drives included.
pub(super) fn kinds() -> Vec<Sample> {
    let anchor = DVec3::new(0.3, -0.2, 0.5);
    let axis = DVec3::new(1.0, 2.0, -0.5);
    let across = axis.cross(DVec3::Y);
    let frame = DQuat::from_scaled_axis(DVec3::new(0.4, -0.3, 0.9));
    let position = motor(MotorMode::Position(SPRING), 0.4, 50.0);
    let driven =
        Axis { limits: Some([-0.7, 0.9]), motors: vec![position], friction: 2.0, ..Axis::FREE };
    let servo = Servo {
        gain: 3.0,
        bias: -1.0,
        stiffness: 200.0,
        damping: 10.0,
        signals: [-1.0, 1.0],
        forces: [-50.0, 50.0],
        activation: Activation::Direct,
    };
    let passive = Passive { stiffness: 40.0, rest: [0.2; 2], damping: 3.0, armature: 0.5 };
    let slack = Passive { rest: [-0.2, 0.4], ..passive };
    let central = Passive { rest: [0.0; 2], ..passive };
    let served = Axis {
        motors: vec![motor(MotorMode::Servo(servo), 0.4, f64::INFINITY)],
        passive: Some(passive),
        reference: 0.3,
        ..Axis::FREE
    };
    let soft = Axis { compliance: SPRING, ..Axis::HELD };
    let sprung = std::array::from_fn(|_| soft.clone());
    let turning = |at: usize| {
        let mut axes = std::array::from_fn(|_| Axis::HELD);
        axes[at] = driven.clone();
        axes
    };
    vec![
        sample("ball", Ball::at(anchor), 3),
        sample("rubbing ball", Ball { friction: 1.5, ..Ball::at(anchor) }, 6),
        sample(
            "sprung ball",
            Ball {
                friction: 1.5,
                turned: frame,
                limit: Some(2.0),
                passive: Some(central),
                ..Ball::at(anchor)
            },
            13,
        ),
        sample("hinge", Hinge { anchor, axis, rotation: Axis::FREE }, 5),
        sample("driven hinge", Hinge { anchor, axis, rotation: driven.clone() }, 9),
        sample("sprung hinge", Hinge { anchor, axis, rotation: served.clone() }, 7),
        sample("prismatic", Prismatic { anchor, axis, travel: Axis::FREE }, 5),
        sample("sprung prismatic", Prismatic { anchor, axis, travel: served.clone() }, 7),
        sample(
            "slack prismatic",
            Prismatic { anchor, axis, travel: Axis { passive: Some(slack), ..Axis::FREE } },
            8,
        ),
        sample("driven prismatic", Prismatic { anchor, axis, travel: driven.clone() }, 9),
        sample("universal", Universal::free(anchor, axis, across), 4),
        sample(
            "driven universal",
            Universal {
                first_rotation: driven.clone(),
                second_rotation: served.clone(),
                ..Universal::free(anchor, axis, across)
            },
            10,
        ),
        sample("fixed", Fixed { anchor }, 6),
        sample("six springs", SixDof { anchor, frame, turned: DQuat::IDENTITY, axes: sprung }, 6),
        sample("driven y", SixDof { anchor, frame, turned: DQuat::IDENTITY, axes: turning(4) }, 9),
        sample("driven z", SixDof { anchor, frame, turned: DQuat::IDENTITY, axes: turning(5) }, 9),
        sample(
            "six loose",
            SixDof {
                anchor,
                frame,
                turned: DQuat::IDENTITY,
                axes: std::array::from_fn(|_| driven.clone()),
            },
            24,
        ),
        sample("rod", Distance::between(anchor, axis, None), 1),
        sample("strut", Distance::between(anchor, axis, Some([1.0, 2.0])), 2),
        sample("rope", Distance::between(anchor, axis, Some([0.0, 2.0])), 1),
        sample(
            "sprung distance",
            Distance {
                passive: Some(passive),
                motors: served.motors.clone(),
                ..Distance::between(anchor, axis, None)
            },
            2,
        ),
        sample("tendon", tendon(Axis { limits: Some([0.5, 9.0]), ..served.clone() }), 4),
        sample("belt", belt(), 2),
        sample(
            "thruster",
            Thruster {
                anchor,
                force: axis,
                torque: anchor,
                force_turns: true,
                torque_turns: false,
                motors: vec![motor(MotorMode::Servo(Servo::force(9.0)), 2.0, f64::INFINITY); 2],
            },
            2,
        ),
        sample(
            "gear",
            Gear { first_axis: axis, second_axis: anchor, ratio: -2.5, carrier: None },
            1,
        ),
        sample(
            "carried gear",
            Gear { first_axis: axis, second_axis: anchor, ratio: 0.4, carrier: Some(BodyId(2)) },
            1,
        ),
        sample("coupling", coupling(axis, anchor, Axis::HELD), 1),
        sample("driven coupling", coupling(axis, anchor, driven), 4),
        sample(
            "differential",
            Differential {
                input_axis: axis,
                output_axis: anchor,
                other_output: BodyId(2),
                ratio: 3.0,
                carrier: Some(BodyId(3)),
            },
            1,
        ),
    ]
}

/// From the second body over the world and the third to the second, and a branch of half
/// the weight from the fourth to the second.
fn tendon(length: Axis) -> Tendon {
    let point = |body: Option<usize>, x: f64, divisor: Option<f64>| TendonPoint {
        body: body.map(BodyId),
        point: DVec3::new(x, 0.3 * x * x, -0.7),
        divisor,
    };
    let path = vec![
        point(Some(1), 0.1, None),
        point(None, 1.0, None),
        point(Some(2), -0.6, None),
        point(Some(1), 0.8, None),
        point(Some(3), -1.2, Some(2.0)),
        point(Some(1), 0.4, None),
    ];
    Tendon { path, length }
}

/// From the second body through an eye of the third, which rubs, to the world.
fn belt() -> Belt {
    let eye = BeltPoint::at(Some(BodyId(2)), DVec3::new(0.4, 1.1, -0.3));
    let path = vec![
        BeltPoint::at(Some(BodyId(1)), DVec3::new(0.1, 0.2, -0.7)),
        BeltPoint { friction: 0.3, ..eye },
        BeltPoint::at(None, DVec3::new(-0.9, 0.4, 0.5)),
    ];
    Belt { path, open: true, length: 0.0 }
}

/// A turn of the second body and a travel of the third.
fn coupling(axis: DVec3, anchor: DVec3, sum: Axis) -> Coupling {
    let turn = CouplingTerm {
        first: None,
        second: BodyId(1),
        anchor,
        axis,
        slides: false,
        factor: 1.5,
        reference: 0.1,
    };
    let travel = CouplingTerm {
        first: Some(BodyId(3)),
        second: BodyId(2),
        slides: true,
        factor: -0.5,
        // 1.5·0.1 − 0.5·0.3 = 0: held where it begins.
        reference: 0.3,
        ..turn
    };
    Coupling { terms: vec![turn, travel], sum }
}

/// Adds a joint between the first two bodies, or the world and the second.
pub(super) fn join(
    model: &mut Model,
    name: &str,
    first: Option<BodyId>,
    kind: impl Into<JointKind>,
) -> Result<Joint, ModelError> {
    let id = model.add_joint(JointDescription::new(name, first, BodyId(1), kind))?;
    Ok(model.joints()[id.0].clone())
}
