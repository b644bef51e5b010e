//! Islands take what suits them.
//!
//! One step, in the words of the code:
//!
//! 1. **share**: bodies that joints join, or that may come near each other within the step,
//!    are islands; small steps take heaps, and the mechanisms in them (`share`).
//! 2. **exact**: all other bodies take the complementarity step, as if the first were not there.
//! 3. **small**: the large islands take small steps, among the others as these have moved.
//! 4. Where one of the others is pushed nevertheless in the last sub-step, its island and the one
//!    that it met are one, and the step begins again, so that momentum is kept. What met and
//!    parted within the step, though neither was foreseen to come near, is not seen: there the
//!    impulse acts on one side alone.
//! 5. Where small steps have missed the accuracy, with all the sub-steps that they may take, and
//!    there are not too many bodies, all take the complementarity step.
//!
//! Who takes what depends on the state alone, and impulses of contacts are handed over in it.

mod share;

use self::share::Share;
use super::accepts;
use super::complementarity::Complementarity;
use super::small_steps::SmallSteps;
use super::{StepSpan, Stepper};
use crate::model::ModelError;
use crate::parts::velocity_between;
use crate::report::{ContactReport, IslandReport, StepReport};
use crate::state::State;
use crate::step_error::StepError;
use crate::world::World;

/// Up to so many bodies in small steps are stepped exactly where these miss: a step of as many
/// takes a second or so. Chosen after the times of a few scenes were seen.
const MAX_AGAIN: usize = 400;

/// The stepper; keeps its memory from step to step.
pub(crate) struct Auto {
    exact: Complementarity,
    /// Where they take what the scene has.
    small: Option<SmallSteps>,
    share: Share,
    /// Bodies that small steps leave out, as they were told last.
    told: Vec<bool>,
    /// Whether the last step had a complementarity part.
    is_exact: bool,
    /// Whether the small steps of the last one missed the accuracy.
    missed: bool,
    /// The state that the step began with, and what the exact part left.
    begun: State,
    done: State,
    contacts: Vec<ContactReport>,
    /// Joints whose bodies small steps took.
    taken_joints: Vec<bool>,
}

impl Auto {
    /// For a world at its initial state.
    pub(crate) fn new(world: &World) -> Result<Self, ModelError> {
        let is_taken = accepts::small_steps(&world.model, &world.settings).is_ok()
            && world.error_bounds.accuracy.is_some();
        // Who names a solver wants to see its work.
        let is_theirs =
            |small: &SmallSteps| small.ignored_settings(world).iter().all(|key| key == "margin");
        Ok(Self {
            exact: Complementarity::new(world)?,
            small: is_taken.then(|| SmallSteps::new(world)).filter(is_theirs),
            share: Share::new(world),
            told: vec![false; world.model.bodies().len()],
            is_exact: true,
            missed: false,
            begun: State::default(),
            done: State::default(),
            contacts: Vec::new(),
            taken_joints: Vec::new(),
        })
    }

    /// A step in which all bodies take complementarity problems.
    fn step_exactly(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        self.is_exact = true;
        self.small.iter_mut().for_each(SmallSteps::state_replaced);
        world.state.bodies.iter_mut().for_each(|state| state.sub_stepped = false);
        self.exact.step(world, span, report)
    }

    /// Stages 2 and 3, from the state that the step began with.
    fn step_both(
        &mut self,
        world: &mut World,
        (h, substeps): (f64, usize),
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let bodies = world.state.bodies.len();
        let moves = |at: &usize| world.model.bodies()[*at].is_dynamic();
        self.is_exact = (0..bodies).filter(moves).any(|at| !self.share.takes()[at]);
        if self.is_exact {
            world.left_out.clone_from_slice(self.share.takes());
            self.share.note_joints(&mut world.left_out_joints);
            let mut span = StepSpan { h, substeps, forces: None };
            let stepped = self.exact.step(world, &mut span, report);
            world.left_out.fill(false);
            world.left_out_joints.fill(false);
            stepped?;
        }
        self.done.clone_from(&world.state);
        self.contacts.clear();
        self.contacts.append(&mut world.contacts);
        world.state.clone_from(&self.begun);
        for at in 0..bodies {
            let (state, left) = (&mut world.state.bodies[at], &mut world.left_out[at]);
            *left = world.model.bodies()[at].is_dynamic() && !self.share.takes()[at];
            if *left {
                let end = &self.done.bodies[at].pose;
                (state.velocity, state.angular_velocity) = velocity_between(&state.pose, end, h);
            }
        }
        let Some(small) = &mut self.small else { return Ok(()) };
        if self.told != world.left_out {
            self.told.clone_from(&world.left_out);
            small.leave_out(&world.model, &self.told);
        } else if self.is_exact {
            small.others_moved();
        }
        world.left_out.fill(false);
        let mut own = StepReport::default();
        small.step(world, &mut StepSpan { h, substeps, forces: None }, &mut own)?;
        own.islands = self.share.islands().count();
        let taken: usize = self.share.islands().map(<[usize]>::len).sum();
        own.orders.small = taken - own.orders.quiet;
        let allowed = world.error_bounds.accuracy.unwrap_or(f64::INFINITY);
        let error = own.penetration_max.max(own.joint_error_max);
        // A budget does not pay for exact steps.
        self.missed = error > allowed && own.orders.small <= MAX_AGAIN && own.budgeted == 0;
        report.add_part(&own);
        Ok(())
    }

