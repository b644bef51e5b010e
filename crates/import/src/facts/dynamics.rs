//! Forces and masses seen from the freedoms of a mechanism.
//!
//! Outwards, velocities and accelerations of all bodies at given q̇ and q̈; inwards, the
//! forces that they need, m(a − g) and I α + ω × I ω, summed up along the tree and taken along
//! each freedom. With q̈ = 0 that is the bias, with q̇ = 0 and one q̈ᵢ = 1 a column of the mass
//! matrix. A frame that turns with ω, α carries a point at d with
//! a + α × d + ω × (ω × d); a hinge adds q̇ u to ω and ω × q̇ u + q̈ u to α.

use glam::{DMat3, DQuat, DVec3};

use super::{Configuration, Kinematics};
use crate::mass::turned;
use crate::mechanism::{JointType, Mechanism};

/// Velocities and accelerations of a frame.
#[derive(Clone, Copy, Debug, Default)]
struct Motion {
    velocity: DVec3,
    turning: DVec3,
    acceleration: DVec3,
    turning_acceleration: DVec3,
}

impl Motion {
    /// Of the point at `d` from the one whose motion this is.
    fn carried(&self, d: DVec3) -> Self {
        let w = self.turning;
        Self {
            velocity: self.velocity + w.cross(d),
            acceleration: self.acceleration
                + self.turning_acceleration.cross(d)
                + w.cross(w.cross(d)),
            ..*self
        }
    }
}

/// A force with its torque about the origin of the world.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wrench {
    force: DVec3,
    torque: DVec3,
}

impl Wrench {
    /// A force at a point, and a torque.
    pub(super) fn new(point: DVec3, force: DVec3, torque: DVec3) -> Self {
        Self { force, torque: torque + point.cross(force) }
    }

    /// Both together.
    pub(super) fn plus(&self, other: &Self) -> Self {
        Self { force: self.force + other.force, torque: self.torque + other.torque }
    }

    fn about(&self, point: DVec3) -> DVec3 {
        self.torque - point.cross(self.force)
    }
}

/// A mechanism at coordinates, velocities and controls.
#[derive(Clone, Debug)]
pub struct Dynamics<'a> {
    pub(super) mechanism: &'a Mechanism,
    pub(super) at: &'a Configuration,
    /// Where everything is.
    pub kinematics: Kinematics,
}

impl<'a> Dynamics<'a> {
    /// At numbers that fit the mechanism ([`Configuration::check`]).
    pub fn new(mechanism: &'a Mechanism, at: &'a Configuration) -> Self {
        Self { mechanism, at, kinematics: Kinematics::new(mechanism, &at.qpos) }
    }

    /// Motion of the origins of all bodies.
    fn motions(&self, qvel: &[f64], qacc: &[f64]) -> Vec<Motion> {
        let mut motions: Vec<Motion> = Vec::with_capacity(self.mechanism.bodies.len());
        for (number, body) in self.mechanism.bodies.iter().enumerate() {
            let (mut motion, mut origin) = match body.parent {
                Some(parent) => (motions[parent], self.kinematics.bodies[parent].position),
                None => (Motion::default(), DVec3::ZERO),
            };
            for at in body.joints.clone() {
                let joint = &self.mechanism.joints[at];
                let (v, a) = (&qvel[joint.freedom..], &qacc[joint.freedom..]);
                let [before, after] = self.kinematics.origins[at];
                let (anchor, axis) = (self.kinematics.anchors[at], self.kinematics.axes[at]);
                let turn = self.kinematics.turns[at];
                let turns = |motion: Motion, speed: DVec3, acceleration: DVec3| {
                    let mut motion = motion.carried(anchor - origin);
                    motion.turning_acceleration += motion.turning.cross(speed) + acceleration;
                    motion.turning += speed;
                    motion.carried(after - anchor)
                };
                motion = match joint.kind {
                    JointType::Free => Motion {
                        velocity: DVec3::from_slice(v),
                        turning: turn * DVec3::from_slice(&v[3..]),
                        acceleration: DVec3::from_slice(a),
                        turning_acceleration: turn * DVec3::from_slice(&a[3..]),
                    },
                    JointType::Ball => {
                        turns(motion, turn * DVec3::from_slice(v), turn * DVec3::from_slice(a))
                    }
                    JointType::Hinge => turns(motion, axis * v[0], axis * a[0]),
                    JointType::Slide => {
                        let mut motion = motion.carried(before - origin).carried(after - before);
                        motion.velocity += axis * v[0];
                        motion.acceleration +=
                            axis * a[0] + 2.0 * motion.turning.cross(axis * v[0]);
                        motion
                    }
                };
                origin = after;
            }
            let position = self.kinematics.bodies[number].position;
            motions.push(motion.carried(position - origin));
        }
        motions
    }

    /// The sum of wrenches on bodies along each freedom.
    pub(super) fn along_freedoms(&self, mut wrenches: Vec<Wrench>) -> Vec<f64> {
        let (_, freedoms) = self.mechanism.sizes();
        let mut forces = vec![0.0; freedoms];
        for (number, body) in self.mechanism.bodies.iter().enumerate().rev() {
            let wrench = wrenches[number];
            for at in body.joints.clone() {
                let joint = &self.mechanism.joints[at];
                let (anchor, axis) = (self.kinematics.anchors[at], self.kinematics.axes[at]);
                let out = &mut forces[joint.freedom..];
                let turn: DQuat = self.kinematics.turns[at].inverse();
                match joint.kind {
                    JointType::Slide => out[0] = axis.dot(wrench.force),
                    JointType::Hinge => out[0] = axis.dot(wrench.about(anchor)),
                    JointType::Ball => {
                        out[..3].copy_from_slice(&(turn * wrench.about(anchor)).to_array());
                    }
                    JointType::Free => {
                        out[..3].copy_from_slice(&wrench.force.to_array());
                        out[3..6].copy_from_slice(&(turn * wrench.about(anchor)).to_array());
                    }
                }
            }
            // A free body hands nothing on.
            if let Some(parent) = body.parent {
                wrenches[parent] = wrenches[parent].plus(&wrench);
            }
        }
        forces
    }

