//! An impact, at its time and place.
//!
//! Newton's law v⁺ ≥ −e v⁻ for what approaches, Coulomb's law for the impulses, all that
//! approach at once; what has come to approach by that is next, so that a blow passes through
//! a row of balls. What would come back within a quarter of a step or so does not bounce.
//! Newton's law with friction may make energy (Kane and Levinson 1985): the blow is then blended
//! with the plastic one so that it makes none.

use glam::DVec3;
use stickslip_contact::Contact;

use super::super::super::linearisation::{Linearisation, Span};
use super::super::{Refinement, Work};
use super::second::APPROACH;
use super::totals::add_totals;
use super::{CLOSED, Kicks, Piece, Spring, joints, relative_velocity, slow_speed};
use crate::collide::Collision;
use crate::joint::Rule;
use crate::step_error::StepError;
use crate::world::World;

/// Surfaces give way in the time of a blow by this share of what they do in a piece: ε only
/// makes the impulses of redundant contacts unique.
pub(in super::super::super) const BLOW: f64 = 0.01;
/// The same where the solver does not come to an end with that.
const SOFT_BLOW: f64 = 1.0;

/// A gain of energy that is rounding, as a share.
const GAIN: f64 = 1e-12;

/// Rounds of blows, after which what still approaches is stopped.
const ROUNDS: usize = 20;

impl Refinement {
    /// Strikes at the end of the piece, where the members are.
    pub(super) fn strike(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        piece: &Piece,
        whole: &Span,
    ) -> Result<(), StepError> {
        let slow = slow_speed(work.world, whole.h);
        let closed = CLOSED * work.accuracy;
        for round in 0..=ROUNDS {
            let bounce = |world: &World, collision: &Collision, contact: &Contact| {
                let approach = -relative_velocity(world, collision, contact).dot(contact.normal);
                let [(_, one), (_, two)] = collision.parties(contact);
                let restitution = world.model.materials.between(one, two).restitution;
                let bounces = restitution * approach >= slow
                    && approach > world.settings.restitution_threshold;
                (approach, restitution, if bounces { restitution * approach } else { 0.0 })
            };
            let Work { world, collision, .. } = &*work;
            let is_hard = |contact: &&Contact| {
                Spring::of(&world.model, collision, contact, whole.h).is_none()
            };
            let touching =
                || kicks.ends.iter().filter(|contact| contact.gap <= closed).filter(is_hard);
            let hits = touching().map(|contact| bounce(world, collision, contact));
            let hits = hits.filter(|(approach, ..)| *approach > APPROACH);
            let (count, any) =
                hits.fold((0, false), |(count, any), (.., speed)| (count + 1, any | (speed > 0.0)));
            // Blows end the approach of stops at once.
            if count == 0 && !(round == 0 && kicks.stops.is_struck) {
                break;
            }
            let last = round == ROUNDS || !any;
            let lines = &mut kicks.strike;
            lines.contacts.clear();
            let counts = |contact: &&Contact| {
                let (approach, restitution, _) = bounce(world, collision, contact);
                last || approach > APPROACH || restitution == 0.0
            };
            lines.contacts.extend(touching().filter(counts));
            let targets = lines.contacts.iter().map(|contact| bounce(world, collision, contact).2);
            let targets: Vec<f64> = targets.map(|speed| if last { 0.0 } else { speed }).collect();
            self.guess.clear();
            self.guess.extend(self.members.iter().map(|&body| work.world.state.bodies[body]));
            let begun = self.kinetic(work.world);
            self.solve_strike(lines, work, piece, &targets)?;
            let gains = self.kinetic(work.world) > begun * (1.0 + GAIN);
            let bounces = targets.iter().any(|&target| target > 0.0);
            if bounces && gains && !is_driven(lines, work) {
                self.blend(lines, work, piece, &targets, begun)?;
                self.refuse_blend(work.world);
            }
            self.record_strike(kicks, work, piece, &targets);
            add_totals(&mut kicks.totals, &kicks.strike, work, self.used);
            joints::add_totals(&mut kicks.joint_totals, &kicks.strike, work.world);
            work.report.unsplit += usize::from(round == ROUNDS);
            if last {
                break;
            }
        }
        Ok(())
    }

    fn solve_strike(
        &mut self,
        lines: &mut Linearisation,
        work: &mut Work<'_>,
        piece: &Piece,
        targets: &[f64],
    ) -> Result<(), StepError> {
        self.solve_blow(lines, work, piece, targets, BLOW)?;
        if !lines.is_exact() {
            self.refuse_soft_blow(work.world);
            self.solve_blow(lines, work, piece, targets, SOFT_BLOW)?;
        }
        work.report.failed_solves += usize::from(!lines.is_exact());
        Ok(())
    }

