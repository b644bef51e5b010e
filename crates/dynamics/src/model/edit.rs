//! Bodies and joints that are taken out of a model, and who takes their places.

use std::ops::Not;

use super::{BodyId, Model, ModelError, ShapeId};
use crate::joint::{Joint, JointDescription, JointId};
use crate::sensor::SensorKind;
use crate::state::BodyState;
use stickslip_contact::Pose;

/// A body for as long as it is in its model, whichever place it has there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyKey(pub(super) u64);

/// A joint for as long as it is in its model, whichever place it has there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct JointKey(pub(super) u64);

/// Numbers that are given once. Places keep their order, so that keys of a model ascend.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys {
    given: u64,
    of: Vec<u64>,
}

impl Keys {
    pub(super) fn add(&mut self) {
        self.of.push(self.given);
        self.given += 1;
    }

    fn place(&self, key: u64) -> Option<usize> {
        self.of.binary_search(&key).ok()
    }
}

/// Places after some were taken out: of each old place the new one.
#[derive(Debug)]
pub(crate) struct Renumbering(Vec<Option<usize>>);

impl Renumbering {
    fn new(count: usize, is_gone: impl Fn(usize) -> bool) -> Self {
        let mut next = 0..;
        Self((0..count).map(|at| is_gone(at).not().then(|| next.next()).flatten()).collect())
    }

    /// Where something is now; none where it was taken out.
    pub(crate) fn place(&self, old: usize) -> Option<usize> {
        self.0.get(old).copied().flatten()
    }

    /// The same of the first so many old places alone.
    pub(crate) fn of_first(mut self, count: usize) -> Self {
        self.0.truncate(count);
        self
    }

    /// Every place that stayed, old and new, in ascending order.
    pub(crate) fn kept(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.0.iter().enumerate().filter_map(|(old, new)| new.map(|new| (old, new)))
    }

    fn keep<T>(&self, all: &mut Vec<T>) {
        let mut at = 0..;
        all.retain(|_| at.next().is_some_and(|at| self.place(at).is_some()));
    }
}

impl Model {
    /// What tells a body from all others that were ever in this model.
    pub fn body_key(&self, body: BodyId) -> Option<BodyKey> {
        self.body_keys.of.get(body.0).copied().map(BodyKey)
    }

    /// The same of a body that is there.
    pub(crate) fn key_of_body(&self, body: BodyId) -> BodyKey {
        BodyKey(self.body_keys.of[body.0])
    }

    /// The same of a joint that is there.
    pub(crate) fn key_of_joint(&self, joint: JointId) -> JointKey {
        JointKey(self.joint_keys.of[joint.0])
    }

    /// Where a body is now, if it is still there.
    pub fn body_with_key(&self, key: BodyKey) -> Option<BodyId> {
        self.body_keys.place(key.0).map(BodyId)
    }

    /// What tells a joint from all others that were ever in this model.
    pub fn joint_key(&self, joint: JointId) -> Option<JointKey> {
        self.joint_keys.of.get(joint.0).copied().map(JointKey)
    }

    /// Where a joint is now, if it is still there.
    pub fn joint_with_key(&self, key: JointKey) -> Option<JointId> {
        self.joint_keys.place(key.0).map(JointId)
    }

    /// The same with bodies that begin where they are in a state. What joints are described
    /// by stays what it was: this is to describe others beside them.
    #[must_use]
    pub fn posed(&self, states: &[BodyState]) -> Self {
        let mut posed = self.clone();
        for (body, state) in posed.bodies.iter_mut().zip(states) {
            body.description.pose = body.frame(&state.pose);
        }
        posed
    }

    /// Adds a joint that is described at other poses of the bodies it names than their
    /// initial ones.
    pub(crate) fn add_joint_at(
        &mut self,
        poses: Vec<(BodyId, Pose)>,
        description: JointDescription,
    ) -> Result<JointId, ModelError> {
        let joint = Joint::new_at(poses, description, &mut self.bodies)?;
        Ok(self.push_joint(joint))
    }

    /// Takes bodies and joints out, with the joints of those bodies; all others keep their
    /// order. What else holds on to one of them is named in the error.
    pub(crate) fn remove(
        &mut self,
        bodies: &[BodyId],
        joints: &[JointId],
    ) -> Result<[Renumbering; 2], ModelError> {
        let mut body_goes = vec![false; self.bodies.len()];
        let mut joint_goes = vec![false; self.joints.len()];
        bodies.iter().for_each(|body| body_goes[body.0] = true);
        joints.iter().for_each(|joint| joint_goes[joint.0] = true);
        for (joint, goes) in self.joints.iter().zip(&mut joint_goes) {
            *goes |= joint.description().named_bodies().iter().any(|(_, body)| body_goes[body.0]);
        }
        self.check_free(&body_goes, &joint_goes)?;
        let of_bodies = Renumbering::new(self.bodies.len(), |at| body_goes[at]);
        let of_joints = Renumbering::new(self.joints.len(), |at| joint_goes[at]);
        of_bodies.keep(&mut self.bodies);
        of_bodies.keep(&mut self.body_keys.of);
        of_joints.keep(&mut self.joints);
        of_joints.keep(&mut self.joint_keys.of);
        self.renumber(&of_bodies, &of_joints)?;
        Ok([of_bodies, of_joints])
    }

