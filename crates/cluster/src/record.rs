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
    /// Centre of mass and orientation.
    pub pose: Pose,
    /// How it moves.
    pub motion: Motion,
}

/// Words of a [`Record`].
pub const RECORD: usize = 14;

impl Record {
    /// That of a body's state.
    pub fn of(collider: u32, state: &BodyState) -> Self {
        let motion = Motion { v: state.velocity, w: state.angular_velocity };
        Self { collider, pose: state.pose, motion }
    }

    /// Adds its words.
    pub fn write(&self, words: &mut Vec<u64>) {
        words.push(self.collider.into());
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
