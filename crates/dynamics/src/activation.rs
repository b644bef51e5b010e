//! Motors whose signal follows what they are commanded with a delay.
//!
//! In a step a motor acts with the signal that it has when the step begins; its command then
//! changes the signal for the next.

use crate::control::{Control, ControlDescription};
use crate::joint::{Activation, MotorMode};
use crate::world::World;

/// Of a motor, if its signal has a state.
fn of(control: &ControlDescription) -> Option<(Activation, [f64; 2])> {
    match &control.motor.mode {
        MotorMode::Servo(servo) if servo.activation.has_state() => {
            Some((servo.activation, servo.signals))
        }
        _ => None,
    }
}

/// The signals at the beginning.
pub(crate) fn initial(controls: &[ControlDescription]) -> Vec<f64> {
    match controls.iter().any(|control| of(control).is_some()) {
        false => Vec::new(),
        true => {
            let start = |control| of(control).map_or(0.0, |(activation, _)| activation.start());
            controls.iter().map(start).collect()
        }
    }
}

impl World {
    /// Sets what motors are commanded in the step that begins.
    pub(crate) fn tell_signals(&mut self) {
        self.signals.clear();
        let all = self.controls.iter().zip(&self.state.controls).zip(&self.state.activations);
        self.signals.extend(all.map(|((control, &told), &signal)| match told {
            Control::Scheduled | Control::Position(_) if of(control).is_some() => {
                Control::Position(signal)
            }
            told => told,
        }));
    }

    /// Takes the signals a step further, by what motors were commanded when it began.
    pub(crate) fn advance_activations(&mut self, begun: f64, h: f64) {
        let all = self.controls.iter().zip(&self.state.controls);
        for ((control, told), signal) in all.zip(&mut self.state.activations) {
            let Some((activation, [low, high])) = of(control) else { continue };
            let told = match told {
                Control::Position(value) => *value,
                Control::Scheduled => control.motor.target.at(begun),
                // A given force or speed leaves the signal alone.
                Control::Velocity(_) | Control::Force(_) => continue,
            };
            *signal = activation.after(*signal, told.clamp(low, high), h);
        }
    }
}
