//! Bodies on their way from rank to rank.

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;
use stickslip_dynamics::BodyState;

/// Velocity and spin, or way and turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion {
    /// Of the centre of mass.
    pub v: DVec3,
    /// About it, in world axes.
    pub w: DVec3,
}

/// A body on its way from rank to rank.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Record {
    /// The number of its shape.
    pub collider: u32,
    /// The number of its kind.
    pub kind: u32,
    /// Centre of mass and orientation.
    pub pose: Pose,
    /// How it moves.
    pub motion: Motion,
}

/// The place of a body that is not there yet.
pub const NOBODY: BodyState = BodyState {
    pose: Pose::IDENTITY,
    velocity: DVec3::ZERO,
    angular_velocity: DVec3::ZERO,
    still: 0.0,
    before: None,
    sub_stepped: false,
};

/// Words of a [`Record`].
pub const RECORD: usize = 14;

impl Record {
    /// That of a body's state.
    pub fn of((collider, kind): (u32, u32), state: &BodyState) -> Self {
        let motion = Motion { v: state.velocity, w: state.angular_velocity };
        Self { collider, kind, pose: state.pose, motion }
    }

    /// The state of its body.
    pub fn state(&self) -> BodyState {
        let Motion { v, w } = self.motion;
        BodyState { pose: self.pose, velocity: v, angular_velocity: w, ..NOBODY }
    }

    /// Adds its words.
    pub fn write(&self, words: &mut Vec<u64>) {
        words.push(u64::from(self.kind) << 32 | u64::from(self.collider));
        let Self { pose, motion, .. } = self;
        words.extend(pose.position.to_array().map(f64::to_bits));
        words.extend(pose.orientation.to_array().map(f64::to_bits));
        motion.write(words);
    }

    /// From its words.
    pub fn read(words: &[u64]) -> Self {
        let number = |at: usize| f64::from_bits(words[at]);
        let turn = DQuat::from_xyzw(number(4), number(5), number(6), number(7));
        Self {
            collider: words[0] as u32,
            kind: (words[0] >> 32) as u32,
            pose: Pose { position: vector(&words[1..]), orientation: turn },
            motion: Motion::read(&words[8..]),
        }
    }
}

impl Motion {
    /// Adds its six words.
    pub fn write(&self, words: &mut Vec<u64>) {
        words.extend(self.v.to_array().map(f64::to_bits));
        words.extend(self.w.to_array().map(f64::to_bits));
    }

    /// From its six words.
    pub fn read(words: &[u64]) -> Self {
        Self { v: vector(words), w: vector(&words[3..]) }
    }
}

/// Three numbers.
pub fn vector(words: &[u64]) -> DVec3 {
    DVec3::from_array([0, 1, 2].map(|at| f64::from_bits(words[at])))
}
