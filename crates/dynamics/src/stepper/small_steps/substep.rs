//! One sub-step.

use std::time::Instant;

use super::SmallSteps;
use super::past::Past;
use super::solve::Sweep;
use super::sweeps::{Pass, Passing};
use super::write::{Manner, Writer};
use crate::report::StepReport;
use crate::stepper::StepSpan;
use crate::stepper::complementarity::stages;
use crate::world::World;

/// Fastest speed at which penetration is removed (m/s).
pub const PUSH_SPEED: f64 = 3.0;
/// Passes of restitution.
pub const BOUNCES: usize = 16;

/// Passes after bodies have moved; those of restitution only where anything bounces.
const AFTER: [Pass; 1 + BOUNCES] = {
    let mut passes = [Pass::Restitution { ends: false }; 1 + BOUNCES];
    passes[0] = Pass::Relaxed;
    passes[BOUNCES] = Pass::Restitution { ends: true };
    passes
};

/// One sub-step of a step.
struct Part {
    /// Seconds of the whole step, when this part begins, and its length.
    step: f64,
    time: f64,
    h: f64,
    manner: Manner,
    /// Kept impulses of joints are multiplied by this.
    keep: f64,
    is_first: bool,
    is_last: bool,
}

impl SmallSteps {
    /// Stage 3: so many sub-steps, whose impulses are `scale` times those of the state.
    pub(super) fn substeps(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        (count, scale): (usize, f64),
        report: &mut StepReport,
    ) {
        let (h, time) = (span.h / count as f64, world.state.time);
        self.bodies.take_forces(world);
        self.joints.forget();
        for at in 0..count {
            let part = Part {
                step: span.h,
                time: time + at as f64 * h,
                h,
                manner: Manner::new(world, h),
                keep: scale,
                is_first: at == 0,
                is_last: at + 1 == count,
            };
            if span.has_forces() {
                self.sync(world);
                world.state.time = part.time;
                span.ask_forces(world);
                self.bodies.take_forces(world);
            }
            self.substep(world, &part, report);
        }
        world.state.time = time;
    }

    /// Lets the state of the world say where everything is now.
    fn sync(&self, world: &mut World) {
        self.bodies.write_all(&mut world.state.bodies);
    }

    /// Stage 3: one sub-step. The first one has its pairs already.
    fn substep(&mut self, world: &mut World, part: &Part, report: &mut StepReport) {
        let (h, time) = (part.h, part.time);
        let mut clock = Instant::now();
        self.drive(world, time, h);
        if !part.is_first {
            self.look(part);
            report.times.narrow_s += lap(&mut clock);
        }
        if !self.joints.is_empty() {
            self.joints.prepare(world, &self.bodies, time, h, part.keep);
            self.joints.factor();
        }
        report.times.assemble_s += lap(&mut clock);
        if self.bounces {
            self.colours.note_approaches(&self.bodies.rows);
        }
        self.bodies.accelerate(h, world.settings.gyroscopic);
        report.times.integrate_s += lap(&mut clock);
        let gravity = world.settings.gravity.length();
        let sweep = Sweep {
            inverse_h: (1.0 / h) as f32,
            push_speed: PUSH_SPEED as f32,
            bounce_speed: -world.settings.restitution_threshold.max(2.0 * gravity * h) as f32,
        };
        if self.joints.is_empty() {
            self.sweep(&[Pass::WarmStart, Pass::Biased], sweep);
        } else {
            self.sweep(&[Pass::WarmStart], sweep);
            self.joints.warm_start(&mut self.bodies.rows);
            self.joints.sweep(&mut self.bodies.rows, 0);
            self.sweep(&[Pass::Biased], sweep);
        }
        report.times.solve_s += lap(&mut clock);
        self.joints.follow(&self.bodies.rows, h);
        let has_left = self.bodies.advance(h);
        report.times.integrate_s += lap(&mut clock);
        self.joints.sweep(&mut self.bodies.rows, 1);
        if part.is_last {
            self.sweep(&AFTER[..1], sweep);
            let is_relative = world.settings.friction.kind().is_cone();
            report.small_residual_max = self.residual(sweep, is_relative);
            if self.bounces {
                self.sweep(&AFTER[1..], sweep);
            }
        } else {
            let after = if self.bounces { &AFTER[..] } else { &AFTER[..1] };
            self.sweep(after, sweep);
        }
        report.times.solve_s += lap(&mut clock);
        if !self.joints.is_empty() {
            self.joints.keep(world, h, 1.0 / part.keep);
        }
        if has_left {
            let (manifolds, colours) = (&mut self.manifolds, &mut self.colours);
            let nobody = self.bodies.nobody();
            let lost = |head| manifolds.drop_all(head, colours, nobody);
            self.pairs.find(&mut self.bodies, part.step, lost);
            self.note_pairs();
            report.times.broad_s += lap(&mut clock);
        }
    }

    /// Kinematic bodies follow their scripts.
    fn drive(&mut self, world: &mut World, time: f64, h: f64) {
        if !self.is_driven && world.state.leads.is_empty() {
            return;
        }
        stages::drive(world, time, h);
        for (at, body) in world.model.bodies().iter().enumerate() {
            if !body.is_dynamic() {
                self.bodies.read(at, &world.state.bodies[at]);
            }
        }
    }

    /// Looks again at pairs that have moved.
    fn look(&mut self, part: &Part) {
        let (bodies, colours) = (&self.bodies, &mut self.colours);
        self.pairs.look(bodies, part.h, &Past::Lanes(&self.manifolds, colours));
        self.manifolds.renew(&mut self.pairs, bodies, colours);
        self.note_touched();
        let (bodies, colours) = (&self.bodies, &mut self.colours);
        let writer = Writer { pairs: &self.pairs, bodies, manner: &part.manner };
        writer.write_all(&mut self.manifolds.jobs, colours);
    }

    /// Passes over all contacts.
    fn sweep(&mut self, passes: &[Pass], sweep: Sweep) {
        let passing = Passing { deltas: &self.bodies.deltas, sweep };
        self.colours.sweep(passes, &passing, &mut self.bodies.rows, &mut self.together);
    }
}

/// Seconds since the last call.
fn lap(clock: &mut Instant) -> f64 {
    let seconds = clock.elapsed().as_secs_f64();
    *clock = Instant::now();
    seconds
}
