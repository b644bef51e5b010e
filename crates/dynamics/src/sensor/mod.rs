//! Sensors as they are described: what is measured, where, and how noisily.

mod branch;

use glam::DVec3;
use stickslip_contact::{Pose, Shape};

pub use branch::{Branch, Part};

use crate::joint::{Joint, JointId};
use crate::parts::{Body, BodyId};

/// Kinds of joints that leave one coordinate free.
const ONE_COORDINATE: [&str; 4] = ["hinge", "prismatic", "distance", "tendon"];

/// A place on a body: a pose in its frame. Without a body, a place of the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Site {
    /// Who carries it.
    pub body: Option<BodyId>,
    /// Where it is in the frame of the body.
    pub pose: Pose,
}

/// A part of space that a body carries.
#[derive(Clone, Debug)]
pub struct Zone {
    /// What is inside it.
    pub shape: Shape,
    /// Where it is in the frame of the body.
    pub pose: Pose,
}

impl Zone {
    /// Whether a point is inside the zone, which is at `frame`, or sees it along `outward`: the
    /// point of a contact may lie a little beside a thin zone.
    pub(crate) fn has(&self, frame: &Pose, point: DVec3, outward: DVec3) -> bool {
        let pose = frame.compose(&self.pose);
        self.shape.signed_distance(&pose, point) <= 0.0
            || self.shape.cast_ray(&pose, point, outward, f64::MAX).is_some()
    }
}

/// What a sensor measures.
#[derive(Clone, Debug)]
pub enum SensorKind {
    /// Force (N) and torque about the anchor (N·m) of a joint on its second body, in
    /// the axes of that body.
    ForceTorque(JointId),
    /// Force (N) and torque about a site (N·m) that hold a branch of a machine, in the axes of
    /// the site: all that acts on it but gravity, contacts and loops, so motors, springs,
    /// tendons, liquids and pushes from outside too. Means over the last step.
    Branch(Branch),
    /// The coordinate that a joint leaves free (m or rad), its rate, and the force or
    /// torque along it of motors, springs and dry friction (N or N·m). Of joints that
    /// leave one free: hinges, prismatic joints, distances, tendons.
    Joint(JointId),
    /// Specific force a − g (m/s²) and angular velocity (rad/s), in the axes of the site.
    /// Accelerations are means over the last step.
    Imu(Site),
    /// Place (m), orientation w x y z, velocity (m/s) and angular velocity (rad/s) of a
    /// site in world axes.
    Frame(Site),
    /// Net contact force on a body in its axes (N), and its pressure: the sum of normal
    /// forces over an area (Pa).
    Touch {
        /// The body.
        body: BodyId,
        /// Only contacts in this part of it, or whose normal leads out through it.
        zone: Option<Zone>,
        /// The area (m²).
        area: f64,
        /// Only what this body does.
        other: Option<BodyId>,
    },
    /// Distance to what a ray along the x axis of the site meets first (m), without the
    /// body that carries it; the reach where it meets nothing.
    Range {
        /// Where the ray begins.
        site: Site,
        /// How far it sees (m).
        reach: f64,
    },
}

impl SensorKind {
    /// The names of the numbers that it gives.
    pub fn channels(&self) -> &'static [&'static str] {
        match self {
            Self::ForceTorque(_) | Self::Branch(_) => &["fx", "fy", "fz", "tx", "ty", "tz"],
            Self::Joint(_) => &["position", "velocity", "effort"],
            Self::Imu(_) => &["ax", "ay", "az", "wx", "wy", "wz"],
            Self::Frame(_) => {
                &["x", "y", "z", "qw", "qx", "qy", "qz", "vx", "vy", "vz", "wx", "wy", "wz"]
            }
            Self::Touch { .. } => &["fx", "fy", "fz", "pressure"],
            Self::Range { .. } => &["distance"],
        }
    }

    /// Its name in scene files.
    pub fn name(&self) -> &'static str {
        match self {
            Self::ForceTorque(_) | Self::Branch(_) => "force-torque",
            Self::Joint(_) => "joint",
            Self::Imu(_) => "imu",
            Self::Frame(_) => "frame",
            Self::Touch { .. } => "touch",
            Self::Range { .. } => "range",
        }
    }

    fn site(&self) -> Option<&Site> {
        match self {
            Self::Imu(site) | Self::Frame(site) | Self::Range { site, .. } => Some(site),
            Self::Branch(branch) => Some(&branch.site),
            _ => None,
        }
    }
}

/// A sensor.
#[derive(Clone, Debug)]
pub struct Sensor {
    /// Its name in files and messages.
    pub name: String,
    /// What it measures.
    pub kind: SensorKind,
    /// Standard deviation of normal noise on every number that it gives, in their units.
    pub noise: f64,
    /// Seed of the noise: the same one gives the same numbers at the same steps.
    pub seed: u64,
}

