//! Joints as they are described. Anchors, axes and frames are given in world
//! coordinates at the initial poses of the bodies.

use glam::{DQuat, DVec3};

use crate::model::{BodyId, Compliance, Schedule};

/// Index of a joint in its [`crate::Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JointId(pub usize);

/// What a motor holds.
#[derive(Clone, Debug, PartialEq)]
pub enum MotorMode {
    /// The speed of the schedule (m/s or rad/s), as hard as the limit allows.
    Velocity,
    /// The position of the schedule (m or rad), through a spring.
    Position(Compliance),
}

/// Drives one axis of a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Motor {
    /// What is held.
    pub mode: MotorMode,
    /// Its value over time.
    pub target: Schedule,
    /// Largest force (N) or torque (N·m); infinite if it may be anything.
    pub limit: f64,
}

/// What one axis of a joint may do.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Range of the coordinate (m or rad); `None` where it is free, lo = hi where it is held.
    /// A stop at ±∞ is none.
    pub limits: Option<[f64; 2]>,
    /// Compliance of the held axis or of the stops.
    pub compliance: Compliance,
    /// Drives the axis.
    pub motor: Option<Motor>,
    /// Dry friction: largest force (N) or torque (N·m) against motion.
    pub friction: f64,
}

impl Axis {
    /// May do anything.
    pub const FREE: Self =
        Self { limits: None, compliance: Compliance::JOINT, motor: None, friction: 0.0 };
    /// Held at zero.
    pub const HELD: Self = Self { limits: Some([0.0, 0.0]), ..Self::FREE };
}

/// What a joint lets free and what it holds.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "made once per joint, and easier to write unboxed")]
pub enum JointKind {
    /// Holds a common point.
    Ball {
        /// The point.
        anchor: DVec3,
        /// Dry friction torque about each axis (N·m).
        friction: f64,
    },
    /// Turns about one axis.
    Hinge {
        /// A point on the axis.
        anchor: DVec3,
        /// The axis, from the first body's point of view: a positive angle
        /// turns the second body by the right-hand rule.
        axis: DVec3,
        /// What the angle (rad) may do.
        rotation: Axis,
    },
    /// Slides along one axis.
    Prismatic {
        /// A point on the axis.
        anchor: DVec3,
        /// The axis along which the second body moves at positive travel.
        axis: DVec3,
        /// What the travel (m) may do.
        travel: Axis,
    },
    /// Two hinges in a cross: the axes stay perpendicular.
    Universal {
        /// Where the axes meet.
        anchor: DVec3,
        /// Axis fixed to the first body.
        first_axis: DVec3,
        /// Axis fixed to the second body, perpendicular to the first.
        second_axis: DVec3,
    },
    /// Holds everything.
    Fixed {
        /// Where the bodies are joined.
        anchor: DVec3,
    },
    /// Says for each of the six axes what it may do: travel along x, y, z and
    /// rotation about x, y, z of a frame on the first body.
    ///
    /// Each axis is held with its own compliance. An axis softer than
    /// [`Compliance::JOINT`] is a spring, whose deformation is no joint error.
    /// Where two rotations are held at zero, the third is counted over many
    /// turns; otherwise rotations are the parts of a rotation vector, which
    /// ends at half a turn.
    SixDof {
        /// Origin of the frame.
        anchor: DVec3,
        /// Orientation of the frame.
        frame: DQuat,
        /// Travel x, y, z, then rotation x, y, z.
        axes: [Axis; 6],
    },
    /// Keeps two points at a distance.
    Distance {
        /// Point on the first body.
        first_anchor: DVec3,
        /// Point on the second body.
        second_anchor: DVec3,
        /// Range of the distance (m): lo = hi for a rod, lo = 0 for a rope;
        /// `None` for a rod of the length at the beginning.
        range: Option<[f64; 2]>,
    },
    /// Turns the second body by −1/ratio of the first: ω₁·a₁ + ratio·ω₂·a₂ = 0,
    /// both measured against the carrier. The teeth are remembered: the angles
    /// keep the ratio too. The slower wheel must turn less than half a turn in
    /// a step.
    Gear {
        /// Axis on the first body.
        first_axis: DVec3,
        /// Axis on the second body.
        second_axis: DVec3,
        /// Teeth of the second wheel over teeth of the first; negative for inner wheels.
        ratio: f64,
        /// The body that carries both axles; `None` for the world.
        carrier: Option<BodyId>,
    },
    /// Splits an input between two outputs: ω₁·a₁ = ratio·½(ω₂·a₂ + ω₃·a₃),
    /// all measured against the carrier. The first body is the input, the
    /// second one output. The angles keep the ratio too; an output must turn
    /// less than half a turn in a step.
    Differential {
        /// Axis on the input.
        input_axis: DVec3,
        /// Axis on both outputs.
        output_axis: DVec3,
        /// The other output.
        other_output: BodyId,
        /// Turns of the input per mean turn of the outputs.
        ratio: f64,
        /// The body that carries the axles; `None` for the world.
        carrier: Option<BodyId>,
    },
}

/// A joint as it is described; [`crate::Model::add_joint`] checks it.
#[derive(Clone, Debug, PartialEq)]
pub struct JointDescription {
    /// Its name in files and messages.
    pub name: String,
    /// The first body; `None` for the world.
    pub first: Option<BodyId>,
    /// The second body.
    pub second: BodyId,
    /// What it holds.
    pub kind: JointKind,
    /// Compliance of the held directions; the axes of a six-DOF joint have
    /// their own.
    pub compliance: Compliance,
    /// Breaks when the force (N) with which it holds or stops travel exceeds
    /// this; see [`crate::Joint::holding_force`].
    pub break_force: Option<f64>,
    /// Whether the joined bodies may touch each other.
    pub touching: bool,
}

impl JointDescription {
    /// A hard, unbreakable joint.
    pub fn new(
        name: impl Into<String>,
        first: Option<BodyId>,
        second: BodyId,
        kind: JointKind,
    ) -> Self {
        Self {
            name: name.into(),
            first,
            second,
            kind,
            compliance: Compliance::JOINT,
            break_force: None,
            touching: false,
        }
    }
}
