//! Plain steps of the members alone.

use super::super::super::linearisation::{Linearisation, Span};
use super::super::super::stages;
use super::super::{Refinement, Work};
use super::Articulated;
use crate::state::BodyState;
use crate::step_error::StepError;
use crate::world::World;

/// A piece in two halves.
pub struct Halves {
    /// Their intervals.
    pub spans: [Span; 2],
}

impl Halves {
    /// The length of the piece (s).
    pub fn seconds(&self) -> f64 {
        self.spans[0].h + self.spans[1].h
    }
}

impl Refinement {
    /// Steps the members twice; leaves them at the end.
    pub(super) fn take_halves(
        &mut self,
        own: &mut Articulated,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        halves: &Halves,
    ) -> Result<(), StepError> {
        let [first, second] = halves.spans;
        self.step_members(work, &mut own.first, &own.start, first)?;
        own.in_halves[0].of_rows(&own.first, &self.joint_starts, &self.is_member);
        self.note_members(work.world, &mut own.middle);
        self.step_members(work, lines, &own.middle, second)?;
        own.in_halves[1].of_rows(lines, &self.joint_starts, &self.is_member);
        Ok(())
    }

    /// A plain step of the members from where they start.
    pub(super) fn step_members(
        &mut self,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        start: &[BodyState],
        span: Span,
    ) -> Result<(), StepError> {
        let Work { world, collision, layout, report, .. } = work;
        for (&body, start) in self.members.iter().zip(start) {
            world.state.bodies[body] = *start;
        }
        stages::drive(world, span.time, span.h);
        let (members, is_member) = (&self.members, |body: usize| self.is_member[body]);
        lines.inertia.refresh(world.model.bodies(), &world.state.bodies, members.iter().copied());
        let (model, states) = (&world.model, &world.state.bodies);
        collision.detect_among(model, states, span.h, members, &mut lines.contacts);
        report.times.add_detection(collision.times());
        let joints = &self.joint_bodies;
        let includes = |joint: usize| joints[joint].iter().any(|&body| is_member(body));
        lines.rough = false;
        lines.write(world, collision, &span, Some(&self.loads), includes);
        lines.promise();
        lines.remember_start(world, span.share);
        lines.trees.leave_out(&world.forest, is_member);
        lines.carry(world, span.h)?;
        lines.close_loops(world, span.h);
        lines.find_islands(layout, members.iter().copied());
        lines.wake_all();
        for &body in members {
            // Trees speed up as a whole.
            if world.forest.link(body).is_none() {
                stages::accelerate_body(world, body, span.h);
            }
        }
        lines.trees.accelerate(world);
        lines.solve(world, &span, &mut report.times)?;
        lines.count_work(report);
        while lines.put_back_stops() {
            lines.find_islands(layout, members.iter().copied());
            lines.wake_all();
            lines.solve(world, &span, &mut report.times)?;
            lines.count_work(report);
        }
        lines.apply_impulses(world);
        lines.move_trees(world);
        report.rounds += lines.islands.all().len();
        stages::advance_where(world, span.h, is_member);
        lines.trees.advance(world, span.h);
        lines.straighten_loops(world);
        world.check_bodies(members.iter().copied())?;
        world.state.contacts.clear();
        lines.keep(world, span.share);
        world.state.contacts.sort_unstable_by_key(|memory| memory.key);
        Ok(())
    }

    /// Notes where the members are.
    pub(super) fn note_members(&self, world: &World, states: &mut Vec<BodyState>) {
        states.clear();
        states.extend(self.members.iter().map(|&body| world.state.bodies[body]));
    }
}
