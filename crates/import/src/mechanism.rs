//! What a model file describes, whatever its format: a tree of bodies with
//! joints, and what is fastened to it. SI units; angles in radians; the frames
//! are those of the file.

use std::path::PathBuf;
use std::sync::Arc;

use glam::{DMat3, DVec3};
use stickslip_contact::Pose;
use stickslip_geometry::mesh::Surface;

use crate::error::Place;

/// More bodies are refused.
pub const MOST_BODIES: usize = 100_000;

/// The format a mechanism was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// MuJoCo's.
    Mjcf,
    /// The unified robot description format.
    Urdf,
}

impl Format {
    /// Its name in messages and documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Mjcf => "mjcf",
            Self::Urdf => "urdf",
        }
    }
}

/// A whole model.
#[derive(Clone, Debug)]
pub struct Mechanism {
    /// Its name.
    pub name: String,
    /// Where it comes from.
    pub format: Format,
    /// Gravity (m/s²).
    pub gravity: DVec3,
    /// The step that the file asks for (s).
    pub timestep: Option<f64>,
    /// Whether anything may touch at all.
    pub contacts: bool,
    /// Whether a body and its parent may not touch.
    pub filter_parent: bool,
    /// The bodies, depth first.
    pub bodies: Vec<Body>,
    /// The joints, in the order of their bodies.
    pub joints: Vec<Joint>,
    /// The shapes.
    pub geoms: Vec<Geom>,
    /// The meshes that shapes use.
    pub meshes: Vec<Mesh>,
    /// The height fields that shapes use.
    pub height_fields: Vec<HeightField>,
    /// Named frames.
    pub sites: Vec<Site>,
    /// What drives joints, tendons and sites.
    pub actuators: Vec<Actuator>,
    /// Sums of coordinates, and strings over sites.
    pub tendons: Vec<Tendon>,
    /// What is held beside the tree.
    pub equalities: Vec<Equality>,
    /// Bodies that may not touch each other; −1 is `None`, the world.
    pub excludes: Vec<[Option<usize>; 2]>,
    /// Shapes that may touch whatever else is said.
    pub pairs: Vec<Pair>,
    /// Named states.
    pub keyframes: Vec<Keyframe>,
    /// Joints that let nothing free: name, and the body that they fix to its parent.
    pub fixed_joints: Vec<(String, usize)>,
    /// The bodies in the order of the file, where that is another.
    pub listing: Option<Vec<usize>>,
}

impl Mechanism {
    /// One without anything in it, under the gravity of the earth along −z.
    pub(crate) fn empty(name: String, format: Format) -> Self {
        Self {
            name,
            format,
            gravity: DVec3::new(0.0, 0.0, -9.81),
            timestep: None,
            contacts: true,
            filter_parent: true,
            bodies: Vec::new(),
            joints: Vec::new(),
            geoms: Vec::new(),
            meshes: Vec::new(),
            height_fields: Vec::new(),
            sites: Vec::new(),
            actuators: Vec::new(),
            tendons: Vec::new(),
            equalities: Vec::new(),
            excludes: Vec::new(),
            pairs: Vec::new(),
            keyframes: Vec::new(),
            fixed_joints: Vec::new(),
            listing: None,
        }
    }

    /// Number of coordinates and of freedoms.
    pub fn sizes(&self) -> (usize, usize) {
        self.joints.last().map_or((0, 0), |joint| {
            let (coordinates, freedoms) = joint.kind.sizes();
            (joint.coordinate + coordinates, joint.freedom + freedoms)
        })
    }

    /// The bodies in the order of the file.
    pub fn listed(&self) -> Vec<usize> {
        self.listing.clone().unwrap_or_else(|| (0..self.bodies.len()).collect())
    }

    /// The mass of all bodies (kg).
    pub fn total_mass(&self) -> f64 {
        self.bodies.iter().map(|body| body.mass).sum()
    }

    /// The keyframe of a name, or of a number where there is no such name.
    pub fn keyframe(&self, name: &str) -> Option<&Keyframe> {
        let named = self.keyframes.iter().find(|key| key.name.as_deref() == Some(name));
        named.or_else(|| self.keyframes.get(name.parse::<usize>().ok()?))
    }
}

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
    pub center: DVec3,
    /// About the centre, in the axes of the body's frame (kg·m²).
    pub inertia: DMat3,
    /// Moved from outside.
    pub mocap: bool,
    /// The share of its weight that is taken from it.
    pub gravity_compensation: f64,
    /// Its joints in [`Mechanism::joints`].
    pub joints: std::ops::Range<usize>,
    /// Where it stands.
    pub place: Place,
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
    pub place: Place,
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

/// What a geom is.
#[derive(Clone, Debug, PartialEq)]
pub enum GeomShape {
    /// z ≥ 0 is free; half sizes x, y only look.
    Plane([f64; 3]),
    /// Radius.
    Sphere(f64),
    /// Radius and half length, along z.
    Capsule(f64, f64),
    /// Radius and half length, along z.
    Cylinder(f64, f64),
    /// Half axes.
    Ellipsoid(DVec3),
    /// Half sizes.
    Box(DVec3),
    /// Number of a mesh.
    Mesh(usize),
    /// Number of a height field.
    HeightField(usize),
}

/// A shape on a body.
#[derive(Clone, Debug)]
pub struct Geom {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// Its body; `None` for the world.
    pub body: Option<usize>,
    /// What it is.
    pub shape: GeomShape,
    /// In the body's frame.
    pub pose: Pose,
    /// Sliding, torsion (m), rolling (m).
    pub friction: [f64; 3],
    /// Dimensions of a contact: 1, 3, 4 or 6.
    pub dimensions: u8,
    /// Whose friction counts.
    pub priority: i64,
    /// What it is.
    pub contact_type: u32,
    /// What it touches.
    pub contact_affinity: u32,
    /// Red, green, blue, opacity.
    pub color: Option<[f64; 4]>,
    /// Is only looked at.
    pub visual: bool,
    /// Where it stands.
    pub place: Place,
}

/// A mesh of triangles.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// Its name.
    pub name: String,
    /// Its file, where it has one.
    pub file: Option<PathBuf>,
    /// The triangles, scaled, in the coordinates of the mesh itself.
    pub surface: Arc<Surface>,
    /// Volume, centre and inertia at density 1.
    pub mass: MeshMass,
}

/// Of a mesh at density 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshMass {
    /// m³ (m² of shells).
    pub volume: f64,
    /// Centre of mass.
    pub center: DVec3,
    /// About the centre.
    pub inertia: DMat3,
}

/// Heights over a rectangle.
#[derive(Clone, Debug, PartialEq)]
pub struct HeightField {
    /// Its name.
    pub name: String,
    /// Half sizes x and y, height of 1, depth of the base.
    pub size: [f64; 4],
    /// Rows, along y.
    pub rows: usize,
    /// Columns, along x.
    pub columns: usize,
    /// Row by row, between 0 and 1.
    pub heights: Vec<f64>,
}

/// A frame on a body.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// Its name, where it has one.
    pub name: Option<String>,
    /// Its body; `None` for the world.
    pub body: Option<usize>,
    /// In the body's frame.
    pub pose: Pose,
}

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
    /// Where it stands.
    pub place: Place,
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
    pub place: Place,
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
    pub place: Place,
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
}
