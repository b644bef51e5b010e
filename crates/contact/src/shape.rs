//! The shapes that can touch.

use std::sync::Arc;

use glam::{DVec2, DVec3};
use parry3d_f64::shape::SharedShape;
use thiserror::Error;

use crate::{MassProperties, Pose};

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
#[derive(Clone, Debug)]
pub struct Shape {
    pub(crate) geometry: Arc<Geometry>,
}

/// What a shape is.
#[derive(Debug)]
#[allow(dead_code)]
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
    ConvexHull {
        shared: SharedShape,
    },
    /// Solid where normal·x < 0.
    HalfSpace {
        normal: DVec3,
    },
    HeightField {
        shared: SharedShape,
    },
    TriangleMesh {
        shared: SharedShape,
    },
    Compound {
        parts: Vec<(Pose, Shape)>,
    },
}

#[allow(unused_variables)]
impl Shape {
    /// A ball.
    pub fn sphere(radius: f64) -> Result<Self, ShapeError> {
        todo!()
    }

    /// A box, by half its edge lengths.
    pub fn cuboid(half_extents: DVec3) -> Result<Self, ShapeError> {
        todo!()
    }

    /// A capsule along the y axis; `half_length` is half the straight part.
    pub fn capsule(radius: f64, half_length: f64) -> Result<Self, ShapeError> {
        todo!()
    }

    /// A cylinder along the y axis.
    pub fn cylinder(radius: f64, half_length: f64) -> Result<Self, ShapeError> {
        todo!()
    }

    /// The convex hull of at least four points that are not all in one plane.
    pub fn convex_hull(points: &[DVec3]) -> Result<Self, ShapeError> {
        todo!()
    }

    /// Everything below the plane through the origin with this outward normal.
    pub fn half_space(normal: DVec3) -> Result<Self, ShapeError> {
        todo!()
    }

    /// Terrain y = height over a grid in x and z, centred at the origin:
    /// `heights[i][j]` at x = (j/(columns−1) − ½)·extent.x, z = (i/(rows−1) − ½)·extent.y.
    /// Solid below, as far down as anything may sink.
    pub fn height_field(heights: &[Vec<f64>], extent: DVec2) -> Result<Self, ShapeError> {
        todo!()
    }

    /// Triangle terrain; a triangle is solid on the side opposite its normal
    /// (vertices anticlockwise seen from outside).
    pub fn triangle_mesh(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Result<Self, ShapeError> {
        todo!()
    }

    /// Several shapes that move as one. Parts that overlap count twice in the mass.
    pub fn compound(parts: Vec<(Pose, Shape)>) -> Result<Self, ShapeError> {
        todo!()
    }

    /// Mass, centre and inertia at a density in kg/m³. `None` for shapes
    /// without a volume (half-spaces and terrains).
    pub fn mass_properties(&self, density: f64) -> Option<MassProperties> {
        todo!()
    }

    /// Lower and upper corner of the bounding box at a pose; infinite for half-spaces.
    pub fn bounds(&self, pose: &Pose) -> (DVec3, DVec3) {
        todo!()
    }
}
