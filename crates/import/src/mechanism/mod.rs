//! What a model file describes, whatever its format: a tree of bodies with
//! joints, and what is fastened to it. SI units; angles in radians; the frames
//! are those of the file.

mod body;
mod drive;
mod geom;
mod motor;
mod sensor;

pub use body::{Body, Joint, JointType, UrdfJoint};
pub use drive::{
    Actuator, Equality, EqualityKind, Keyframe, Pair, Tendon, TendonPath, Transmission,
};
pub use geom::{Geom, GeomShape, HeightField, Mesh, MeshMass, Site};

pub use motor::{DriveMode, JointDrive};
pub use sensor::{Measured, SensorSpec};

use glam::DVec3;

/// Gravity where nothing is said (m/s²): z is up.
pub(crate) const EARTH: DVec3 = DVec3::new(0.0, 0.0, -9.81);

/// More bodies are refused.
pub const MAX_BODIES: usize = 100_000;

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
    /// Motors that the file names without saying how they drive; see [`Mechanism::drive`].
    pub drives: Vec<JointDrive>,
    /// What is measured.
    pub sensors: Vec<SensorSpec>,
    /// Named states.
    pub keyframes: Vec<Keyframe>,
    /// Joints that let nothing free: name, and the body that they fix to its parent.
    pub fixed_joints: Vec<(String, usize)>,
    /// The bodies in the order of the file, where that is another.
    pub listing: Option<Vec<usize>>,
}

impl Mechanism {
    /// How many actuators have a signal with a state.
    pub fn signals(&self) -> usize {
        self.actuators.iter().filter(|actuator| actuator.activation.has_state()).count()
    }

    /// The place of an actuator's signal among those with a state, if it has one.
    pub fn signal_of(&self, actuator: usize) -> Option<usize> {
        let has = |at: &usize| self.actuators[*at].activation.has_state();
        has(&actuator).then(|| (0..actuator).filter(has).count())
    }

    /// One without anything in it, under the gravity of the earth along −z.
    pub(crate) fn empty(name: String, format: Format) -> Self {
        Self {
            name,
            format,
            gravity: EARTH,
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
            drives: Vec::new(),
            sensors: Vec::new(),
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