    /// The wrenches that bodies need for a motion against gravity.
    fn needed(&self, motions: &[Motion], gravity: DVec3) -> Vec<Wrench> {
        let body = |(number, motion): (usize, &Motion)| {
            let body = &self.mechanism.bodies[number];
            let pose = self.kinematics.bodies[number];
            let arm = pose.direction(body.centre);
            let moved = motion.carried(arm);
            let inertia: DMat3 = turned(pose.orientation, body.inertia);
            let w = motion.turning;
            let torque = inertia * motion.turning_acceleration + w.cross(inertia * w);
            let force = body.mass * (moved.acceleration - gravity);
            Wrench::new(pose.position + arm, force, torque)
        };
        motions.iter().enumerate().map(body).collect()
    }

    fn inverse(&self, qvel: &[f64], qacc: &[f64], gravity: DVec3) -> Vec<f64> {
        self.along_freedoms(self.needed(&self.motions(qvel, qacc), gravity))
    }

    fn none(&self) -> Vec<f64> {
        vec![0.0; self.at.qvel.len()]
    }

    /// Generalised forces that hold the mechanism still.
    pub fn gravity_force(&self) -> Vec<f64> {
        self.inverse(&self.none(), &self.none(), self.mechanism.gravity)
    }

    /// What bodies that carry their own weight give of it.
    pub fn gravity_compensation_force(&self) -> Vec<f64> {
        let wrench = |(number, pose): (usize, &stickslip_contact::Pose)| {
            let body = &self.mechanism.bodies[number];
            let force = -self.mechanism.gravity * (body.mass * body.gravity_compensation);
            Wrench::new(pose.point(body.centre), force, DVec3::ZERO)
        };
        self.along_freedoms(self.kinematics.bodies.iter().enumerate().map(wrench).collect())
    }

    /// Generalised forces that keep the velocities as they are.
    pub fn bias_force(&self) -> Vec<f64> {
        self.inverse(&self.at.qvel, &self.none(), self.mechanism.gravity)
    }

    /// The mass matrix, armature included; freedoms² numbers.
    pub fn mass_matrix(&self) -> Vec<Vec<f64>> {
        let freedoms = self.at.qvel.len();
        let column = |at: usize| {
            let mut unit = self.none();
            unit[at] = 1.0;
            self.inverse(&self.none(), &unit, DVec3::ZERO)
        };
        let mut matrix: Vec<Vec<f64>> = (0..freedoms).map(column).collect();
        for joint in &self.mechanism.joints {
            let (_, count) = joint.kind.sizes();
            for at in joint.freedom..joint.freedom + count {
                matrix[at][at] += joint.armature;
            }
        }
        for (number, tendon) in self.mechanism.tendons.iter().enumerate() {
            if tendon.armature > 0.0 {
                let along = self.tendon_moment(number);
                for (row, i) in matrix.iter_mut().zip(&along) {
                    for (entry, j) in row.iter_mut().zip(&along) {
                        *entry += tendon.armature * i * j;
                    }
                }
            }
        }
        matrix
    }

    /// Velocity of the centre of mass and angular velocity of every body, in world axes.
    pub fn velocities(&self) -> Vec<[DVec3; 2]> {
        let motions = self.motions(&self.at.qvel, &self.none());
        let body = |(number, motion): (usize, &Motion)| {
            let centre = self.mechanism.bodies[number].centre;
            let arm = self.kinematics.bodies[number].direction(centre);
            [motion.carried(arm).velocity, motion.turning]
        };
        motions.iter().enumerate().map(body).collect()
    }

    /// Σ ½ m v² + ½ ω·I ω over the bodies (J); armature does not count.
    pub fn kinetic_energy(&self) -> f64 {
        let energy = |(number, [velocity, turning]): (usize, [DVec3; 2])| {
            let body = &self.mechanism.bodies[number];
            let turn = self.kinematics.bodies[number].orientation;
            let local = turn.inverse() * turning;
            0.5 * (body.mass * velocity.length_squared() + local.dot(body.inertia * local))
        };
        self.velocities().into_iter().enumerate().map(energy).sum()
    }
}

/// gᵀ M⁻¹ g of a symmetric positive definite matrix, by Cholesky's factor: with L y = g it
/// is |y|².
pub(crate) fn inverse_form(matrix: &[Vec<f64>], g: &[f64]) -> f64 {
    let n = matrix.len();
    let mut factor = vec![vec![0.0; n]; n];
    let mut y = vec![0.0; n];
    for i in 0..n {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| factor[i][k] * factor[j][k]).sum();
            let rest: f64 = matrix[i][j] - known;
            factor[i][j] = if i == j { rest.max(1e-300).sqrt() } else { rest / factor[j][j] };
        }
        let known: f64 = (0..i).map(|k| factor[i][k] * y[k]).sum();
        y[i] = (g[i] - known) / factor[i][i];
    }
    y.iter().map(|y| y * y).sum()
}
