//! What changes while a model is stepped.

use glam::DVec3;
use rayon::prelude::*;
use stickslip_contact::Pose;
use stickslip_liquid::LiquidState;
use stickslip_solve::Label;

use crate::control::{Control, Lead};
use crate::parts::Body;
use crate::soft::Vertices;

/// A body's place and motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// Centre of mass and orientation.
    pub pose: Pose,
    /// Velocity of the centre of mass (m/s).
    pub velocity: DVec3,
    /// Angular velocity in world axes (rad/s).
    pub angular_velocity: DVec3,
    /// Seconds for which it has been still; only kept while sleeping is on.
    pub still: f64,
    /// Where the last step began, if the body has moved smoothly since; only
    /// kept while steps are asked to be accurate.
    pub before: Option<Before>,
    /// Whether small steps took it in the last step; only kept where islands take what suits them.
    pub sub_stepped: bool,
}

/// Where a body's last step began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Before {
    /// Centre of mass and orientation.
    pub pose: Pose,
    /// Velocity of the centre of mass (m/s).
    pub velocity: DVec3,
    /// Angular velocity in world axes (rad/s).
    pub angular_velocity: DVec3,
    /// Whether that step looked back in its turn.
    pub counted: bool,
}

impl BodyState {
    /// [`State::hash`] of no body at all.
    pub const HASH: u64 = 0xcbf2_9ce4_8422_2325;

    /// [`State::hash`] of some bodies and this one, from that of those before it.
    pub fn hash_after(&self, before: u64) -> u64 {
        let mut hash = Fnv(before);
        hash.numbers(self.pose.position.to_array());
        hash.numbers(self.pose.orientation.to_array());
        hash.numbers(self.velocity.to_array());
        hash.numbers(self.angular_velocity.to_array());
        hash.0
    }

    /// A body at its beginning, as its description says.
    pub fn begun(body: &Body) -> Self {
        let dynamic = body.is_dynamic();
        let moving = |value: DVec3| if dynamic { value } else { DVec3::ZERO };
        Self {
            pose: Pose {
                orientation: body.description.pose.orientation.normalize(),
                ..body.centre(&body.description.pose)
            },
            velocity: moving(body.description.velocity),
            angular_velocity: moving(body.description.angular_velocity),
            still: 0.0,
            before: None,
            sub_stepped: false,
        }
    }

    /// The velocity of a point that moves with the body (m/s).
    pub fn velocity_at(&self, point: DVec3) -> DVec3 {
        self.velocity + self.angular_velocity.cross(point - self.pose.position)
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        let before = self.before.as_ref().is_none_or(|before| {
            before.pose.is_finite()
                && before.velocity.is_finite()
                && before.angular_velocity.is_finite()
        });
        self.pose.is_finite()
            && self.velocity.is_finite()
            && self.angular_velocity.is_finite()
            && before
    }
}

/// Most rows of one contact: normal, two tangents, torsion, two rolling.
pub const CONTACT_ROWS: usize = 6;

/// Impulses and index sets of one contact, kept to start the next step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ContactMemory {
    /// First collider, second collider, feature.
    pub key: (usize, usize, u64),
    /// Impulses of its rows: normal, tangents, torsion, rolling.
    pub impulses: [f64; CONTACT_ROWS],
    /// Index sets of its rows.
    pub labels: [Label; CONTACT_ROWS],
}

impl ContactMemory {
    /// The normal impulse (N·s) for whatever takes its bounds from the last
    /// step. Solvers end within their tolerance, on either side of zero; a
    /// contact does not pull.
    pub fn load(&self) -> f64 {
        self.impulses[0].max(0.0)
    }
}

/// Which point of contact an anchor is of, in the order in which they are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AnchorKey {
    /// First collider.
    pub first: usize,
    /// Second collider.
    pub second: usize,
    /// The feature that names the patch.
    pub feature: u64,
    /// The point within it.
    pub number: u32,
}

/// A point of contact that springs hold: kept by penalty steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Anchor {
    /// Which one.
    pub key: AnchorKey,
    /// How far the second side has moved from where it is anchored, across the normal (m).
    pub stretch: DVec3,
}

/// What a joint keeps from step to step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct JointMemory {
    /// Unwound coordinates.
    pub coordinates: [f64; 2],
    /// Whether it has broken.
    pub broken: bool,
}

