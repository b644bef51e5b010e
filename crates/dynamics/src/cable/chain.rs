//! The segments and joints of a cable.

use glam::{DMat3, DQuat, DVec3};
use stickslip_contact::{Pose, Shape};
use stickslip_geometry::rotation;

use super::description::{CableDescription, CableEnd, CableJoint, CableRest};
use super::nodes;
use crate::joint::{Axis, Ball, JointDescription, JointKind, SixDof, Universal};
use crate::parts::{
    BodyDescription, BodyId, ColliderDescription, Compliance, MassDescription, ModelError,
    at_least_zero, positive,
};

/// A checked cable, cut into segments.
pub(crate) struct Chain<'a> {
    description: &'a CableDescription,
    /// Ends of the segments.
    nodes: Vec<DVec3>,
    /// Length of a segment.
    length: f64,
    /// Frames of the segments: y along the cable, without twist from one to
    /// the next.
    frames: Vec<DQuat>,
}

impl<'a> Chain<'a> {
    /// Checks a description; `bodies` is the number of bodies it may be tied to.
    pub(crate) fn new(description: &'a CableDescription, bodies: usize) -> Result<Self, String> {
        check(description, bodies)?;
        let segments = description.segments;
        let fits = |length: f64| {
            if length > 2.0 * description.radius {
                return Ok(());
            }
            Err(format!(
                "segments {length} m long are shorter than they are thick: use fewer than {segments}"
            ))
        };
        // No segment is longer than its share of the path: far too many of them
        // are refused before any is laid.
        fits(nodes::length(&description.path) / segments as f64 * (1.0 + 1e-9))?;
        let nodes = nodes::place(&description.path, segments)
            .ok_or_else(|| format!("the path turns too sharply for {segments} equal segments"))?;
        let length = nodes[0].distance(nodes[1]);
        fits(length)?;
        let mut frames = Vec::with_capacity(segments);
        let mut frame = DQuat::IDENTITY;
        for pair in nodes.windows(2) {
            let direction = (pair[1] - pair[0]).normalize();
            let turn = DQuat::from_rotation_arc(frame * DVec3::Y, direction);
            frame = (turn * frame).normalize();
            frames.push(frame);
        }
        Ok(Self { description, nodes, length, frames })
    }

    /// A segment: a capsule from node to node.
    pub(crate) fn segment(&self, at: usize) -> Result<BodyDescription, ModelError> {
        let CableDescription { name, radius, material, .. } = self.description;
        let shape = Shape::capsule(*radius, 0.5 * self.length)
            .map_err(|error| ModelError::Cable { name: name.clone(), reason: error.to_string() })?;
        let collider =
            ColliderDescription { material: *material, ..ColliderDescription::new(shape) };
        Ok(BodyDescription { colliders: vec![collider], ..self.rod(at) })
    }

    /// A segment without its shape: a rod with the inertia ½ m r² about its
    /// line and m(3r² + L²)/12 across.
    pub(super) fn rod(&self, at: usize) -> BodyDescription {
        let CableDescription { name, radius, linear_density, .. } = self.description;
        let pose = Pose::new(0.5 * (self.nodes[at] + self.nodes[at + 1]), self.frames[at]);
        let body = BodyDescription::dynamic(format!("{name} segment {at}"), pose, vec![]);
        let mass = linear_density * self.length;
        let square = radius * radius;
        let across = mass * (3.0 * square + self.length * self.length) / 12.0;
        let inertia = DMat3::from_diagonal(DVec3::new(across, 0.5 * mass * square, across));
        BodyDescription {
            mass: MassDescription::Given { mass, centre: DVec3::ZERO, inertia },
            ..body
        }
    }

    /// The joints from end to end, for these segments.
    pub(crate) fn joints(&self, segments: &[BodyId]) -> Vec<JointDescription> {
        let (first, last) = (segments[0], segments[segments.len() - 1]);
        let mut joints = Vec::with_capacity(segments.len() + 1);
        joints.extend(self.end("first", self.description.first_end, first, 0));
        for (at, pair) in segments.windows(2).enumerate() {
            let name = format!("{} joint {at}", self.description.name);
            let kind = self.kind(self.description.joint, at + 1, at, 1.0, self.bend(at));
            joints.push(self.soft(name, Some(pair[0]), pair[1], kind, 1.0));
        }
        joints.extend(self.end("second", self.description.second_end, last, segments.len()));
        joints
    }