impl Sensor {
    /// A sensor without noise.
    pub fn new(name: impl Into<String>, kind: SensorKind) -> Self {
        Self { name: name.into(), kind, noise: 0.0, seed: 0 }
    }

    /// Whether the numbers make sense in a model of these bodies and joints; says which one
    /// does not.
    pub(crate) fn check(&self, bodies: &[Body], joints: &[Joint]) -> Result<(), String> {
        if self.name.is_empty() {
            return Err("it has no name".into());
        }
        if !(self.noise.is_finite() && self.noise >= 0.0) {
            return Err(format!("its noise is {}", self.noise));
        }
        let body = match &self.kind {
            SensorKind::Touch { body, area, .. } => {
                if !(area.is_finite() && *area > 0.0) {
                    return Err(format!("its area is {area}"));
                }
                Some(*body)
            }
            SensorKind::ForceTorque(joint) | SensorKind::Joint(joint) => {
                let found = joints.get(joint.0);
                let found = found.ok_or_else(|| format!("there is no joint {}", joint.0))?;
                let kind = found.description().kind.name();
                let is_one = matches!(self.kind, SensorKind::Joint(_));
                if is_one && !ONE_COORDINATE.contains(&kind) {
                    let known = ONE_COORDINATE.join(", ");
                    return Err(format!("its joint is a {kind}, not one of {known}"));
                }
                None
            }
            kind => kind.site().and_then(|site| site.body),
        };
        if let Some(BodyId(body)) = body.filter(|body| body.0 >= bodies.len()) {
            return Err(format!("there is no body {body}"));
        }
        if let SensorKind::Branch(branch) = &self.kind {
            branch.check(bodies, joints)?;
        }
        if let SensorKind::Range { reach, .. } = self.kind
            && !(reach.is_finite() && reach > 0.0)
        {
            return Err(format!("its reach is {reach}"));
        }
        Ok(())
    }

    /// What noise adds to one of its numbers after a step: standard normal numbers by
    /// Box and Muller (1958) from two hashes of the seed, the step and the channel.
    pub(crate) fn disturb(&self, step: u64, channel: usize) -> f64 {
        if self.noise == 0.0 {
            return 0.0;
        }
        let key = mix(self.seed ^ mix(step) ^ mix(!(channel as u64)));
        // (0, 1] and [0, 1).
        let unit = |bits: u64| (bits >> 11) as f64 / (1_u64 << 53) as f64;
        let (radius, angle) = (1.0 - unit(mix(key)), unit(mix(key ^ 0x9e37_79b9_7f4a_7c15)));
        self.noise * (-2.0 * libm::log(radius)).sqrt() * libm::cos(std::f64::consts::TAU * angle)
    }
}

/// SplitMix64 (Steele, Lea and Flood 2014).
fn mix(value: u64) -> u64 {
    let mut value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

impl Site {
    /// A point of a body, with its axes.
    pub fn new(body: Option<BodyId>, point: DVec3) -> Self {
        Self { body, pose: Pose { position: point, ..Pose::IDENTITY } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean and variance of the noise are those of a normal distribution, to three
    /// deviations of 20 000 numbers, and other seeds give other numbers.
    #[test]
    fn noise_is_normal_and_repeats() {
        let site = Site::new(None, DVec3::ZERO);
        let noisy = Sensor { noise: 2.0, seed: 7, ..Sensor::new("it", SensorKind::Imu(site)) };
        let all: Vec<f64> = (0..20_000).map(|step| noisy.disturb(step, 3)).collect();
        let mean = all.iter().sum::<f64>() / 20_000.0;
        let variance = all.iter().map(|it| (it - mean).powi(2)).sum::<f64>() / 20_000.0;
        assert!(mean.abs() < 3.0 * 2.0 / 20_000_f64.sqrt(), "{mean}");
        assert!((variance / 4.0 - 1.0).abs() < 3.0 * (2.0 / 20_000_f64).sqrt(), "{variance}");
        let beyond = all.iter().filter(|it| it.abs() > 4.0).count() as f64 / 20_000.0;
        assert!((beyond - 0.0455).abs() < 0.005, "{beyond}");
        let other = Sensor { seed: 8, ..noisy.clone() };
        assert_eq!(noisy.disturb(5, 1), noisy.clone().disturb(5, 1));
        assert_ne!(noisy.disturb(5, 1), other.disturb(5, 1));
        assert_ne!(noisy.disturb(5, 1), noisy.disturb(5, 2));
        assert_eq!(Sensor { noise: 0.0, ..noisy }.disturb(5, 1), 0.0);
    }
}
