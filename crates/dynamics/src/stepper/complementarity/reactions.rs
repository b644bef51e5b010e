//! What the joints of trees hold with.
//!
//! A tree has no rows for it. The impulse P that its joint gives a link is what the links
//! behind it gained in the step, less what acted on them otherwise:
//!
//! P = Σ (M ΔV + h C − h f − Σ Jᵀ λ) over all links behind the joint.
//!
//! Rows that would hold the joint are orthonormal directions d of travel and gradients g of
//! turns, of which the joint's own motion has no part: λ = d·F and λ = g·N, with force and
//! moment at the point that turns are about. So joints have the impulses that they would have
//! in maximal coordinates.

use glam::DVec3;
use stickslip_contact::Pose;

use super::linearisation::Linearisation;
use super::trees::{TreeStep, Trees, stepped};
use crate::joint::{Joint, JointRow};
use crate::tree::{Parent, Tree, Wrench};
use crate::world::World;

impl Linearisation {
    /// Notes the impulses of the rows that trees do without.
    pub fn note_reactions(&mut self, world: &World) {
        let Trees { forest, steps, parts, .. } = &mut self.trees;
        for (tree, step) in stepped(forest, steps) {
            let TreeStep { dynamics, gained, changed, .. } = step;
            dynamics.gather_momenta(tree, changed, gained);
        }
        for part in parts.iter() {
            let (row, impulse) = (&self.rows.rows()[part.row], self.impulses[part.row]);
            let step = &mut steps[part.tree];
            for term in self.rows.terms(row) {
                if let Some((_, link)) = forest.link(term.mover).filter(|it| it.0 == part.tree) {
                    let (force, torque) = (impulse * term.linear, impulse * term.angular);
                    let arm = step.dynamics.arm(link);
                    step.gained[link].subtract(&Wrench::at(arm, force, torque));
                }
            }
        }
        for (tree, step) in stepped(forest, steps) {
            for (link, of) in tree.links.iter().enumerate().rev() {
                let whole = step.gained[link];
                if let Parent::Link(parent) = of.parent {
                    step.gained[parent].add(&whole);
                }
            }
        }
        let mut first = 0;
        while first < self.joint_rows.len() {
            let at = self.joint_rows[first];
            let rows = first..first + world.joint_rows(at).len();
            first = rows.end;
            let Some((number, link)) = forest.carried_link(at) else { continue };
            let (tree, step) = (&forest.trees[number], &steps[number]);
            if !step.rests {
                let mut whole = step.gained[link];
                whole.add(&step.bias[link]);
                let origin = step.dynamics.posture.origin;
                let ends = step.dynamics.posture.ends[link];
                let held = JointLoad { tree, link, whole, origin, ends };
                held.note(&world.model.joints()[at], &mut self.impulses[rows]);
            }
        }
    }
}

/// What a joint gives the link that hangs on it.
struct JointLoad<'a> {
    tree: &'a Tree,
    link: usize,
    whole: Wrench,
    /// What the moment of `whole` is about.
    origin: DVec3,
    /// The frames of the joint.
    ends: (Pose, Pose),
}

impl JointLoad<'_> {
    /// Notes the impulses of the rows that hold the joint.
    fn note(&self, joint: &Joint, impulses: &mut [f64]) {
        let (link, (first, second)) = (&self.tree.links[self.link], self.ends);
        let sign = if link.is_reversed { -1.0 } else { 1.0 };
        let moment = self.whole.about(second.position - self.origin);
        for held in &link.passage.held {
            let direction = held.direction.between(&first, &second);
            impulses[held.row] = sign
                * match joint.row(held.row) {
                    JointRow::Travel => direction.dot(self.whole.force),
                    JointRow::Turn | JointRow::Drive => direction.dot(moment),
                };
        }
    }
}
