//! Numbers that follow from the whole model.

use super::Reader;
use crate::error::ImportError;
use crate::facts::{Configuration, Dynamics, Kinematics, inverse_form};

/// Models with more freedoms get no mass matrix.
const MAX_FREEDOMS: usize = 300;

impl Reader<'_> {
    /// `settotalmass`: all masses are scaled alike.
    pub(super) fn scale_masses(&mut self) {
        let total: f64 = self.mechanism.bodies.iter().map(|body| body.mass).sum();
        if self.compiler.total_mass > 0.0 && total > 0.0 {
            let factor = self.compiler.total_mass / total;
            for body in &mut self.mechanism.bodies {
                body.mass *= factor;
                body.inertia *= factor;
            }
        }
    }

    /// Springs of tendons that are given no length rest in the initial pose.
    pub(super) fn spring_lengths(&mut self) {
        let start = Configuration::initial(&self.mechanism);
        let kinematics = Kinematics::new(&self.mechanism, &start.qpos);
        let lengths = kinematics.tendon_lengths(&self.mechanism, &start.qpos);
        for (tendon, length) in self.mechanism.tendons.iter_mut().zip(lengths) {
            if tendon.spring_length == [-1.0; 2] {
                tendon.spring_length = [length; 2];
            }
        }
    }

    /// `springdamper` of joints and `dampratio` of servos, from the masses in
    /// the initial pose.
    ///
    /// With the time constant T, the ratio ζ and the inertia I = n / Σ (M⁻¹)ᵢᵢ of a joint,
    /// k = I/(T ζ)² and d = 2 I/T. A servo with gain k whose length changes with the freedoms
    /// by g moves the inertia m = 1/(gᵀ M⁻¹ g), and gets d = 2 ζ √(k m).
    pub(super) fn springs_and_dampers(&mut self) -> Result<(), ImportError> {
        let wanted: Vec<_> = std::mem::take(&mut self.spring_dampers)
            .into_iter()
            .filter(|(_, [time, ratio])| *time > 0.0 && *ratio > 0.0)
            .collect();
        let is_ratio = |gain: [f64; 3], bias: [f64; 3]| gain[0] == -bias[1] && bias[2] > 0.0;
        let servos: Vec<usize> = (0..self.mechanism.actuators.len())
            .filter(|&at| {
                let actuator = &self.mechanism.actuators[at];
                is_ratio(actuator.gain, actuator.bias)
            })
            .collect();
        if wanted.is_empty() && servos.is_empty() {
            return Ok(());
        }
        let start = Configuration::initial(&self.mechanism);
        let (_, freedoms) = self.mechanism.sizes();
        if freedoms > MAX_FREEDOMS {
            let place = self.mechanism.bodies[0].place.clone();
            let what = format!(
                "dampratio and springdamper need a mass matrix, but there are \
                                {freedoms} freedoms; at most {MAX_FREEDOMS} are taken"
            );
            return Err(ImportError::new(place, what));
        }
        let copy = self.mechanism.clone();
        let dynamics = Dynamics::new(&copy, &start);
        let matrix = dynamics.mass_matrix();
        for (at, [time, ratio]) in wanted {
            let joint = &mut self.mechanism.joints[at];
            let (_, count) = joint.kind.sizes();
            let freedoms = joint.freedom..joint.freedom + count;
            let unit =
                |at: usize| (0..matrix.len()).map(|i| f64::from(u8::from(i == at))).collect();
            let own = |at: usize| -> f64 {
                let unit: Vec<f64> = unit(at);
                inverse_form(&matrix, &unit)
            };
            let sum: f64 = freedoms.map(own).sum();
            let inertia = count as f64 / sum.max(1e-15);
            joint.stiffness = inertia / (time * ratio).powi(2).max(1e-15);
            joint.damping = 2.0 * inertia / time.max(1e-15);
        }
        for servo in servos {
            let mobility = inverse_form(&matrix, &dynamics.moment(servo));
            let mass = if mobility > 1e-15 { 1.0 / mobility } else { 0.0 };
            let actuator = &mut self.mechanism.actuators[servo];
            actuator.bias[2] = -2.0 * actuator.bias[2] * (actuator.gain[0] * mass).sqrt();
        }
        Ok(())
    }
}
