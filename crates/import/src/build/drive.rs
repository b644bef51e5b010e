//! Actuators as servos on the axes of joints.

use stickslip_dynamics::{Motor, MotorMode, Schedule, Servo};

use super::Builder;
use crate::error::ImportError;
use crate::mechanism::Transmission;
use crate::remark::About;

impl Builder<'_> {
    /// The actuator of a hinge or slide, if it has one.
    ///
    /// With the gear g and l = g q, the force on the joint is
    /// g (g₀ u + b₀ + b₁ g q + b₂ g q̇): a servo with gain g g₀, bias g b₀, stiffness −b₁ g² and
    /// damping −b₂ g².
    pub(super) fn motor(&mut self, joint: usize) -> Result<Option<Motor>, ImportError> {
        let range = self.mechanism.joints[joint].force_range;
        let on =
            |on: Transmission| matches!(on, Transmission::Joint { joint: at, .. } if at == joint);
        self.motor_on(on, range)
    }

    /// The same of a tendon, whose length is q.
    pub(super) fn tendon_motor(&mut self, tendon: usize) -> Result<Option<Motor>, ImportError> {
        let range = self.mechanism.tendons[tendon].force_range;
        self.motor_on(|on| on == Transmission::Tendon(tendon), range)
    }

    fn motor_on(
        &mut self,
        is_on: impl Fn(Transmission) -> bool,
        range: Option<[f64; 2]>,
    ) -> Result<Option<Motor>, ImportError> {
        let mechanism = self.mechanism;
        let on = |at: &usize| is_on(mechanism.actuators[*at].on);
        let mut all = (0..mechanism.actuators.len()).filter(on);
        let Some(first) = all.next() else { return Ok(None) };
        for other in all {
            let place = &mechanism.actuators[other].place;
            let about = About { element: "actuator", place, subject: "a second one on the same" };
            self.remarks.missing_at(&about, "an axis has one motor here")?;
        }
        let actuator = &mechanism.actuators[first];
        let gear = actuator.gear[0];
        let stiffness = -actuator.bias[1] * gear * gear;
        let damping = -actuator.bias[2] * gear * gear;
        let about = |subject| About { element: "actuator", place: &actuator.place, subject };
        if actuator.gain_is_affine && actuator.gain[1..] != [0.0, 0.0] {
            self.remarks.missing_at(&about("an affine gain"), "gains are constant here")?;
        }
        if stiffness < 0.0 || damping < 0.0 {
            let reason = "springs that push away and dampers that speed up are not stepped";
            self.remarks.missing_at(&about("a positive biasprm"), reason)?;
            return Ok(None);
        }
        let everything = [f64::NEG_INFINITY, f64::INFINITY];
        let mut forces = actuator.force_range.map_or(everything, |[low, high]| {
            let ends = [low * gear, high * gear];
            [ends[0].min(ends[1]), ends[0].max(ends[1])]
        });
        if let Some([low, high]) = range {
            forces = forces.map(|force| force.clamp(low, high));
        }
        let servo = Servo {
            gain: gear * actuator.gain[0],
            bias: gear * actuator.bias[0],
            stiffness,
            damping,
            signals: actuator.control_range.unwrap_or(everything),
            forces,
        };
        let target = Schedule::constant(self.start.ctrl[first]);
        Ok(Some(Motor { mode: MotorMode::Servo(servo), target, limit: f64::INFINITY }))
    }
}
