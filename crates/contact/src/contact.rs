//! One contact point.

use glam::DVec3;

/// A point at which two colliders touch or nearly touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Index of the first collider in the list given to the detector.
    pub first: usize,
    /// Index of the second collider; always larger than `first`.
    pub second: usize,
    /// Names the features that meet, the same from step to step as long as
    /// the same features meet; unique within the pair.
    pub feature: u64,
    /// Midway between the two surfaces, in world coordinates (m).
    pub point: DVec3,
    /// Unit normal from the first collider to the second.
    pub normal: DVec3,
    /// Signed distance φ along the normal (m): > 0 separated, < 0 penetrating.
    pub gap: f64,
}
