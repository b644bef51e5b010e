//! What a kind of joint says of itself, and whom it asks for its numbers.

use glam::{DQuat, DVec3};

use super::axis::{Axis, Motor, Passive};
use super::belt::BeltPoint;
use super::builder::Builder;
use super::constraint::SharedConstraint;
use super::tendon::TendonPoint;
use crate::parts::BodyId;

/// A kind of joint: all that is known of it stands in its own file.
pub(super) trait Recipe: Sized {
    /// Its name in scene files.
    const NAME: &'static str;

    /// Asks a source for its numbers; the keys are those of scene files.
    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error>;

    /// Checks its numbers and puts its frames on the bodies.
    fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String>;

    /// The points that it joins, in world coordinates at the initial poses;
    /// none where it joins turns alone.
    fn points(&self) -> Option<[DVec3; 2]>;

    /// The bodies that it names beside the first and the second.
    fn other_bodies(&self) -> Vec<(&'static str, BodyId)> {
        Vec::new()
    }

    /// Every place where it names one of them.
    fn bodies_mut(&mut self) -> Vec<&mut BodyId> {
        Vec::new()
    }
}

/// What the coordinate of an axis is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisUnit {
    /// A travel (m).
    Length,
    /// A turn (rad).
    Angle,
}

/// Where the numbers of a joint come from, such as a section of a file. All
/// that it gives is in the coordinates of the world and in SI units.
pub trait JointSource {
    /// Why there is no such number.
    type Error;

    /// A point.
    fn point(&self, key: &'static str) -> Result<DVec3, Self::Error>;
    /// A direction.
    fn direction(&self, key: &'static str) -> Result<DVec3, Self::Error>;
    /// A rotation; without the key that of the source itself.
    fn rotation(&self, key: &'static str) -> Result<DQuat, Self::Error>;
    /// A turn from one orientation to another; none without the key.
    fn turn(&self, key: &'static str) -> Result<DQuat, Self::Error>;
    /// A vector, or zero.
    fn vector(&self, key: &'static str) -> Result<DVec3, Self::Error>;
    /// Whether something is so; it is, without the key.
    fn truth(&self, key: &'static str) -> Result<bool, Self::Error>;
    /// An angle, if the key is there.
    fn angle(&self, key: &'static str) -> Result<Option<f64>, Self::Error>;
    /// A number, or the default.
    fn number(&self, key: &'static str, default: f64) -> Result<f64, Self::Error>;
    /// A number that is not negative, or zero.
    fn at_least_zero(&self, key: &'static str) -> Result<f64, Self::Error>;
    /// Two numbers in ascending order, if the key is there.
    fn range(&self, key: &'static str) -> Result<Option<[f64; 2]>, Self::Error>;
    /// A body.
    fn body(&self, key: &'static str) -> Result<BodyId, Self::Error>;
    /// A body, or the world, which it is without the key.
    fn body_or_world(&self, key: &'static str) -> Result<Option<BodyId>, Self::Error>;
    /// One of several axes; held without the key.
    fn axis(&self, key: &'static str, unit: AxisUnit) -> Result<Axis, Self::Error>;
    /// One of several axes; free without the key.
    fn free_axis(&self, key: &'static str, unit: AxisUnit) -> Result<Axis, Self::Error>;
    /// Spring, damper and armature of the joint, if it has any.
    fn spring(&self, unit: AxisUnit) -> Result<Option<Passive>, Self::Error>;
    /// The motors of the joint.
    fn motors(&self, unit: AxisUnit) -> Result<Vec<Motor>, Self::Error>;
    /// The way of a tendon.
    fn path(&self, key: &'static str) -> Result<Vec<TendonPoint>, Self::Error>;
    /// The way of a belt.
    fn route(&self, key: &'static str) -> Result<Vec<BeltPoint>, Self::Error>;
    /// The only axis that is not held, whose keys are those of the joint.
    fn loose_axis(&self, unit: AxisUnit) -> Result<Axis, Self::Error>;
}
