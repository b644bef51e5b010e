//! Rounds, one after the other, until a cluster holds.

use super::super::linearisation::{Linearisation, Span};
use super::super::stages;
use super::measure::{Measure, write_joints};
use super::motion::{Base, Order};
use super::{Begun, Refinement, Work, round};
use crate::collide::Collision;
use crate::rows::{Bodies, Row};
use crate::state::BodyState;
use crate::step_error::StepError;
use crate::world::World;
use stickslip_geometry::rotation;

/// Rounds after which a step is halved.
const ROUNDS: usize = 8;

/// Rounds in which the axes of inertia are those of the guess.
const TURNING_ROUNDS: usize = 3;

/// Turns that shrink by less than this from round to round hang on what the
/// stiffness of joints does not know of, such as links on a curved surface, or boxes
/// of a heap that rock from one corner to the other. More inertia slows them down, and
/// changes nothing where they end.
const SLOW: f64 = 0.5;
const SMALL_TURN: f64 = 0.001;

/// With a larger turn in the last round (rad), directions were not yet those of the end,
/// whatever the accuracy: forces along them make energy.
const TURN: f64 = 0.1;

impl Refinement {
    /// Linearises at the end until the members hold; whether they do. A step of
    /// second order in which something begins to push does not.
    pub(super) fn rounds(
        &mut self,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        begun: Begun<'_>,
        whole: Span,
        order: Order,
    ) -> Result<bool, StepError> {
        let h = order.seconds(whole.h);
        let end = whole.time + whole.h;
        let span = Span { time: end - h, h, left: h, share: whole.share * (whole.h / h) };
        self.detect(work);
        self.carried.clear();
        self.earlier.clear();
        let (mut boost, mut last_turned) = (1.0, f64::INFINITY);
        let (mut rough, mut had_jump) = (true, begun.pushed);
        for round in 0..ROUNDS {
            // The axes of inertia turn along until the rounds are near the end.
            if round < TURNING_ROUNDS {
                self.find_bases(work.world, order, whole.h);
                let (bodies, states) = (work.world.model.bodies(), &work.world.state.bodies);
                lines.inertia.refresh(bodies, states, self.members.iter().copied());
            }
            self.add_carried(work);
            std::mem::swap(&mut lines.contacts, &mut self.found);
            let looks_back = (order == Order::Second).then_some(whole);
            self.linearise(work, lines, begun.lines, &span, looks_back, boost);
            let mut turned = self.solve_round(work, lines, &span, rough)?;
            let jumps = order == Order::Second && self.has_jump(lines);
            if jumps && had_jump {
                return Ok(false);
            }
            had_jump = jumps;
            if turned > SLOW * last_turned && turned > SMALL_TURN {
                boost *= 2.0;
            }
            last_turned = turned;
            let mut holds =
                self.detect_and_look(work, lines, span) && turned <= TURN.min(work.accuracy);
            if holds && !lines.is_exact() {
                // The last round is solved to the end.
                rough = false;
                turned = self.solve_round(work, lines, &span, rough)?;
                holds =
                    self.detect_and_look(work, lines, span) && turned <= TURN.min(work.accuracy);
            }
            if holds {
                let is_taken = !(order == Order::Second && self.has_jump(lines));
                if is_taken {
                    self.record_rounds(work, lines, begun.lines, &whole, order);
                }
                return Ok(is_taken);
            }
            self.carry(work, lines, round);
        }
        Ok(false)
    }

    /// Finds the contacts where the members are; whether none of them missed.
    pub(super) fn detect_and_look(
        &mut self,
        work: &mut Work<'_>,
        lines: &Linearisation,
        span: Span,
    ) -> bool {
        self.detect(work);
        self.look(work.world, work.collision, lines, span, work.accuracy)
    }

    /// Marks the bodies that have missed, where contacts are as they were
    /// found; whether none of the members has.
    pub(super) fn look(
        &mut self,
        world: &World,
        collision: &Collision,
        lines: &Linearisation,
        span: Span,
        accuracy: f64,
    ) -> bool {
        self.missed.fill(false);
        let end = span.time + span.h;
        let mut measure = Measure { span, end, accuracy, rows: &mut self.scratch };
        let (missed, beside_soft) = (&mut self.missed, &self.beside_soft);
        measure.look(world, collision, lines, &self.found, |body| {
            if beside_soft.get(body) == Some(&false) {
                missed[body] = true;
            }
        });
        !self.members.iter().any(|&body| self.missed[body])
    }

