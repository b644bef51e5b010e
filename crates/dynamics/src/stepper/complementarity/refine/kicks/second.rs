//! The second kick: velocities at the end of a piece.
//!
//! Whatever is closed there may not close further: J₁v₁ + ε(λ₁ − λ₀) ≥ 0, with the λ₀ of the
//! first kick so that what rests stays at rest. Depth gives no speed.

use super::super::super::linearisation::{Linearisation, Span};
use super::super::{Refinement, Work};
use super::loads::{LOAD_ROUNDS, follow_loads, have_changed};
use super::{CLOSED, Kicks, Piece, Spring, joints, relative_velocity};
use crate::joint::Rule;
use crate::rows::Bodies;
use crate::step_error::StepError;

/// Approaching speeds in impacts below this are rounding (m/s).
pub(super) const APPROACH: f64 = 1e-6;

impl Refinement {
    /// Kicks the members at the end of the piece; gives the error of their positions (m) as
    /// it is estimated, and whether something strikes there that was not held.
    pub(super) fn second_kick(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        piece: &Piece,
        slow: f64,
    ) -> Result<(f64, bool), StepError> {
        if !kicks.is_free() {
            work.world.state.contacts.clear();
            kicks.first.keep(work.world, piece.share);
        }
        let Work { world, collision, accuracy, .. } = work;
        let closed = CLOSED * *accuracy;
        let span = Span { time: piece.time + piece.h, ..piece.span() };
        lines.contacts.clear();
        let mut strikes = false;
        for contact in &kicks.ends {
            let held = kicks.find(contact);
            let speed = relative_velocity(world, collision, contact).dot(contact.normal);
            let is_spring = match held {
                Some(held) => held.spring.is_some(),
                None => Spring::of(&world.model, collision, contact, kicks.whole).is_some(),
            };
            if held.is_none() && contact.gap <= closed && speed < -slow && !is_spring {
                strikes = true;
                continue;
            }
            let pushed = held.is_some_and(|held| held.load > 0.0);
            if pushed || (contact.gap <= closed && !is_spring) {
                lines.contacts.push(*contact);
            }
        }
        let (bodies, states) = (world.model.bodies(), &world.state.bodies);
        lines.inertia.refresh(bodies, states, self.members.iter().copied());
        self.guess.clear();
        self.guess.extend(self.members.iter().map(|&body| world.state.bodies[body]));
        for round in 0.. {
            self.write_second(kicks, work, lines, &span, slow);
            let Work { world, layout, report, .. } = work;
            lines.remember_start(world, span.share);
            lines.find_islands(layout, self.members.iter().copied());
            lines.wake_all();
            lines.rough = false;
            lines.solve(world, &span, &mut report.times)?;
            lines.apply_impulses(world);
            lines.count_work(report);
            report.rounds += lines.islands.all().len();
            world.state.contacts.clear();
            lines.keep(world, span.share);
            if round == LOAD_ROUNDS || !follow_loads(lines, world) || !have_changed(lines) {
                break;
            }
            kicks.knows_loads = true;
            for (&body, state) in self.members.iter().zip(&self.guess) {
                world.state.bodies[body] = *state;
            }
        }
        let Work { world, collision, .. } = work;
        world.check_bodies(self.members.iter().copied())?;
        let mut worst = 0.0_f64;
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        joints::note_changes(&mut kicks.joints, lines, &bodies);
        let followed = self.followed_changes(kicks, lines, &bodies, piece.h);
        for (((&body, before), blow), followed) in
            self.members.iter().zip(&self.guess).zip(&kicks.blows).zip(followed)
        {
            let state = &world.state.bodies[body];
            let change = state.velocity - before.velocity - blow[0] + followed[0];
            let turn = state.angular_velocity - before.angular_velocity - blow[1] + followed[1];
            let change = change.length() + collision.reach(body) * turn.length();
            worst = worst.max(piece.h / 3.0 * change);
        }
        Ok((worst, strikes || kicks.stops.is_struck))
    }

    /// Writes the rows of contacts and joints at the end of the piece.
    fn write_second(
        &self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        span: &Span,
        slow: f64,
    ) {
        let Work { world, collision, accuracy, .. } = work;
        let closed = CLOSED * *accuracy;
        // Laws of friction look at the speeds of the end, as far as they are known.
        let has_laws = world.model.materials.has_laws();
        if has_laws {
            for (&body, blow) in self.members.iter().zip(&kicks.blows) {
                let state = &mut world.state.bodies[body];
                state.velocity += blow[0];
                state.angular_velocity += blow[1];
            }
        }
        let loads = if kicks.knows_loads { None } else { Some(&self.loads[..]) };
        let includes = self.includes();
        lines.write_by(Rule::SecondKick, world, collision, span, loads, includes);
        if has_laws {
            for (&body, state) in self.members.iter().zip(&self.guess) {
                world.state.bodies[body] = *state;
            }
        }
        joints::end(&kicks.joints, lines, closed);
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        kicks.spare_struck(lines, &bodies, closed, slow);
        for (contact, rows) in lines.contacts.iter().zip(&lines.contact_rows) {
            let held = kicks.find(contact);
            let row = lines.rows.row_mut(rows.first);
            (row.error, row.gamma) = (0.0, 0.0);
            row.target = held.map_or(0.0, |held| row.epsilon * held.load.max(0.0));
            if let Some(approach) = held.and_then(|held| held.meets) {
                let [(_, one), (_, two)] = collision.parties(contact);
                let restitution = world.model.materials.between(one, two).restitution;
                if -approach > world.settings.restitution_threshold {
                    row.target -= restitution * approach;
                }
            }
            if let Some((spring, held)) = held.and_then(|held| Some((held.spring?, held))) {
                spring.write_load(row, held.load);
            }
        }
    }
}
