//! The first kick: from the beginning of a piece to its end.
//!
//! A row of the beginning, w = J₀v̄ + 2ε λ + γ φ/h, foresees φ₁ = φ₀ + h J₀v̄ and the mean slip
//! J₀v̄. What turns and curves add, φ₁ − φ₀ − h J₀v̄ and ½(J₀v⁺ + J₁v⁻) − J₀v̄, is measured
//! where the kick has led and joins the row, until it stays. What slides on through the whole
//! piece rubs against its velocity at the beginning, and in the second kick against that
//! at the end; what may stop, against the mean slip. A kick is half of the impulse
//! of the piece, so that ε counts twice.

use glam::DVec3;
use stickslip_contact::Contact;

use super::super::super::replay::KickRound;
use super::super::{Refinement, Work};
use super::loads::follow_loads;
use super::{CLOSED, Held, Kicks, Piece, STUCK, joints, poses, slip_at};
use crate::joint::Rule;
use crate::rows::Bodies;
use crate::step_error::StepError;

/// Rounds after which the piece is too long.
const ROUNDS: usize = 8;

/// Shares of the accuracy: by how much a gap, or in a second a slip, may still change.
const GAP_CHANGE: f64 = 0.01;
pub(super) const SLIP_CHANGE: f64 = 0.02;

/// Contacts that give way by more than this share of the accuracy are springs.
const SOFT: f64 = 0.5;

impl Refinement {
    /// Kicks the members and moves them to the end of the piece; whether its rounds converge.
    /// Leaves the contacts at the end.
    pub(super) fn first_kick(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        piece: &Piece,
    ) -> Result<bool, StepError> {
        kicks.blows.clear();
        kicks.blows.resize(self.members.len(), [DVec3::ZERO; 2]);
        kicks.soft = false;
        kicks.joints.clear();
        if kicks.held.is_empty() && !self.has_joints() {
            self.drift(kicks, work, piece, piece.h);
            work.world.check_bodies(self.members.iter().copied())?;
            self.find_ends(kicks, work);
            return Ok(true);
        }
        self.write_first(kicks, work, piece);
        if follow_loads(&kicks.first, work.world) {
            self.settle_loads(kicks, work, piece)?;
        }
        let mut last = f64::INFINITY;
        kicks.sets.clear();
        for round in 0..ROUNDS {
            self.solve_first(kicks, work, piece)?;
            kicks.soft = is_soft(kicks, work.accuracy, piece.h);
            if kicks.soft || !kicks.first.is_exact() {
                return Ok(false);
            }
            self.drift(kicks, work, piece, piece.h);
            work.world.check_bodies(self.members.iter().copied())?;
            self.find_ends(kicks, work);
            let change = self.bend(kicks, work, piece).max(self.bend_joints(kicks, work, piece));
            if work.world.record.is_some() {
                let labels = kicks.first.labels.clone();
                let slides = kicks.held.iter().map(Held::slides_on).collect();
                kicks.sets.push(KickRound { labels, slides });
            }
            if change <= 1.0 {
                kicks.rounds.push(round + 1);
                return Ok(true);
            }
            if change.is_nan() || change >= 2.0 * last {
                return Ok(false);
            }
            last = change;
        }
        Ok(false)
    }

    pub(super) fn find_ends(&mut self, kicks: &mut Kicks, work: &mut Work<'_>) {
        let Work { world, collision, report, .. } = work;
        let states = &world.state.bodies;
        collision.detect_among(&world.model, states, 0.0, &self.members, &mut kicks.ends);
        report.times.add_detection(collision.times());
    }

    /// Writes the rows of the contacts that are held.
    pub(super) fn write_first(&mut self, kicks: &mut Kicks, work: &mut Work<'_>, piece: &Piece) {
        self.place_start(kicks, work, piece);
        let Work { world, collision, layout, accuracy, .. } = work;
        let span = piece.span();
        let first = &mut kicks.first;
        first.contacts.clear();
        first.contacts.extend(kicks.held.iter().map(|held| held.contact));
        let (bodies, states) = (world.model.bodies(), &world.state.bodies);
        first.inertia.refresh(bodies, states, self.members.iter().copied());
        let includes = self.includes();
        let loads = if kicks.knows_loads { None } else { Some(&self.loads[..]) };
        first.write_by(Rule::FirstKick, world, collision, &span, loads, includes);
        let gamma_of = |contact: &Contact, load: f64| {
            let [(_, one), (_, two)] = collision.parties(contact);
            let spring = world.model.materials.between(one, two).compliance.row(span.h);
            collision.released_share(contact, -contact.gap, spring, load, span.h)
        };
        for ((contact, rows), held) in
            first.contacts.iter().zip(&first.contact_rows).zip(&mut kicks.held)
        {
            let row = first.rows.row_mut(rows.first);
            (row.error, row.target) = (contact.gap, 0.0);
            row.gamma = if contact.gap > 0.0 { 1.0 } else { gamma_of(contact, rows.load) };
            for at in rows.first..rows.first + rows.count {
                first.rows.row_mut(at).epsilon *= 2.0;
            }
            if rows.has_tangents() {
                // Surfaces that run slip from the beginning.
                held.bent_slip =
                    [1, 2].map(|tangent| -first.rows.rows()[rows.first + tangent].target);
            }
        }
        joints::begin(&mut kicks.joints, first);
        kicks.stops.open(&mut kicks.joints, first, CLOSED * *accuracy);
        first.remember_start(world, span.share);
        first.find_islands(layout, self.members.iter().copied());
        first.wake_all();
    }