    /// Writes the rows of a round at the guess where the members are.
    fn linearise(
        &mut self,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        begun: &Linearisation,
        span: &Span,
        looks_back: Option<Span>,
        boost: f64,
    ) {
        let Work { world, collision, layout, report, .. } = work;
        let h = span.h;
        // Approaching speeds are those of the beginning.
        let joints = &self.joint_bodies;
        let is_member = &self.is_member;
        let includes = |joint: usize| joints[joint].iter().any(|&body| is_member[body]);
        lines.write(world, collision, span, Some(&self.loads), includes);
        if let Some(whole) = looks_back
            && self.earlier.is_empty()
        {
            self.note_earlier(world, lines, &whole);
        }
        for &body in &self.members {
            let state = &mut world.state.bodies[body];
            let near = state.angular_velocity;
            (state.velocity, state.angular_velocity) =
                self.bases[body].velocity_to(&state.pose, near, h);
        }
        round::aim_at_the_end(lines, begun, world, collision, &self.begin, &self.earlier, h);
        lines.remember_start(world, span.share);
        lines.stiffen(world, h);
        if boost > 1.0 {
            lines.inertia.boost(world.model.bodies(), &self.members, boost);
        }
        lines.inertia.invert_added(world.model.bodies());
        lines.find_islands(layout, self.members.iter().copied());
        let islands = lines.islands.all().len();
        report.solves += islands;
        if self.was_solved {
            report.rounds += islands;
        }
        self.was_solved = true;
        self.guess.clear();
        self.guess.extend(self.members.iter().map(|&body| world.state.bodies[body]));
    }

    /// Notes the violations of joints a step before this one, of springs that a step follows:
    /// what is left open in others is no motion.
    fn note_earlier(&mut self, world: &mut World, lines: &Linearisation, whole: &Span) {
        let (time, h) = (whole.time - whole.h, whole.h);
        self.guess.clone_from(&world.state.bodies);
        stages::drive(world, time, h);
        for &body in &self.members {
            if let Some(before) = &self.begin[body].before {
                let state = &mut world.state.bodies[body];
                (state.pose, state.velocity) = (before.pose, before.velocity);
                state.angular_velocity = before.angular_velocity;
            }
        }
        let joints = lines.joint_rows.chunk_by(|one, two| one == two).map(|rows| rows[0]);
        write_joints(world, joints, time, h, &mut self.scratch);
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        let rows = &self.scratch;
        let of = |row: &Row| rows.is_followed(row, &bodies).then_some(row.error);
        self.earlier.extend(rows.rows().iter().map(of));
        world.state.bodies.copy_from_slice(&self.guess);
    }

    /// Solves a round, from the impulses that are there, and moves the members;
    /// gives the largest turn (rad) that it has added to one.
    fn solve_round(
        &mut self,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        span: &Span,
        rough: bool,
    ) -> Result<f64, StepError> {
        let Work { world, report, .. } = work;
        lines.wake_all();
        lines.rough = rough;
        for (&body, guess) in self.members.iter().zip(&self.guess) {
            let (base, state) = (&self.bases[body], &mut world.state.bodies[body]);
            (state.velocity, state.angular_velocity) = (base.velocity, base.spin);
            lines.inertia.hold_back_from(body, guess.angular_velocity, state);
        }
        lines.solve(world, span, &mut report.times)?;
        lines.apply_impulses(world);
        lines.count_iterations(report);
        world.check_bodies(self.members.iter().copied())?;
        let turned = self.move_members(world, span.h);
        world.check_bodies(self.members.iter().copied())?;
        world.state.contacts.clear();
        lines.keep(world, span.share);
        world.state.contacts.sort_unstable_by_key(|memory| memory.key);
        Ok(turned)
    }

    /// Moves the members from their guess with what their new velocities add
    /// to those that led there, no farther than a turn of one radian.
    fn move_members(&self, world: &mut World, h: f64) -> f64 {
        let turn = |(&body, guess): (&usize, &BodyState)| {
            h * (world.state.bodies[body].angular_velocity - guess.angular_velocity)
        };
        let pairs = || self.members.iter().zip(&self.guess);
        let largest = pairs().map(|pair| turn(pair).length()).fold(0.0, f64::max);
        let part = if largest > 1.0 { 1.0 / largest } else { 1.0 };
        for (&body, guess) in pairs() {
            let state = &mut world.state.bodies[body];
            state.pose.position =
                guess.pose.position + part * h * (state.velocity - guess.velocity);
            let turn = part * h * (state.angular_velocity - guess.angular_velocity);
            let turned = rotation::by_vector(turn) * guess.pose.orientation;
            state.pose.orientation = turned.normalize();
        }
        largest
    }

    fn find_bases(&mut self, world: &World, order: Order, h: f64) {
        for &body in &self.members {
            let constants = &world.model.bodies()[body];
            self.bases[body] = Base::new(
                order,
                constants,
                &self.begin[body],
                world.state.bodies[body].pose.orientation,
                stages::forces(world, body),
                world.settings.gyroscopic,
                h,
            );
        }
    }

    /// Finds the contacts of the members where they are.
    pub(super) fn detect(&mut self, work: &mut Work<'_>) {
        let Work { world, collision, report, .. } = work;
        let (model, states) = (&world.model, &world.state.bodies);
        collision.detect_among(model, states, 0.0, &self.members, &mut self.found);
        report.times.add_detection(collision.times());
    }
}
