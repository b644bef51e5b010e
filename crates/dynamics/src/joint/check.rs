//! What can be wrong with a joint, whatever its kind.

use glam::DVec3;

use super::description::{JointDescription, JointKind, Motor, MotorMode};
use crate::model::{Body, BodyId};

/// Checks the bodies and the numbers that every joint has.
pub(super) fn check_common(description: &JointDescription, bodies: &[Body]) -> Result<(), String> {
    if description.name.is_empty() {
        return Err("it has no name".into());
    }
    let named = named_bodies(description);
    for (place, body) in &named {
        if body.0 >= bodies.len() {
            return Err(format!(
                "{place} is body {}, but there are {} bodies",
                body.0,
                bodies.len()
            ));
        }
    }
    for (at, (place, body)) in named.iter().enumerate() {
        if let Some((other, _)) = named[..at].iter().find(|(_, before)| before == body) {
            return Err(format!("{other} and {place} are the same body"));
        }
    }
    if !named.iter().any(|(_, body)| bodies[body.0].is_dynamic()) {
        return Err("none of its bodies can be moved by forces".into());
    }
    description.compliance.check()?;
    match description.break_force {
        Some(force) if force.is_nan() || force <= 0.0 => {
            Err(format!("break_force is {force}, but must be positive"))
        }
        _ => Ok(()),
    }
}

fn named_bodies(description: &JointDescription) -> Vec<(&'static str, BodyId)> {
    let mut named = Vec::with_capacity(4);
    named.extend(description.first.map(|body| ("the first body", body)));
    named.push(("the second body", description.second));
    if let JointKind::Differential { other_output, .. } = description.kind {
        named.push(("the other output", other_output));
    }
    if let JointKind::Gear { carrier, .. } | JointKind::Differential { carrier, .. } =
        description.kind
    {
        named.extend(carrier.map(|body| ("the carrier", body)));
    }
    named
}

/// The point, if it is finite.
pub(super) fn finite(what: &str, point: DVec3) -> Result<DVec3, String> {
    if point.is_finite() { Ok(point) } else { Err(format!("{what} is not finite")) }
}

/// The direction at unit length.
pub(super) fn unit(what: &str, direction: DVec3) -> Result<DVec3, String> {
    let direction = finite(what, direction)?;
    // Scaled first, so that the square of a tiny or huge length does not vanish
    // or overflow.
    let scale = direction.abs().max_element();
    (direction / scale).try_normalize().ok_or_else(|| format!("{what} has no length"))
}

/// The ratio, if it is one.
pub(super) fn ratio(value: f64) -> Result<f64, String> {
    if value.is_finite() && value != 0.0 {
        Ok(value)
    } else {
        Err(format!("ratio is {value}, but must be finite and not zero"))
    }
}

/// Whether the numbers of a motor make sense.
pub(super) fn check_motor(motor: &Motor) -> Result<(), String> {
    if motor.limit.is_nan() || motor.limit < 0.0 {
        return Err(format!("the limit of the motor is {}, but must be ≥ 0", motor.limit));
    }
    let finite = |&(time, value): &(f64, f64)| time.is_finite() && value.is_finite();
    if let Some(point) = motor.target.points().iter().position(|point| !finite(point)) {
        return Err(format!("point {point} of the motor's target is not finite"));
    }
    match motor.mode {
        MotorMode::Velocity => Ok(()),
        MotorMode::Position(compliance) => {
            compliance.check().map_err(|reason| format!("the motor's {reason}"))
        }
    }
}
