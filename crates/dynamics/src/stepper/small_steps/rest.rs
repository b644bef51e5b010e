//! Bodies that have been still for long enough sleep, island by island.
//!
//! A body may sleep once its velocity has been put to zero after so many seconds of stillness,
//! no joint holds it and nothing pushes it. An island of the contacts that the state keeps
//! sleeps where all of its bodies may: so a state alone says who sleeps, and whoever changes
//! one body of an island wakes the others. Sleeping bodies are left out of a step, as those of
//! another stepper are, and what they touch keeps its impulses. They wake where something
//! that moves comes within the margin of contacts; a step in which that happens begins again
//! with them awake.

use glam::DVec3;
use stickslip_linalg::Components;

use super::SmallSteps;
use crate::model::Model;
use crate::report::{ContactReport, StepReport};
use crate::settings::Sleeping;
use crate::state::{BodyState, ContactMemory};
use crate::stepper::complementarity::stages;
use crate::world::{Push, World};

/// Who sleeps. Keeps its memory from step to step.
#[derive(Debug, Default)]
pub(super) struct Rest {
    /// Bodies that another stepper moves, that joints hold, and that sleep.
    pub(super) outside: Vec<bool>,
    jointed: Vec<bool>,
    pub(super) asleep: Vec<bool>,
    sleepers: usize,
    /// Those that may sleep, as it was when islands were last made; and whether the state is
    /// another one since.
    may: Vec<bool>,
    is_stale: bool,
    islands: Components,
    /// Islands with somebody awake, by their first body.
    restless: Vec<bool>,
    /// What the state keeps of contacts among them, and what is reported of those.
    kept: Vec<ContactMemory>,
    told: Vec<ContactReport>,
    /// Those that something came to within the step.
    pub(super) touched: Vec<usize>,
    /// Deepest penetration among them (m).
    depth: f64,
}

/// Whether a body does not move at all.
pub(super) fn stands(state: &BodyState) -> bool {
    state.velocity == DVec3::ZERO && state.angular_velocity == DVec3::ZERO
}

impl Rest {
    pub(super) fn new(model: &Model) -> Self {
        let count = model.bodies().len();
        let mut jointed = vec![false; count];
        for joint in model.joints() {
            let named = joint.description().named_bodies();
            named.into_iter().for_each(|(_, body)| jointed[body.0] = true);
        }
        let nobody = vec![false; count];
        let (outside, asleep, may) = (nobody.clone(), nobody.clone(), nobody);
        Self { outside, jointed, asleep, may, is_stale: true, ..Self::default() }
    }

    /// Others may sleep now, for all that is known.
    pub(super) fn forget(&mut self) {
        self.is_stale = true;
    }

    /// Those that sleep or that another stepper moves.
    pub(super) fn left_out(&self) -> Vec<bool> {
        self.outside.iter().zip(&self.asleep).map(|(one, two)| one | two).collect()
    }

    /// How many sleep.
    pub(super) fn count(&self) -> usize {
        self.sleepers
    }

    /// Whether islands must be made anew; notes who may sleep.
    fn has_changed(&mut self, world: &World, rule: Sleeping, is_told_often: bool) -> bool {
        let mut changed = std::mem::take(&mut self.is_stale);
        for (at, state) in world.state.bodies.iter().enumerate() {
            let may = !is_told_often
                && state.still >= rule.seconds
                && world.model.bodies()[at].is_dynamic()
                && !self.outside[at]
                && !self.jointed[at]
                && stands(state)
                && world.pushes[at] == Push::default();
            changed |= self.may[at] != may;
            self.may[at] = may;
        }
        changed
    }

    /// Makes islands of the contacts of a state, given who is still, and who of those that
    /// forces do not move stirs what touches it.
    fn find_islands(
        &mut self,
        model: &Model,
        contacts: &[ContactMemory],
        body_of: impl Fn(usize) -> usize,
        (is_still, stirs): (impl Fn(usize, &Self) -> bool, impl Fn(usize) -> bool),
    ) {
        let count = model.bodies().len();
        let moves = |at: usize| model.bodies()[at].is_dynamic();
        self.islands.reset(count);
        for memory in contacts {
            let (one, two) = (body_of(memory.key.0), body_of(memory.key.1));
            if moves(one) && moves(two) {
                self.islands.join(one, two);
            }
        }
        self.restless.clear();
        self.restless.resize(count, false);
        for at in (0..count).filter(|&at| moves(at)) {
            let root = self.islands.root(at);
            self.restless[root] |= !is_still(at, self);
        }
        for memory in contacts {
            let (one, two) = (body_of(memory.key.0), body_of(memory.key.1));
            if moves(one) != moves(two) {
                let (own, other) = if moves(one) { (one, two) } else { (two, one) };
                let root = self.islands.root(own);
                self.restless[root] |= stirs(other);
            }
        }
    }
}

