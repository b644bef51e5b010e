//! Constructors, which refuse what cannot be a shape.

use std::sync::Arc;

use glam::{DVec2, DVec3};

use super::{Geometry, Hull, Shape, ShapeError, Terrain};
use crate::Pose;
use crate::feature::MAX_PARTS;

fn positive(what: &'static str, value: f64) -> Result<f64, ShapeError> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        Err(ShapeError::NotPositive { what, value })
    }
}

pub(super) fn unfit<T>(why: String) -> Result<T, ShapeError> {
    Err(ShapeError::Unfit(why))
}

/// Refuses points that are not finite, naming the first.
pub(super) fn finite(what: &str, points: &[DVec3]) -> Result<(), ShapeError> {
    match points.iter().position(|point| !point.is_finite()) {
        Some(index) => unfit(format!("{what} {index} is {}, which is not finite", points[index])),
        None => Ok(()),
    }
}

impl Shape {
    fn of(geometry: Geometry) -> Self {
        Self { geometry: Arc::new(geometry) }
    }

    /// A ball.
    pub fn sphere(radius: f64) -> Result<Self, ShapeError> {
        Ok(Self::of(Geometry::Sphere { radius: positive("the radius of a sphere", radius)? }))
    }

    /// A box, by half its edge lengths.
    pub fn cuboid(half_extents: DVec3) -> Result<Self, ShapeError> {
        positive("the x half extent of a box", half_extents.x)?;
        positive("the y half extent of a box", half_extents.y)?;
        positive("the z half extent of a box", half_extents.z)?;
        Ok(Self::of(Geometry::Cuboid { half_extents }))
    }

    /// A capsule along the y axis; `half_length` is half the straight part.
    pub fn capsule(radius: f64, half_length: f64) -> Result<Self, ShapeError> {
        Ok(Self::of(Geometry::Capsule {
            radius: positive("the radius of a capsule", radius)?,
            half_length: positive("the half length of a capsule", half_length)?,
        }))
    }

    /// A cylinder along the y axis.
    pub fn cylinder(radius: f64, half_length: f64) -> Result<Self, ShapeError> {
        Ok(Self::of(Geometry::Cylinder {
            radius: positive("the radius of a cylinder", radius)?,
            half_length: positive("the half length of a cylinder", half_length)?,
        }))
    }

    /// The convex hull of at least four points that are not all in one plane.
    pub fn convex_hull(points: &[DVec3]) -> Result<Self, ShapeError> {
        finite("hull point", points)?;
        Ok(Self::of(Geometry::ConvexHull(Hull::new(points)?)))
    }

    /// Everything below the plane through the origin with this outward normal.
    pub fn half_space(normal: DVec3) -> Result<Self, ShapeError> {
        match normal.try_normalize() {
            Some(normal) if normal.is_finite() => Ok(Self::of(Geometry::HalfSpace { normal })),
            _ => unfit(format!("{normal} has no direction, so it is no normal of a half-space")),
        }
    }

    /// Terrain y = height over a grid in x and z, centred at the origin:
    /// `heights[i][j]` at x = (j/(columns−1) − ½)·extent.x, z = (i/(rows−1) − ½)·extent.y.
    /// Solid below, as far down as anything may sink.
    pub fn height_field(heights: &[Vec<f64>], extent: DVec2) -> Result<Self, ShapeError> {
        positive("the x extent of a height field", extent.x)?;
        positive("the z extent of a height field", extent.y)?;
        Ok(Self::of(Geometry::Terrain(Terrain::height_field(heights, extent)?)))
    }

    /// Triangle terrain; a triangle is solid on the side opposite its normal
    /// (vertices anticlockwise seen from outside), down to half the way to the
    /// next triangle behind it, or to half the size of the mesh where none is.
    pub fn triangle_mesh(vertices: &[DVec3], triangles: &[[u32; 3]]) -> Result<Self, ShapeError> {
        finite("mesh vertex", vertices)?;
        Ok(Self::of(Geometry::Terrain(Terrain::triangle_mesh(vertices, triangles)?)))
    }

    /// Several shapes that move as one. Parts that overlap count twice in the mass.
    /// Parts must be solid: no half-spaces and no terrains.
    pub fn compound(parts: Vec<(Pose, Shape)>) -> Result<Self, ShapeError> {
        let mut flat = Vec::with_capacity(parts.len());
        for (index, (pose, shape)) in parts.into_iter().enumerate() {
            let turned = (pose.orientation.length_squared() - 1.0).abs() < 1e-6;
            if !(pose.is_finite() && turned) {
                return unfit(format!(
                    "the pose of part {index} is not finite with a unit quaternion"
                ));
            }
            match &*shape.geometry {
                Geometry::HalfSpace { .. } | Geometry::Terrain(_) => {
                    return unfit(format!("part {index} of a compound has no volume"));
                }
                Geometry::Compound { parts } => {
                    flat.extend(
                        parts.iter().map(|(inner, part)| (pose.compose(inner), part.clone())),
                    );
                }
                _ => flat.push((pose, shape)),
            }
        }
        if flat.is_empty() {
            return unfit("a compound needs at least one part".into());
        }
        if flat.len() > MAX_PARTS {
            return unfit(format!(
                "a compound of {} parts; at most {MAX_PARTS} are possible",
                flat.len()
            ));
        }
        Ok(Self::of(Geometry::Compound { parts: flat }))
    }
}
