//! Joints in the two kicks.
//!
//! What a joint holds is held as a contact is: in the first kick, φ(q₁) = (1 − γ) φ(q₀) − 2h ε λ₀
//! at the end of the piece; in the second, J(q₁)v₁ + ε(λ₁ − λ₀) = 0. Stops are the same of one
//! sign. Motors of a given speed and dry friction act on the mean of J v of both ends, and then on
//! that of the end. Springs, dampers and servos that a piece follows have λ₁ = λ₀, each half of the
//! mean force; stiff ones are rows of their own in either kick (`joint/axis_rows.rs`).

use glam::DVec3;

use super::super::super::linearisation::Linearisation;
use super::super::measure::{is_pushed, write_joints};
use super::super::{Refinement, Work};
use super::first::SLIP_CHANGE;
use super::{Kicks, Piece, springs};
use crate::rows::{Bodies, Role};
use crate::world::World;

/// The share of the accuracy by which a violation may still change: what is left of it stays for
/// 1/γ pieces.
const JOINT_CHANGE: f64 = 0.002;

/// A row of a joint in the kicks of a piece.
#[derive(Clone, Copy, Debug)]
pub(in super::super::super) struct JointKick {
    /// Violation and speed that it was written with at the beginning.
    pub(super) error: f64,
    target: f64,
    /// Whether it knows of a violation.
    is_placed: bool,
    /// Whether it is a stop, and one that is open and does nothing in the first kick.
    pub(super) is_stop: bool,
    pub(super) is_open: bool,
    role: Role,
    /// What turns and curves add to its mean speed.
    bend: f64,
    /// J₀v̄, and J₀v at the beginning with the blows.
    mean: f64,
    begun: f64,
    /// Impulse of the first kick.
    pub(super) load: f64,
    /// Half a piece of what the force of a spring that is followed changes on the way.
    change: f64,
}

/// Takes the rows of joints that were written for a whole step as those of its first half.
pub(in super::super::super) fn begin(joints: &mut Vec<JointKick>, first: &mut Linearisation) {
    joints.clear();
    for at in 0..first.joint_rows.len() {
        let row = first.rows.row_mut(at);
        row.epsilon *= 2.0;
        (row.lo, row.hi) = (0.5 * row.lo, 0.5 * row.hi);
        joints.push(JointKick {
            error: row.error,
            target: row.target,
            is_placed: row.gamma > 0.0,
            is_stop: false,
            is_open: false,
            role: row.role,
            bend: 0.0,
            mean: 0.0,
            begun: 0.0,
            load: 0.0,
            change: 0.0,
        });
    }
}

/// Lets the rows know what bends them.
pub(super) fn aim(joints: &[JointKick], first: &mut Linearisation) {
    for (at, joint) in joints.iter().enumerate() {
        first.rows.row_mut(at).target = joint.target - joint.bend;
    }
}

/// Notes impulses and mean speeds, where the bodies have the velocities of the middle.
pub(in super::super::super) fn note_means(
    joints: &mut [JointKick],
    first: &Linearisation,
    bodies: &Bodies<'_>,
) {
    for (at, joint) in joints.iter_mut().enumerate() {
        joint.mean = first.rows.speed(&first.rows.rows()[at], bodies);
        joint.load = first.impulses[at];
    }
}

/// Notes speeds, where the bodies have the velocities of the beginning with the blows.
pub(in super::super::super) fn note_begun(
    joints: &mut [JointKick],
    first: &Linearisation,
    bodies: &Bodies<'_>,
) {
    for (at, joint) in joints.iter_mut().enumerate() {
        joint.begun = first.rows.speed(&first.rows.rows()[at], bodies);
    }
}

/// Takes rows that were written at the end of a piece as those of its second kick.
pub(in super::super::super) fn end(joints: &[JointKick], lines: &mut Linearisation, closed: f64) {
    for (at, joint) in joints.iter().enumerate() {
        let row = lines.rows.row_mut(at);
        row.epsilon *= 2.0;
        (row.lo, row.hi) = (0.5 * row.lo, 0.5 * row.hi);
        match joint.role {
            Role::Followed => (row.lo, row.hi) = (joint.load, joint.load),
            Role::Stiff => {}
            Role::Constraint if joint.is_placed => {
                if is_pushed(row) && row.error > closed && joint.load <= 0.0 {
                    row.hi = 0.0;
                }
                row.target += row.epsilon * joint.load;
                row.gamma = 0.0;
            }
            Role::Constraint => {}
        }
    }
}

