//! A step that is accurate to what is asked.
//!
//! After the plain step, joints and gaps are measured where the bodies have
//! come to (`measure.rs`), and how far the motion may be off. Islands that missed
//! by more than the accuracy, and whatever they have come upon, are stepped again as
//! clusters, each for itself. Bodies without rows fly as free bodies do; clusters take
//! two kicks, and impacts at their time (`kicks/`). Those whose kicks do not converge or that
//! kicks do not suit are linearised at the end of the step (`round.rs`) with the impulses of
//! the last round, until they hold. In the limit the end of the step minimises
//! ½(x − x̃)ᵀM(x − x̃) subject to joints and gaps at the end (SIGGRAPH 2022
//! course, Eq 97), with Coulomb's law in the last linearisation.
//!
//! A cluster that has moved smoothly takes the second-order step (`motion.rs`),
//! which loses little energy. A two-step velocity is wrong across an impact, so
//! the step of an impact is of first order, and the history begins afresh
//! (`history.rs`). Where rounds do not converge, the step of the cluster alone
//! is halved.
//!
//! Clusters with trees in joint coordinates, whose joints cannot open, are extrapolated from
//! whole and half steps instead (`articulated/`).
//!
//! Islands with soft bodies stay as the plain step has left them, or the rounds of the soft
//! bodies (`elastic/`); nothing is joined to them.
//!
//! What is stepped again whatever the plain step brings is not solved there:
//! its rounds begin from where it is bound to be (`ahead.rs`).

mod ahead;
mod articulated;
mod between;
mod carry;
mod cluster;
mod converge;
mod halve;
mod history;
pub(super) mod kicks;
pub(super) mod measure;
mod motion;
mod record;
mod round;

pub(super) use kicks::record::OVERLAPPED;
pub use measure::{Deflections, Promise, is_pushed, joint_error, write_joints};

use stickslip_contact::Contact;
use stickslip_linalg::Components;

use self::articulated::Articulated;
use self::between::Plain;
use self::carry::Carried;
use self::kicks::{Course, Kicks};
pub(super) use self::motion::{Base, Order};
use super::linearisation::{Linearisation, Span};
use crate::collide::Collision;
use crate::freedoms::Layout;
use crate::model::Model;
use crate::report::{IslandReport, StepReport};
use crate::rows::RowBuffer;
use crate::state::{BodyState, ContactMemory};
use crate::step_error::StepError;
use crate::world::World;

/// What a refinement stands on: the step as it is seen from its beginning.
pub struct PlainStep<'a> {
    /// Who owns which velocities.
    pub layout: &'a Layout,
    /// Rows of the beginning with their impulses.
    pub plain: &'a Linearisation,
    /// Their interval.
    pub span: Span,
}

/// Steps clusters again; keeps its memory from step to step.
pub struct Refinement {
    /// The bodies that forces move of each joint.
    joint_bodies: Vec<Vec<usize>>,
    /// First row of each joint among the kept impulses.
    joint_starts: Vec<usize>,
    /// Every body at the beginning of the interval.
    begin: Vec<BodyState>,
    /// What contacts carried in the last step, and rows of joints.
    loads: Vec<ContactMemory>,
    joint_loads: Vec<f64>,
    joined: Components,
    /// Bodies that are stepped again, each with the first of its cluster, ascending.
    clusters: Vec<(usize, usize)>,
    /// What contacts of clusters carried, by the first body, and after their steps.
    taken: Vec<(usize, ContactMemory)>,
    kept: Vec<ContactMemory>,
    /// Bodies of islands with soft bodies, whose steps stay plain.
    beside_soft: Vec<bool>,
    /// Bodies that were stepped again.
    redone: Vec<bool>,
    /// The cluster at hand, in ascending order, and whether each body is in it.
    members: Vec<usize>,
    is_member: Vec<bool>,
    /// Bodies that have missed.
    missed: Vec<bool>,
    /// Roots of clusters with a body that has missed after the plain step.
    is_wanted: Vec<bool>,
    /// Where the steps of the members start from.
    bases: Vec<Base>,
    plain: Plain,
    /// The members after the plain step, and before a round.
    plain_end: Vec<BodyState>,
    guess: Vec<BodyState>,
    /// Violations of the rows of the members' joints a step before, where they are springs.
    earlier: Vec<Option<f64>>,
    found: Vec<Contact>,
    /// Contacts of earlier rounds that may still be needed.
    carried: Vec<Carried>,
    scratch: RowBuffer,
    /// The last linearisation of each cluster of the step.
    again: Vec<Linearisation>,
    used: usize,
    /// Bodies that something has begun to push in the plain step, and those that were
    /// solved there.
    pushed: Vec<bool>,
    solved: Vec<bool>,
    /// Bodies whose velocity has jumped, and those whose history counted.
    jumped: Vec<bool>,
    used_history: Vec<bool>,
    /// Whether the members were solved in this step before.
    was_solved: bool,
    /// Bodies with a history that the next step may use, and those that would run into another.
    keeps_history: Vec<bool>,
    meets: Vec<bool>,
    /// Of clusters that take two kicks.
    kicks: Kicks,
    /// Of clusters with trees.
    articulated: Articulated,
}