    fn solve_blow(
        &mut self,
        lines: &mut Linearisation,
        work: &mut Work<'_>,
        piece: &Piece,
        targets: &[f64],
        softness: f64,
    ) -> Result<(), StepError> {
        let Work { world, collision, layout, report, accuracy } = work;
        for (&body, state) in self.members.iter().zip(&self.guess) {
            world.state.bodies[body] = *state;
        }
        let span = piece.span();
        let (bodies, states) = (world.model.bodies(), &world.state.bodies);
        lines.inertia.refresh(bodies, states, self.members.iter().copied());
        let (includes, loads) = (self.includes(), Some(&self.loads[..]));
        lines.write_by(Rule::SecondKick, world, collision, &span, loads, includes);
        joints::strike(lines, CLOSED * *accuracy, softness);
        for (rows, &target) in lines.contact_rows.iter_mut().zip(targets) {
            let row = lines.rows.row_mut(rows.first);
            (row.error, row.gamma, row.target) = (0.0, 0.0, target);
            // A force has no time to act.
            rows.bound = rows.bound.map(|bound| BLOW * bound);
            for at in rows.first..rows.first + rows.count {
                lines.rows.row_mut(at).epsilon *= softness;
            }
        }
        lines.remember_start(world, span.share);
        lines.impulses.fill(0.0);
        lines.labels.fill(stickslip_solve::Label::Free);
        lines.find_islands(layout, self.members.iter().copied());
        lines.wake_all();
        lines.solve(world, &span, &mut report.times)?;
        lines.apply_impulses(world);
        lines.count_work(report);
        report.rounds += lines.islands.all().len();
        world.check_bodies(self.members.iter().copied())
    }

    /// Blends the blow with the plastic one: the largest part c of it for which
    /// E(v_p + c (v − v_p)), a parabola in c, is no more than before.
    fn blend(
        &mut self,
        lines: &mut Linearisation,
        work: &mut Work<'_>,
        piece: &Piece,
        targets: &[f64],
        begun: f64,
    ) -> Result<(), StepError> {
        let bounced: Vec<[DVec3; 2]> = self.velocities(work.world).collect();
        let impulses = lines.impulses.clone();
        let whole = self.kinetic(work.world);
        self.solve_strike(lines, work, piece, &vec![0.0; targets.len()])?;
        let plastic: Vec<[DVec3; 2]> = self.velocities(work.world).collect();
        let least = self.kinetic(work.world);
        let mix = |world: &mut World, part: f64| {
            for ((&body, one), two) in self.members.iter().zip(&plastic).zip(&bounced) {
                let state = &mut world.state.bodies[body];
                state.velocity = one[0] + part * (two[0] - one[0]);
                state.angular_velocity = one[1] + part * (two[1] - one[1]);
            }
        };
        mix(work.world, 0.5);
        let middle = self.kinetic(work.world);
        // E(c) = least + slope c + curve c².
        let curve = 2.0 * (whole + least - 2.0 * middle);
        let slope = whole - least - curve;
        let room = (begun - least).max(0.0);
        let root = (slope * slope + 4.0 * curve * room).max(0.0).sqrt();
        let part = if slope + root > 0.0 { 2.0 * room / (slope + root) } else { 0.0 };
        let part = part.clamp(0.0, 1.0);
        mix(work.world, part);
        for (own, bounced) in lines.impulses.iter_mut().zip(impulses) {
            *own += part * (bounced - *own);
        }
        Ok(())
    }

    fn velocities<'a>(&'a self, world: &'a World) -> impl Iterator<Item = [DVec3; 2]> + 'a {
        let states = self.members.iter().map(|&body| &world.state.bodies[body]);
        states.map(|state| [state.velocity, state.angular_velocity])
    }

    /// Kinetic energy of the members (J).
    fn kinetic(&self, world: &World) -> f64 {
        let of = |&body: &usize| {
            crate::motion::energy(
                &world.model.bodies()[body],
                &world.state.bodies[body],
                DVec3::ZERO,
            )
        };
        self.members.iter().map(of).sum()
    }
}

/// Whether something that moves by a script strikes, or whose surface runs, and may do work.
fn is_driven(lines: &Linearisation, work: &Work<'_>) -> bool {
    let moves = |body: usize| {
        let state = &work.world.state.bodies[body];
        let constants = &work.world.model.bodies()[body];
        if constants.description.surface_motion.is_some() {
            return true;
        }
        !constants.is_dynamic()
            && (state.velocity != DVec3::ZERO || state.angular_velocity != DVec3::ZERO)
    };
    let mut contacts = lines.contacts.iter();
    contacts.any(|contact| work.collision.parties(contact).iter().any(|party| moves(party.0)))
}
