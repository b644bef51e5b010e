//! Sensors of the file as those of the model.

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;
use stickslip_dynamics::{JointId, Sensor, SensorKind, Site, Zone};

use super::Builder;
use crate::error::ImportError;
use crate::mechanism::{Measured, SensorSpec};
use crate::remark::About;

/// How far a range finder sees where nothing is said (m).
const REACH: f64 = 100.0;

impl Builder<'_> {
    pub(super) fn add_sensors(&mut self) -> Result<(), ImportError> {
        for spec in &self.mechanism.sensors {
            let Some(kind) = self.sensor_kind(spec) else {
                let (element, subject) = ("sensor", spec.name.as_str());
                let about = About { element, place: &spec.place, subject };
                self.remarks.note_at(&about, "there is nothing of its kind to be measured there");
                continue;
            };
            let seed = (self.model.sensors().len() as u64) << 32;
            let name = format!("{}{}", self.placement.prefix, spec.name);
            let sensor = Sensor { name, kind, noise: spec.noise, seed };
            self.model.add_sensor(sensor).map_err(|error| Self::refused(&spec.place, error))?;
        }
        Ok(())
    }

    /// What a sensor measures in the model, if that is there.
    fn sensor_kind(&self, spec: &SensorSpec) -> Option<SensorKind> {
        let site = |at: usize| {
            let site = &self.mechanism.sites[at];
            self.site(site.body, &site.pose)
        };
        Some(match spec.measured {
            Measured::Inertia(at) => SensorKind::Imu(site(at)),
            Measured::SiteFrame(at) => SensorKind::Frame(site(at)),
            Measured::BodyFrame(body) => SensorKind::Frame(self.site(Some(body), &Pose::IDENTITY)),
            Measured::Center(body) => {
                let centre = Pose::new(self.mechanism.bodies[body].centre, DQuat::IDENTITY);
                SensorKind::Frame(self.site(Some(body), &centre))
            }
            Measured::Range(at) => {
                // Rays go along z there and along x here.
                let turn = DQuat::from_rotation_arc(DVec3::X, DVec3::Z);
                let mut site = site(at);
                site.pose = site.pose.compose(&Pose::new(DVec3::ZERO, turn));
                SensorKind::Range { site, reach: spec.cutoff.unwrap_or(REACH) }
            }
            Measured::Branch(at) => SensorKind::Branch(self.branch(at)?),
            Measured::Touch(at) => {
                let Site { body, pose } = site(at);
                let (shape, turn) = super::shapes::plain(&self.mechanism.sites[at].shape)?.ok()?;
                let pose = pose.compose(&Pose::new(DVec3::ZERO, turn));
                let zone = Some(Zone { shape, pose });
                SensorKind::Touch { body: body?, zone, area: 1.0, other: None }
            }
            Measured::Joint(joint) => SensorKind::Joint(self.named(self.joint_name(joint))?),
            // Of strings; sums of coordinates have no length of their own here.
            Measured::Tendon(tendon) => {
                let joint = self.named(self.tendon_name(tendon))?;
                SensorKind::Joint(Some(joint).filter(|joint| self.is_string(*joint))?)
            }
        })
    }

    pub(super) fn named(&self, name: String) -> Option<JointId> {
        self.model.find_joint(&name)
    }

    fn is_string(&self, joint: JointId) -> bool {
        self.model.joints()[joint.0].description().kind.name() == "tendon"
    }

    /// A place on a body of the mechanism as one on the body that it is part of.
    pub(super) fn site(&self, body: Option<usize>, pose: &Pose) -> Site {
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
