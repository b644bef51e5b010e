//! What the sensors of a model read.
//!
//! A point p fixed to a body has the velocity v + ω × (p − c). An accelerometer there
//! feels its acceleration less gravity: at rest +g upwards, in free fall nothing.

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;

use super::Simulation;
use crate::joint::JointId;
use crate::parts::BodyId;
use crate::report::ContactReport;
use crate::sensor::{SensorKind, Site, Zone};
use crate::state::{BodyState, State};

impl Simulation {
    /// What a sensor reads after the last step, one number for each of its channels;
    /// nothing of a sensor that does not exist. Before the first step, and after a state
    /// was restored, accelerations are those of steady motion.
    pub fn sense(&self, sensor: usize) -> Vec<f64> {
        let Some(sensor) = self.model().sensors().get(sensor) else { return Vec::new() };
        let mut numbers = match &sensor.kind {
            SensorKind::ForceTorque(joint) => self.wrench(*joint),
            SensorKind::Branch(branch) => self.held(branch),
            SensorKind::Joint(joint) => self.coordinate(*joint),
            SensorKind::Imu(site) => self.inertial(site),
            SensorKind::Frame(site) => {
                let (pose, velocity, spin) = placed(site, self, &self.state.bodies);
                let DQuat { x, y, z, w } = pose.orientation;
                let parts = [pose.position, velocity, spin].map(|part| part.to_array());
                [&parts[0][..], &[w, x, y, z], &parts[1], &parts[2]].concat()
            }
            SensorKind::Touch { body, zone, area, other } => {
                self.touched(*body, zone.as_ref(), *area, *other)
            }
            SensorKind::Range { site, reach } => {
                let (pose, ..) = placed(site, self, &self.state.bodies);
                let sees = |body: BodyId| Some(body) != site.body;
                let hit = self.cast_ray(pose.position, pose.direction(DVec3::X), *reach, sees);
                vec![hit.ok().flatten().map_or(*reach, |found| found.hit.distance)]
            }
        };
        for (channel, number) in numbers.iter_mut().enumerate() {
            *number += sensor.disturb(self.state.step, channel);
        }
        numbers
    }

    fn wrench(&self, joint: JointId) -> Vec<f64> {
        let load = self.joint_load(joint);
        let second = self.model().joints()[joint.0].description().second.0;
        let turn = self.state.bodies[second].pose.orientation.inverse();
        load.into_iter().flat_map(|part| (turn * part).to_array()).collect()
    }

    fn coordinate(&self, joint: JointId) -> Vec<f64> {
        let (value, rate) = self.joint_coordinates(joint).first().copied().unwrap_or_default();
        vec![value, rate, self.joint_effort(joint)]
    }

    fn inertial(&self, site: &Site) -> Vec<f64> {
        let (pose, velocity, spin) = placed(site, self, &self.state.bodies);
        let acceleration = self.before().map_or(DVec3::ZERO, |before| {
            let (_, old, _) = placed(site, self, &before.bodies);
            (velocity - old) / self.settings().time_step
        });
        let turn = pose.orientation.inverse();
        let felt = turn * (acceleration - self.settings().gravity);
        felt.to_array().into_iter().chain((turn * spin).to_array()).collect()
    }

    /// What the last step began with, which is left in the world.
    pub(super) fn before(&self) -> Option<&State> {
        let before = &self.world.state;
        (before.step + 1 == self.state.step).then_some(before)
    }

    fn touched(
        &self,
        body: BodyId,
        zone: Option<&Zone>,
        area: f64,
        other: Option<BodyId>,
    ) -> Vec<f64> {
        let frame = self.model().bodies()[body.0].frame(&self.state.bodies[body.0].pose);
        let h = self.substep_seconds();
        let (mut force, mut pressing) = (DVec3::ZERO, 0.0);
        for ContactReport { first, second, impulse, normal, point, .. } in self.contacts() {
            let (sign, against) = match body.0 {
                at if at == *second => (1.0, *first),
                at if at == *first => (-1.0, *second),
                _ => continue,
            };
            let is_inside = |zone: &Zone| zone.has(&frame, *point, -sign * *normal);
            if other.is_none_or(|other| other.0 == against) && zone.is_none_or(is_inside) {
                force += sign / h * *impulse;
                pressing += impulse.dot(*normal) / h;
            }
        }
        let turn = self.state.bodies[body.0].pose.orientation.inverse();
        (turn * force).to_array().into_iter().chain([pressing / area]).collect()
    }
}

/// Pose and velocities of a site in world axes.
pub(super) fn placed(
    site: &Site,
    simulation: &Simulation,
    states: &[BodyState],
) -> (Pose, DVec3, DVec3) {
    let Some(BodyId(body)) = site.body else { return (site.pose, DVec3::ZERO, DVec3::ZERO) };
    let state = &states[body];
    let pose = simulation.model().bodies()[body].frame(&state.pose).compose(&site.pose);
    let arm = pose.position - state.pose.position;
    (pose, state.velocity + state.angular_velocity.cross(arm), state.angular_velocity)
}
