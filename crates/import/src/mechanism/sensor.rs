//! What is measured.

use crate::error::Location;

/// What a sensor of a file measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measured {
    /// Specific force and angular velocity at a site.
    Inertia(usize),
    /// Place, orientation and velocities of a site.
    SiteFrame(usize),
    /// The same of a body.
    BodyFrame(usize),
    /// The same of its centre of mass, in the axes of the body.
    Center(usize),
    /// Contact forces on the body of a site.
    Touch(usize),
    /// Distance along the z axis of a site.
    Range(usize),
    /// Position, velocity and effort of a joint.
    Joint(usize),
    /// The same of a tendon.
    Tendon(usize),
}

/// A sensor of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct SensorSpec {
    /// Its name; what and of what it measures where it has none.
    pub name: String,
    /// What it measures.
    pub measured: Measured,
    /// Standard deviation.
    pub noise: f64,
    /// How far a range finder sees (m).
    pub cutoff: Option<f64>,
    /// Where it stands.
    pub place: Location,
}
