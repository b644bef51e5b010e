//! Actuators as servos on the axes of joints.

use stickslip_dynamics::{Activation, Motor, MotorMode, Schedule, Servo};

use super::Builder;
use crate::error::ImportError;
use crate::mechanism::Transmission;
use crate::remark::About;

impl Builder<'_> {
    /// The actuators of a hinge or slide.
    ///
    /// With the gear g and l = g q, the force on the joint is
    /// g (g₀ u + b₀ + b₁ g q + b₂ g q̇): a servo with gain g g₀, bias g b₀, stiffness −b₁ g² and
    /// damping −b₂ g².
    pub(super) fn motors(&mut self, joint: usize) -> Result<Vec<Motor>, ImportError> {
        let range = self.mechanism.joints[joint].force_range;
        let on =
            |on: Transmission| matches!(on, Transmission::Joint { joint: at, .. } if at == joint);
        self.motors_on(on, range)
    }

    /// The same of a tendon, whose length is q.
    pub(super) fn tendon_motors(&mut self, tendon: usize) -> Result<Vec<Motor>, ImportError> {
        let range = self.mechanism.tendons[tendon].force_range;
        self.motors_on(|on| on == Transmission::Tendon(tendon), range)
    }

    fn motors_on(
        &mut self,
        is_on: impl Fn(Transmission) -> bool,
        range: Option<[f64; 2]>,
    ) -> Result<Vec<Motor>, ImportError> {
        let mechanism = self.mechanism;
        let on = |at: &usize| is_on(mechanism.actuators[*at].on);
        let all: Vec<usize> = (0..mechanism.actuators.len()).filter(on).collect();
        if let (Some(_), [_, second, ..]) = (range, all.as_slice()) {
            let place = &mechanism.actuators[*second].place;
            let about = About { element: "actuator", place, subject: "a range of several motors" };
            self.remarks.missing_at(&about, "each motor has bounds of its own here")?;
        }
        let mut motors = Vec::new();
        for actuator in all {
            let gear = mechanism.actuators[actuator].gear[0];
            motors.extend(self.servo(actuator, gear, range)?);
        }
        Ok(motors)
    }

    /// An actuator as a servo on a coordinate of which it moves `gear` times as much.
    pub(super) fn servo(
        &mut self,
        number: usize,
        gear: f64,
        range: Option<[f64; 2]>,
    ) -> Result<Option<Motor>, ImportError> {
        let actuator = &self.mechanism.actuators[number];
        let bias = if actuator.bias_is_affine { actuator.bias } else { [0.0; 3] };
        let (stiffness, damping) = (-bias[1] * gear * gear, -bias[2] * gear * gear);
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
            bias: gear * bias[0],
            stiffness,
            damping,
            signals: actuator.control_range.unwrap_or(everything),
            forces,
            activation: match (actuator.activation, self.mechanism.signal_of(number)) {
                (Activation::Integrator { range, .. }, Some(at)) => {
                    Activation::Integrator { range, start: self.start.act[at] }
                }
                (Activation::Filter { time, exact, range, .. }, Some(at)) => {
                    Activation::Filter { time, exact, range, start: self.start.act[at] }
                }
                _ => Activation::Direct,
            },
        };
        let target = Schedule::constant(self.start.ctrl[number]);
        Ok(Some(Motor { mode: MotorMode::Servo(servo), target, limit: f64::INFINITY }))
    }
}
