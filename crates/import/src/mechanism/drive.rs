//! What drives, couples and holds beside the tree, and named states.

use glam::DVec3;
use stickslip_contact::Pose;
use stickslip_dynamics::Activation;

use crate::error::Location;

/// What an actuator acts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transmission {
    /// A joint; `in_parent` takes the gear of a ball or free joint in the frame of the parent.
    Joint {
        /// Number of the joint.
        joint: usize,
        /// Frame of the gear.
        in_parent: bool,
    },
    /// A tendon.
    Tendon(usize),
    /// A site: the gear is a force and a torque in its frame.
    Site(usize),
}

/// f = (g₀ + g₁ l + g₂ l̇) u + b₀ + b₁ l + b₂ l̇, with the control u and the length l.
#[derive(Clone, Debug, PartialEq)]
pub struct Actuator {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// What it acts on.
    pub on: Transmission,
    /// From its force to that of what it acts on.
    pub gear: [f64; 6],
    /// g.
    pub gain: [f64; 3],
    /// Whether g₁ and g₂ count.
    pub gain_is_affine: bool,
    /// b.
    pub bias: [f64; 3],
    /// Whether b counts.
    pub bias_is_affine: bool,
    /// Bounds of u.
    pub control_range: Option<[f64; 2]>,
    /// Bounds of f.
    pub force_range: Option<[f64; 2]>,
    /// How u follows its control.
    pub activation: Activation,
    /// Where it stands.
    pub place: Location,
}

/// What a tendon runs over.
#[derive(Clone, Debug, PartialEq)]
pub enum TendonPath {
    /// Σ cᵢ qᵢ over joints.
    Fixed(Vec<(usize, f64)>),
    /// Straight from site to site; each piece with what its length is divided by.
    Spatial(Vec<([usize; 2], f64)>),
}

/// A sum of coordinates, or a string.
#[derive(Clone, Debug, PartialEq)]
pub struct Tendon {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// What it runs over.
    pub path: TendonPath,
    /// Bounds of its length.
    pub limits: Option<[f64; 2]>,
    /// N/m.
    pub stiffness: f64,
    /// Between these lengths the spring is slack.
    pub spring_length: [f64; 2],
    /// N·s/m.
    pub damping: f64,
    /// Inertia along its length (kg).
    pub armature: f64,
    /// Dry friction (N).
    pub friction_loss: f64,
    /// Bounds of what all motors of the tendon do together.
    pub force_range: Option<[f64; 2]>,
    /// Where it stands.
    pub place: Location,
}

/// What is held.
#[derive(Clone, Debug, PartialEq)]
pub enum EqualityKind {
    /// A point of the first frame and one of the second are the same.
    Connect {
        /// Bodies; `None` for the world.
        bodies: [Option<usize>; 2],
        /// The points, each in the frame of its body.
        anchors: [DVec3; 2],
    },
    /// Two frames are the same.
    Weld {
        /// Bodies; `None` for the world.
        bodies: [Option<usize>; 2],
        /// The frames, each in that of its body.
        frames: [Pose; 2],
        /// Metres of a radian.
        torque_scale: f64,
    },
    /// q₁ − q₁⁰ = Σ aₖ (q₂ − q₂⁰)ᵏ; without a second, q₁ − q₁⁰ = a₀.
    Joint {
        /// The joints.
        joints: (usize, Option<usize>),
        /// a₀ … a₄.
        polynomial: [f64; 5],
    },
    /// The same of the lengths of tendons beyond the initial ones.
    Tendon {
        /// The tendons.
        tendons: (usize, Option<usize>),
        /// a₀ … a₄.
        polynomial: [f64; 5],
    },
}

/// What is held beside the tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Equality {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// Whether it holds from the beginning.
    pub active: bool,
    /// What is held.
    pub kind: EqualityKind,
    /// Where it stands.
    pub place: Location,
}

/// Two shapes that may touch whatever else is said.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// Numbers of the geoms.
    pub geoms: [usize; 2],
    /// Sliding twice, torsion, rolling twice.
    pub friction: [f64; 5],
    /// Dimensions of the contact.
    pub dimensions: u8,
}

/// A named state.
#[derive(Clone, Debug, PartialEq)]
pub struct Keyframe {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// s.
    pub time: f64,
    /// All coordinates.
    pub qpos: Vec<f64>,
    /// All velocities.
    pub qvel: Vec<f64>,
    /// All controls.
    pub ctrl: Vec<f64>,
    /// All signals with a state.
    pub act: Vec<f64>,
}
