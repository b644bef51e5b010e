//! Where something is and how it is turned.

use glam::{DQuat, DVec3};

/// A rigid placement: first turn, then move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position of the origin, in metres.
    pub position: DVec3,
    /// Unit quaternion of the rotation.
    pub orientation: DQuat,
}

impl Pose {
    /// No displacement and no rotation.
    pub const IDENTITY: Self = Self { position: DVec3::ZERO, orientation: DQuat::IDENTITY };

    /// A placement from its parts.
    #[inline]
    pub fn new(position: DVec3, orientation: DQuat) -> Self {
        Self { position, orientation }
    }

    /// A pure displacement.
    #[inline]
    pub fn at(position: DVec3) -> Self {
        Self { position, ..Self::IDENTITY }
    }

    /// A point of the local frame, seen from outside.
    #[inline]
    pub fn point(&self, local: DVec3) -> DVec3 {
        self.position + self.orientation * local
    }

    /// A point from outside, seen from the local frame.
    #[inline]
    pub fn local_point(&self, point: DVec3) -> DVec3 {
        self.orientation.inverse() * (point - self.position)
    }

    /// A direction of the local frame, seen from outside.
    #[inline]
    pub fn direction(&self, local: DVec3) -> DVec3 {
        self.orientation * local
    }

    /// A direction from outside, seen from the local frame.
    #[inline]
    pub fn local_direction(&self, direction: DVec3) -> DVec3 {
        self.orientation.inverse() * direction
    }

    /// The placement `inner`, given relative to this one, seen from outside.
    #[inline]
    pub fn compose(&self, inner: &Self) -> Self {
        Self {
            position: self.point(inner.position),
            orientation: (self.orientation * inner.orientation).normalize(),
        }
    }

    /// Whether every number is finite.
    #[inline]
    pub fn is_finite(&self) -> bool {
        self.position.is_finite() && self.orientation.is_finite()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_go_out_and_come_back() {
        let pose = Pose::new(DVec3::new(1.0, 2.0, 3.0), DQuat::from_rotation_z(0.7));
        let local = DVec3::new(0.3, -0.4, 2.0);
        assert!((pose.local_point(pose.point(local)) - local).length() < 1e-15);
        let inner = Pose::new(DVec3::X, DQuat::from_rotation_x(0.2));
        let both = pose.compose(&inner);
        assert!((both.point(local) - pose.point(inner.point(local))).length() < 1e-15);
    }
}
