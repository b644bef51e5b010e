//! What one axis of a joint may do: limits, motor, friction.

use stickslip_dynamics::joint::AxisUnit;
use stickslip_dynamics::{Axis, Compliance, Motor, MotorMode};

use super::item::Item;
use super::material::compliance;
use super::section::Section;
use crate::error::SceneError;

/// What a number of a file is in the model: files give angles in degrees.
fn factor(unit: AxisUnit) -> f64 {
    match unit {
        AxisUnit::Length => 1.0,
        AxisUnit::Angle => 1_f64.to_radians(),
    }
}

/// The free axis of a hinge or slider: `limits`, `stop`, `motor` and
/// `friction` of the joint's own section.
pub fn of_joint(section: &Section<'_>, unit: AxisUnit) -> Result<Axis, SceneError> {
    let stop = section.or("stop", Compliance::JOINT, |item| {
        item.section()?.whole(|section| compliance(section, Compliance::JOINT))
    })?;
    Ok(Axis { compliance: stop, ..drive(section, unit)? })
}

/// One axis of a six-dof joint: "free", "held", or a table.
pub fn read(item: &Item<'_>, unit: AxisUnit) -> Result<Axis, SceneError> {
    if item.is_table() {
        return item.section()?.whole(|section| {
            Ok(Axis {
                compliance: compliance(section, Compliance::JOINT)?,
                ..drive(section, unit)?
            })
        });
    }
    let held = item.choice(&[("free", false), ("held", true)])?;
    Ok(if held { Axis::HELD } else { Axis::FREE })
}

fn drive(section: &Section<'_>, unit: AxisUnit) -> Result<Axis, SceneError> {
    let limits = section.optional("limits", Item::range)?;
    Ok(Axis {
        limits: limits.map(|range| range.map(|limit| limit * factor(unit))),
        motor: section.optional("motor", |item| motor(item, unit))?,
        friction: section.or("friction", 0.0, Item::at_least_zero)?,
        ..Axis::FREE
    })
}

/// `{ velocity = …, limit = … }`, or `{ position = …, stiffness = …,
/// damping = …, limit = … }`. Velocities are in m/s or rad/s.
fn motor(item: &Item<'_>, unit: AxisUnit) -> Result<Motor, SceneError> {
    item.section()?.whole(|section| {
        let velocity = section.optional("velocity", |item| item.schedule(1.0))?;
        let position = section.optional("position", |item| item.schedule(factor(unit)))?;
        let (mode, target) = match (velocity, position) {
            (Some(target), None) => (MotorMode::Velocity, target),
            (None, Some(target)) => {
                (MotorMode::Position(compliance(section, Compliance::JOINT)?), target)
            }
            _ => return Err(section.error("expected either velocity or position")),
        };
        Ok(Motor { mode, target, limit: section.or("limit", f64::INFINITY, Item::positive)? })
    })
}
