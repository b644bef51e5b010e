//! The shapes that can touch.

mod bounds;
mod build;
mod hull;
mod kind;
mod terrain;

use std::sync::Arc;

use glam::DVec3;
use thiserror::Error;

use crate::Pose;

pub(crate) use hull::Hull;
pub use kind::ShapeKind;
pub(crate) use terrain::{Edge, NONE, Terrain, Touch};

/// Why a shape cannot be made.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ShapeError {
    /// A number that must be positive and finite is not.
    #[error("{what} is {value}, but must be a positive finite number")]
    NotPositive {
        /// Which number.
        what: &'static str,
        /// What it was.
        value: f64,
    },
    /// Anything else.
    #[error("{0}")]
    Unfit(String),
}

/// A checked shape in its own frame, cheap to clone.
///
/// ```
/// use stickslip_contact::Shape;
/// let ball = Shape::sphere(0.5)?;
/// let mass = ball.mass_properties(1000.0).expect("a ball has a volume");
/// assert!((mass.mass - 523.598_775_598_298_8).abs() < 1e-9);
/// assert!(Shape::sphere(-0.5).is_err());
/// # Ok::<(), stickslip_contact::ShapeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Shape {
    pub(crate) geometry: Arc<Geometry>,
}

/// What a shape is.
#[derive(Debug)]
pub(crate) enum Geometry {
    Sphere {
        radius: f64,
    },
    Cuboid {
        half_extents: DVec3,
    },
    /// Along the y axis; the caps lie beyond `half_length`.
    Capsule {
        radius: f64,
        half_length: f64,
    },
    /// Along the y axis.
    Cylinder {
        radius: f64,
        half_length: f64,
    },
    ConvexHull(Hull),
    /// Solid where normal·x < 0.
    HalfSpace {
        normal: DVec3,
    },
    /// Height fields and triangle meshes.
    Terrain(Terrain),
    /// Convex parts only; nested compounds are resolved when it is made.
    Compound {
        parts: Vec<(Pose, Shape)>,
    },
}
