//! Joints as they are described. Anchors, axes and frames are given in world
//! coordinates at the initial poses of the bodies.

use super::kind::JointKind;
use crate::parts::{Body, BodyId, Compliance};

/// Index of a joint in its [`crate::Model`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JointId(pub usize);

/// A joint as it is described; [`crate::Model::add_joint`] checks it.
#[derive(Clone, Debug, PartialEq)]
pub struct JointDescription {
    /// Its name in files and messages.
    pub name: String,
    /// The first body; `None` for the world.
    pub first: Option<BodyId>,
    /// The second body.
    pub second: BodyId,
    /// What it holds.
    pub kind: JointKind,
    /// Compliance of the held directions; the axes of a six-DOF joint have
    /// their own.
    pub compliance: Compliance,
    /// Breaks when the force (N) with which it holds or stops travel exceeds
    /// this; see [`crate::Joint::holding_force`].
    pub break_force: Option<f64>,
    /// Breaks when the torque (N·m) with which it holds or stops rotation exceeds
    /// this; see [`crate::Joint::holding_torque`].
    pub break_torque: Option<f64>,
    /// Whether the joined bodies may touch each other.
    pub touching: bool,
}

impl JointDescription {
    /// A hard, unbreakable joint.
    pub fn new(
        name: impl Into<String>,
        first: Option<BodyId>,
        second: BodyId,
        kind: impl Into<JointKind>,
    ) -> Self {
        Self {
            name: name.into(),
            first,
            second,
            kind: kind.into(),
            compliance: Compliance::JOINT,
            break_force: None,
            break_torque: None,
            touching: false,
        }
    }

    /// Checks the bodies and the numbers that every joint has.
    pub(super) fn check(&self, bodies: &[Body]) -> Result<(), String> {
        if self.name.is_empty() {
            return Err("it has no name".into());
        }
        let named = self.named_bodies();
        for (place, body) in &named {
            if body.0 >= bodies.len() {
                return Err(format!(
                    "{place} is body {}, but there are {} bodies",
                    body.0,
                    bodies.len()
                ));
            }
        }
        for (at, (place, body)) in named.iter().enumerate() {
            if let Some((other, _)) = named[..at].iter().find(|(_, before)| before == body) {
                return Err(format!("{other} and {place} are the same body"));
            }
        }
        if !named.iter().any(|(_, body)| bodies[body.0].is_dynamic()) {
            return Err("none of its bodies can be moved by forces".into());
        }
        self.compliance.check()?;
        for (key, limit) in [("break_force", self.break_force), ("break_torque", self.break_torque)]
        {
            if let Some(limit) = limit.filter(|limit| limit.is_nan() || *limit <= 0.0) {
                return Err(format!("{key} is {limit}, but must be positive"));
            }
        }
        Ok(())
    }

    /// Every place where it names a body.
    pub(crate) fn bodies_mut(&mut self) -> impl Iterator<Item = &mut BodyId> {
        let ends = self.first.iter_mut().chain([&mut self.second]);
        ends.chain(self.kind.bodies_mut())
    }

    /// The bodies that it names, and as what.
    pub fn named_bodies(&self) -> Vec<(&'static str, BodyId)> {
        let mut named = Vec::with_capacity(4);
        named.extend(self.first.map(|body| ("the first body", body)));
        named.push(("the second body", self.second));
        named.extend(self.kind.other_bodies());
        named
    }
}
