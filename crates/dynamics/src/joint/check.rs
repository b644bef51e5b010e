//! Points and directions that a joint may be given.

use glam::DVec3;

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
