//! What one axis of a joint may do: limits, motors, friction, spring.

use stickslip_dynamics::joint::AxisUnit;
use stickslip_dynamics::{Axis, Compliance, Motor, MotorMode, Passive, Servo};

use super::item::Item;
use super::material::compliance;
use super::section::TomlTable;
use crate::error::SceneError;

/// What a number of a file is in the model: files give angles in degrees.
fn factor(unit: AxisUnit) -> f64 {
    match unit {
        AxisUnit::Length => 1.0,
        AxisUnit::Angle => 1_f64.to_radians(),
    }
}

/// The free axis of a hinge or slider: `limits`, `stop`, `motor`, `friction` and
/// `spring` of the joint's own section.
pub fn of_joint(section: &TomlTable<'_>, unit: AxisUnit) -> Result<Axis, SceneError> {
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

fn drive(section: &TomlTable<'_>, unit: AxisUnit) -> Result<Axis, SceneError> {
    let limits = section.optional("limits", Item::range)?;
    Ok(Axis {
        limits: limits.map(|range| range.map(|limit| limit * factor(unit))),
        motors: motors(section, unit)?,
        friction: section.or("friction", 0.0, Item::at_least_zero)?,
        passive: spring(section, unit)?,
        ..Axis::FREE
    })
}

/// `spring` of a section: stiffness, damping and armature, and where it rests.
pub fn spring(section: &TomlTable<'_>, unit: AxisUnit) -> Result<Option<Passive>, SceneError> {
    section.optional("spring", |item| {
        item.section()?.whole(|section| {
            let rest = section.or("rest", [0.0; 2], |item| match item.is_list() {
                true => item.range(),
                false => item.number().map(|rest| [rest; 2]),
            })?;
            Ok(Passive {
                stiffness: section.or("stiffness", 0.0, Item::at_least_zero)?,
                rest: rest.map(|rest| rest * factor(unit)),
                damping: section.or("damping", 0.0, Item::at_least_zero)?,
                armature: section.or("armature", 0.0, Item::at_least_zero)?,
            })
        })
    })
}

/// `motor` of a section: one, a list of several, or none.
pub fn motors(section: &TomlTable<'_>, unit: AxisUnit) -> Result<Vec<Motor>, SceneError> {
    let all = section.optional("motor", |item| match item.is_list() {
        true => item.list()?.iter().map(|item| motor(item, unit)).collect(),
        false => Ok(vec![motor(item, unit)?]),
    })?;
    Ok(all.unwrap_or_default())
}

/// `{ velocity = …, limit = … }`, `{ force = …, limit = … }`, or `{ position = …,
/// stiffness = …, damping = …, limit = … }`. Velocities are in m/s or rad/s.
fn motor(item: &Item<'_>, unit: AxisUnit) -> Result<Motor, SceneError> {
    item.section()?.whole(|section| {
        let velocity = section.optional("velocity", |item| item.schedule(1.0))?;
        let position = section.optional("position", |item| item.schedule(factor(unit)))?;
        let force = section.optional("force", |item| item.schedule(1.0))?;
        let limit = section.or("limit", f64::INFINITY, Item::positive)?;
        let (mode, target) = match (velocity, position, force) {
            (Some(target), None, None) => (MotorMode::Velocity, target),
            (None, Some(target), None) => {
                (MotorMode::Position(compliance(section, Compliance::JOINT)?), target)
            }
            (None, None, Some(target)) => (MotorMode::Servo(Servo::force(limit)), target),
            _ => return Err(section.error("expected one of velocity, position and force")),
        };
        Ok(Motor { mode, target, limit })
    })
}
