//! Numbers that a description may give.

use stickslip_contact::Pose;

/// The number, if it is positive and finite.
pub(crate) fn positive(what: &str, value: f64) -> Result<f64, String> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        Err(format!("{what} is {value}, but must be a positive finite number"))
    }
}

/// The number, if it is finite and not negative.
pub(crate) fn at_least_zero(what: &str, value: f64) -> Result<f64, String> {
    if value.is_finite() && value >= 0.0 {
        Ok(value)
    } else {
        Err(format!("{what} is {value}, but must be a finite number ≥ 0"))
    }
}

/// The number, if it lies between 0 and 1.
pub(crate) fn share(what: &str, value: f64) -> Result<f64, String> {
    if (0.0..=1.0).contains(&value) {
        Ok(value)
    } else {
        Err(format!("{what} is {value}, but must be between 0 and 1"))
    }
}

/// Whether a pose is finite and its rotation a rotation.
pub(crate) fn check_pose(what: &str, pose: &Pose) -> Result<(), String> {
    if !pose.is_finite() {
        return Err(format!("{what} is not finite"));
    }
    if (pose.orientation.length() - 1.0).abs() > 1e-6 {
        return Err(format!("{what} is not turned by a unit quaternion"));
    }
    Ok(())
}
