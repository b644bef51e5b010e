//! One input that drives two outputs.

use std::sync::Arc;

use glam::DVec3;

use super::axis::Moment;
use super::builder::Builder;
use super::check::{ratio, unit};
use super::law::{Law, Layout, SharedLaw};
use super::wheel::Wheel;
use crate::model::{BodyId, Compliance};
use crate::rows::{Bodies, RowBuffer};

/// φ = θ₁ − ratio·½(θ₂ + θ₃), all angles against the carrier.
///
/// The outputs are counted from step to step, and must turn less than half a
/// turn in each. The angle of the input is the one nearest to what they ask
/// for, however fast it is.
#[derive(Debug)]
struct Differential {
    input: Wheel,
    outputs: [Wheel; 2],
    ratio: f64,
    compliance: Compliance,
}

/// The first body is the input, the second and `other_output` the outputs.
pub(super) fn build(
    on: &Builder<'_>,
    input_axis: DVec3,
    output_axis: DVec3,
    other_output: BodyId,
    ratio_value: f64,
    carrier: Option<BodyId>,
) -> Result<SharedLaw, String> {
    let carrier = carrier.map(|body| body.0);
    if on.first.is_none() && carrier.is_none() {
        return Err("the first body and the carrier are both the world".into());
    }
    let input = Wheel::new(on, carrier, on.first, unit("the input axis", input_axis)?);
    let axis = unit("the output axis", output_axis)?;
    let outputs =
        [on.second, other_output.0].map(|output| Wheel::new(on, carrier, Some(output), axis));
    let (ratio, compliance) = (ratio(ratio_value)?, on.compliance);
    Ok(Arc::new(Differential { input, outputs, ratio, compliance }))
}

impl Law for Differential {
    fn layout(&self) -> Layout {
        Layout { travels: 0, turns: 1, drives: 0 }
    }

    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        *memory = std::array::from_fn(|at| self.outputs[at].angle(bodies, memory[at]).value);
    }

    fn write_rows(
        &self,
        bodies: &Bodies<'_>,
        memory: &[f64; 2],
        moment: Moment,
        rows: &mut RowBuffer,
    ) {
        let share = -0.5 * self.ratio;
        let (epsilon, gamma) = self.compliance.row(moment.h);
        let mut row = rows.add(epsilon, gamma);
        for (output, &near) in self.outputs.iter().zip(memory) {
            let angle = output.angle(bodies, near);
            angle.add_to(&mut row, share);
            row.error += share * angle.value;
        }
        let input = self.input.angle(bodies, -row.error);
        input.add_to(&mut row, 1.0);
        row.error += input.value;
        row.is_held = true;
    }
}
