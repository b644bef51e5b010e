//! Two wheels whose teeth mesh.

use std::sync::Arc;

use glam::DVec3;

use super::axis::Moment;
use super::builder::Builder;
use super::check::{ratio, unit};
use super::law::{Law, Layout, SharedLaw};
use super::wheel::Wheel;
use crate::model::{BodyId, Compliance};
use crate::rows::{Bodies, RowBuffer};

/// φ = θ₁ + ratio·θ₂, both angles against the carrier.
///
/// The slower wheel is counted from step to step, and must turn less than
/// half a turn in each. The angle of the faster is the one nearest to what
/// the slower asks for: it may be as fast as it likes, and if forced by more
/// than half a turn, the gear skips.
#[derive(Debug)]
struct Gear {
    /// The slower wheel and its factor in φ, then the faster.
    wheels: [(Wheel, f64); 2],
    compliance: Compliance,
}

/// Both axes at unit length; the world may be one of the wheels or the carrier.
pub(super) fn build(
    on: &Builder<'_>,
    first_axis: DVec3,
    second_axis: DVec3,
    ratio_value: f64,
    carrier: Option<BodyId>,
) -> Result<SharedLaw, String> {
    let ratio = ratio(ratio_value)?;
    let carrier = carrier.map(|body| body.0);
    if on.first.is_none() && carrier.is_none() {
        return Err("the first body and the carrier are both the world".into());
    }
    let first = Wheel::new(on, carrier, on.first, unit("the first axis", first_axis)?);
    let second = Wheel::new(on, carrier, Some(on.second), unit("the second axis", second_axis)?);
    let mut wheels = [(second, ratio), (first, 1.0)];
    if ratio.abs() < 1.0 {
        wheels.reverse();
    }
    Ok(Arc::new(Gear { wheels, compliance: on.compliance }))
}

impl Law for Gear {
    fn layout(&self) -> Layout {
        Layout { travels: 0, turns: 1, drives: 0 }
    }

    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        memory[0] = self.wheels[0].0.angle(bodies, memory[0]).value;
    }

    fn write_rows(
        &self,
        bodies: &Bodies<'_>,
        memory: &[f64; 2],
        moment: Moment,
        rows: &mut RowBuffer,
    ) {
        let [(slow, slow_factor), (fast, fast_factor)] = &self.wheels;
        let slow = slow.angle(bodies, memory[0]);
        let fast = fast.angle(bodies, -slow.value * slow_factor / fast_factor);
        let (epsilon, gamma) = self.compliance.row(moment.h);
        let mut row = rows.add(epsilon, gamma);
        slow.add_to(&mut row, *slow_factor);
        fast.add_to(&mut row, *fast_factor);
        row.error = slow.value * slow_factor + fast.value * fast_factor;
        row.is_held = true;
    }
}
