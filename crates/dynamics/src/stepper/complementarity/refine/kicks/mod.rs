//! A step whose motion is right: two kicks, and impacts at their time.
//!
//! RATTLE (Andersen 1983; Leimkuhler and Skeel 1994) with unilateral contacts. A piece of h
//! seconds of a cluster:
//!
//! 1. **first kick** (`first.rs`): with the contacts that are closed at the beginning q₀,
//!    v̄ = v₀ + ½h a + M⁻¹J(q₀)ᵀλ₀ leads to q₁ = q₀ + h v̄ with gap(q₁) ≥ min(gap₀, 0);
//!    friction is against the mean slip of both ends. Flight is a parabola, free rotation
//!    keeps momentum and energy (`motion::rotate`).
//! 2. **meeting** (`meeting.rs`): what was open and is closed too far at q₁ sets h to the time
//!    of its first contact.
//! 3. **second kick** (`second.rs`): v₁ = v̄ + ½h a + M⁻¹J(q₁)ᵀλ₁ with J(q₁)v₁ ≥ 0.
//! 4. **strike** (`strike.rs`) at the time of a contact, with the normals and points of that
//!    moment: v⁺ ≥ −e v⁻, rounds of whatever still approaches.
//!
//! Both kicks together are of second order; h²/6 |a₁ − a₀| = h/3 |M⁻¹(J₁ᵀλ₁ − J₀ᵀλ₀)| estimates
//! the error of the positions. A piece whose estimate is beyond the accuracy per second is
//! halved. A body or two may be struck many times in a step, large clusters less often: beyond
//! their share of impacts the rest of the step is taken whole, and told.

mod first;
mod meeting;
mod second;
mod strike;

use glam::DVec3;
use stickslip_contact::{Contact, Pose};

use super::super::linearisation::{Linearisation, Span};
use super::super::stages;
use super::{Refinement, Work};
use crate::collide::Collision;
use crate::model::Motion;
use crate::motion;
use crate::report::ContactReport;
use crate::state::BodyState;
use crate::step_error::StepError;
use crate::world::World;

/// Pieces of a step of one body, and impacts in it; clusters share them.
const PIECES: usize = 64;
const IMPACTS: usize = 48;
/// The most of either of any cluster.
const MOST_PIECES: usize = 32;
const MOST_IMPACTS: usize = 12;

/// Gaps up to this share of the accuracy are closed.
const CLOSED: f64 = 0.05;
/// Open contacts that are deeper than this share of the accuracy at the end have met.
const MET: f64 = 0.02;
/// An island whose plain step is off by less than this share of the accuracy per second
/// stays as it is.
const QUIET: f64 = 0.5;

/// A contact that the first kick holds.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// As it is at the beginning of the piece.
    contact: Contact,
    /// Its points on either body, in the body's axes.
    locals: [DVec3; 2],
    /// What turns and curves add to the change of the gap that the first row knows of (m).
    bend: f64,
    /// The same of the mean slip along the tangents (m/s).
    bent_slip: [f64; 2],
    /// The velocity of the second side against the first, at the beginning and in the mean.
    velocity: DVec3,
    slip: DVec3,
    /// Normal speed at the beginning of contacts that meet within the piece; else none.
    meets: Option<f64>,
    /// The normal impulse of the first kick (N·s).
    load: f64,
}

/// A part of the step of a cluster.
#[derive(Clone, Copy, Debug)]
struct Piece {
    /// When it begins (s).
    time: f64,
    /// Its length (s).
    h: f64,
    /// The length of the sub-step over that of a kick.
    share: f64,
}

impl Piece {
    fn new(whole: &Span, time: f64, h: f64) -> Self {
        Self { time, h, share: 2.0 * whole.share * (whole.h / h) }
    }

    /// The interval of the rows of a kick.
    fn span(&self) -> Span {
        Span { time: self.time, h: self.h, left: self.h, share: self.share }
    }
}