    /// Solves the rows with what bends them, and notes the blows, the mean slip and the loads.
    pub(super) fn solve_first(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        piece: &Piece,
    ) -> Result<(), StepError> {
        self.place_start(kicks, work, piece);
        let Kicks { start, blows, held, first, joints, .. } = kicks;
        joints::aim(joints, first);
        for (held, rows) in held.iter().zip(&first.contact_rows) {
            let row = first.rows.row_mut(rows.first);
            row.target = -held.bend / piece.h;
            match (held.spring, held.partial) {
                (Some(spring), Some(load)) => spring.write_load(row, load),
                (Some(spring), None) => spring.write_first(row, piece.h),
                (None, _) => {}
            }
            if rows.has_tangents() {
                for (at, bent) in held.bent_slip.into_iter().enumerate() {
                    first.rows.row_mut(rows.first + 1 + at).target = -bent;
                }
            }
        }
        let Work { world, report, .. } = work;
        // The velocities of the middle, but for what the rows decide.
        for &body in &self.members {
            let (force, torque) = super::stages::forces(world, body);
            let constants = &world.model.bodies()[body];
            let state = &mut world.state.bodies[body];
            let turn = state.pose.orientation;
            state.velocity += 0.5 * piece.h * constants.inverse_mass * force;
            state.angular_velocity +=
                0.5 * piece.h * (turn * (constants.inverse_inertia * (turn.inverse() * torque)));
        }
        for (&body, blow) in self.members.iter().zip(blows.iter_mut()) {
            let state = &world.state.bodies[body];
            *blow = [state.velocity, state.angular_velocity];
        }
        first.solve(world, &piece.span(), &mut report.times)?;
        first.apply_impulses(world);
        first.count_work(report);
        report.rounds += first.islands.all().len();
        for (&body, blow) in self.members.iter().zip(blows.iter_mut()) {
            let state = &world.state.bodies[body];
            *blow = [state.velocity - blow[0], state.angular_velocity - blow[1]];
        }
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        for (held, rows) in held.iter_mut().zip(&first.contact_rows) {
            let speed = |at: usize| first.rows.speed(&first.rows.rows()[at], &bodies);
            held.load = first.impulses[rows.first];
            // The rest of the row is what bends it.
            held.bend = speed(rows.first) * piece.h;
            if rows.has_tangents() {
                held.bent_slip = [speed(rows.first + 1), speed(rows.first + 2)];
                let [one, two] = [1, 2].map(|tangent| {
                    let row = &first.rows.rows()[rows.first + tangent];
                    let creep = row.epsilon * first.impulses[rows.first + tangent];
                    (creep, speed(rows.first + tangent) - row.target + creep)
                });
                held.creep = libm::hypot(one.0, two.0);
                held.sticks = libm::hypot(one.1, two.1) <= STUCK;
            }
        }
        joints::note_means(joints, first, &bodies);
        // The velocities of the beginning with the blows, for the slip of that end.
        for ((&body, start), blow) in self.members.iter().zip(start.iter()).zip(blows.iter()) {
            let state = &mut world.state.bodies[body];
            state.velocity = start.velocity + blow[0];
            state.angular_velocity = start.angular_velocity + blow[1];
        }
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        joints::note_begun(joints, first, &bodies);
        for held in held.iter_mut() {
            held.slip =
                slip_at(world, work.collision, &held.contact, held.contact.point, piece.time);
        }
        Ok(())
    }

    /// Measures what bends the rows where the members have come to; by how much that has
    /// changed, in parts of what may still change.
    fn bend(&self, kicks: &mut Kicks, work: &Work<'_>, piece: &Piece) -> f64 {
        let Work { world, collision, accuracy, .. } = work;
        let mut most = 0.0_f64;
        let rows = kicks.first.contact_rows.iter();
        for (held, rows) in kicks.held.iter_mut().zip(rows) {
            let key = held.contact.key();
            let (gap, point) = match kicks.ends.binary_search_by_key(&key, Contact::key) {
                Ok(at) => (kicks.ends[at].gap, kicks.ends[at].point),
                Err(_) => held.tracked(poses(world, collision, &held.contact)),
            };
            let foreseen = held.bend;
            if let Some(spring) = held.spring {
                let last = held.partial;
                held.partial = spring.partial_load([held.contact.gap, gap], piece.h);
                let loads = [last, held.partial].map(|load| load.unwrap_or(held.load));
                most = most.max(spring.change_of(loads) / (SLIP_CHANGE * accuracy));
            }
            let before = held.bent;
            held.bend = gap - held.contact.gap - foreseen;
            held.bent = held.bend;
            most = most.max((held.bend - before).abs() / (GAP_CHANGE * accuracy));
            let end = slip_at(world, collision, &held.contact, point, piece.time + piece.h);
            held.slip = 0.5 * (held.slip + end);
            let against = if held.slides_on() { held.velocity } else { held.slip };
            if rows.has_tangents() {
                for at in 0..2 {
                    let before = -kicks.first.rows.rows()[rows.first + 1 + at].target;
                    let along = against.dot(rows.frame.col(1 + at));
                    held.bent_slip[at] = along - held.bent_slip[at];
                    let change = (held.bent_slip[at] - before).abs();
                    // What does not push does not rub.
                    if held.load > 0.0 {
                        most = most.max(change / (SLIP_CHANGE * accuracy));
                    }
                }
            }
        }
        most
    }
}

/// Whether a contact gives way by so much that it is a spring, and no surface, and is not
/// followed.
fn is_soft(kicks: &Kicks, accuracy: f64, h: f64) -> bool {
    let rows = kicks.first.contact_rows.iter().map(|rows| &kicks.first.rows.rows()[rows.first]);
    kicks.held.iter().zip(rows).filter(|(held, _)| held.spring.is_none()).any(|(held, row)| {
        let given = h * row.epsilon * held.load.max(0.0);
        given > SOFT * accuracy * if row.gamma > 0.0 { row.gamma } else { 1.0 }
    })
}
