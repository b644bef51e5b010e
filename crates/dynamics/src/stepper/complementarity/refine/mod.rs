//! A step that is accurate to what is asked.
//!
//! After the plain step, joints and gaps are measured where the bodies have
//! come to (`measure.rs`). Islands that missed by more than the accuracy, and
//! whatever they have come upon, are stepped again as clusters, each for
//! itself: linearised at the end of the step (`round.rs`) with the impulses of
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
//! What is stepped again whatever the plain step brings is not solved there:
//! its rounds begin from where it is bound to be (`ahead.rs`).

mod ahead;
mod carry;
mod cluster;
mod halve;
mod history;
mod measure;
mod motion;
mod round;

pub use measure::{Deflections, Promise, joint_error};

use stickslip_contact::Contact;
use stickslip_linalg::Components;

use self::carry::Carried;
use self::measure::Measure;
use self::motion::{Base, Order};
use super::linearisation::{Linearisation, Span};
use super::stages;
use crate::collide::Collision;
use crate::freedoms::Layout;
use crate::friction::FrictionModel;
use crate::model::Model;
use crate::report::{IslandReport, StepReport};
use crate::rows::RowBuffer;
use crate::state::{BodyState, ContactMemory};
use crate::step_error::StepError;
use crate::world::World;

/// Rounds after which a step is halved.
const ROUNDS: usize = 8;

/// Rounds in which the axes of inertia are those of the guess.
const TURNING_ROUNDS: usize = 3;

