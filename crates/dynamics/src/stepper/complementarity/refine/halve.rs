//! Half a step, and the other half.

use super::super::linearisation::{Linearisation, Span};
use super::super::stages;
use super::motion::Order;
use super::{Begun, Refinement, Work};
use crate::state::BodyState;
use crate::step_error::StepError;
use crate::world::World;

/// Halvings after which a cluster stays as it is.
const DEEPEST: usize = 5;

impl Refinement {
    /// Steps the members from the beginning of the interval in two halves;
    /// whether they hold in the end.
    pub(super) fn halve(
        &mut self,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        span: Span,
        depth: usize,
    ) -> Result<bool, StepError> {
        work.report.halvings += 1;
        self.members.iter().for_each(|&body| self.jumped[body] = true);
        let ends = self.led_ends(work.world);
        for &body in &self.members {
            work.world.state.bodies[body] = self.begin[body];
        }
        let (h, mut hold) = (0.5 * span.h, true);
        for half in 0..2 {
            let time = span.time + half as f64 * h;
            let part = Span { time, h, left: h, share: 2.0 * span.share };
            stages::drive(work.world, time, h);
            for &body in &self.members {
                self.begin[body] = work.world.state.bodies[body];
            }
            if !self.half_step(work, lines, part)? {
                hold &= depth < DEEPEST && self.halve(work, lines, part, depth + 1)?;
            }
        }
        for (body, end) in ends {
            if !self.is_member[body] {
                work.world.state.bodies[body] = end;
            }
        }
        Ok(hold)
    }

    /// Where scripts and hands lead bodies at the end of the step: they go back to where they
    /// were.
    pub(super) fn led_ends(&self, world: &World) -> Vec<(usize, BodyState)> {
        let bodies = world.model.bodies().iter().zip(&world.state.bodies).enumerate();
        let is_led = |at: usize| world.state.leads.iter().any(|lead| lead.body == at);
        let led = bodies.filter(|(at, (body, _))| !body.is_dynamic() || is_led(*at));
        led.map(|(at, (_, state))| (at, *state)).collect()
    }

    /// A plain step of the members, and rounds where it misses; whether it
    /// holds in the end.
    fn half_step(
        &mut self,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        span: Span,
    ) -> Result<bool, StepError> {
        let mut begun = Linearisation::default();
        let Work { world, collision, layout, report, .. } = work;
        let (model, states) = (&world.model, &world.state.bodies);
        begun.inertia.refresh(model.bodies(), states, self.members.iter().copied());
        let is_member = |body: usize| self.is_member[body];
        collision.detect_among(model, states, span.h, &self.members, &mut begun.contacts);
        let joints = &self.joint_bodies;
        let includes = |joint: usize| joints[joint].iter().any(|&body| is_member(body));
        begun.write(world, collision, &span, Some(&self.loads), includes);
        begun.promise();
        begun.remember_start(world, span.share);
        begun.stiffen(world, span.h);
        begun.inertia.invert_added(world.model.bodies());
        begun.find_islands(layout, self.members.iter().copied());
        begun.wake_all();
        for &body in &self.members {
            stages::accelerate_body(world, body, span.h);
        }
        begun.inertia.hold_back(world.model.bodies(), &mut world.state.bodies);
        begun.solve(world, &span, &mut report.times)?;
        begun.apply_impulses(world);
        report.rounds += begun.islands.all().len();
        begun.count_work(report);
        stages::advance_where(world, span.h, is_member);
        world.check_bodies(self.members.iter().copied())?;
        world.state.contacts.clear();
        begun.keep(world, span.share);
        world.state.contacts.sort_unstable_by_key(|memory| memory.key);
        if self.detect_and_look(work, &begun, span) {
            self.record_half(work, &begun, &span);
            *lines = begun;
            return Ok(true);
        }
        let begun = Begun { pushed: self.has_jump(&begun), lines: &begun };
        self.rounds(work, lines, begun, span, Order::First)
    }
}