impl SmallSteps {
    /// Finds out who sleeps in the step that begins; that of the state had sub-steps of `h`.
    /// Nobody does while forces are set in every sub-step.
    pub(super) fn rest(
        &mut self,
        world: &mut World,
        (step, h): (f64, f64),
        is_told_often: bool,
        report: &mut StepReport,
    ) {
        let Some(rule) = world.settings.sleeping else { return };
        if self.is_driven || !world.state.leads.is_empty() {
            let time = world.state.time;
            stages::drive(world, time, step);
        }
        if !self.rest.has_changed(world, rule, is_told_often) {
            return;
        }
        let owners = &self.pairs.owners;
        let body_of = |collider: usize| owners[collider].body;
        let rest = &mut self.rest;
        let may = |at: usize, own: &Rest| own.may[at];
        let stirs = |at: usize| !stands(&world.state.bodies[at]);
        rest.find_islands(&world.model, &world.state.contacts, body_of, (may, stirs));
        let mut asleep = std::mem::take(&mut rest.asleep);
        for (at, asleep) in asleep.iter_mut().enumerate() {
            *asleep = rest.may[at] && !rest.restless[rest.islands.root(at)];
        }
        rest.sleepers = asleep.iter().filter(|&&asleep| asleep).count();
        rest.asleep = asleep;
        (rest.depth, self.is_begun) = (0.0, false);
        rest.told.clear();
        rest.kept.clear();
        if self.rest.count() > 0 {
            // What they touch is seen once, as if they were awake.
            let outside = std::mem::take(&mut self.rest.outside);
            self.move_without(&world.model, &outside);
            self.rest.outside = outside;
            self.begin(world, step, h, 1.0, report);
            if self.wake_floating(world) {
                return self.rest(world, (step, h), is_told_often, report);
            }
            self.tell_resting(world);
        }
        let left_out = self.rest.left_out();
        self.move_without(&world.model, &left_out);
    }

    /// Keeps contacts of sleeping bodies among themselves and with what holds them.
    fn tell_resting(&mut self, world: &World) {
        let mut rest = std::mem::take(&mut self.rest);
        let rests = |at: usize| !world.model.bodies()[at].is_dynamic() || rest.asleep[at];
        let both = |one: usize, two: usize| {
            rests(one) && rests(two) && (rest.asleep[one] || rest.asleep[two])
        };
        let (mut depth, mut told) = (rest.depth, std::mem::take(&mut rest.told));
        let takes = |[one, two]: [u32; 2]| both(one as usize, two as usize);
        self.each_contact(takes, |contact| {
            depth = depth.max(-contact.gap);
            told.push(contact);
        });
        let body_of = |collider: usize| self.pairs.owners[collider].body;
        let keeps = |memory: &&ContactMemory| both(body_of(memory.key.0), body_of(memory.key.1));
        rest.kept.extend(world.state.contacts.iter().filter(keeps));
        (rest.depth, rest.told) = (depth, told);
        self.rest = rest;
    }

    /// Figures of those that sleep.
    pub(super) fn tell_rest(&self, report: &mut StepReport) {
        report.orders.quiet += self.rest.count();
        report.penetration_max = report.penetration_max.max(self.rest.depth);
    }

    /// At the end of a step: what the state keeps and what is reported of those that sleep, seconds
    /// of stillness of the others, and velocities of those that begin to sleep.
    pub(super) fn settle(
        &mut self,
        world: &mut World,
        h: f64,
        is_told_often: bool,
        report: &mut StepReport,
    ) {
        let Some(rule) = world.settings.sleeping else { return };
        let rest = &mut self.rest;
        if !rest.kept.is_empty() {
            world.state.contacts.extend_from_slice(&rest.kept);
            world.state.contacts.sort_unstable_by_key(|memory| memory.key);
            world.contacts.extend_from_slice(&rest.told);
            report.contacts = world.contacts.len();
            report.constraints += 3 * rest.told.len();
        }
        let mut is_ready = false;
        for (at, state) in world.state.bodies.iter_mut().enumerate() {
            if !self.bodies.constants[at].is_dynamic || rest.asleep[at] {
                continue;
            }
            let slow = state.velocity.length() <= rule.speed
                && state.angular_velocity.length() <= rule.speed;
            state.still = if slow { state.still + h } else { 0.0 };
            is_ready |= state.still >= rule.seconds && !rest.jointed[at];
        }
        if !is_ready || is_told_often {
            return;
        }
        let owners = &self.pairs.owners;
        let body_of = |collider: usize| owners[collider].body;
        let (bodies, dynamic) = (&world.state.bodies, &self.bodies.constants);
        let pushes = &world.pushes;
        let is_still = |at: usize, own: &Rest| {
            bodies[at].still >= rule.seconds
                && !own.jointed[at]
                && !own.outside[at]
                && pushes[at] == Push::default()
        };
        let stirs = |at: usize| !stands(&bodies[at]);
        rest.find_islands(&world.model, &world.state.contacts, body_of, (is_still, stirs));
        for at in 0..dynamic.len() {
            if dynamic[at].is_dynamic && !rest.restless[rest.islands.root(at)] {
                let state = &mut world.state.bodies[at];
                (state.velocity, state.angular_velocity) = (DVec3::ZERO, DVec3::ZERO);
            }
        }
    }
}
