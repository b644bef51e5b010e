//! Bounding boxes.

use glam::{DMat3, DVec3};

use super::{Geometry, Shape};
use crate::Pose;

impl Shape {
    /// Lower and upper corner of the bounding box at a pose; infinite for half-spaces.
    pub fn bounds(&self, pose: &Pose) -> (DVec3, DVec3) {
        let rotation = DMat3::from_quat(pose.orientation);
        let axis = rotation.y_axis;
        let around = |reach: DVec3| (pose.position - reach, pose.position + reach);
        match &*self.geometry {
            &Geometry::Sphere { radius } => around(DVec3::splat(radius)),
            &Geometry::Cuboid { half_extents } => around(box_reach(&rotation, half_extents)),
            &Geometry::Capsule { radius, half_length } => {
                around(axis.abs() * half_length + DVec3::splat(radius))
            }
            &Geometry::Cylinder { radius, half_length } => {
                // A disc reaches r √(1 − a²) along a world axis that its own axis meets at a = cos.
                let disc = (DVec3::ONE - axis * axis).max(DVec3::ZERO);
                around(axis.abs() * half_length + radius * disc.map(f64::sqrt))
            }
            Geometry::ConvexHull(hull) => span(hull.vertices(), pose, &rotation),
            Geometry::HalfSpace { .. } => (DVec3::NEG_INFINITY, DVec3::INFINITY),
            Geometry::Terrain(terrain) => {
                let local = terrain.bounds();
                let (middle, half) =
                    ((local.lower + local.upper) / 2.0, (local.upper - local.lower) / 2.0);
                let center = pose.point(middle);
                let reach = box_reach(&rotation, half);
                let (mut lower, mut upper) = (center - reach, center + reach);
                if terrain.grid().is_some() {
                    // Solid without end against the y axis.
                    lower = DVec3::select(axis.cmpgt(DVec3::ZERO), DVec3::NEG_INFINITY, lower);
                    upper = DVec3::select(axis.cmplt(DVec3::ZERO), DVec3::INFINITY, upper);
                }
                (lower, upper)
            }
            Geometry::Compound { parts } => parts
                .iter()
                .map(|(inner, part)| part.bounds(&pose.compose(inner)))
                .fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |all, part| {
                    (all.0.min(part.0), all.1.max(part.1))
                }),
        }
    }
}

/// How far a turned box reaches along the world's axes.
fn box_reach(rotation: &DMat3, half: DVec3) -> DVec3 {
    rotation.x_axis.abs() * half.x + rotation.y_axis.abs() * half.y + rotation.z_axis.abs() * half.z
}

fn span(points: &[DVec3], pose: &Pose, rotation: &DMat3) -> (DVec3, DVec3) {
    points.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(lower, upper), &point| {
        let point = pose.position + *rotation * point;
        (lower.min(point), upper.max(point))
    })
}
