//! What changes while a model is stepped.

use glam::DVec3;
use stickslip_contact::Pose;
use stickslip_solve::Label;

/// A body's place and motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyState {
    /// Centre of mass and orientation.
    pub pose: Pose,
    /// Velocity of the centre of mass (m/s).
    pub velocity: DVec3,
    /// Angular velocity in world axes (rad/s).
    pub angular_velocity: DVec3,
    /// Seconds for which it has been still; infinite while it sleeps.
    pub still: f64,
}

/// Impulses and index sets of one contact, kept to start the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactMemory {
    /// First collider, second collider, feature.
    pub key: (usize, usize, u64),
    /// Impulses of its rows.
    pub impulses: [f64; 6],
    /// Index sets of its rows.
    pub labels: [Label; 6],
}

/// What a joint keeps from step to step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointMemory {
    /// Unwound coordinates.
    pub coordinates: [f64; 2],
    /// Whether it has broken.
    pub broken: bool,
    /// Impulses of its rows in the last step (N·s).
    pub impulses: Vec<f64>,
    /// Index sets of its rows in the last step.
    pub labels: Vec<Label>,
}

/// All that changes: a saved state goes on exactly as the original would have.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// Steps done.
    pub step: u64,
    /// Simulated time (s).
    pub time: f64,
    /// Every body.
    pub bodies: Vec<BodyState>,
    /// Every joint.
    pub joints: Vec<JointMemory>,
    /// Contacts of the last step, in ascending order of their keys.
    pub contacts: Vec<ContactMemory>,
}

impl State {
    /// A hash of the exact bits of all positions, orientations and velocities
    /// (FNV-1a, 64 bits).
    pub fn hash(&self) -> u64 {
        const PRIME: u64 = 0x0000_0100_0000_01b3;
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut take = |value: f64| {
            for byte in value.to_bits().to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(PRIME);
            }
        };
        for body in &self.bodies {
            body.pose.position.to_array().into_iter().for_each(&mut take);
            body.pose.orientation.to_array().into_iter().for_each(&mut take);
            body.velocity.to_array().into_iter().for_each(&mut take);
            body.angular_velocity.to_array().into_iter().for_each(&mut take);
        }
        hash
    }
}
