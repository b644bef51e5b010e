//! Islands that need more sub-steps than others.
//!
//! Bodies that came near each other within the step, and those that joints hold together, are
//! islands. Where it pays, those that need few sub-steps take them first and the others after
//! them, each as if the rest were not there; and islands that miss the accuracy begin again
//! alone. Two that come near each other within the step, though they were taken apart, begin
//! again together. All that is decided follows from the state, never from a clock.

use glam::DVec3;
use stickslip_linalg::Components;

use super::SmallSteps;
use super::budget::{Work, points_cost};
use super::count::Demand;
use super::step::Asked;
use crate::joint::Joint;
use crate::model::Model;
use crate::report::{ContactReport, StepReport};
use crate::state::State;
use crate::step_error::StepError;
use crate::stepper::StepSpan;
use crate::world::World;

/// Which bodies go together, and what was done of them. Keeps its memory from step to step.
#[derive(Debug, Default)]
pub(super) struct Crowds {
    /// Whether islands are distinguished in this step.
    pub(super) is_on: bool,
    joined: Components,
    /// Bodies of every joint.
    joints: Vec<Vec<usize>>,
    /// Bodies that this stepper moves, and those that it moves in the part at hand.
    moves: Vec<bool>,
    takes: Vec<bool>,
    /// Whether two of different parts came near each other.
    has_met: bool,
    /// What each island needs, by its first body, and what its sub-steps cost.
    demands: Vec<Demand>,
    costs: Vec<f64>,
    /// Sub-steps that each body had.
    counts: Vec<usize>,
    /// Islands by their sub-steps, with the seconds that one costs.
    ranks: Vec<(usize, f64)>,
    /// The others, as they were left.
    done: State,
    told: Vec<ContactReport>,
}

/// Sub-steps of islands that need few, and of the others.
pub(super) type Split = (usize, usize);

impl Crowds {
    /// For a model.
    pub(super) fn new(model: &Model) -> Self {
        let bodies = |joint: &Joint| {
            let named = joint.description().named_bodies();
            named.into_iter().map(|(_, body)| body.0).collect()
        };
        Self { joints: model.joints().iter().map(bodies).collect(), ..Self::default() }
    }

    /// Begins a step in which these bodies move.
    fn begin(&mut self, moves: impl Iterator<Item = bool>) {
        self.moves.clear();
        self.moves.extend(moves);
        self.takes.clone_from(&self.moves);
        self.joined.reset(self.moves.len());
        self.has_met = false;
        for bodies in &self.joints {
            let mut own = bodies.iter().filter(|&&body| self.moves[body]);
            if let Some(&first) = own.next() {
                own.for_each(|&body| self.joined.join(first, body));
            }
        }
    }

    /// Two bodies are near each other.
    fn note(&mut self, one: usize, two: usize) {
        if self.moves[one] && self.moves[two] {
            self.has_met |= self.takes[one] != self.takes[two];
            self.joined.join(one, two);
        }
    }

    /// Makes the islands of some bodies the part at hand; whether others are left.
    fn take(&mut self, is_wanted: impl Fn(usize) -> bool) -> bool {
        self.has_met = false;
        let mut wanted = vec![false; self.moves.len()];
        for body in (0..self.moves.len()).filter(|&body| self.moves[body] && is_wanted(body)) {
            wanted[self.joined.root(body)] = true;
        }
        let mut is_part = false;
        for body in 0..self.moves.len() {
            let root = self.joined.root(body);
            self.takes[body] = self.moves[body] && wanted[root];
            is_part |= self.moves[body] && !wanted[root];
        }
        is_part && self.takes.contains(&true)
    }
}

impl SmallSteps {
    /// Begins to tell islands apart, where pairs are those of the beginning.
    pub(super) fn begin_crowds(&mut self, is_on: bool) {
        self.crowds.is_on = is_on;
        if is_on {
            self.crowds.begin(self.bodies.constants.iter().map(|own| own.is_dynamic));
            self.note_pairs();
        }
    }

    /// Notes who is near whom now.
    pub(super) fn note_pairs(&mut self) {
        if self.crowds.is_on {
            for pair in 0..self.pairs.colliders_of.len() {
                let [one, two] = self.pairs.bodies(pair);
                self.crowds.note(one as usize, two as usize);
            }
        }
    }

    /// What all islands need together; and, where it pays that some of them have fewer, how many
    /// both kinds take: those that need more are the part at hand then.
    pub(super) fn split(
        &mut self,
        (step, least): (f64, usize),
        asked: &Asked,
        gravity: DVec3,
    ) -> Option<Split> {
        let crowds = &mut self.crowds;
        let count = crowds.moves.len();
        let is_first = |&body: &usize| crowds.moves[body] && crowds.joined.root(body) == body;
        (0..count).filter(is_first).nth(1)?;
        crowds.demands.clear();
        crowds.demands.resize(count, Demand::default());
        crowds.costs.clear();
        crowds.costs.resize(count, 0.0);
        let mut add = |body: usize, demand: Demand, cost: f64| {
            let root = crowds.joined.root(body);
            crowds.demands[root].add(&demand);
            crowds.costs[root] += cost;
        };
        let h = asked.told;
        let mut points = 0;
        Demand::each(&self.colours, &self.bodies.rows, (h, gravity), |body, demand, many| {
            points += many;
            add(body, demand, points_cost(many));
        });
        self.joints.demands(&self.bodies.rows, h, |body, demand| add(body, demand, 0.0));
        crowds.ranks.clear();
        crowds.counts.clear();
        for body in 0..count {
            let root = crowds.joined.root(body);
            let need = crowds.demands[root].substeps(step, asked.accuracy).max(least);
            crowds.counts.push(need);
            if root == body && crowds.moves[body] {
                crowds.ranks.push((need, crowds.costs[root]));
            }
        }
        crowds.ranks.sort_unstable_by_key(|rank| rank.0);
        let most = crowds.ranks.last()?.0;
        // Everything is found once more for that.
        let price = Work::look_cost(points);
        let (mut best, mut few, mut below) = (price, None, 0.0);
        for rank in crowds.ranks.chunk_by(|one, two| one.0 == two.0) {
            below += rank.iter().map(|own| own.1).sum::<f64>();
            let saved = below * (most - rank[0].0) as f64;
            if saved > best {
                (best, few) = (saved, Some(rank[0].0));
            }
        }
        let few = few?;
        let needs = std::mem::take(&mut crowds.counts);
        let is_part = crowds.take(|body| needs[body] > few);
        let (takes, had) = (&crowds.takes, needs.iter().enumerate());
        crowds.counts = had.map(|(body, _)| if takes[body] { most } else { few }).collect();
        is_part.then_some((few, most))
    }

