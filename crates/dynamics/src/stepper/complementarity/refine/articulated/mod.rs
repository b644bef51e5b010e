//! Steps of clusters with trees in joint coordinates: extrapolated from whole and half steps.
//!
//! The joints of trees cannot open, and springs, dampers and motors of their axes are part of
//! the plain step, which is of first order. Its error after h seconds is C h² + O(h³), and
//! after two steps of h/2 it is half of that. So of the ends x₁ and x₂ of one step and of two,
//!
//! x = x₂ + (x₂ − x₁)
//!
//! is of second order (Hairer, Nørsett and Wanner 1993, §II.9), with contacts that push all the
//! way too: what is linear in the coordinates and holds at x₁ and at x₂ holds at x. Where an
//! estimate of the error of a piece (`estimate.rs`) is beyond the accuracy per second, the
//! piece is halved, and its first half is then the whole step of the next.
//!
//! Loops of trees are closed where each of these steps ends (`trees/loops.rs`).
//!
//! Where something begins to push or bounces, x₂ is not extrapolated: the piece is halved until
//! whole and half steps are as near to each other as is asked.

mod estimate;
mod extrapolation;
mod piece;
mod pushing;
mod record;

use self::extrapolation::Extrapolation;
use self::piece::Halves;
use self::pushing::Pushing;
use super::super::linearisation::{Linearisation, Span};
use super::super::replay::Solved;
use super::kicks::Course;
use super::{PlainStep, Refinement, Work};
use crate::collide::Collision;
use crate::state::BodyState;
use crate::step_error::StepError;
use crate::world::World;

/// The shortest piece, as a part of the step.
const SHORTEST: f64 = 1.0 / 32.0;

/// Whole and half steps across a blow may differ by this share of the accuracy.
const BLOW: f64 = 0.5;

/// The estimate goes with h³, and what is allowed with h: a smooth piece grows where one of
/// twice its length is likely to be taken, since one that is not costs three steps.
const GROWTH: f64 = 4.0;

/// A tree whose plain step is off by less than this share of the accuracy per second stays as
/// it is.
const QUIET: f64 = 0.5;

/// Memory of pieces; kept from step to step.
#[derive(Default)]
pub struct Articulated {
    /// The members where a piece begins, after half of it, and after one step of all of it.
    start: Vec<BodyState>,
    middle: Vec<BodyState>,
    whole: Vec<BodyState>,
    /// What pushed before the piece, in its whole step and in its halves.
    before: Pushing,
    in_whole: Pushing,
    in_halves: [Pushing; 2],
    /// The rows of the whole step, while a record is kept.
    whole_solved: Solved,
    /// The first half of a piece.
    first: Linearisation,
    extrapolation: Extrapolation,
}

/// What a piece is worth.
enum Verdict {
    /// It is taken, extrapolated or not, with this error of positions (m); whether the next
    /// is likely to be taken when it is twice as long.
    Taken { extrapolated: bool, error: f64, grows: bool },
    /// It has to be halved.
    Halved,
}

impl Refinement {
    /// Marks the trees whose plain step has missed or is not as right as asked.
    pub(super) fn mark_trees(
        &mut self,
        world: &World,
        collision: &Collision,
        plain: &Linearisation,
        accuracy: f64,
    ) {
        for (number, tree) in world.forest.trees.iter().enumerate() {
            let stirs = |body: usize| {
                let (begin, end) = (&self.begin[body], &world.state.bodies[body]);
                let spin = end.angular_velocity - begin.angular_velocity;
                let change = (end.velocity - begin.velocity).length();
                0.5 * (change + spin.length() * collision.reach(body)) > QUIET * accuracy
            };
            let mut bodies = tree.links.iter().map(|link| link.body);
            if bodies.clone().any(|body| !self.is_refined(body)) {
                continue;
            }
            let wanted =
                bodies.any(|body| self.missed[body] || (!plain.trees.rests(number) && stirs(body)));
            for link in &tree.links {
                self.missed[link.body] = wanted;
                self.set_course(link.body, Course::Quiet);
            }
        }
    }

    /// Whether a tree is among the members.
    pub(super) fn has_trees(&self, world: &World) -> bool {
        self.members.iter().any(|&body| world.forest.link(body).is_some())
    }

