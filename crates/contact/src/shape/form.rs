//! What a shape says of itself, and whom it asks for its numbers.

use std::fmt::Debug;

use glam::{DVec2, DVec3};

use super::error::ShapeError;
use super::kind::ShapeKind;
use super::mesh::SolidMesh;
use super::terrain::Terrain;
use crate::Pose;
use crate::cores::Core;
use crate::mass::MassProperties;

/// A shape: all that is known of it stands in its own file.
pub(crate) trait Form: Debug + Send + Sync {
    /// What it is, for viewers and files.
    fn kind(&self) -> ShapeKind<'_>;

    /// What the detector sees.
    fn role(&self) -> Role<'_>;

    /// Lower and upper corner of the bounding box at a pose.
    fn bounds(&self, pose: &Pose) -> (DVec3, DVec3);

    /// Mass, centre and inertia at a density; `None` without a volume.
    fn mass(&self, density: f64) -> Option<MassProperties>;
}

/// A shape as the detector sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Role<'a> {
    /// A convex core, rounded by a radius.
    Convex(Core<'a>, f64),
    /// Solid where normal·x < 0.
    HalfSpace(DVec3),
    /// A surface that is solid behind.
    Terrain(&'a Terrain),
    /// A closed surface of any form, solid inside.
    Mesh(&'a SolidMesh),
    /// Convex parts at their places.
    Compound(&'a [(Pose, super::Shape)]),
}

/// Where the numbers of a shape come from, such as a section of a file.
pub trait ShapeSource {
    /// Why there is no such number.
    type Error;

    /// A positive number.
    fn positive(&self, key: &'static str) -> Result<f64, Self::Error>;
    /// Three positive numbers.
    fn sizes(&self, key: &'static str) -> Result<DVec3, Self::Error>;
    /// Two numbers.
    fn pair(&self, key: &'static str) -> Result<DVec2, Self::Error>;
    /// A direction, or the default.
    fn direction(&self, key: &'static str, default: DVec3) -> Result<DVec3, Self::Error>;
    /// Points.
    fn points(&self, key: &'static str) -> Result<Vec<DVec3>, Self::Error>;
    /// Triples of indices of points.
    fn triangles(&self, key: &'static str) -> Result<Vec<[u32; 3]>, Self::Error>;
    /// Rows of numbers.
    fn grid(&self, key: &'static str) -> Result<Vec<Vec<f64>>, Self::Error>;
    /// A mesh from a file or by formula, where the source names one.
    fn mesh(&self) -> Result<Option<super::Shape>, Self::Error> {
        Ok(None)
    }
    /// What is said where the numbers make no shape.
    fn refuse(&self, error: ShapeError) -> Self::Error;
}
