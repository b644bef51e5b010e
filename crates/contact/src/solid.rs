//! Convex parts as the general algorithms see them: a core, rounded by a
//! radius, at a place.

use glam::{DMat3, DVec3};
use parry3d_f64::shape::SupportMap;

use crate::Pose;
use crate::cores::{Core, Line};
use crate::polygon::Patch;

/// A convex part at its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solid<'a> {
    pub(crate) core: Core<'a>,
    pub(crate) radius: f64,
    pub(crate) position: DVec3,
    pub(crate) rotation: DMat3,
}

impl<'a> Solid<'a> {
    /// A core with its radius at a pose, relative to an origin.
    pub(crate) fn new((core, radius): (Core<'a>, f64), pose: &Pose, origin: DVec3) -> Self {
        let rotation = DMat3::from_quat(pose.orientation);
        Self { core, radius, position: pose.position - origin, rotation }
    }

    pub(crate) fn local(&self, direction: DVec3) -> DVec3 {
        self.rotation.transpose() * direction
    }

    pub(crate) fn world(&self, point: DVec3) -> DVec3 {
        self.position + self.rotation * point
    }

    /// The point of the core farthest along a direction.
    pub(crate) fn support(&self, direction: DVec3) -> DVec3 {
        self.world(self.core.support(self.local(direction)))
    }

    /// Normal and offset of a flat face: normal·x = offset.
    pub(crate) fn face(&self, index: usize) -> (DVec3, f64) {
        let (normal, offset) = self.core.face(index);
        let normal = self.rotation * normal;
        (normal, offset + normal.dot(self.position))
    }

    /// The face, or the side of a cylinder or line, that looks along a direction.
    pub(crate) fn facing(&self, direction: DVec3) -> usize {
        self.core.facing(self.local(direction))
    }

    /// The corners of a face, or of the side that looks along a direction.
    pub(crate) fn corners(&self, face: usize, direction: DVec3) -> Patch {
        let mut patch = Patch::new();
        self.core.corners(face, self.local(direction), |point| patch.push(self.world(point)));
        patch
    }

    /// The straight edge that lies across a direction and is farthest along it.
    pub(crate) fn edge(&self, direction: DVec3) -> Option<[DVec3; 2]> {
        self.core.edge(self.local(direction)).map(|ends| ends.map(|end| self.world(end)))
    }

    /// A length that tells how large the core is.
    pub(crate) fn size(&self) -> f64 {
        match self.core {
            Core::Line(Line(a, b)) => (b - a).length() / 2.0,
            _ => self.core.inner().1,
        }
    }

    /// A point inside the core, and the radius of a ball around it that is inside too.
    pub(crate) fn inner(&self) -> (DVec3, f64) {
        let (centre, radius) = self.core.inner();
        (self.world(centre), radius)
    }
}

impl SupportMap for Solid<'_> {
    fn local_support_point(&self, direction: DVec3) -> DVec3 {
        self.support(direction)
    }
}
