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

use super::linearisation::Linearisation;
use super::trees::{TreeStep, Trees};
use crate::joint::JointRow;
use crate::rows::Term;
use crate::tree::{Parent, Wrench};
use crate::world::World;

/// A row that a joint of a tree does not need.
#[derive(Clone, Copy, Debug)]
pub struct Held {
    pub row: usize,
    pub kind: JointRow,
    pub tree: usize,
    pub link: usize,
    /// Its part of the second body of the joint.
    pub term: Term,
}

impl Linearisation {
    /// Notes the impulses of the rows that trees do without.
    pub fn note_reactions(&mut self, world: &World) {
        let Trees { forest, steps, held, parts, .. } = &mut self.trees;
        for (tree, step) in forest.trees.iter().zip(steps.iter_mut()) {
            let TreeStep { dynamics, gained, changed, .. } = step;
            gained.clear();
            let momentum =
                |link: usize| dynamics.momentum(link, &dynamics.motion(tree, link, changed));
            gained.extend((0..tree.links.len()).map(momentum));
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
        for (tree, step) in forest.trees.iter().zip(steps.iter_mut()) {
            for (link, of) in tree.links.iter().enumerate().rev() {
                let whole = step.gained[link];
                if let Parent::Link(parent) = of.parent {
                    step.gained[parent].add(&whole);
                }
            }
        }
        for held in held.iter().filter(|held| !steps[held.tree].rests) {
            let step = &steps[held.tree];
            let link = &forest.trees[held.tree].links[held.link];
            let mut whole = step.gained[held.link];
            whole.add(&step.bias[held.link]);
            let sign = if link.is_reversed { -1.0 } else { 1.0 };
            self.impulses[held.row] = sign
                * match held.kind {
                    JointRow::Travel => held.term.linear.dot(whole.force),
                    JointRow::Turn | JointRow::Drive => {
                        let point = anchor(world, held.term.mover, link);
                        let origin = step.dynamics.posture.origin;
                        held.term.angular.dot(whole.about(point - origin))
                    }
                };
        }
    }
}

/// The origin of the joint's frame on its second body.
fn anchor(world: &World, second: usize, link: &crate::tree::Link) -> DVec3 {
    world.state.bodies[second].pose.point(link.passage.second.position)
}