    /// An island in small steps.
    fn island<'a>(&self, bodies: &'a [usize]) -> IslandReport<'a> {
        let sleeps = |small: &SmallSteps| bodies.iter().all(|&body| small.is_asleep(body));
        let asleep = self.small.as_ref().is_some_and(sleeps);
        IslandReport { asleep, ..IslandReport::of_small_steps(bodies) }
    }

    /// Puts together what both have left.
    fn put_together(&mut self, world: &mut World) {
        if self.is_exact {
            let taken = (0..self.told.len()).filter(|&at| self.share.takes()[at]);
            for at in taken {
                self.done.bodies[at] = world.state.bodies[at];
            }
            self.share.note_joints(&mut self.taken_joints);
            for joint in (0..self.taken_joints.len()).filter(|&at| self.taken_joints[at]) {
                let rows = world.joint_rows(joint);
                self.done.joints[joint] = world.state.joints[joint];
                self.done.joint_impulses[rows.clone()]
                    .copy_from_slice(&world.state.joint_impulses[rows]);
            }
            self.done.contacts.append(&mut world.state.contacts);
            self.done.contacts.sort_unstable_by_key(|memory| memory.key);
            self.contacts.append(&mut world.contacts);
            std::mem::swap(&mut world.state, &mut self.done);
            std::mem::swap(&mut world.contacts, &mut self.contacts);
        }
        for (state, &taken) in world.state.bodies.iter_mut().zip(self.share.takes()) {
            state.sub_stepped = taken;
        }
    }
}

impl Stepper for Auto {
    fn step(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        world.left_out.resize(world.model.bodies().len(), false);
        let is_told_often = span.has_forces() && span.substeps > 1;
        if self.small.is_none() || is_told_often || !self.share.find(world, span.h) {
            return self.step_exactly(world, span, report);
        }
        span.ask_forces(world);
        self.begun.clone_from(&world.state);
        loop {
            let mut own = StepReport::default();
            self.step_both(world, (span.h, span.substeps), &mut own)?;
            let joined = self.share.join_met(world);
            if !joined && !self.missed {
                report.add_part(&own);
                break;
            }
            report.times.add(&own.times);
            world.state.clone_from(&self.begun);
            if !joined || !self.share.sort_out(world) {
                let mut whole = StepSpan { h: span.h, substeps: span.substeps, forces: None };
                return self.step_exactly(world, &mut whole, report);
            }
        }
        self.put_together(world);
        Ok(())
    }

    fn solver_name<'a>(&self, world: &'a World) -> &'a str {
        self.exact.solver_name(world)
    }

    fn state_replaced(&mut self) {
        self.exact.state_replaced();
        self.small.iter_mut().for_each(SmallSteps::state_replaced);
    }

    fn islands<'a>(&'a self, world: &'a World) -> Box<dyn Iterator<Item = IslandReport<'a>> + 'a> {
        let exact = self.is_exact.then(|| self.exact.islands(world));
        Box::new(
            exact
                .into_iter()
                .flatten()
                .chain(self.share.islands().map(|bodies| self.island(bodies))),
        )
    }

    fn ignored_settings(&self, world: &World) -> Vec<String> {
        match self.small {
            Some(_) => Vec::new(),
            None => self.exact.ignored_settings(world),
        }
    }
}