    /// Whether nothing but joints and pairs holds on to what goes.
    fn check_free(&self, body_goes: &[bool], joint_goes: &[bool]) -> Result<(), ModelError> {
        let held = |body: BodyId, by: &str, name: &str| {
            let reason = format!("{by} \"{name}\" holds on to it, so that it cannot be taken out");
            Err(ModelError::Body { name: self.bodies[body.0].description.name.clone(), reason })
        };
        for cable in &self.cables {
            if let Some(&body) = cable.bodies.iter().find(|body| body_goes[body.0]) {
                return held(body, "cable", &cable.name);
            }
            if let Some(joint) = cable.joints.iter().find(|joint| joint_goes[joint.0]) {
                let reason = format!("it is of cable \"{}\", and cannot be taken out", cable.name);
                let name = self.joints[joint.0].description().name.clone();
                return Err(ModelError::Joint { name, reason });
            }
        }
        for soft in self.soft.iter().map(|soft| &soft.description) {
            let attached = soft.attachments.iter().map(|attachment| attachment.body);
            if let Some(body) = attached.into_iter().find(|body| body_goes[body.0]) {
                return held(body, "soft body", &soft.name);
            }
        }
        for sensor in &self.sensors {
            if let Some(body) = sensor.kind.bodies().into_iter().find(|body| body_goes[body.0]) {
                return held(body, "sensor", &sensor.name);
            }
            if let Some(joint) = sensor.kind.joints().into_iter().find(|it| joint_goes[it.0]) {
                let reason = format!(
                    "sensor \"{}\" measures it, so that it cannot be taken out",
                    sensor.name
                );
                let name = self.joints[joint.0].description().name.clone();
                return Err(ModelError::Joint { name, reason });
            }
        }
        Ok(())
    }

    /// Names bodies and joints by their new places. All that is left names none that is gone,
    /// but for pairs and mechanisms, which lose theirs.
    fn renumber(&mut self, bodies: &Renumbering, joints: &Renumbering) -> Result<(), ModelError> {
        let body = |old: BodyId| bodies.place(old.0).map(BodyId);
        let joint = |old: JointId| joints.place(old.0).map(JointId);
        let stays = |old: BodyId| body(old).unwrap_or(old);
        for at in 0..self.joints.len() {
            self.joints[at] = self.joints[at].renumbered(stays, &mut self.bodies)?;
        }
        for cable in &mut self.cables {
            cable.bodies.iter_mut().for_each(|it| *it = stays(*it));
            cable.joints.iter_mut().for_each(|it| *it = joint(*it).unwrap_or(*it));
        }
        let attachments = self.soft.iter_mut().flat_map(|soft| &mut soft.description.attachments);
        attachments.for_each(|it| it.body = stays(it.body));
        for sensor in &mut self.sensors {
            sensor.kind.bodies_mut().into_iter().for_each(|it| *it = stays(*it));
            sensor.kind.joints_mut().into_iter().for_each(|it| *it = joint(*it).unwrap_or(*it));
        }
        let shape = |old: ShapeId| body(old.body).map(|body| ShapeId { body, ..old });
        let both = |(one, two): &(BodyId, BodyId)| Some((body(*one)?, body(*two)?));
        self.apart = self.apart.iter().filter_map(both).collect();
        let both = |(one, two): &(ShapeId, ShapeId)| Some((shape(*one)?, shape(*two)?));
        self.shapes_apart = self.shapes_apart.iter().filter_map(both).collect();
        for mechanism in &mut self.articulations {
            mechanism.joints = mechanism.joints.iter().filter_map(|it| joint(*it)).collect();
            mechanism.massless = mechanism.massless.iter().filter_map(|it| body(*it)).collect();
        }
        self.articulations.retain(|mechanism| !mechanism.joints.is_empty());
        Ok(())
    }
}

impl SensorKind {
    /// Every place where it names a body.
    fn bodies_mut(&mut self) -> Vec<&mut BodyId> {
        match self {
            Self::ForceTorque(_) | Self::Joint(_) => Vec::new(),
            Self::Branch(branch) => {
                let parts = branch.parts.iter_mut().filter_map(|part| part.body.as_mut());
                branch.site.body.iter_mut().chain(parts).collect()
            }
            Self::Imu(site) | Self::Frame(site) | Self::Range { site, .. } => {
                site.body.iter_mut().collect()
            }
            Self::Touch { body, other, .. } => std::iter::once(body).chain(other).collect(),
        }
    }

    /// Every place where it names a joint.
    fn joints_mut(&mut self) -> Vec<&mut JointId> {
        match self {
            Self::ForceTorque(joint) | Self::Joint(joint) => vec![joint],
            Self::Branch(branch) => branch.loops.iter_mut().map(|(joint, _)| joint).collect(),
            Self::Imu(_) | Self::Frame(_) | Self::Range { .. } | Self::Touch { .. } => Vec::new(),
        }
    }

    fn bodies(&self) -> Vec<BodyId> {
        self.clone().bodies_mut().into_iter().map(|it| *it).collect()
    }

    fn joints(&self) -> Vec<JointId> {
        self.clone().joints_mut().into_iter().map(|it| *it).collect()
    }
}
