//! What elastic things are made of.

use thiserror::Error;

/// An isotropic elastic material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elasticity {
    /// Young's modulus E (Pa).
    pub young: f64,
    /// Poisson's ratio ν.
    pub poisson: f64,
    /// Density ρ (kg/m³).
    pub density: f64,
}

/// What is wrong with a material; names the key.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[error("{key} is {value}; expected {expected}")]
pub struct MaterialError {
    /// The key, as in scene files.
    pub key: &'static str,
    /// What it is.
    pub value: f64,
    /// What it may be.
    pub expected: &'static str,
}

impl Elasticity {
    /// Checks the numbers.
    ///
    /// # Errors
    /// Names the first that makes no material: at ν = ½ nothing changes its
    /// volume, and λ is infinite; at ν = −1 the resistance to a change of
    /// volume is gone.
    pub fn check(&self) -> Result<(), MaterialError> {
        let positive = |value: f64| value > 0.0 && value < 1e100;
        let fail = |key, value, expected| Err(MaterialError { key, value, expected });
        if !positive(self.young) {
            return fail("young", self.young, "a modulus above 0 Pa");
        }
        if !(self.poisson > -1.0 && self.poisson < 0.5) {
            return fail("poisson", self.poisson, "a ratio above -1 and below 0.5");
        }
        if !positive(self.density) {
            return fail("density", self.density, "a density above 0 kg/m³");
        }
        Ok(())
    }

    /// The shear modulus μ = E / (2 (1 + ν)) (Pa).
    pub fn shear(&self) -> f64 {
        self.young / (2.0 * (1.0 + self.poisson))
    }

    /// Lamé's first parameter λ = E ν / ((1 + ν)(1 − 2ν)) (Pa).
    pub fn lame(&self) -> f64 {
        self.young * self.poisson / ((1.0 + self.poisson) * (1.0 - 2.0 * self.poisson))
    }

    /// λ of a sheet that is free to become thinner: E ν / (1 − ν²) (Pa).
    pub fn lame_of_sheet(&self) -> f64 {
        self.young * self.poisson / (1.0 - self.poisson * self.poisson)
    }
}
