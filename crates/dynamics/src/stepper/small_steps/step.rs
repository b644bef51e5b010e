//! One step: how many sub-steps, and whether they were enough.

use super::budget::Work;
use super::count::{ACCURACY, Demand};
use super::{MAX_AT_ONCE, REPEATS, SmallSteps};
use crate::report::StepReport;
use crate::settings::{Accuracy, StepperKind};
use crate::step_error::StepError;
use crate::stepper::StepSpan;
use crate::world::World;

/// What is asked of a step.
pub(super) struct Asked {
    pub(super) accuracy: f64,
    /// Seconds of a sub-step of the settings, which reports and the state speak of.
    pub(super) told: f64,
    /// Whether the settings say how many sub-steps there are.
    is_fixed: bool,
    /// Whether it may begin again: forces from outside are asked for once.
    may_repeat: bool,
}

/// What is left of a budget, and whether it has bounded anything.
struct Purse {
    left: f64,
    decided: bool,
}

impl Purse {
    /// At most so many sub-steps of some work.
    fn bound(&mut self, work: &Work, wanted: usize) -> usize {
        let count = wanted.min(work.affordable(self.left));
        self.decided |= count < wanted;
        count
    }
}

impl SmallSteps {
    /// Sub-steps that the step which begins here needs.
    fn needed(&mut self, world: &mut World, span: &StepSpan<'_>, asked: &Asked) -> usize {
        if asked.is_fixed {
            return span.substeps;
        }
        self.colours.note_approaches(&self.bodies.rows);
        let gravity = world.settings.gravity;
        let mut all = Demand::of_all(&self.colours, &self.bodies.rows, (asked.told, gravity));
        if !self.joints.is_empty() {
            self.joints.prepare(world, &self.bodies, world.state.time, asked.told, 1.0);
            self.joints.demands(&self.bodies.rows, asked.told, |_, own| all.add(&own));
        }
        all.substeps(span.h, asked.accuracy).max(span.substeps)
    }

    /// A whole step; where one of its sub-steps wakes somebody, it begins again.
    pub(super) fn step_whole(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let is_asked = matches!(world.settings.accuracy, Accuracy::Within(_));
        let is_alone = world.settings.stepper == StepperKind::SmallSteps;
        let is_fixed = is_alone && !is_asked && span.substeps > 1;
        let asked = Asked {
            accuracy: world.error_bounds.accuracy.unwrap_or(ACCURACY),
            told: span.h / span.substeps as f64,
            is_fixed,
            may_repeat: !span.has_forces(),
        };
        loop {
            self.wake(world, span, &asked, report);
            if asked.may_repeat && (!asked.is_fixed || self.rest.count() > 0) {
                self.begun.clone_from(&world.state);
            }
            if self.step_once(world, span, &asked, report)? {
                return Ok(());
            }
        }
    }

    /// Stage 1: who sleeps, and everything where it begins.
    fn wake(
        &mut self,
        world: &mut World,
        span: &StepSpan<'_>,
        asked: &Asked,
        report: &mut StepReport,
    ) {
        loop {
            self.rest(world, (span.h, asked.told), span.has_forces(), report);
            if !std::mem::take(&mut self.is_begun) {
                self.begin(world, span.h, asked.told, 1.0, report);
            }
            if !self.wake_touched(world) {
                return;
            }
        }
    }

    /// Stages 2 to 5; whether nobody was woken, and the step stands.
    fn step_once(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        asked: &Asked,
        report: &mut StepReport,
    ) -> Result<bool, StepError> {
        let before = self.deepest();
        let end = world.state.time + span.h;
        let mut count = self.needed(world, span, asked);
        let mut purse = world.settings.budget.map(|left| Purse { left, decided: false });
        let work = if purse.is_some() { self.work(span.h) } else { Work::default() };
        if let Some(purse) = &mut purse {
            count = purse.bound(&work, count);
        }
        self.joints.errors.fill(0.0);
        let is_bounded = purse.as_ref().is_some_and(|purse| purse.decided);
        let may_part = asked.may_repeat && !asked.is_fixed && !is_bounded;
        self.begin_crowds(may_part && world.settings.sleeping.is_none());
        let mut is_done = self.step_split(world, span, asked, report)?;
        for repeat in 0.. {
            if !is_done {
                self.take_all(count);
                self.pass(world, span, (count, asked), report)?;
                if self.wake_noted(world) {
                    return Ok(false);
                }
            }
            // The beginning of the next step is where this one is measured.
            self.begin(world, span.h, asked.told, 1.0, report);
            let deepest = self.deepest();
            report.penetration_max = deepest;
            let worst = deepest.max(report.joint_error_max);
            let misses = worst > asked.accuracy.max(before) && !asked.is_fixed;
            if misses && asked.may_repeat && repeat < REPEATS {
                let times = (worst / asked.accuracy).clamp(2.0, MAX_AT_ONCE);
                let missed = self.take_missed(asked.accuracy.max(before));
                let had = missed.unwrap_or(count);
                let mut more = (had as f64 * times).ceil() as usize;
                if let Some(purse) = &mut purse {
                    purse.left -= work.cost(had);
                    more = purse.bound(&work, more);
                }
                if more > had {
                    report.rounds += 1;
                    is_done = match missed {
                        Some(_) => self.step_part(world, span, (more, asked), report)?,
                        None => false,
                    };
                    if !is_done {
                        count = count.max(more);
                        self.begin_again(world, span, asked, report);
                    }
                    continue;
                }
            }
            self.tell_rest(report);
            report.inaccurate += usize::from(worst > asked.accuracy);
            report.budgeted += usize::from(purse.is_some_and(|purse| purse.decided));
            self.is_begun = true;
            world.state.time = end;
            break;
        }
        Ok(true)
    }

    /// Islands that need few sub-steps, and after them the others, where that pays; whether it
    /// was done.
    fn step_split(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        asked: &Asked,
        report: &mut StepReport,
    ) -> Result<bool, StepError> {
        let gravity = world.settings.gravity;
        if !self.crowds.is_on {
            return Ok(false);
        }
        let Some((few, most)) = self.split((span.h, span.substeps), asked, gravity) else {
            return Ok(false);
        };
        world.contacts.clear();
        world.state.contacts.clear();
        let mut stands = self.step_part(world, span, (most, asked), report)?;
        self.take_others();
        let told = report.substeps;
        stands = stands && self.step_part(world, span, (few, asked), report)?;
        // Those of whoever takes most are reported.
        report.substeps = told;
        if !stands {
            self.begin_again(world, span, asked, report);
        }
        Ok(stands)
    }

    /// Everything is as it was when the step began.
    fn begin_again(
        &mut self,
        world: &mut World,
        span: &StepSpan<'_>,
        asked: &Asked,
        report: &mut StepReport,
    ) {
        world.state.clone_from(&self.begun);
        self.begin(world, span.h, asked.told, 1.0, report);
    }

    /// Stages 3 and 4 with so many sub-steps, of all that are not left out.
    pub(super) fn pass(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        (count, asked): (usize, &Asked),
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let h = span.h / count as f64;
        let scale = h / asked.told;
        if self.is_compliant {
            self.begin(world, span.h, h, scale, report);
        } else {
            self.colours.rescale(scale);
        }
        self.substeps(world, span, (count, scale), report);
        report.substeps += count;
        let end = world.state.time + span.h;
        report.joint_error_max = self.joints.error(world, &self.bodies, (end, h), scale);
        if !self.rest.touched.is_empty() {
            return Ok(());
        }
        self.store(world, 1.0 / scale, report);
        self.settle(world, span.h, span.has_forces(), report);
        world.check_motion()
    }
}