/// What became of a piece.
enum Taken {
    /// It was taken for so many seconds, and ended in an impact or not.
    For { h: f64, struck: bool, error: f64 },
    /// Its rounds did not converge, or its error is too large.
    Refused,
    /// Contacts are springs.
    Soft,
}

/// Memory of pieces; kept from step to step.
#[derive(Default)]
pub struct Kicks {
    /// The members at the beginning of a piece.
    start: Vec<BodyState>,
    /// What the impulses of the first kick change of their velocities and spins.
    blows: Vec<[DVec3; 2]>,
    /// Contacts at the beginning of a piece, those that its first kick holds, and those at
    /// its end, in ascending order of their keys.
    near: Vec<Contact>,
    held: Vec<Held>,
    ends: Vec<Contact>,
    /// Pairs of colliders whose meeting is looked for.
    watched: Vec<(usize, usize)>,
    first: Linearisation,
    strike: Linearisation,
    /// Whether a contact of the last kick is a spring.
    soft: bool,
    /// What scripts and hands lead, at the end of the step.
    led: Vec<(usize, BodyState)>,
    /// Bodies that joints hold.
    jointed: Vec<bool>,
    /// Whether surfaces run over some bodies: friction of both ends knows no such slip.
    surfaces_run: bool,
    /// What acted in the contacts of each cluster, ascending by its number and their keys.
    totals: Vec<Total>,
}

/// What has acted in a contact during all kicks and impacts of a step.
struct Total {
    cluster: usize,
    key: (usize, usize, u64),
    report: ContactReport,
}

impl Kicks {
    fn holds(&self, contact: &Contact) -> bool {
        self.held.binary_search_by_key(&contact.key(), |held| held.contact.key()).is_ok()
    }
}

impl Refinement {
    /// Bodies without rows fly as free bodies do.
    pub(super) fn fly(&mut self, world: &mut World, plain: &Linearisation, h: f64) {
        let bodies = plain.islands.columns();
        for body in 0..self.begin.len() {
            if bodies[body] == usize::MAX && world.model.bodies()[body].is_dynamic() {
                let mut state = self.begin[body];
                let forces = stages::forces(world, body);
                let constants = &world.model.bodies()[body];
                motion::fly(constants, &mut state, forces, world.settings.gyroscopic, h);
                world.state.bodies[body] = state;
            }
        }
    }

    /// Notes which bodies joints hold: their steps are those of `converge.rs`.
    pub(super) fn note_joints(&mut self, world: &World) {
        let mut bodies = world.model.bodies().iter();
        self.kicks.surfaces_run = bodies.any(|body| body.description.surface_motion.is_some());
        self.kicks.jointed.clear();
        self.kicks.jointed.resize(self.begin.len(), false);
        for (at, joint) in self.joint_bodies.iter().enumerate() {
            if !world.state.joints[at].broken {
                joint.iter().for_each(|&body| self.kicks.jointed[body] = true);
            }
        }
    }

    /// Marks islands whose plain step, off by ½h |Δv| or so, is not as right as asked.
    pub(super) fn mark_restless(
        &mut self,
        world: &World,
        collision: &Collision,
        plain: &Linearisation,
        allowed: f64,
    ) {
        for (island, &resting) in plain.islands.all().iter().zip(&plain.resting) {
            if resting {
                continue;
            }
            let moves = |&body: &usize| {
                let (begin, end) = (&self.begin[body], &world.state.bodies[body]);
                let spin = end.angular_velocity - begin.angular_velocity;
                let change = end.velocity - begin.velocity;
                change.length() + spin.length() * collision.reach(body)
            };
            if island.bodies.iter().map(moves).any(|change| 0.5 * change > QUIET * allowed) {
                island.bodies.iter().for_each(|&body| self.missed[body] = true);
            }
        }
    }

    /// Whether two kicks can step the members.
    pub(super) fn takes_kicks(&self) -> bool {
        !self.kicks.surfaces_run && !self.members.iter().any(|&body| self.kicks.jointed[body])
    }