/// What a refinement stands on: the step as it is seen from its beginning.
pub struct Ground<'a> {
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
    /// The members after the plain step, and before a round.
    plain_end: Vec<BodyState>,
    guess: Vec<BodyState>,
    found: Vec<Contact>,
    /// Contacts of earlier rounds that may still be needed.
    carried: Vec<Carried>,
    scratch: RowBuffer,
    /// The last linearisation of each cluster of the step.
    again: Vec<Linearisation>,
    used: usize,
    /// Bodies whose velocity has jumped, and those whose history counted.
    jumped: Vec<bool>,
    looked_back: Vec<bool>,
    /// Whether the members were solved in this step before.
    was_solved: bool,
    /// Bodies that go on looking back, and those that would run into another.
    goes_on: Vec<bool>,
    meets: Vec<bool>,
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
            redone: vec![false; bodies],
            members: Vec::new(),
            is_member: vec![false; bodies],
            missed: vec![false; bodies],
            is_wanted: vec![false; bodies],
            bases: vec![Base::REST; bodies],
            plain_end: Vec::new(),
            guess: Vec::new(),
            found: Vec::new(),
            carried: Vec::new(),
            scratch: RowBuffer::default(),
            again: Vec::new(),
            used: 0,
            jumped: vec![false; bodies],
            looked_back: vec![false; bodies],
            was_solved: false,
            goes_on: vec![false; bodies],
            meets: vec![false; bodies],
        }
    }

    /// Remembers where a step begins.
    pub fn begin(&mut self, world: &World) {
        self.used = 0;
        self.redone.fill(false);
        if world.settings.accuracy.is_some() {
            self.begin.clone_from(&world.state.bodies);
            self.loads.clone_from(&world.state.contacts);
            self.joint_loads.clone_from(&world.state.joint_impulses);
        }
    }

    /// A buffer that nobody needs between steps.
    pub fn scratch(&mut self) -> &mut RowBuffer {
        &mut self.scratch
    }

    /// Whether a body was stepped again.
    pub fn has_redone(&self, body: usize) -> bool {
        self.redone[body]
    }

    /// Measures the plain step and steps again what missed.
    pub fn settle(
        &mut self,
        world: &mut World,
        collision: &mut Collision,
        ground: &Ground<'_>,
        accuracy: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        let span = ground.span;
        collision.detect(&world.model, &world.state.bodies, span.h);
        report.times.add_detection(collision.times());
        self.jumped.fill(false);
        self.looked_back.fill(false);
        self.found.clear();
        self.found.extend_from_slice(collision.contacts());
        self.look(world, collision, ground.plain, span, accuracy);
        self.mark_looking_back(ground.plain);
        if self.missed.iter().any(|&missed| missed) {
            self.join(world, collision, ground.plain);
            for first in 0..self.missed.len() {
                if self.gather(world, first) {
                    self.settle_cluster(world, collision, ground, accuracy, report)?;
                }
            }
        }
        self.note_jumps(ground.plain, true);
        self.write_history(world);
        Ok(())
    }

    /// Steps the members again, from where the plain step has left them.
    fn settle_cluster(
        &mut self,
        world: &mut World,
        collision: &mut Collision,
        ground: &Ground<'_>,
        accuracy: f64,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        if self.used == self.again.len() {
            self.again.push(Linearisation::default());
        }
        let mut lines = std::mem::take(&mut self.again[self.used]);
        self.plain_end.clear();
        self.plain_end.extend(self.members.iter().map(|&body| world.state.bodies[body]));
        let islands = ground.plain.islands.all().iter().zip(&ground.plain.put_off);
        let mut of_members = islands.filter(|(island, _)| self.is_member[island.bodies[0]]);
        self.was_solved = of_members.any(|(_, put_off)| !put_off);
        let mut work = Work { world, collision, layout: ground.layout, accuracy, report };
        let mut held = false;
        if self.members.iter().all(|&body| self.begin[body].before.is_some()) {
            held = self.rounds(&mut work, &mut lines, ground.plain, ground.span, Order::Second)?;
            if held {
                self.members.iter().for_each(|&body| self.looked_back[body] = true);
            } else {
                self.put_back(work.world);
            }
        }
        if !held {
            held = self.rounds(&mut work, &mut lines, ground.plain, ground.span, Order::First)?;
        }
        if !held && !self.halve(&mut work, &mut lines, ground.span, 1)? {
            work.report.inaccurate += 1;
        }
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

    /// Linearises at the end until the members hold; whether they do. A step of
    /// second order in which something begins to push does not.
    fn rounds(
        &mut self,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        begun: &Linearisation,
        whole: Span,
        order: Order,
    ) -> Result<bool, StepError> {
        let h = order.seconds(whole.h);
        let end = whole.time + whole.h;
        let span = Span { time: end - h, h, left: h, share: whole.share * (whole.h / h) };
        self.detect(work);
        self.carried.clear();
        let (mut boost, mut last_turned) = (1.0, f64::INFINITY);
        let (mut rough, mut had_jump) = (true, self.has_jump(begun));
        for round in 0..ROUNDS {
            // The axes of inertia turn along until the rounds are near the end.
            if round < TURNING_ROUNDS {
                self.find_bases(work.world, order, whole.h);
                lines.inertia.refresh(work.world.model.bodies(), &work.world.state.bodies);
            }
            self.add_carried(work);
            std::mem::swap(&mut lines.contacts, &mut self.found);
            self.linearise(work, lines, begun, &span, boost);
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
            let mut holds = self.detect_and_look(work, lines, span) && turned <= TURN;
            if holds && !lines.is_exact() {
                // The last round is solved to the end.
                rough = false;
                turned = self.solve_round(work, lines, &span, rough)?;
                holds = self.detect_and_look(work, lines, span) && turned <= TURN;
            }
            if holds {
                return Ok(!(order == Order::Second && self.has_jump(lines)));
            }
            self.carry(work, lines, round);
        }
        Ok(false)
    }

    /// Finds the contacts where the members are; whether none of them missed.
    fn detect_and_look(&mut self, work: &mut Work<'_>, lines: &Linearisation, span: Span) -> bool {
        self.detect(work);
        self.look(work.world, work.collision, lines, span, work.accuracy)
    }

    /// Marks the bodies that have missed, where contacts are as they were
    /// found; whether none of the members has.
    fn look(
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
        let missed = &mut self.missed;
        measure.look(world, collision, lines, &self.found, |body| missed[body] = true);
        !self.members.iter().any(|&body| self.missed[body])
    }

    /// Writes the rows of a round at the guess where the members are.
    fn linearise(
        &mut self,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        begun: &Linearisation,
        span: &Span,
        boost: f64,
    ) {
        let Work { world, collision, layout, report, .. } = work;
        let h = span.h;
        // Approaching speeds are those of the beginning.
        let joints = &self.joint_bodies;
        let is_member = &self.is_member;
        let includes = |joint: usize| joints[joint].iter().any(|&body| is_member[body]);
        lines.write(world, collision, span, Some(&self.loads), includes);
        for &body in &self.members {
            let state = &mut world.state.bodies[body];
            let near = state.angular_velocity;
            (state.velocity, state.angular_velocity) =
                self.bases[body].velocity_to(&state.pose, near, h);
        }
        round::aim_at_the_end(lines, begun, world, collision, &self.begin, h);
        lines.remember_start(world, span.share);
        lines.stiffen(world, h);
        if boost > 1.0 {
            lines.inertia.boost(world.model.bodies(), &self.members, boost);
        }
        lines.inertia.invert_added(world.model.bodies());
        lines.find_islands(layout);
        let islands = lines.islands.all().len();
        report.solves += islands;
        if self.was_solved {
            report.rounds += islands;
        }
        self.was_solved = true;
        self.guess.clear();
        self.guess.extend(self.members.iter().map(|&body| world.state.bodies[body]));
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
        let Work { world, collision, report, .. } = work;
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
        world.check_motion()?;
        let turned = self.move_members(world, span.h);
        world.check_motion()?;
        self.forget_contacts(world, collision);
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
            let turned = glam::DQuat::from_scaled_axis(turn) * guess.pose.orientation;
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
    fn detect(&mut self, work: &mut Work<'_>) {
        let Work { world, collision, report, .. } = work;
        let is_member = |body: usize| self.is_member[body];
        collision.detect_among(&world.model, &world.state.bodies, 0.0, is_member, &mut self.found);
        report.times.add_detection(collision.times());
    }

    /// Takes the contacts of the members out of the memory of the world.
    fn forget_contacts(&self, world: &mut World, collision: &Collision) {
        world.state.contacts.retain(|memory| {
            let is_member = |collider| self.is_member[collision.body(collider)];
            !(is_member(memory.key.0) || is_member(memory.key.1))
        });
    }

    /// Adds what acted in the contacts of bodies that were stepped again.
    pub fn report(&mut self, world: &mut World, collision: &Collision) {
        for lines in &mut self.again[..self.used] {
            lines.report_contacts(world, collision, lines.share, |_| true);
        }
    }

    /// The islands of bodies that were stepped again.
    pub fn island_reports(&self, model: FrictionModel) -> impl Iterator<Item = IslandReport<'_>> {
        self.again[..self.used].iter().flat_map(move |lines| lines.island_reports(model))
    }
}

/// Turns that shrink by less than this from round to round hang on what the
/// stiffness of joints does not know of, such as links on a curved surface. More
/// inertia slows them down, and changes nothing where they end.
const SLOW: f64 = 0.5;
const SMALL_TURN: f64 = 0.01;

/// With a larger turn in the last round (rad), directions were not yet those
/// of the end.
const TURN: f64 = 0.1;

/// What a cluster is stepped in.
struct Work<'a> {
    world: &'a mut World,
    collision: &'a mut Collision,
    layout: &'a Layout,
    accuracy: f64,
    report: &'a mut StepReport,
}
