//! What hangs on a body, as the branch that a force or torque sensor of MJCF cuts off: the
//! body of its site with all that hangs on it, also where it is fixed to its parent.

use std::collections::BTreeMap;

use stickslip_contact::Pose;
use stickslip_dynamics::{Branch, JointId, MassProperties, Part};

use super::Builder;
use crate::mass::Mass;
use crate::mechanism::EqualityKind;

impl Builder<'_> {
    /// The branch that hangs at a site; none at one of the world.
    pub(super) fn branch(&self, site: usize) -> Option<Branch> {
        let mechanism = self.mechanism;
        let site = &mechanism.sites[site];
        let mut is_member = vec![false; mechanism.bodies.len()];
        is_member[site.body?] = true;
        let mut parts: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        for (body, of) in mechanism.bodies.iter().enumerate() {
            // Parents come before their children.
            if is_member[body] || of.parent.is_some_and(|parent| is_member[parent]) {
                is_member[body] = true;
                parts.entry(mechanism.root_of(Some(body))).or_default().push(body);
            }
        }
        Some(Branch {
            site: self.site(site.body, &site.pose),
            parts: parts.iter().map(|(root, members)| self.part(*root, members)).collect(),
            loops: self.loops(&is_member),
        })
    }

    /// Bodies that move as one with the first of theirs, or stand, as a part of it.
    fn part(&self, root: Option<usize>, members: &[usize]) -> Part {
        let frames = &self.dynamics.kinematics.bodies;
        let body = self.movers.get(&root).copied();
        let local = |member: usize| {
            let own = frames[member];
            match (root, body) {
                (Some(root), _) => Pose::new(
                    frames[root].local_point(own.position),
                    (frames[root].orientation.inverse() * own.orientation).normalize(),
                ),
                (None, Some(_)) => own,
                (None, None) => self.placement.pose.compose(&own),
            }
        };
        let masses: Vec<Mass> = members
            .iter()
            .map(|&member| {
                let of = &self.mechanism.bodies[member];
                let mass = Mass { mass: of.mass, centre: of.centre, inertia: of.inertia };
                mass.moved(&local(member))
            })
            .collect();
        let Mass { mass, centre, inertia } = Mass::sum(&masses);
        let geoms = self.mechanism.geoms.iter().enumerate();
        let own = geoms.filter(|(_, geom)| geom.body.is_some_and(|body| members.contains(&body)));
        let shapes = own.filter_map(|(number, _)| self.shapes.get(&number).copied()).collect();
        Part { body, mass: MassProperties { mass, centre, inertia }, shapes }
    }

    /// The joints that close loops between members and others, and whether the second body
    /// of each is a member.
    fn loops(&self, is_member: &[bool]) -> Vec<(JointId, bool)> {
        let mut loops = Vec::new();
        for (number, equality) in self.mechanism.equalities.iter().enumerate() {
            let (EqualityKind::Connect { bodies, .. } | EqualityKind::Weld { bodies, .. }) =
                &equality.kind
            else {
                continue;
            };
            let [first, second] = bodies.map(|body| body.is_some_and(|body| is_member[body]));
            let joint = self.named(self.equality_name(number));
            if let Some(joint) = joint.filter(|_| first != second) {
                // What moves comes second.
                let is_second = if self.mover(bodies[1]).is_some() { second } else { first };
                loops.push((joint, is_second));
            }
        }
        loops
    }
}
