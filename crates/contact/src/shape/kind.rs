//! What a shape is, for viewers and files.

use glam::DVec3;

use super::Shape;
use crate::Pose;

/// The numbers of a shape, borrowed.
#[derive(Clone, Copy, Debug)]
pub enum ShapeKind<'a> {
    /// A ball.
    Sphere {
        /// Radius (m).
        radius: f64,
    },
    /// A box.
    Cuboid {
        /// Half its edge lengths (m).
        half_extents: DVec3,
    },
    /// A capsule along y.
    Capsule {
        /// Radius (m).
        radius: f64,
        /// Half the straight part (m).
        half_length: f64,
    },
    /// A cylinder along y.
    Cylinder {
        /// Radius (m).
        radius: f64,
        /// Half its height (m).
        half_length: f64,
    },
    /// A convex hull.
    ConvexHull {
        /// Its corners (m).
        vertices: &'a [DVec3],
        /// Its surface, anticlockwise seen from outside.
        triangles: &'a [[u32; 3]],
    },
    /// Everything below a plane through the origin.
    HalfSpace {
        /// Outward unit normal.
        normal: DVec3,
    },
    /// A height field or triangle mesh.
    Terrain {
        /// Its vertices (m).
        vertices: &'a [DVec3],
        /// Its triangles, anticlockwise seen from outside.
        triangles: &'a [[u32; 3]],
        /// (rows, columns) of the grid where it is a height field.
        grid: Option<(usize, usize)>,
    },
    /// Several shapes that move as one.
    Compound {
        /// Where each part is, and what.
        parts: &'a [(Pose, Shape)],
    },
}
