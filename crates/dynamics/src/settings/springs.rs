//! How contacts that are springs are stepped.

use crate::model::ModelError;

/// How a penalty step is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PenaltyMethod {
    /// Implicit Euler: forces of the end of the step, by Newton's method.
    #[default]
    Implicit,
    /// Symplectic Euler: forces of the beginning, in steps below the stable one.
    Explicit,
}

impl PenaltyMethod {
    /// Every one by its name in scene files.
    pub const ALL: [(&'static str, Self); 2] =
        [("implicit", Self::Implicit), ("explicit", Self::Explicit)];
}

/// How hard surfaces push each other by their depth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PenaltyLaw {
    /// k × depth.
    #[default]
    Linear,
    /// The same, softer while the two move apart.
    MooreWilhelms,
    /// The same, the whole force smaller while the two move apart.
    McKennaZeltzer,
    /// An exponential of the depth.
    Exponential,
    /// A spring that comes to be by touching, holds both ways, and breaks.
    ParticlePairs,
    /// k × depthᵖ.
    Power,
}

impl PenaltyLaw {
    /// Every one by its name in scene files.
    pub const ALL: [(&'static str, Self); 6] = [
        ("linear", Self::Linear),
        ("moore-wilhelms", Self::MooreWilhelms),
        ("mckenna-zeltzer", Self::McKennaZeltzer),
        ("exponential", Self::Exponential),
        ("particle-pairs", Self::ParticlePairs),
        ("power", Self::Power),
    ];
}

/// How points of contact rub.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PenaltyFriction {
    /// A spring to where the point touched first, whose anchor follows where it slides.
    #[default]
    Anchor,
    /// Against the slip, and nothing at rest.
    Directional,
    /// In proportion to slow slip, and by Coulomb's law above.
    Regularised,
}

impl PenaltyFriction {
    /// Every one by its name in scene files.
    pub const ALL: [(&'static str, Self); 3] = [
        ("anchor", Self::Anchor),
        ("directional", Self::Directional),
        ("regularised", Self::Regularised),
    ];
}

/// How [`crate::StepperKind::Penalty`] steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PenaltyStep {
    /// Explicit or implicit.
    pub method: PenaltyMethod,
    /// The law of the normal force.
    pub law: PenaltyLaw,
    /// The law of friction.
    pub friction: PenaltyFriction,
    /// k of a patch where two surfaces meet (N/m; N/mᵖ for a power), where the materials do
    /// not say their own; `None` for the weight of the heaviest over 0.1 mm.
    pub stiffness: Option<f64>,
    /// b (N·s/m); `None` for what leaves of an impact what the restitution says, which is
    /// critical damping without any.
    pub damping: Option<f64>,
    /// k_t of anchors (N/m); `None` for k.
    pub tangent_stiffness: Option<f64>,
    /// k_f of regularised friction (N·s/m); `None` for k × 0.1 s.
    pub drag: Option<f64>,
    /// ε of the exponential law, and the gap at which pairs of particles break (m).
    pub reach: f64,
    /// p of the power law.
    pub exponent: f64,
    /// Most iterations of Newton's method in an implicit step; 1 takes the step as it is
    /// linearised at the beginning.
    pub iterations: usize,
}

impl Default for PenaltyStep {
    fn default() -> Self {
        Self {
            method: PenaltyMethod::Implicit,
            law: PenaltyLaw::Linear,
            friction: PenaltyFriction::Anchor,
            stiffness: None,
            damping: None,
            tangent_stiffness: None,
            drag: None,
            reach: 1e-3,
            exponent: 1.5,
            iterations: 60,
        }
    }
}

impl PenaltyStep {
    pub(super) fn check(&self) -> Result<(), ModelError> {
        positive(&[
            ("penalty_stiffness", self.stiffness.unwrap_or(1.0)),
            ("penalty_tangent_stiffness", self.tangent_stiffness.unwrap_or(1.0)),
            ("penalty_drag", self.drag.unwrap_or(1.0)),
            ("penalty_reach", self.reach),
        ])?;
        let wrong = |key, reason: String| Err(ModelError::Setting { key, reason });
        match self.damping {
            Some(damping) if !(damping.is_finite() && damping >= 0.0) => {
                wrong("penalty_damping", format!("is {damping}, but must be a number ≥ 0"))
            }
            _ if !(self.exponent.is_finite() && self.exponent >= 1.0) => {
                let reason = format!("is {}, but must be a number ≥ 1", self.exponent);
                wrong("penalty_exponent", reason)
            }
            _ if self.iterations == 0 => {
                wrong("penalty_iterations", "is 0, but must be at least 1".into())
            }
            _ => Ok(()),
        }
    }
}

/// How [`crate::StepperKind::Asynchronous`] steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AsynchronousStep {
    /// η of the first layer (m): surfaces push each other from there on.
    pub thickness: f64,
    /// k of the first layer (N/m); `None` for the weight of the heaviest mover over the
    /// thickness.
    pub stiffness: Option<f64>,
    /// Of its own stable step, the share that every clock takes at most.
    pub share: f64,
}

impl Default for AsynchronousStep {
    fn default() -> Self {
        Self { thickness: 1e-3, stiffness: None, share: 0.1 }
    }
}

impl AsynchronousStep {
    pub(super) fn check(&self) -> Result<(), ModelError> {
        positive(&[
            ("layer_thickness", self.thickness),
            ("layer_stiffness", self.stiffness.unwrap_or(1.0)),
            ("clock_share", self.share),
        ])?;
        if self.share > 1.0 {
            let reason = format!("is {}, but must be at most 1", self.share);
            return Err(ModelError::Setting { key: "clock_share", reason });
        }
        Ok(())
    }
}

fn positive(values: &[(&'static str, f64)]) -> Result<(), ModelError> {
    match values.iter().find(|(_, value)| !(value.is_finite() && *value > 0.0)) {
        Some((key, value)) => Err(ModelError::Setting {
            key,
            reason: format!("is {value}, but must be a positive number"),
        }),
        None => Ok(()),
    }
}