    /// The joint that ties an end, if it is tied: half a segment, so twice as
    /// stiff.
    fn end(
        &self,
        which: &str,
        end: CableEnd,
        segment: BodyId,
        node: usize,
    ) -> Option<JointDescription> {
        let first = match end {
            CableEnd::Free => return None,
            CableEnd::World => None,
            CableEnd::Body(body) => Some(body),
        };
        let manner =
            if self.description.clamped { self.description.joint } else { CableJoint::Ball };
        let kind = self.kind(manner, node, node.saturating_sub(1), 2.0, DVec3::ZERO);
        let name = format!("{} {which} end", self.description.name);
        let joint = self.soft(name, first, segment, kind, 2.0);
        Some(JointDescription { touching: self.description.touching, ..joint })
    }

    fn soft(
        &self,
        name: String,
        first: Option<BodyId>,
        second: BodyId,
        kind: JointKind,
        factor: f64,
    ) -> JointDescription {
        let joint = JointDescription::new(name, first, second, kind);
        JointDescription { compliance: self.stretch(factor), ..joint }
    }

    /// A joint at a node in the frame of a segment; `bend` is the rotation
    /// vector there by which a straight cable differs from the path.
    fn kind(
        &self,
        manner: CableJoint,
        node: usize,
        segment: usize,
        factor: f64,
        bend: DVec3,
    ) -> JointKind {
        let (anchor, frame) = (self.nodes[node], self.frames[segment]);
        match manner {
            CableJoint::Ball => Ball::at(anchor).into(),
            CableJoint::Universal => {
                Universal::free(anchor, frame * DVec3::X, frame * DVec3::Z).into()
            }
            CableJoint::SixDof => {
                let bending = self.description.bending_stiffness;
                let twisting = self.description.torsional_stiffness.unwrap_or(bending / 1.3);
                let time = self.description.bend_damping;
                let held = |compliance| Axis { compliance, ..Axis::HELD };
                let turn = |stiffness: f64, value: f64| Axis {
                    limits: Some([value; 2]),
                    ..held(self.spring(stiffness * factor, time))
                };
                let travel = held(self.stretch(factor));
                let axes = [
                    travel.clone(),
                    travel.clone(),
                    travel,
                    turn(bending, bend.x),
                    turn(twisting, bend.y),
                    turn(bending, bend.z),
                ];
                SixDof { anchor, frame, turned: DQuat::IDENTITY, axes }.into()
            }
        }
    }

    /// The rotation vector that straightens the joint after a segment, in that
    /// segment's frame.
    fn bend(&self, segment: usize) -> DVec3 {
        match self.description.rest {
            CableRest::AsLaid => DVec3::ZERO,
            CableRest::Straight => {
                let frame = self.frames[segment];
                rotation::vector_of((frame.inverse() * self.frames[segment + 1]).inverse())
            }
        }
    }

    /// Energy of bending where it is laid (J).
    pub(crate) fn bending_energy(&self) -> f64 {
        let CableDescription { joint, bending_stiffness, .. } = self.description;
        if *joint != CableJoint::SixDof {
            return 0.0;
        }
        let bends = (1..self.frames.len()).map(|at| self.bend(at - 1).length_squared());
        0.5 * bending_stiffness / self.length * bends.sum::<f64>()
    }

    fn stretch(&self, factor: f64) -> Compliance {
        self.spring(self.description.axial_stiffness * factor, self.description.stretch_damping)
    }

    fn spring(&self, per_length: f64, time: f64) -> Compliance {
        let stiffness = per_length / self.length;
        Compliance::Spring { stiffness, damping: time * stiffness }
    }
}

fn check(description: &CableDescription, bodies: usize) -> Result<(), String> {
    if description.name.is_empty() {
        return Err("it has no name".into());
    }
    let sizes = [
        ("radius", description.radius),
        ("linear_density", description.linear_density),
        ("axial_stiffness", description.axial_stiffness),
        ("bending_stiffness", description.bending_stiffness),
        ("torsional_stiffness", description.torsional_stiffness.unwrap_or(1.0)),
    ];
    for (what, value) in sizes {
        positive(what, value)?;
    }
    let dampings = [
        ("stretch_damping", description.stretch_damping),
        ("bend_damping", description.bend_damping),
    ];
    for (what, value) in dampings {
        at_least_zero(what, value)?;
    }
    if description.segments == 0 {
        return Err("it needs at least one segment".into());
    }
    if description.path.len() < 2 {
        return Err("the path needs at least two points".into());
    }
    if let Some(at) = description.path.iter().position(|point| !point.is_finite()) {
        return Err(format!("point {at} of the path is not finite"));
    }
    if let Some(at) = description.path.windows(2).position(|leg| leg[0] == leg[1]) {
        return Err(format!("points {at} and {} of the path are the same", at + 1));
    }
    for (which, end) in [("first", description.first_end), ("second", description.second_end)] {
        if let CableEnd::Body(body) = end
            && body.0 >= bodies
        {
            return Err(format!(
                "the {which} end is tied to body {}, but there are {bodies} bodies",
                body.0
            ));
        }
    }
    Ok(())
}
