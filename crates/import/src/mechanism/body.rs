//! Bodies and the joints between them.

use glam::{DMat3, DVec3};
use stickslip_contact::Pose;

use crate::error::Location;

/// A body.
#[derive(Clone, Debug)]
pub struct Body {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// The body that it hangs on; `None` for the world.
    pub parent: Option<usize>,
    /// Its frame in that of its parent, when all coordinates have their reference value.
    pub pose: Pose,
    /// kg.
    pub mass: f64,
    /// Centre of mass in the body's frame.
    pub centre: DVec3,
    /// About the centre, in the axes of the body's frame (kg·m²).
    pub inertia: DMat3,
    /// Moved from outside.
    pub mocap: bool,
    /// The share of its weight that is taken from it.
    pub gravity_compensation: f64,
    /// Its joints in `Mechanism::joints`.
    pub joints: std::ops::Range<usize>,
    /// Where it stands.
    pub place: Location,
}

/// What a joint lets free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointType {
    /// Everything; the coordinates are the pose in the world, x y z and a quaternion w x y z.
    Free,
    /// Any rotation; a quaternion w x y z.
    Ball,
    /// Rotation about an axis.
    Hinge,
    /// Travel along an axis.
    Slide,
}

impl JointType {
    /// Number of coordinates and of freedoms.
    pub fn sizes(self) -> (usize, usize) {
        match self {
            Self::Free => (7, 6),
            Self::Ball => (4, 3),
            Self::Hinge | Self::Slide => (1, 1),
        }
    }

    /// Its name in MJCF.
    pub fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Ball => "ball",
            Self::Hinge => "hinge",
            Self::Slide => "slide",
        }
    }
}

/// One joint between a body and its parent; several act in their order.
#[derive(Clone, Debug)]
pub struct Joint {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// What it lets free.
    pub kind: JointType,
    /// The body that it moves.
    pub body: usize,
    /// A point on the axis, in the body's frame.
    pub anchor: DVec3,
    /// The axis, in the body's frame.
    pub axis: DVec3,
    /// Value of the coordinate in the initial pose.
    pub reference: f64,
    /// Stops; of a ball, the second is its largest angle.
    pub limits: Option<[f64; 2]>,
    /// N/m or N·m/rad.
    pub stiffness: f64,
    /// Where the spring rests.
    pub spring_reference: f64,
    /// N·s/m or N·m·s/rad.
    pub damping: f64,
    /// Inertia of what turns with the coordinate alone (kg or kg·m²).
    pub armature: f64,
    /// Dry friction (N or N·m).
    pub friction_loss: f64,
    /// Bounds of what all motors of the joint do together.
    pub force_range: Option<[f64; 2]>,
    /// First of its coordinates.
    pub coordinate: usize,
    /// First of its freedoms.
    pub freedom: usize,
    /// What only URDF has.
    pub urdf: Option<UrdfJoint>,
    /// Where it stands.
    pub place: Location,
}

/// What URDF says of a joint beside.
#[derive(Clone, Debug, PartialEq)]
pub struct UrdfJoint {
    /// Its type there.
    pub kind: &'static str,
    /// Largest force (N or N·m).
    pub effort: Option<f64>,
    /// Largest speed (m/s or rad/s).
    pub velocity: Option<f64>,
    /// The joint that it follows, with multiplier and offset.
    pub mimic: Option<(usize, f64, f64)>,
}