/// Notes what the forces of springs that are followed change from the beginning of a piece
/// to its end, where the bodies are with the velocities of the end:
/// ½h (k(φ₁ − φ₀) + d(φ̇₁ − φ̇₀)).
pub(super) fn note_changes(joints: &mut [JointKick], lines: &Linearisation, bodies: &Bodies<'_>) {
    for (at, joint) in joints.iter_mut().enumerate() {
        joint.change = 0.0;
        if joint.role == Role::Followed {
            let row = &lines.rows.rows()[at];
            // The row of a second kick has 1/ε = ¼h²k + ½h d, γ = ½h²k ε.
            let elastic = row.gamma / row.epsilon;
            let loss = 1.0 / row.epsilon - 0.5 * elastic;
            let speed = lines.rows.speed(row, bodies);
            // The mean speed is that of the middle.
            joint.change = -elastic * (joint.mean + joint.bend) - 2.0 * loss * (speed - joint.mean);
        }
    }
}

/// Takes rows that were written for a step as those of a blow, in which springs, motors and
/// friction do nothing.
pub(in super::super::super) fn strike(lines: &mut Linearisation, closed: f64, softness: f64) {
    for at in 0..lines.joint_rows.len() {
        let row = lines.rows.row_mut(at);
        let is_closed = !is_pushed(row) || row.error <= closed;
        if row.role != Role::Constraint || row.gamma == 0.0 || !is_closed {
            (row.lo, row.hi) = (0.0, 0.0);
        }
        (row.gamma, row.target) = (0.0, 0.0);
        row.epsilon *= softness;
    }
}

/// Adds what has acted in the rows of joints.
pub(super) fn add_totals(totals: &mut [f64], lines: &Linearisation, world: &World) {
    let mut row = 0;
    while row < lines.joint_rows.len() {
        for at in world.joint_rows(lines.joint_rows[row]) {
            totals[at] += lines.impulses[row];
            row += 1;
        }
    }
}

impl Refinement {
    /// Whether a joint holds a member.
    pub(super) fn includes(&self) -> impl Fn(usize) -> bool + use<'_> {
        |joint: usize| self.joint_bodies[joint].iter().any(|&body| self.is_member[body])
    }

    /// Whether a joint holds any of the members.
    pub(super) fn has_joints(&self) -> bool {
        (0..self.joint_bodies.len()).any(self.includes())
    }

    /// Measures what bends the rows of joints where the members have come to; by how much that
    /// has changed, in parts of what may still change.
    pub(super) fn bend_joints(&mut self, kicks: &mut Kicks, work: &Work<'_>, piece: &Piece) -> f64 {
        let Kicks { joints, first, .. } = kicks;
        let world = &*work.world;
        let named = first.joint_rows.chunk_by(|one, two| one == two).map(|rows| rows[0]);
        // Scheduled positions stay as they were at the beginning.
        write_joints(world, named, piece.time, piece.h, &mut self.scratch);
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        let mut most = 0.0_f64;
        for (joint, end) in joints.iter_mut().zip(self.scratch.rows()) {
            let bend = match joint.is_placed {
                true => (end.error - joint.error) / piece.h - joint.mean,
                false => 0.5 * (joint.begun + self.scratch.speed(end, &bodies)) - joint.mean,
            };
            let change = match joint.is_placed {
                true => (bend - joint.bend).abs() * piece.h / (JOINT_CHANGE * work.accuracy),
                false => (bend - joint.bend).abs() / (SLIP_CHANGE * work.accuracy),
            };
            joint.bend = bend;
            if !joint.is_open {
                most = most.max(change);
            }
        }
        most
    }

    /// What the changes of springs that are followed do to the velocities of the members.
    pub(super) fn followed_changes(
        &self,
        kicks: &Kicks,
        lines: &Linearisation,
        bodies: &Bodies<'_>,
        h: f64,
    ) -> Vec<[DVec3; 2]> {
        let mut changes = vec![[DVec3::ZERO; 2]; self.members.len()];
        let joints = kicks.joints.iter().map(|joint| joint.change).enumerate();
        let all = joints.chain(springs::changes(kicks, lines, bodies, h));
        for (at, change) in all.filter(|(_, change)| *change != 0.0) {
            for term in lines.rows.terms(&lines.rows.rows()[at]) {
                if let Ok(place) = self.members.binary_search(&term.mover) {
                    let (velocity, spin) = lines.inertia.apply_inverse(bodies.bodies, term, change);
                    changes[place][0] += velocity;
                    changes[place][1] += spin;
                }
            }
        }
        changes
    }

    /// Begins to add up what acts in joints.
    pub(super) fn begin_totals(&self, kicks: &mut Kicks, world: &World) {
        kicks.joint_begun.clone_from(&world.state.joint_impulses);
        kicks.joint_totals.clear();
        kicks.joint_totals.resize(world.state.joint_impulses.len(), 0.0);
    }

    /// Tells of the members' joints what acted in all of the step; or what was known before it
    /// where the kicks did not go well.
    pub(super) fn end_totals(&self, kicks: &Kicks, world: &mut World, share: f64, went: bool) {
        let includes = self.includes();
        for joint in (0..self.joint_bodies.len()).filter(|&joint| includes(joint)) {
            for at in world.joint_rows(joint) {
                world.state.joint_impulses[at] =
                    if went { share * kicks.joint_totals[at] } else { kicks.joint_begun[at] };
            }
        }
    }
}