    /// Steps the members by pieces of two kicks; whether that went well. Where it did not,
    /// they are anywhere.
    pub(super) fn kick(
        &mut self,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        whole: Span,
    ) -> Result<bool, StepError> {
        let mut kicks = std::mem::take(&mut self.kicks);
        kicks.led.clear();
        let world = &work.world;
        let is_led = |at: usize| world.state.leads.iter().any(|lead| lead.body == at);
        for (at, state) in world.state.bodies.iter().enumerate() {
            if !world.model.bodies()[at].is_dynamic() || is_led(at) {
                kicks.led.push((at, *state));
            }
        }
        let told = self.kick_through(&mut kicks, work, lines, whole);
        for &(body, end) in kicks.led.iter().filter(|(body, _)| !self.is_member[*body]) {
            work.world.state.bodies[body] = end;
        }
        self.kicks = kicks;
        told
    }

    fn kick_through(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        whole: Span,
    ) -> Result<bool, StepError> {
        let share = |most: usize, all: usize| (all / self.members.len()).clamp(1, most);
        let shortest = whole.h / share(MOST_PIECES, PIECES) as f64;
        let most_impacts =
            if self.members.len() > IMPACTS { 0 } else { share(MOST_IMPACTS, IMPACTS) };
        kicks.totals.retain(|total| total.cluster != self.used);
        kicks.start.clear();
        kicks.start.extend(self.members.iter().map(|&body| self.begin[body]));
        let (mut done, mut next, mut impacts, mut error) = (0.0, whole.h, 0, 0.0);
        while whole.h - done > 1e-12 * whole.h {
            let h = next.min(whole.h - done);
            let is_shortest = h <= shortest * (1.0 + 1e-9);
            let piece = Piece::new(&whole, whole.time + done, h);
            let allowed = if is_shortest { f64::INFINITY } else { work.accuracy * h };
            let may_split = impacts < most_impacts;
            match self.take_piece(kicks, work, lines, piece, &whole, allowed, may_split)? {
                Taken::For { h: taken, struck, error: own } => {
                    done += taken;
                    error += own;
                    impacts += usize::from(struck);
                    if !struck && taken >= next {
                        next *= 2.0;
                    }
                    let bodies = &work.world.state.bodies;
                    kicks.start.clear();
                    kicks.start.extend(self.members.iter().map(|&body| bodies[body]));
                }
                Taken::Soft => return Ok(false),
                Taken::Refused if is_shortest => return Ok(false),
                Taken::Refused => {
                    work.report.halvings += 1;
                    next = 0.5 * h;
                }
            }
        }
        work.report.impacts += impacts;
        work.report.position_error_max = work.report.position_error_max.max(error);
        Ok(true)
    }

    /// One piece, up to its end or to the first impact in it.
    #[allow(clippy::too_many_arguments)]
    fn take_piece(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        lines: &mut Linearisation,
        mut piece: Piece,
        whole: &Span,
        allowed: f64,
        may_split: bool,
    ) -> Result<Taken, StepError> {
        if self.find_held(kicks, work, &piece, whole) && piece.time == whole.time {
            self.strike_first(kicks, work, &piece, whole)?;
        }
        let mut struck = false;
        for attempt in 0.. {
            if attempt == MOST_ATTEMPTS || !self.first_kick(kicks, work, &piece)? {
                return Ok(if kicks.soft { Taken::Soft } else { Taken::Refused });
            }
            let Some(met) = self.find_met(kicks, work, &piece) else { break };
            let splits = may_split && met.approach * piece.h > STRIKE * work.accuracy;
            let mut closed = None;
            if splits || met.passed {
                closed = self.time_of_meeting(kicks, work, &piece);
                self.drift(kicks, work, &piece, piece.h);
                self.find_ends(kicks, work);
            }
            if splits && let Some(time) = closed {
                piece = Piece::new(whole, piece.time, time.max(SHORTEST * whole.h));
                if !self.settle_meeting(kicks, work, &mut piece, whole)? {
                    return Ok(Taken::Refused);
                }
                struck = true;
                break;
            }
            if !self.hold_met(kicks, work, &piece, closed.is_some()) {
                break;
            }
        }
        let slow = slow_speed(work.world, whole.h);
        let (error, strikes) = self.second_kick(kicks, work, lines, &piece, slow)?;
        if error > allowed {
            return Ok(Taken::Refused);
        }
        if !kicks.held.is_empty() {
            add_totals(&mut kicks.totals, &kicks.first, work, self.used);
        }
        add_totals(&mut kicks.totals, lines, work, self.used);
        if strikes {
            self.strike(kicks, work, &piece, whole)?;
        }
        if !struck {
            work.report.unsplit += kicks
                .held
                .iter()
                .filter(|held| {
                    held.meets.is_some_and(|speed| -speed * piece.h > work.accuracy)
                        && held.load > 0.0
                })
                .count();
        }
        Ok(Taken::For { h: piece.h, struck, error })
    }

