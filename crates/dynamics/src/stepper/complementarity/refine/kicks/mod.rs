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
//! Stops of joints meet and strike likewise (`stops.rs`).
//!
//! Contacts that are soft enough for a step to follow push as springs do (`springs.rs`).
//!
//! Both kicks together are of second order; h²/6 |a₁ − a₀| = h/3 |M⁻¹(J₁ᵀλ₁ − J₀ᵀλ₀)| estimates
//! the error of the positions. A piece whose estimate is beyond the accuracy per second is
//! halved. A body or two may be struck many times in a step, large clusters less often: beyond
//! their share of impacts the rest of the step is taken whole, and reported.

mod first;
mod jam;
pub(in super::super) mod joints;
mod loads;
mod meeting;
mod orders;
mod pieces;
pub(in super::super) mod record;
mod restless;
mod second;
mod springs;
mod stops;
pub(in super::super) mod strike;
mod totals;

use glam::DVec3;
use stickslip_contact::{Contact, Pose};

use self::joints::JointKick;
pub use self::orders::Course;
pub use self::springs::Spring;
use self::stops::Stops;
use self::totals::Total;
use super::super::linearisation::{Linearisation, Span};
use super::super::replay::KickRound;
use super::super::stages;
use super::{Refinement, Work};
use crate::collide::Collision;
use crate::model::Motion;
use crate::motion;
use crate::state::BodyState;
use crate::world::World;

/// Gaps up to this share of the accuracy are closed.
pub(in super::super) const CLOSED: f64 = 0.05;
/// Open contacts that are deeper than this share of the accuracy at the end have met.
const MET: f64 = 0.02;

/// A contact that the first kick holds.
#[derive(Clone, Copy, Debug)]
struct Held {
    /// As it is at the beginning of the piece.
    contact: Contact,
    /// Its points on either body, in the body's axes.
    locals: [DVec3; 2],
    /// What turns and curves add to the change of the gap that the first row knows of (m).
    bend: f64,
    /// The same as the last round knew it.
    bent: f64,
    /// The same of the mean slip along the tangents (m/s).
    bent_slip: [f64; 2],
    /// The slip of the second side against the first, at the beginning and in the mean.
    velocity: DVec3,
    slip: DVec3,
    /// Normal speed at the beginning of contacts that meet within the piece; else none.
    meets: Option<f64>,
    /// The normal impulse of the first kick (N·s).
    load: f64,
    /// The speed by which it gives way along the tangents (m/s), and whether that is all of it.
    creep: f64,
    sticks: bool,
    /// Where it gives way as a spring.
    spring: Option<Spring>,
    /// Its load where it is a spring that is closed for a part of the piece.
    partial: Option<f64>,
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
    /// Contacts at the beginning of the step.
    begun: Vec<Contact>,
    /// The rows of the members' joints, in the order of the kicks.
    joints: Vec<JointKick>,
    stops: Stops,
    /// What acted in the rows of all joints in this step (N·s), and before it.
    joint_totals: Vec<f64>,
    joint_begun: Vec<f64>,
    /// Pairs of colliders whose meeting is looked for.
    watched: Vec<(usize, usize)>,
    first: Linearisation,
    strike: Linearisation,
    /// Whether a contact of the last kick is a spring that is not followed.
    soft: bool,
    /// Rounds of each time that a piece was kicked.
    rounds: Vec<usize>,
    /// Those of the last time, while derivatives are asked for.
    sets: Vec<KickRound>,
    /// Whether loads are those of this step, not of the last.
    knows_loads: bool,
    /// Length of the whole step (s).
    whole: f64,
    /// Whether the blow at hand is at the beginning of its piece.
    strikes_first: bool,
    /// What scripts and hands lead, at the end of the step.
    led: Vec<(usize, BodyState)>,
    /// Whether each body is a mesh that touches another.
    meshes: Vec<bool>,
    /// Whether each body moves on a spring.
    sprung: Vec<bool>,
    /// By how much the contacts of each body change their speed because it turns (m/s).
    turning: Vec<f64>,
    /// How each body was stepped.
    courses: Vec<Course>,
    /// What acted in the contacts of each cluster, ascending by its number and their keys.
    totals: Vec<Total>,
}

impl Kicks {
    /// Whether nothing acts in the first kick.
    fn is_free(&self) -> bool {
        self.held.is_empty() && self.joints.is_empty()
    }

    fn holds(&self, contact: &Contact) -> bool {
        self.find(contact).is_some()
    }
}

impl Refinement {
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
            bent: 0.0,
            bent_slip: [0.0; 2],
            velocity,
            slip: velocity,
            meets: None,
            load: 0.0,
            creep: 0.0,
            sticks: false,
            spring: None,
            partial: None,
        }
    }

    /// Whether it slides at both ends of the piece, the same way; what sticks gives way a
    /// little, too.
    fn slides_on(&self) -> bool {
        let normal = self.contact.normal;
        let across = |vector: DVec3| vector - vector.dot(normal) * normal;
        let (slip, before) = (across(self.slip), across(self.velocity));
        let after = 2.0 * slip - before;
        let least = STUCK + CREEP * self.creep;
        let slides = self.load > 0.0 && self.meets.is_none() && !self.sticks;
        let slides = slides && slip.length().min(before.length()) > least;
        slides && after.dot(slip) > 0.0 && before.dot(slip) > 0.0
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
    let bodies = collision.parties(contact).map(|(body, _)| &world.state.bodies[body]);
    let [first, second] = bodies.map(|state| state.velocity_at(point));
    second - first
}

/// The same of the surfaces, which may run over their bodies, along the contact.
fn slip_at(
    world: &World,
    collision: &Collision,
    contact: &Contact,
    point: DVec3,
    time: f64,
) -> DVec3 {
    let bodies = collision.parties(contact).map(|(body, _)| body);
    let (states, normal) = (&world.state.bodies, contact.normal);
    let runs = world.model.surface_velocity(bodies, states, normal, time);
    velocity_at(world, collision, contact, point) + runs - runs.dot(normal) * normal
}

fn poses(world: &World, collision: &Collision, contact: &Contact) -> [Pose; 2] {
    collision.parties(contact).map(|(body, _)| world.state.bodies[body].pose)
}

/// Speeds below this belong to contacts at rest: what gravity gives in an eighth of a step.
fn slow_speed(world: &World, h: f64) -> f64 {
    (0.125 * h * world.settings.gravity.length()).max(1e-7)
}

/// Slower slip is none (m/s).
const STUCK: f64 = 1e-8;

/// Slip beyond so many times what a contact gives way by is sliding.
const CREEP: f64 = 4.0;

/// The shortest piece, as a part of the step.
const SHORTEST: f64 = 1e-6;

/// The part of a piece over which the velocity of scripts at its end is taken.
pub(in super::super) const END: f64 = 1e-3;