    /// Steps the members by extrapolated pieces, from where the plain step has left them.
    pub(super) fn settle_trees(
        &mut self,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        plain_step: &PlainStep<'_>,
    ) -> Result<(), StepError> {
        let mut own = std::mem::take(&mut self.articulated);
        let led = self.led_ends(work.world);
        own.start.clear();
        own.start.extend(self.members.iter().map(|&body| self.begin[body]));
        own.whole.clone_from(&self.plain_end);
        own.before.of_loads(&self.loads, &self.joint_loads);
        own.in_whole.of_rows(plain_step.plain, &self.joint_starts, &self.is_member);
        self.note_whole(&mut own, work, plain_step.plain);
        // The plain step leaves loops open.
        let has = |body: usize| self.is_member.get(body).is_some_and(|&is| is);
        let has_loops = plain_step.plain.has_loops(work.world, has);
        let known = if has_loops { 0.0 } else { plain_step.span.h };
        let told = self.take_pieces(&mut own, work, lines, plain_step.span, known);
        for &(body, end) in led.iter().filter(|(body, _)| !self.is_member[*body]) {
            work.world.state.bodies[body] = end;
        }
        self.articulated = own;
        self.members.iter().for_each(|&body| self.jumped[body] = true);
        let course = if told? { Course::Second } else { Course::Unsettled };
        self.note_course(course);
        Ok(())
    }

    /// Piece after piece; whether all of them were of second order. `known` is how long the
    /// step is whose end `own.whole` is.
    fn take_pieces(
        &mut self,
        own: &mut Articulated,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        whole: Span,
        mut known: f64,
    ) -> Result<bool, StepError> {
        let (mut done, mut next, mut error, mut second) = (0.0, whole.h, 0.0, true);
        while whole.h - done > 1e-12 * whole.h {
            let h = next.min(whole.h - done);
            let piece = |from: f64, h: f64| Span {
                time: whole.time + done + from,
                h,
                left: h,
                share: whole.share * (whole.h / h),
            };
            if known != h {
                self.step_members(work, lines, &own.start, piece(0.0, h))?;
                own.in_whole.of_rows(lines, &self.joint_starts, &self.is_member);
                self.note_whole(own, work, lines);
                self.note_members(work.world, &mut own.whole);
            }
            let halves = Halves { spans: [piece(0.0, 0.5 * h), piece(0.5 * h, 0.5 * h)] };
            self.take_halves(own, work, lines, &halves)?;
            let is_shortest = h <= SHORTEST * whole.h * (1.0 + 1e-9);
            match self.judge(own, work, lines, &halves, is_shortest)? {
                Verdict::Halved => {
                    work.report.halvings += 1;
                    std::mem::swap(&mut own.whole, &mut own.middle);
                    std::mem::swap(&mut own.in_whole, &mut own.in_halves[0]);
                    self.note_whole_of_first(own, work);
                    (next, known) = (0.5 * h, 0.5 * h);
                }
                Verdict::Taken { extrapolated, error: made, grows } => {
                    self.record_halves(own, work, lines, piece(0.0, h), extrapolated, &whole);
                    for half in [&own.first, &*lines] {
                        self.add_totals(work, half);
                        half.conclude(work.report, |_| true);
                    }
                    self.note_members(work.world, &mut own.start);
                    std::mem::swap(&mut own.before, &mut own.in_halves[1]);
                    done += h;
                    error += made;
                    second &= extrapolated;
                    (next, known) = (if grows { 2.0 * h } else { h }, 0.0);
                }
            }
        }
        work.report.position_error_max = work.report.position_error_max.max(error);
        Ok(second)
    }

    /// Compares both halves of a piece with its whole, and puts the members where it ends.
    fn judge(
        &mut self,
        own: &mut Articulated,
        work: &mut Work<'_>,
        lines: &Linearisation,
        halves: &Halves,
        is_shortest: bool,
    ) -> Result<Verdict, StepError> {
        let h = halves.seconds();
        let all = [&own.in_whole, &own.in_halves[0], &own.in_halves[1]];
        let smooth = all.iter().all(|pushing| pushing.goes_on_from(&own.before));
        let (error, allowed) = match smooth {
            true => (self.bends(own, work, h), work.accuracy * h),
            false => (self.distance(&own.whole, work), BLOW * work.accuracy),
        };
        if error > allowed && !is_shortest {
            return Ok(Verdict::Halved);
        }
        if smooth {
            let members = &self.members;
            own.extrapolation.put(work.world, members, &own.whole);
            work.world.check_bodies(members.iter().copied())?;
        }
        if !self.detect_and_look(work, lines, halves.spans[1]) {
            if !is_shortest {
                return Ok(Verdict::Halved);
            }
            work.report.inaccurate += 1;
        }
        let grows = !smooth || GROWTH * error <= allowed;
        Ok(Verdict::Taken { extrapolated: smooth, error, grows })
    }
}