impl Refinement {
    /// For a model.
    pub fn new(model: &Model) -> Self {
        let bodies = model.bodies().len();
        let joint_bodies = model.joints().iter().map(|joint| {
            let dynamic = |body: &usize| model.bodies()[*body].is_dynamic();
            let named = joint.description().named_bodies();
            named.into_iter().map(|(_, body)| body.0).filter(dynamic).collect()
        });
        let mut rows = 0;
        let joint_starts = model.joints().iter().map(|joint| {
            rows += joint.row_count();
            rows - joint.row_count()
        });
        Self {
            joint_bodies: joint_bodies.collect(),
            joint_starts: joint_starts.collect(),
            begin: Vec::new(),
            loads: Vec::new(),
            joint_loads: Vec::new(),
            joined: Components::default(),
            clusters: Vec::new(),
            taken: Vec::new(),
            kept: Vec::new(),
            beside_soft: vec![false; bodies],
            redone: vec![false; bodies],
            members: Vec::new(),
            is_member: vec![false; bodies],
            missed: vec![false; bodies],
            is_wanted: vec![false; bodies],
            bases: vec![Base::REST; bodies],
            plain: Plain::default(),
            plain_end: Vec::new(),
            guess: Vec::new(),
            earlier: Vec::new(),
            found: Vec::new(),
            carried: Vec::new(),
            scratch: RowBuffer::default(),
            again: Vec::new(),
            used: 0,
            pushed: vec![false; bodies],
            solved: vec![false; bodies],
            jumped: vec![false; bodies],
            used_history: vec![false; bodies],
            was_solved: false,
            keeps_history: vec![false; bodies],
            meets: vec![false; bodies],
            kicks: Kicks::default(),
            articulated: Articulated::default(),
        }
    }

    /// Remembers where a step begins.
    pub fn begin(&mut self, world: &World) {
        self.used = 0;
        self.redone.fill(false);
        self.forget_totals();
        if world.error_bounds.accuracy.is_some() {
            self.begin.clone_from(&world.state.bodies);
            self.loads.clone_from(&world.state.contacts);
            self.joint_loads.clone_from(&world.state.joint_impulses);
        }
    }

    /// A buffer that nobody needs between steps.
    pub fn scratch(&mut self) -> &mut RowBuffer {
        &mut self.scratch
    }

    /// Whether the first of these bodies was stepped again; soft bodies, which
    /// come after them, never are.
    pub fn has_redone(&self, bodies: &[usize]) -> bool {
        bodies.first().and_then(|&body| self.redone.get(body)).is_some_and(|&redone| redone)
    }

    /// Measures the plain step and steps again what missed.
    pub fn settle(
        &mut self,
        world: &mut World,
        collision: &mut Collision,
        plain_step: &PlainStep<'_>,
        accuracy: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let span = plain_step.span;
        self.note_contacts(world, collision, accuracy, span.h);
        self.fly(world, plain_step.plain, span.h);
        world.check_motion()?;
        collision.detect(&world.model, &world.state.bodies, span.h);
        report.times.add_detection(collision.times());
        self.jumped.fill(false);
        self.used_history.fill(false);
        self.found.clear();
        self.found.extend_from_slice(collision.contacts());
        self.look(world, collision, plain_step.plain, span, accuracy);
        self.begin_courses(plain_step.plain);
        self.mark_used_history(plain_step.plain);
        self.mark_restless(world, collision, plain_step.plain, accuracy);
        self.mark_trees(world, collision, plain_step.plain, accuracy);
        if self.missed.iter().any(|&missed| missed) {
            self.join(world, collision, plain_step.plain);
            self.note_plain(plain_step.plain);
            let mut work = Work { world, collision, layout: plain_step.layout, accuracy, report };
            self.settle_together(&mut work, plain_step)?;
        }
        self.count_courses(world, &mut report.orders);
        self.note_jumps(plain_step.plain, true);
        self.write_history(world, span.h, accuracy);
        Ok(())
    }

