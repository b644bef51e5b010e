//! Springs, dampers and actuators as generalised forces.

use glam::{DQuat, DVec3};

use super::Dynamics;
use super::dynamics::Wrench;
use super::kinematics::{quaternion, rotation_vector};
use crate::mechanism::{Joint, JointType, TendonPath, Transmission};

impl Dynamics<'_> {
    /// How the length of a tendon changes with each freedom.
    pub(super) fn tendon_moment(&self, tendon: usize) -> Vec<f64> {
        match &self.mechanism.tendons[tendon].path {
            TendonPath::Fixed(terms) => {
                let mut moment = vec![0.0; self.at.qvel.len()];
                for &(joint, factor) in terms {
                    moment[self.mechanism.joints[joint].freedom] += factor;
                }
                moment
            }
            TendonPath::Spatial(pieces) => {
                let mut wrenches = vec![Wrench::default(); self.mechanism.bodies.len()];
                let mut pull = |site: usize, force: DVec3| {
                    let point = self.kinematics.site(self.mechanism, site).position;
                    if let Some(body) = self.mechanism.sites[site].body {
                        wrenches[body] =
                            wrenches[body].plus(&Wrench::new(point, force, DVec3::ZERO));
                    }
                };
                for &([from, to], divisor) in pieces {
                    let [a, b] =
                        [from, to].map(|site| self.kinematics.site(self.mechanism, site).position);
                    let along = (b - a).try_normalize().unwrap_or_default() / divisor;
                    pull(to, along);
                    pull(from, -along);
                }
                self.along_freedoms(wrenches)
            }
        }
    }

    /// The rotation of a ball or free joint, from the frame before it.
    fn turn_of(&self, joint: &Joint) -> DQuat {
        let first = joint.coordinate + if joint.kind == JointType::Free { 3 } else { 0 };
        quaternion(&self.at.qpos[first..])
    }

    /// How the length of an actuator changes with each freedom: what a force of 1 does.
    pub fn moment(&self, actuator: usize) -> Vec<f64> {
        let actuator = &self.mechanism.actuators[actuator];
        let gear = actuator.gear;
        let [force, torque] = [DVec3::from_slice(&gear), DVec3::from_slice(&gear[3..])];
        match actuator.on {
            Transmission::Tendon(tendon) => {
                self.tendon_moment(tendon).iter().map(|part| part * gear[0]).collect()
            }
            Transmission::Site(site) => {
                let mut wrenches = vec![Wrench::default(); self.mechanism.bodies.len()];
                let frame = self.kinematics.site(self.mechanism, site);
                if let Some(body) = self.mechanism.sites[site].body {
                    let [force, torque] = [force, torque].map(|part| frame.direction(part));
                    wrenches[body] = Wrench::new(frame.position, force, torque);
                }
                self.along_freedoms(wrenches)
            }
            Transmission::Joint { joint, in_parent } => {
                let mut moment = vec![0.0; self.at.qvel.len()];
                let joint = &self.mechanism.joints[joint];
                let local = |part: DVec3| match in_parent {
                    true => self.turn_of(joint).inverse() * part,
                    false => part,
                };
                let out = &mut moment[joint.freedom..];
                match joint.kind {
                    JointType::Hinge | JointType::Slide => out[0] = gear[0],
                    JointType::Ball => out[..3].copy_from_slice(&local(force).to_array()),
                    JointType::Free => {
                        out[..3].copy_from_slice(&force.to_array());
                        out[3..6].copy_from_slice(&local(torque).to_array());
                    }
                }
                moment
            }
        }
    }

    /// The length of an actuator.
    fn length(&self, actuator: usize, tendons: &[f64]) -> f64 {
        let actuator = &self.mechanism.actuators[actuator];
        match actuator.on {
            Transmission::Tendon(tendon) => actuator.gear[0] * tendons[tendon],
            Transmission::Site(_) => 0.0,
            Transmission::Joint { joint, .. } => {
                let joint = &self.mechanism.joints[joint];
                let values = &self.at.qpos[joint.coordinate..];
                match joint.kind {
                    JointType::Hinge | JointType::Slide => actuator.gear[0] * values[0],
                    JointType::Ball => {
                        let turn = rotation_vector(quaternion(&values[..4]));
                        turn.dot(DVec3::from_slice(&actuator.gear))
                    }
                    JointType::Free => 0.0,
                }
            }
        }
    }

    /// Lengths of all tendons.
    pub fn tendon_lengths(&self) -> Vec<f64> {
        self.kinematics.tendon_lengths(self.mechanism, &self.at.qpos)
    }

    /// −k (q − q₀) of joints and tendons; of balls and free joints, the turn and
    /// the way from the initial pose.
    pub fn spring_force(&self) -> Vec<f64> {
        let mut forces = vec![0.0; self.at.qvel.len()];
        for joint in &self.mechanism.joints {
            let (k, q) = (joint.stiffness, &self.at.qpos[joint.coordinate..]);
            let out = &mut forces[joint.freedom..];
            let turned = |q: &[f64], from: glam::DQuat| {
                (-k * rotation_vector(from.inverse() * quaternion(&q[..4]))).to_array()
            };
            match joint.kind {
                JointType::Hinge | JointType::Slide => {
                    out[0] = -k * (q[0] - joint.spring_reference)
                }
                JointType::Ball => out[..3].copy_from_slice(&turned(q, glam::DQuat::IDENTITY)),
                JointType::Free => {
                    let rest = self.mechanism.bodies[joint.body].pose;
                    let way = DVec3::from_slice(q) - rest.position;
                    out[..3].copy_from_slice(&(-k * way).to_array());
                    out[3..6].copy_from_slice(&turned(&q[3..], rest.orientation));
                }
            }
        }
        for (number, (tendon, length)) in
            self.mechanism.tendons.iter().zip(self.tendon_lengths()).enumerate()
        {
            let [low, high] = tendon.spring_length;
            let stretch = (length - high).max(0.0) - (low - length).max(0.0);
            if tendon.stiffness > 0.0 && stretch != 0.0 {
                let force = -tendon.stiffness * stretch;
                add(&mut forces, force, &self.tendon_moment(number));
            }
        }
        forces
    }

    /// −d q̇ of joints and tendons.
    pub fn damper_force(&self) -> Vec<f64> {
        let mut forces = vec![0.0; self.at.qvel.len()];
        for joint in &self.mechanism.joints {
            let (_, count) = joint.kind.sizes();
            for at in joint.freedom..joint.freedom + count {
                forces[at] = -joint.damping * self.at.qvel[at];
            }
        }
        for (number, tendon) in self.mechanism.tendons.iter().enumerate() {
            if tendon.damping > 0.0 {
                let moment = self.tendon_moment(number);
                add(&mut forces, -tendon.damping * dot(&moment, &self.at.qvel), &moment);
            }
        }
        forces
    }

    /// What all actuators do at their controls.
    pub fn actuator_force(&self) -> Vec<f64> {
        let tendons = self.tendon_lengths();
        let mut each: Vec<(f64, Vec<f64>)> = Vec::new();
        for (number, actuator) in self.mechanism.actuators.iter().enumerate() {
            let moment = self.moment(number);
            let (l, v) = (self.length(number, &tendons), dot(&moment, &self.at.qvel));
            let [low, high] = actuator.control_range.unwrap_or([f64::MIN, f64::MAX]);
            let control = match self.mechanism.signal_of(number) {
                Some(at) => self.at.act[at],
                None => self.at.ctrl[number].clamp(low, high),
            };
            let affine = |[a, b, c]: [f64; 3], whole: bool| {
                if whole { a + b * l + c * v } else { a }
            };
            let bias = if actuator.bias_is_affine { affine(actuator.bias, true) } else { 0.0 };
            let force = affine(actuator.gain, actuator.gain_is_affine) * control + bias;
            let [low, high] = actuator.force_range.unwrap_or([f64::MIN, f64::MAX]);
            each.push((force.clamp(low, high), moment));
        }
        for (number, tendon) in self.mechanism.tendons.iter().enumerate() {
            let Some([low, high]) = tendon.force_range else { continue };
            let on = |at: usize| self.mechanism.actuators[at].on == Transmission::Tendon(number);
            let total: f64 = (0..each.len()).filter(|at| on(*at)).map(|at| each[at].0).sum();
            if total != 0.0 && total != total.clamp(low, high) {
                let factor = total.clamp(low, high) / total;
                (0..each.len()).filter(|at| on(*at)).for_each(|at| each[at].0 *= factor);
            }
        }
        let mut forces = vec![0.0; self.at.qvel.len()];
        each.iter().for_each(|(force, moment)| add(&mut forces, *force, moment));
        for joint in &self.mechanism.joints {
            if let Some([low, high]) = joint.force_range {
                forces[joint.freedom] = forces[joint.freedom].clamp(low, high);
            }
        }
        forces
    }

    /// −Σ m g·c of the bodies (J); springs do not count.
    pub fn potential_energy(&self) -> f64 {
        let weight = |(number, pose): (usize, &stickslip_contact::Pose)| {
            let body = &self.mechanism.bodies[number];
            -body.mass * self.mechanism.gravity.dot(pose.point(body.centre))
        };
        self.kinematics.bodies.iter().enumerate().map(weight).sum()
    }
}

fn dot(left: &[f64], right: &[f64]) -> f64 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}

fn add(sum: &mut [f64], factor: f64, part: &[f64]) {
    sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += factor * part);
}
