//! What a pair of materials may say of its friction besides a coefficient.

use super::curve::{Stribeck, check_load_curve, load_factor};
use super::directions::{Anisotropy, Directions, Encounter, Limit};
use crate::parts::at_least_zero;

/// How friction between two materials depends on direction, speed and load.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairLaw {
    /// By direction; alike in all of them without it.
    pub directions: Option<Directions>,
    /// By the speed of slip: all coefficients are multiplied by μ(v)/μ.
    pub stribeck: Option<Stribeck>,
    /// By the normal force of the last step: points of force (N) and factor,
    /// which all coefficients are multiplied by.
    pub load_curve: Vec<[f64; 2]>,
    /// Tresca: the largest friction force (N), whatever the load, along the
    /// direction of the largest coefficient.
    pub tresca: Option<f64>,
}

impl PairLaw {
    /// Whether the numbers make sense beside the coefficient of the pair.
    pub fn check(&self, friction: f64) -> Result<(), String> {
        if let Some(directions) = &self.directions {
            directions.check()?;
        }
        if let Some(stribeck) = &self.stribeck {
            stribeck.check()?;
            if friction <= 0.0 {
                return Err("stribeck needs a friction that is more than 0".into());
            }
        }
        check_load_curve(&self.load_curve)?;
        self.tresca.map_or(Ok(()), |force| at_least_zero("tresca", force).map(|_| ()))
    }

    /// What solvers must take.
    pub fn anisotropy(&self) -> Anisotropy {
        self.directions.as_ref().map_or(Anisotropy::Isotropic, Directions::anisotropy)
    }

    /// What all coefficients are multiplied by at a speed of slip (m/s) and a
    /// normal force (N).
    pub fn factor(&self, friction: f64, speed: f64, force: f64) -> f64 {
        let by_speed = self.stribeck.map_or(1.0, |curve| curve.at(friction, speed) / friction);
        by_speed * load_factor(&self.load_curve, force)
    }

    /// Frame and section; `None` where no direction differs from another.
    pub(super) fn limit(&self, at: &Encounter<'_>) -> Option<Limit> {
        self.directions.as_ref()?.limit(at)
    }

    /// The radius of friction against spinning (m) where that depends on the
    /// structures.
    pub(super) fn torsion(&self, at: &Encounter<'_>) -> Option<f64> {
        self.directions.as_ref()?.torsion(at)
    }
}