    /// Steps one cluster after the other. Each finds its own contacts alone in the memory
    /// of the world, so that its work does not grow with that of others.
    fn settle_clusters(
        &mut self,
        work: &mut Work<'_>,
        plain_step: &PlainStep<'_>,
    ) -> Result<(), StepError> {
        self.take_contacts(work.world, work.collision);
        self.kept.clear();
        self.kept.append(&mut work.world.state.contacts);
        let (clusters, taken) =
            (std::mem::take(&mut self.clusters), std::mem::take(&mut self.taken));
        let mut told = Ok(());
        let mut rest = &taken[..];
        for cluster in clusters.chunk_by(|one, two| one.0 == two.0) {
            let own = rest.partition_point(|(root, _)| *root <= cluster[0].0);
            let own_contacts = rest[..own].iter().map(|(_, memory)| memory);
            work.world.state.contacts.extend(own_contacts);
            rest = &rest[own..];
            self.enter(cluster);
            told = told.and_then(|()| self.settle_cluster(work, plain_step));
            self.kept.append(&mut work.world.state.contacts);
        }
        (self.clusters, self.taken) = (clusters, taken);
        std::mem::swap(&mut work.world.state.contacts, &mut self.kept);
        work.world.state.contacts.sort_unstable_by_key(|memory| memory.key);
        told
    }

    /// Steps the members again, from where the plain step has left them.
    fn settle_cluster(
        &mut self,
        work: &mut Work<'_>,
        plain_step: &PlainStep<'_>,
    ) -> Result<(), StepError> {
        if self.used == self.again.len() {
            self.again.push(Linearisation::default());
        }
        let mut lines = std::mem::take(&mut self.again[self.used]);
        self.plain_end.clear();
        self.plain_end.extend(self.members.iter().map(|&body| work.world.state.bodies[body]));
        self.was_solved = self.members.iter().any(|&body| self.solved[body]);
        if self.has_trees(work.world) {
            self.settle_trees(work, &mut lines, plain_step)?;
            self.again[self.used] = lines;
            self.used += 1;
            return Ok(());
        }
        let unsuited = self.takes_kicks(work.world, plain_step.plain, plain_step.span.h).err();
        let mut course = unsuited.unwrap_or(Course::Second);
        let recorded = work.world.recorded();
        if unsuited.is_none() {
            if self.kick(work, &mut lines, plain_step.span)? {
                self.members.iter().for_each(|&body| self.jumped[body] = true);
                self.note_course(course);
                lines.conclude(work.report, |_| true);
                self.again[self.used] = lines;
                self.used += 1;
                return Ok(());
            }
            course = self.refusal();
            work.world.forget_recorded(recorded);
            self.put_back(work.world);
        }
        let pushed = self.members.iter().any(|&body| self.pushed[body]);
        let begun = Begun { lines: plain_step.plain, pushed };
        let mut held = false;
        if self.members.iter().all(|&body| self.begin[body].before.is_some()) {
            held = self.rounds(work, &mut lines, begun, plain_step.span, Order::Second)?;
            if held {
                self.members.iter().for_each(|&body| self.used_history[body] = true);
                course = Course::Second;
            } else {
                self.put_back(work.world);
            }
        }
        if !held {
            held = self.rounds(work, &mut lines, begun, plain_step.span, Order::First)?;
        }
        if !held && !self.halve(work, &mut lines, plain_step.span, 1)? {
            self.refuse_unsettled(work.world);
            work.report.inaccurate += 1;
        }
        self.note_course(course);
        self.note_jumps(&lines, false);
        lines.conclude(work.report, |_| true);
        self.again[self.used] = lines;
        self.used += 1;
        Ok(())
    }

    /// Puts the members where the plain step has left them.
    fn put_back(&self, world: &mut World) {
        for (&body, end) in self.members.iter().zip(&self.plain_end) {
            world.state.bodies[body] = *end;
        }
    }

    /// Adds what acted in the contacts of bodies that were stepped again.
    pub fn report(&mut self, world: &mut World, collision: &Collision) {
        let mut again = std::mem::take(&mut self.again);
        for (cluster, lines) in again[..self.used].iter_mut().enumerate() {
            lines.report_contacts(world, collision, lines.share, |_| true);
            self.report_totals(world, lines, cluster);
        }
        self.again = again;
    }

    /// The islands of bodies that were stepped again.
    pub fn island_reports(&self) -> impl Iterator<Item = IslandReport<'_>> {
        self.again[..self.used].iter().flat_map(Linearisation::island_reports)
    }
}

/// The rows of the beginning, and whether something has begun to push a member there.
#[derive(Clone, Copy)]
struct Begun<'a> {
    lines: &'a Linearisation,
    pushed: bool,
}

/// What a cluster is stepped in.
struct Work<'a> {
    world: &'a mut World,
    collision: &'a mut Collision,
    layout: &'a Layout,
    accuracy: f64,
    report: &'a mut StepReport,
}