    /// Strikes what touches and approaches at the beginning of a piece.
    fn strike_first(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        piece: &Piece,
        whole: &Span,
    ) -> Result<(), StepError> {
        std::mem::swap(&mut kicks.ends, &mut kicks.near);
        self.strike(kicks, work, piece, whole)?;
        let bodies = &work.world.state.bodies;
        kicks.start.clear();
        kicks.start.extend(self.members.iter().map(|&body| bodies[body]));
        self.find_held(kicks, work, piece, whole);
        Ok(())
    }

    /// Finds the contacts at the beginning of a piece, and holds those that are closed;
    /// whether one of them approaches.
    fn find_held(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        piece: &Piece,
        whole: &Span,
    ) -> bool {
        let slow = slow_speed(work.world, whole.h);
        self.place_start(kicks, work, piece);
        let Work { world, collision, report, accuracy, .. } = work;
        let states = &world.state.bodies;
        collision.detect_among(&world.model, states, piece.h, &self.members, &mut kicks.near);
        report.times.add_detection(collision.times());
        kicks.held.clear();
        let mut strikes = false;
        for contact in kicks.near.iter().filter(|contact| contact.gap <= CLOSED * *accuracy) {
            let velocity = relative_velocity(world, collision, contact);
            strikes |= velocity.dot(contact.normal) < -slow;
            if velocity.dot(contact.normal) < slow {
                kicks.held.push(Held::new(contact, velocity, poses(world, collision, contact)));
            }
        }
        strikes
    }

    /// Puts the members where a piece begins, and what scripts lead where it is then.
    fn place_start(&self, kicks: &Kicks, work: &mut Work<'_>, piece: &Piece) {
        for (&body, start) in self.members.iter().zip(&kicks.start) {
            work.world.state.bodies[body] = *start;
        }
        self.drive(work, kicks, piece.time, piece.h);
    }

    /// Puts what scripts and hands lead where it is at a time, with its mean velocity from
    /// then on.
    fn drive(&self, work: &mut Work<'_>, kicks: &Kicks, time: f64, h: f64) {
        let is_still =
            |at: usize| work.world.model.bodies()[at].description.motion == Motion::Static;
        if kicks.led.iter().any(|(at, _)| !is_still(*at)) {
            stages::drive(work.world, time, h);
        }
    }

    /// Moves the members from the beginning of a piece for `h` seconds, with the blows of the
    /// first kick in proportion; their velocities lack the blows of the second alone.
    fn drift(&self, kicks: &Kicks, work: &mut Work<'_>, piece: &Piece, h: f64) {
        let part = h / piece.h;
        let gyroscopic = work.world.settings.gyroscopic;
        for ((&body, start), blow) in self.members.iter().zip(&kicks.start).zip(&kicks.blows) {
            let mut state = *start;
            let (force, torque) = stages::forces(work.world, body);
            let constants = &work.world.model.bodies()[body];
            state.velocity += part * blow[0];
            state.angular_velocity += part * blow[1];
            motion::fly(constants, &mut state, (force, torque), gyroscopic, h);
            work.world.state.bodies[body] = state;
        }
        self.drive(work, kicks, piece.time + h, END * piece.h);
    }
}

