//! Smoothed Coulomb friction of a contact whose normal force and weights are lagged (Eq.
//! 295–298).

use glam::{DMat3, DVec3};

use crate::mollify::outer;

/// M, M′/s = m/s and M″ = m′ at the slip s ≥ 0, where all of friction acts from the slip ε
/// on:
///
/// M = s²/ε − s³/(3ε²) + ε/3 for s < ε, and s beyond; m = 2s/ε − s²/ε², and 1 beyond.
///
/// ```
/// use stickslip_barrier::smooth_friction;
/// assert_eq!(smooth_friction(2.0, 0.5), [2.0, 0.5, 0.0]);
/// assert_eq!(smooth_friction(0.0, 0.5), [0.5 / 3.0, 4.0, 4.0]);
/// ```
pub fn smooth_friction(slip: f64, full: f64) -> [f64; 3] {
    if slip >= full {
        return [slip, 1.0 / slip, 0.0];
    }
    let x = slip / full;
    [full * (x * x * (1.0 - x / 3.0) + 1.0 / 3.0), (2.0 - x) / full, 2.0 * (1.0 - x) / full]
}

/// A contact that rubs: D = μN M(|s|) with the slip s = (I − n nᵀ) u of its two sides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slip {
    /// n.
    pub normal: DVec3,
    /// μN.
    pub bound: f64,
    /// ε: the slip from which on all of it acts.
    pub full: f64,
}

impl Slip {
    /// s of a displacement u of the first side against the second.
    pub fn along(&self, displacement: DVec3) -> DVec3 {
        displacement - displacement.dot(self.normal) * self.normal
    }

    /// D.
    pub fn value(&self, displacement: DVec3) -> f64 {
        self.bound * smooth_friction(self.along(displacement).length(), self.full)[0]
    }

    /// ∂D/∂u and ∂²D/∂u², which is never negative: m/s across the slip, and m′ ≥ 0 along
    /// it.
    pub fn derivatives(&self, displacement: DVec3) -> (DVec3, DMat3) {
        let slip = self.along(displacement);
        let length = slip.length();
        let [_, ratio, slope] = smooth_friction(length, self.full);
        let gradient = self.bound * ratio * slip;
        let plane = DMat3::IDENTITY - outer(self.normal, self.normal);
        let direction = if length > 0.0 { slip / length } else { DVec3::ZERO };
        let hessian = ratio * plane + (slope - ratio) * outer(direction, direction);
        (gradient, self.bound * hessian)
    }
}
