//! Two wheels whose teeth mesh.

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

/// Turns the second body by −1/ratio of the first: ω₁·a₁ + ratio·ω₂·a₂ = 0,
/// both measured against the carrier. The teeth are remembered: the angles
/// keep the ratio too. The slower wheel must turn less than half a turn in
/// a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Gear {
    /// Axis on the first body.
    pub first_axis: DVec3,
    /// Axis on the second body.
    pub second_axis: DVec3,
    /// Teeth of the second wheel over teeth of the first; negative for inner wheels.
    pub ratio: f64,
    /// The body that carries both axles; `None` for the world.
    pub carrier: Option<BodyId>,
}

impl Recipe for Gear {
    const NAME: &'static str = "gear";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        Ok(Self {
            first_axis: source.direction("first_axis")?,
            second_axis: source.direction("second_axis")?,
            ratio: source.number("ratio", 1.0)?,
            carrier: source.body_or_world("carrier")?,
        })
    }

    fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String> {
        let ratio = ratio(self.ratio)?;
        let carrier = on.carrier(self.carrier)?;
        let axis = unit("the first axis", self.first_axis)?;
        let first = Wheel::new(on, carrier, on.first, axis);
        let axis = unit("the second axis", self.second_axis)?;
        let second = Wheel::new(on, carrier, Some(on.second), axis);
        let mut wheels = [(second, ratio), (first, 1.0)];
        if ratio.abs() < 1.0 {
            wheels.reverse();
        }
        Ok(Arc::new(GearConstraint { wheels, compliance: on.compliance }))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        None
    }

    fn other_bodies(&self) -> Vec<(&'static str, BodyId)> {
        self.carrier.map(|body| ("the carrier", body)).into_iter().collect()
    }

    fn bodies_mut(&mut self) -> Vec<&mut BodyId> {
        self.carrier.iter_mut().collect()
    }
}

/// φ = θ₁ + ratio·θ₂, both angles against the carrier.
///
/// The slower wheel is counted from step to step, and must turn less than
/// half a turn in each. The angle of the faster is the one nearest to what
/// the slower asks for: it may be as fast as it likes, and if forced by more
/// than half a turn, the gear skips.
#[derive(Debug)]
struct GearConstraint {
    /// The slower wheel and its factor in φ, then the faster.
    wheels: [(Wheel, f64); 2],
    compliance: Compliance,
}

impl Constraint for GearConstraint {
    fn row_counts(&self) -> RowCounts {
        RowCounts { travels: 0, turns: 1, drives: 0 }
    }

    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        memory[0] = self.wheels[0].0.angle(bodies, memory[0]).value;
    }

    fn write_rows(&self, moment: &Moment<'_>, rows: &mut RowBuffer) {
        let [(slow, slow_factor), (fast, fast_factor)] = &self.wheels;
        let slow = slow.angle(moment.bodies, moment.memory[0]);
        let fast = fast.angle(moment.bodies, -slow.value * slow_factor / fast_factor);
        let (epsilon, gamma) = self.compliance.row(moment.h);
        let mut row = rows.add(epsilon, gamma);
        slow.add_to(&mut row, *slow_factor);
        fast.add_to(&mut row, *fast_factor);
        row.error = slow.value * slow_factor + fast.value * fast_factor;
        row.is_held = true;
    }
}
