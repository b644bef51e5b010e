//! Sensors of the file as those of the model.

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;
use stickslip_dynamics::{JointId, Sensor, SensorKind, Site};

use super::Builder;
use crate::error::ImportError;
use crate::mechanism::Measured;

/// How far a range finder sees where nothing is said (m).
const REACH: f64 = 100.0;

impl Builder<'_> {
    pub(super) fn add_sensors(&mut self) -> Result<(), ImportError> {
        let mechanism = self.mechanism;
        for spec in &mechanism.sensors {
            let site = |at: usize| {
                let site = &mechanism.sites[at];
                self.site(site.body, &site.pose)
            };
            let kind = match spec.measured {
                Measured::Inertia(at) => SensorKind::Imu(site(at)),
                Measured::SiteFrame(at) => SensorKind::Frame(site(at)),
                Measured::BodyFrame(body) => {
                    SensorKind::Frame(self.site(Some(body), &Pose::IDENTITY))
                }
                Measured::Center(body) => {
                    let centre = Pose::new(mechanism.bodies[body].centre, DQuat::IDENTITY);
                    SensorKind::Frame(self.site(Some(body), &centre))
                }
                Measured::Range(at) => {
                    // Rays go along z there and along x here.
                    let turn = DQuat::from_rotation_arc(DVec3::X, DVec3::Z);
                    let mut site = site(at);
                    site.pose = site.pose.compose(&Pose::new(DVec3::ZERO, turn));
                    SensorKind::Range { site, reach: spec.cutoff.unwrap_or(REACH) }
                }
                Measured::Touch(at) => match site(at).body {
                    Some(body) => SensorKind::Touch { body, area: 1.0, other: None },
                    None => continue,
                },
                Measured::Joint(joint) => match self.named(self.joint_name(joint)) {
                    Some(joint) => SensorKind::Joint(joint),
                    None => continue,
                },
                // Of strings; sums of coordinates have no length of their own here.
                Measured::Tendon(tendon) => match self.named(self.tendon_name(tendon)) {
                    Some(joint) if self.is_string(joint) => SensorKind::Joint(joint),
                    _ => continue,
                },
            };
            let seed = (self.model.sensors().len() as u64) << 32;
            let name = format!("{}{}", self.placement.prefix, spec.name);
            let sensor = Sensor { name, kind, noise: spec.noise, seed };
            self.model.add_sensor(sensor).map_err(|error| Self::refused(&spec.place, error))?;
        }
        Ok(())
    }

    fn named(&self, name: String) -> Option<JointId> {
        self.model.find_joint(&name)
    }

    fn is_string(&self, joint: JointId) -> bool {
        self.model.joints()[joint.0].description().kind.name() == "tendon"
    }

    /// A place on a body of the mechanism as one on the body that it is part of.
    fn site(&self, body: Option<usize>, pose: &Pose) -> Site {
        let frames = &self.dynamics.kinematics.bodies;
        let root = self.mechanism.root_of(body);
        let here = body.map_or(*pose, |body| frames[body].compose(pose));
        match (root, self.movers.get(&root)) {
            (Some(root), Some(&mover)) => {
                let inner = frames[root].orientation.inverse();
                let offset = inner * (here.position - frames[root].position);
                let turned = (inner * here.orientation).normalize();
                Site { body: Some(mover), pose: Pose::new(offset, turned) }
            }
            _ => Site { body: None, pose: self.placement.pose.compose(&here) },
        }
    }
}