    /// Everybody is to take as many sub-steps.
    pub(super) fn take_all(&mut self, count: usize) {
        let crowds = &mut self.crowds;
        crowds.has_met = false;
        crowds.takes.clone_from(&crowds.moves);
        crowds.counts.clear();
        crowds.counts.resize(crowds.moves.len(), count);
    }

    /// The part at hand is that of the others.
    pub(super) fn take_others(&mut self) {
        let crowds = &mut self.crowds;
        let both = crowds.takes.iter_mut().zip(&crowds.moves);
        both.for_each(|(takes, &moves)| *takes = moves && !*takes);
    }

    /// After the step, whose end is the beginning of the next one: makes islands that miss an
    /// accuracy the part at hand; with how many sub-steps they had, if there are others.
    pub(super) fn take_missed(&mut self, accuracy: f64) -> Option<usize> {
        if !self.crowds.is_on {
            return None;
        }
        self.note_pairs();
        let mut missed = vec![false; self.crowds.moves.len()];
        self.colours.each_deep(&self.bodies.deltas, accuracy, |bodies| {
            bodies.into_iter().for_each(|body| missed[body] = true);
        });
        for (bodies, _) in
            self.crowds.joints.iter().zip(&self.joints.errors).filter(|it| *it.1 > accuracy)
        {
            bodies.iter().for_each(|&body| missed[body] = true);
        }
        let is_part = self.crowds.take(|body| missed[body]);
        let taken = self.crowds.takes.iter().zip(&self.crowds.counts);
        let most = taken.filter(|it| *it.0).map(|it| *it.1).max();
        is_part.then_some(most?)
    }

    /// The part at hand takes so many sub-steps from the beginning, all others are left where
    /// they are; whether nobody of them came near it.
    pub(super) fn step_part(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        (count, asked): (usize, &Asked),
        report: &mut StepReport,
    ) -> Result<bool, StepError> {
        self.crowds.done.clone_from(&world.state);
        self.crowds.told.clear();
        self.crowds.told.append(&mut world.contacts);
        world.state.clone_from(&self.begun);
        let outside = self.rest.left_out();
        let both = outside.iter().zip(&self.crowds.moves).zip(&self.crowds.takes);
        let left: Vec<_> = both.map(|((&out, &moves), &takes)| out || moves && !takes).collect();
        self.move_without(&world.model, &left);
        self.begin(world, span.h, asked.told, 1.0, report);
        let residual = report.small_residual_max;
        let passed = self.pass(world, span, (count, asked), report);
        report.small_residual_max = report.small_residual_max.max(residual);
        let taken = self.crowds.takes.iter().zip(&mut self.crowds.counts);
        taken.filter(|it| *it.0).for_each(|(_, own)| *own = count);
        self.put_together(world);
        report.contacts = world.contacts.len();
        self.move_without(&world.model, &outside);
        passed?;
        Ok(!std::mem::take(&mut self.crowds.has_met))
    }

    /// What the part at hand has left, and what the others had before.
    fn put_together(&mut self, world: &mut World) {
        let Crowds { joints, moves, takes, done, told, .. } = &mut self.crowds;
        let is_others = |body: usize| moves[body] && !takes[body];
        for body in (0..moves.len()).filter(|&body| is_others(body)) {
            world.state.bodies[body] = done.bodies[body];
        }
        for (at, bodies) in joints.iter().enumerate() {
            if bodies.iter().any(|&body| is_others(body)) {
                let rows = world.joint_rows(at);
                world.state.joints[at] = done.joints[at];
                world.state.joint_impulses[rows.clone()]
                    .copy_from_slice(&done.joint_impulses[rows]);
            }
        }
        let owners = &self.pairs.owners;
        let keeps = |[one, two]: [usize; 2]| is_others(one) || is_others(two);
        let bodies = |key: &(usize, usize, u64)| [owners[key.0].body, owners[key.1].body];
        world.state.contacts.retain(|memory| !keeps(bodies(&memory.key)));
        let kept = done.contacts.iter().filter(|memory| keeps(bodies(&memory.key)));
        world.state.contacts.extend(kept);
        world.state.contacts.sort_unstable_by_key(|memory| memory.key);
        let of = |contact: &ContactReport| [contact.first, contact.second];
        world.contacts.retain(|contact| !keeps(of(contact)));
        world.contacts.extend(told.drain(..).filter(|contact| keeps(of(contact))));
    }
}