/// All that changes: a saved state goes on exactly as the original would have.
#[derive(Debug, Default, PartialEq)]
pub struct State {
    /// Steps done.
    pub step: u64,
    /// Simulated time (s).
    pub time: f64,
    /// Every body.
    pub bodies: Vec<BodyState>,
    /// Every joint.
    pub joints: Vec<JointMemory>,
    /// Impulses of the rows of all joints in the last step, joint after joint (N·s).
    pub joint_impulses: Vec<f64>,
    /// Index sets of the same rows.
    pub joint_labels: Vec<Label>,
    /// Contacts of the last step, in ascending order of their keys.
    pub contacts: Vec<ContactMemory>,
    /// What each motor is commanded from outside, in the order of
    /// [`crate::Model::controls`].
    pub controls: Vec<Control>,
    /// Signals of motors that follow what they are commanded with a delay, in the order of
    /// [`crate::Model::controls`]; 0 for all others. Empty where there is none.
    pub activations: Vec<f64>,
    /// Kinematic bodies that are led from outside, in ascending order.
    pub leads: Vec<Lead>,
    /// Every liquid.
    pub liquids: Vec<LiquidState>,
    /// The vertices of all soft bodies.
    pub vertices: Vertices,
    /// Points of contact that springs hold, in ascending order of their keys.
    pub anchors: Vec<Anchor>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    // Keeps the memory that is already there.
    fn clone_from(&mut self, source: &Self) {
        self.step = source.step;
        self.time = source.time;
        self.bodies.clone_from(&source.bodies);
        self.joints.clone_from(&source.joints);
        self.joint_impulses.clone_from(&source.joint_impulses);
        self.joint_labels.clone_from(&source.joint_labels);
        copy_contacts(&mut self.contacts, &source.contacts);
        self.controls.clone_from(&source.controls);
        self.activations.clone_from(&source.activations);
        self.leads.clone_from(&source.leads);
        self.liquids.clone_from(&source.liquids);
        self.vertices.clone_from(&source.vertices);
        self.anchors.clone_from(&source.anchors);
    }
}

/// Fewer contacts than this are copied sooner than another thread wakes up.
const PARALLEL_CONTACTS: usize = 8192;

/// Copies contacts into the memory that is there; many of them side by side.
fn copy_contacts(into: &mut Vec<ContactMemory>, from: &[ContactMemory]) {
    if from.len() < PARALLEL_CONTACTS || rayon::current_num_threads() == 1 {
        into.clear();
        into.extend_from_slice(from);
        return;
    }
    into.resize(from.len(), ContactMemory::default());
    let shares =
        into.par_chunks_mut(PARALLEL_CONTACTS / 8).zip(from.par_chunks(PARALLEL_CONTACTS / 8));
    shares.for_each(|(into, from)| into.copy_from_slice(from));
}

impl State {
    /// Whether every impulse to start from is finite.
    pub(crate) fn impulses_are_finite(&self) -> bool {
        let contacts = self.contacts.iter().flat_map(|contact| &contact.impulses);
        self.joint_impulses.iter().chain(contacts).all(|impulse| impulse.is_finite())
    }

    /// A hash of the exact bits of all positions, orientations and velocities,
    /// those of particles and vertices too (FNV-1a, 64 bits).
    pub fn hash(&self) -> u64 {
        let bodies = self.bodies.iter();
        let mut hash = Fnv(bodies.fold(BodyState::HASH, |before, body| body.hash_after(before)));
        for LiquidState { particles, .. } in &self.liquids {
            for vector in particles.positions.iter().chain(&particles.velocities) {
                hash.numbers(vector.to_array());
            }
        }
        for vector in self.vertices.positions.iter().chain(&self.vertices.velocities) {
            hash.numbers(vector.to_array());
        }
        hash.0
    }

    /// A hash of what the last step left besides: impulses and index sets of
    /// all rows, keys of contacts, coordinates of joints, where the step began,
    /// gradients and pressures of liquids, anchors.
    pub fn memory_hash(&self) -> u64 {
        let mut hash = Fnv::default();
        for before in self.bodies.iter().filter_map(|body| body.before.as_ref()) {
            hash.numbers(before.pose.position.to_array());
            hash.numbers(before.pose.orientation.to_array());
            hash.numbers(before.velocity.to_array());
            hash.numbers(before.angular_velocity.to_array());
            hash.number(u64::from(before.counted));
        }
        for at in (0..self.bodies.len()).filter(|&at| self.bodies[at].sub_stepped) {
            hash.number(at as u64);
        }
        for joint in &self.joints {
            hash.numbers(joint.coordinates);
            hash.number(u64::from(joint.broken));
        }
        hash.numbers(self.joint_impulses.iter().copied());
        hash.numbers(self.activations.iter().copied());
        self.joint_labels.iter().for_each(|&label| hash.number(label as u64));
        for ContactMemory { key: (first, second, feature), impulses, labels } in &self.contacts {
            hash.number(*first as u64);
            hash.number(*second as u64);
            hash.number(*feature);
            hash.numbers(*impulses);
            labels.iter().for_each(|&label| hash.number(label as u64));
        }
        for LiquidState { particles, pressures } in &self.liquids {
            for vector in particles.gradients.iter().flatten() {
                hash.numbers(vector.to_array());
            }
            hash.numbers(pressures.iter().copied());
        }
        for Anchor { key, stretch } in &self.anchors {
            let AnchorKey { first, second, feature, number } = *key;
            let key = [first as u64, second as u64, feature, u64::from(number)];
            key.into_iter().for_each(|part| hash.number(part));
            hash.numbers(stretch.to_array());
        }
        hash.0
    }
}

/// FNV-1a with 64 bits.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(BodyState::HASH)
    }
}

impl Fnv {
    fn number(&mut self, value: u64) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn numbers(&mut self, values: impl IntoIterator<Item = f64>) {
        values.into_iter().for_each(|value| self.number(value.to_bits()));
    }
}
