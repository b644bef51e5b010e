//! Where everything is at given coordinates.
//!
//! From a body's parent outwards, its joints act in their order: a slide moves
//! along its axis, a hinge or ball turns about its anchor, each in the frame
//! that the joints before it made.

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;
use stickslip_geometry::rotation;

use crate::mechanism::{EqualityKind, JointType, Mechanism, TendonPath};

/// Poses at given coordinates.
#[derive(Clone, Debug)]
pub struct Kinematics {
    /// Frame of every body in the world.
    pub bodies: Vec<Pose>,
    /// Anchor of every joint in the world, as the joints before it have moved it.
    pub anchors: Vec<DVec3>,
    /// Axis of every joint in the world.
    pub axes: Vec<DVec3>,
    /// Orientation of the body after every joint.
    pub(crate) turns: Vec<DQuat>,
    /// Origin of the body before and after every joint.
    pub(super) origins: Vec<[DVec3; 2]>,
}

/// A quaternion w x y z, brought to length 1.
pub(crate) fn quaternion(values: &[f64]) -> DQuat {
    DQuat::from_xyzw(values[1], values[2], values[3], values[0]).normalize()
}

/// The turn as axis times angle, the angle at most π.
pub(super) fn rotation_vector(turn: DQuat) -> DVec3 {
    let turn = if turn.w < 0.0 { -turn } else { turn };
    let axis = DVec3::new(turn.x, turn.y, turn.z);
    let sine = axis.length();
    if sine < 1e-300 { axis * 2.0 } else { axis * (2.0 * libm::atan2(sine, turn.w) / sine) }
}

impl Kinematics {
    /// Poses at coordinates that fit the mechanism ([`super::Configuration::check`]).
    pub fn new(mechanism: &Mechanism, qpos: &[f64]) -> Self {
        let joints = mechanism.joints.len();
        let mut all = Self {
            bodies: Vec::with_capacity(mechanism.bodies.len()),
            anchors: Vec::with_capacity(joints),
            axes: Vec::with_capacity(joints),
            turns: Vec::with_capacity(joints),
            origins: Vec::with_capacity(joints),
        };
        for body in &mechanism.bodies {
            let parent = body.parent.map_or(Pose::IDENTITY, |parent| all.bodies[parent]);
            let mut pose = parent.compose(&body.pose);
            for joint in &mechanism.joints[body.joints.clone()] {
                let at = joint.coordinate;
                let before = pose;
                let (mut anchor, axis) = (pose.point(joint.anchor), pose.direction(joint.axis));
                match joint.kind {
                    JointType::Free => {
                        pose.position = DVec3::from_slice(&qpos[at..at + 3]);
                        pose.orientation = quaternion(&qpos[at + 3..at + 7]);
                        anchor = pose.position;
                    }
                    JointType::Slide => pose.position += axis * (qpos[at] - joint.reference),
                    JointType::Hinge | JointType::Ball => {
                        let turn = match joint.kind {
                            JointType::Ball => quaternion(&qpos[at..at + 4]),
                            _ => rotation::about(joint.axis, qpos[at] - joint.reference),
                        };
                        pose.orientation = (pose.orientation * turn).normalize();
                        pose.position = anchor - pose.direction(joint.anchor);
                    }
                }
                all.anchors.push(anchor);
                all.axes.push(if joint.kind == JointType::Free { DVec3::Z } else { axis });
                all.turns.push(pose.orientation);
                all.origins.push([before.position, pose.position]);
            }
            all.bodies.push(pose);
        }
        all
    }

    /// The frame of a body, or the world's.
    pub fn frame(&self, body: Option<usize>) -> Pose {
        body.map_or(Pose::IDENTITY, |body| self.bodies[body])
    }

    /// A site in the world.
    pub fn site(&self, mechanism: &Mechanism, site: usize) -> Pose {
        let site = &mechanism.sites[site];
        self.frame(site.body).compose(&site.pose)
    }

    /// Lengths of all tendons.
    pub fn tendon_lengths(&self, mechanism: &Mechanism, qpos: &[f64]) -> Vec<f64> {
        let length = |path: &TendonPath| match path {
            TendonPath::Fixed(terms) => {
                let term = |&(joint, factor): &(usize, f64)| {
                    let joint: usize = joint;
                    factor * qpos[mechanism.joints[joint].coordinate]
                };
                terms.iter().map(term).sum()
            }
            TendonPath::Spatial(pieces) => {
                let piece = |&([from, to], divisor): &([usize; 2], f64)| {
                    let [from, to] = [from, to].map(|site| self.site(mechanism, site).position);
                    (to - from).length() / divisor
                };
                pieces.iter().map(piece).sum()
            }
        };
        mechanism.tendons.iter().map(|tendon| length(&tendon.path)).collect()
    }

    /// How far the equalities that act are from holding, in their order: three numbers of a
    /// connection, six of a weld, one of each other.
    pub fn equality_errors(&self, mechanism: &Mechanism, qpos: &[f64]) -> Vec<f64> {
        let mut errors = Vec::new();
        let start = super::Configuration::initial(mechanism).qpos;
        let polynomial = |a: &[f64; 5], x: f64| a.iter().rev().fold(0.0, |sum, a| sum * x + a);
        for equality in mechanism.equalities.iter().filter(|equality| equality.active) {
            match &equality.kind {
                EqualityKind::Connect { bodies, anchors } => {
                    let point = |at: usize| self.frame(bodies[at]).point(anchors[at]);
                    errors.extend((point(0) - point(1)).to_array());
                }
                EqualityKind::Weld { bodies, frames, torque_scale } => {
                    let pose = |at: usize| self.frame(bodies[at]).compose(&frames[at]);
                    let (first, second) = (pose(0), pose(1));
                    errors.extend((first.position - second.position).to_array());
                    let turn = second.orientation.inverse() * first.orientation;
                    errors.extend([turn.x, turn.y, turn.z].map(|part| part * torque_scale));
                }
                EqualityKind::Joint { joints: (first, second), polynomial: a } => {
                    let travel = |joint: usize| {
                        let joint = &mechanism.joints[joint];
                        qpos[joint.coordinate] - joint.reference
                    };
                    errors.push(travel(*first) - polynomial(a, second.map_or(0.0, travel)));
                }
                EqualityKind::Tendon { tendons: (first, second), polynomial: a } => {
                    let now = self.tendon_lengths(mechanism, qpos);
                    let then = Self::new(mechanism, &start).tendon_lengths(mechanism, &start);
                    let travel = |tendon: usize| now[tendon] - then[tendon];
                    errors.push(travel(*first) - polynomial(a, second.map_or(0.0, travel)));
                }
            }
        }
        errors
    }
}
