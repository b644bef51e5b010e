//! How contacts and joints give way within a sub-step.
//!
//! A soft constraint of frequency ω and damping ratio ζ, taken implicitly over h, changes its
//! impulse λ by −m s (u + β φ) − (1 − s) λ with β = ω/(2ζ + hω), s = a/(1 + a),
//! a = hω(2ζ + hω) (Catto 2011, "Soft constraints"; Box2D v3, `b2MakeSoft`). The frequency
//! follows the sub-step, ω = 2π·¼/h: what rests under a load of R times the effective mass
//! sinks by R g/ω².

use std::f64::consts::TAU;

use crate::parts::Compliance;

/// Periods of the softness in a sub-step.
pub(super) const FREQUENCY: f64 = 0.25;
/// Damping ratio.
const DAMPING: f64 = 1.0;

/// What a constraint does with its error in a sub-step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Softness {
    /// Share of the error removed per second, β (1/s).
    pub rate: f64,
    /// s of a constraint of effective mass m is 1/(1 + `give` + `compliance` m).
    pub give: f64,
    /// ε of a spring in physical units (m/(s·N·s)).
    pub compliance: f64,
    /// Whether a sweep without the error follows, which takes back what removing it has
    /// added to the velocity. Springs in physical units keep it.
    pub relaxes: bool,
}

impl Softness {
    /// That of a sub-step of `h` seconds, at so many times the usual frequency.
    pub fn of_substep(h: f64, times: f64) -> Self {
        let angle = TAU * FREQUENCY * times;
        let a = angle * (2.0 * DAMPING + angle);
        let rate = angle / h / (2.0 * DAMPING + angle);
        Self { rate, give: 1.0 / a, compliance: 0.0, relaxes: true }
    }

    /// That of a compliance, where it is softer than the sub-step's own for a constraint of
    /// effective mass `mass`. That of hard surfaces never is.
    pub fn of(compliance: &Compliance, h: f64, mass: f64, usual: Self) -> Self {
        if *compliance == Compliance::CONTACT {
            return usual;
        }
        let (epsilon, gamma) = compliance.row(h);
        if epsilon * mass <= usual.give {
            return usual;
        }
        Self { rate: gamma / h, give: 0.0, compliance: epsilon, relaxes: false }
    }

    /// s for an effective mass.
    pub fn share(&self, mass: f64) -> f64 {
        1.0 / (1.0 + self.give + self.compliance * mass)
    }
}

/// ω of a sub-step of `h` seconds (rad/s).
pub(super) fn frequency(h: f64) -> f64 {
    TAU * FREQUENCY / h
}