/// Adds what has acted in the contacts of rows to that of earlier ones.
fn add_totals(totals: &mut Vec<Total>, lines: &Linearisation, work: &Work<'_>, cluster: usize) {
    for (at, contact) in lines.contacts.iter().enumerate() {
        let report = lines.contact_report(work.world, work.collision, at, 1.0);
        let key = contact.key();
        match totals.binary_search_by_key(&(cluster, key), |total| (total.cluster, total.key)) {
            Ok(at) => {
                let total = &mut totals[at].report;
                let (impulse, moment) = (total.impulse, total.moment);
                *total = report;
                total.impulse += impulse;
                total.moment += moment;
            }
            Err(at) => totals.insert(at, Total { cluster, key, report }),
        }
    }
}

impl Refinement {
    /// Tells of the contacts of a cluster what acted in all of its step.
    pub(super) fn report_totals(&self, world: &mut World, lines: &Linearisation, cluster: usize) {
        for total in self.kicks.totals.iter().filter(|total| total.cluster == cluster) {
            let place = lines.contacts.binary_search_by_key(&total.key, Contact::key);
            match place {
                Ok(at) => {
                    let told = &mut world.contacts[lines.places[at]];
                    (told.impulse, told.moment) = (total.report.impulse, total.report.moment);
                }
                Err(_) if total.report.impulse != DVec3::ZERO => {
                    world.contacts.push(total.report.clone());
                }
                Err(_) => {}
            }
        }
    }

    /// Forgets what acted in the last step.
    pub(super) fn forget_totals(&mut self) {
        self.kicks.totals.clear();
    }
}

impl Held {
    fn new(contact: &Contact, velocity: DVec3, poses: [Pose; 2]) -> Self {
        let half = 0.5 * contact.gap * contact.normal;
        Self {
            contact: *contact,
            locals: [
                poses[0].local_point(contact.point - half),
                poses[1].local_point(contact.point + half),
            ],
            bend: 0.0,
            bent_slip: [0.0; 2],
            velocity,
            slip: velocity,
            meets: None,
            load: 0.0,
        }
    }

    /// Its gap and point where the bodies are now, the normal as it was.
    fn tracked(&self, poses: [Pose; 2]) -> (f64, DVec3) {
        let [first, second] = [poses[0].point(self.locals[0]), poses[1].point(self.locals[1])];
        (self.contact.normal.dot(second - first), 0.5 * (first + second))
    }
}

/// The velocity of the second side of a contact against the first at its point (m/s).
fn relative_velocity(world: &World, collision: &Collision, contact: &Contact) -> DVec3 {
    velocity_at(world, collision, contact, contact.point)
}

fn velocity_at(world: &World, collision: &Collision, contact: &Contact, point: DVec3) -> DVec3 {
    let [first, second] = collision.parties(contact).map(|(body, _)| {
        let state = &world.state.bodies[body];
        state.velocity + state.angular_velocity.cross(point - state.pose.position)
    });
    second - first
}

fn poses(world: &World, collision: &Collision, contact: &Contact) -> [Pose; 2] {
    collision.parties(contact).map(|(body, _)| world.state.bodies[body].pose)
}

/// Speeds below this belong to contacts at rest: what gravity gives in an eighth of a step.
fn slow_speed(world: &World, h: f64) -> f64 {
    (0.125 * h * world.settings.gravity.length()).max(1e-7)
}

/// How often a piece is kicked anew for contacts that it has met.
const MOST_ATTEMPTS: usize = 12;

/// What meets at a speed that moves it by less than this share of the accuracy in a piece is
/// held without looking for its time.
const STRIKE: f64 = 0.5;

/// The shortest piece, as a part of the step.
const SHORTEST: f64 = 1e-6;

/// The part of a piece over which the velocity of scripts at its end is taken.
const END: f64 = 1e-3;
