//! How hard two surfaces push each other: one file for each law.
//!
//! A law receives the gap φ of a point and its rate v = dφ/dt, and gives the normal force
//! f ≥ 0 (N) with its slope −∂f/∂φ at rest (N/m) and its drag −∂f/∂v (N·s/m). Forces here
//! are those of a whole patch; a point takes the share of its area (course, §5.1).

mod exponential;
mod linear;
mod mckenna_zeltzer;
mod moore_wilhelms;
mod particle_pairs;
mod power;
#[cfg(test)]
mod tests;

use crate::settings::PenaltyLaw;

/// What damps a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Damping {
    /// In N·s/m, as it was asked for.
    Given(f64),
    /// ζ of two parties with this mass together (kg): b = 2ζ√(m · slope).
    Ratio {
        /// ζ.
        ratio: f64,
        /// 1/(1/m₁ + 1/m₂).
        mass: f64,
    },
}

/// The numbers of a law for two surfaces that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Spring {
    /// k (N/m; N/mᵖ for a power p).
    pub(super) stiffness: f64,
    pub(super) damping: Damping,
    /// Share of the energy that is given back, where the law has one.
    pub(super) returned: f64,
    /// ε of the exponential spring, or the gap at which pairs break (m).
    pub(super) reach: f64,
    /// p of the power law.
    pub(super) exponent: f64,
}

/// How a point moves along its normal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Approach {
    /// φ (m).
    pub(super) gap: f64,
    /// dφ/dt (m/s).
    pub(super) rate: f64,
    /// Whether the two were moving apart when the step began.
    pub(super) recedes: bool,
    /// Whether the two are a pair that holds.
    pub(super) is_bonded: bool,
}

/// What a law answers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Push {
    /// f (N).
    pub(super) force: f64,
    /// −∂f/∂φ at v = 0 (N/m).
    pub(super) slope: f64,
    /// −∂f/∂v (N·s/m).
    pub(super) drag: f64,
}

impl Spring {
    /// b of a place where the law has this slope, or of a spring of that stiffness across the
    /// normal.
    pub(super) fn drag(&self, slope: f64) -> f64 {
        match self.damping {
            Damping::Given(damping) => damping,
            Damping::Ratio { ratio, mass } => 2.0 * ratio * (mass * slope).sqrt(),
        }
    }

    /// The force of a law.
    pub(super) fn push(&self, law: PenaltyLaw, approach: &Approach) -> Push {
        match law {
            PenaltyLaw::Linear => linear::push(self, approach),
            PenaltyLaw::MooreWilhelms => moore_wilhelms::push(self, approach),
            PenaltyLaw::McKennaZeltzer => mckenna_zeltzer::push(self, approach),
            PenaltyLaw::Exponential => exponential::push(self, approach),
            PenaltyLaw::ParticlePairs => particle_pairs::push(self, approach),
            PenaltyLaw::Power => power::push(self, approach),
        }
    }
}

impl Push {
    /// A force that never pulls.
    fn pushing(force: f64, slope: f64, drag: f64) -> Self {
        if force > 0.0 { Self { force, slope, drag } } else { Self::default() }
    }
}

/// ζ of a linear spring after which the speed e is left of 1: ζ = −ln e/√(π² + ln² e), and
/// critical damping for e = 0.
pub(in crate::stepper) fn damping_ratio(restitution: f64) -> f64 {
    if restitution <= 0.0 {
        return 1.0;
    }
    let log = libm::log(restitution);
    -log / (std::f64::consts::PI.powi(2) + log * log).sqrt()
}
