//! One input that drives two outputs.

use std::sync::Arc;

use glam::DVec3;

use super::axis_rows::Moment;
use super::builder::Builder;
use super::check::{ratio, unit};
use super::constraint::{Constraint, RowCounts, SharedConstraint};
use super::recipe::{JointSource, Recipe};
use super::wheel::Wheel;
use crate::parts::{BodyId, Compliance};
use crate::rows::{Bodies, RowBuffer};

/// Splits an input between two outputs: ω₁·a₁ = ratio·½(ω₂·a₂ + ω₃·a₃),
/// all measured against the carrier. The first body is the input, the
/// second one output. The angles keep the ratio too; an output must turn
/// less than half a turn in a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Differential {
    /// Axis on the input.
    pub input_axis: DVec3,
    /// Axis on both outputs.
    pub output_axis: DVec3,
    /// The other output.
    pub other_output: BodyId,
    /// Turns of the input per mean turn of the outputs.
    pub ratio: f64,
    /// The body that carries the axles; `None` for the world.
    pub carrier: Option<BodyId>,
}

impl Recipe for Differential {
    const NAME: &'static str = "differential";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        Ok(Self {
            input_axis: source.direction("input_axis")?,
            output_axis: source.direction("output_axis")?,
            other_output: source.body("other_output")?,
            ratio: source.number("ratio", 1.0)?,
            carrier: source.body_or_world("carrier")?,
        })
    }

    fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String> {
        let carrier = on.carrier(self.carrier)?;
        let axis = unit("the input axis", self.input_axis)?;
        let input = Wheel::new(on, carrier, on.first, axis);
        let axis = unit("the output axis", self.output_axis)?;
        let output = |body| Wheel::new(on, carrier, Some(body), axis);
        let outputs = [on.second, self.other_output.0].map(output);
        let (ratio, compliance) = (ratio(self.ratio)?, on.compliance);
        Ok(Arc::new(DifferentialConstraint { input, outputs, ratio, compliance }))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        None
    }

    fn other_bodies(&self) -> Vec<(&'static str, BodyId)> {
        let carrier = self.carrier.map(|body| ("the carrier", body));
        [("the other output", self.other_output)].into_iter().chain(carrier).collect()
    }

    fn bodies_mut(&mut self) -> Vec<&mut BodyId> {
        std::iter::once(&mut self.other_output).chain(&mut self.carrier).collect()
    }
}

/// φ = θ₁ − ratio·½(θ₂ + θ₃), all angles against the carrier.
///
/// The outputs are counted from step to step, and must turn less than half a
/// turn in each. The angle of the input is the one nearest to what they ask
/// for, however fast it is.
#[derive(Debug)]
struct DifferentialConstraint {
    input: Wheel,
    outputs: [Wheel; 2],
    ratio: f64,
    compliance: Compliance,
}

impl Constraint for DifferentialConstraint {
    fn row_counts(&self) -> RowCounts {
        RowCounts { travels: 0, turns: 1, drives: 0 }
    }

    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        *memory = std::array::from_fn(|at| self.outputs[at].angle(bodies, memory[at]).value);
    }

    fn write_rows(&self, moment: &Moment<'_>, rows: &mut RowBuffer) {
        let share = -0.5 * self.ratio;
        let (epsilon, gamma) = self.compliance.row(moment.h);
        let mut row = rows.add(epsilon, gamma);
        for (output, &near) in self.outputs.iter().zip(moment.memory) {
            let angle = output.angle(moment.bodies, near);
            angle.add_to(&mut row, share);
            row.error += share * angle.value;
        }
        let input = self.input.angle(moment.bodies, -row.error);
        input.add_to(&mut row, 1.0);
        row.error += input.value;
        row.is_held = true;
    }
}
