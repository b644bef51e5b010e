//! Energy densities of isotropic solids by their principal stretches.
//!
//! With F = U Σ Vᵀ an isotropic energy is Ψ(σ₁, σ₂, σ₃), P = U diag(Ψᵢ) Vᵀ, and
//! for dF = U M Vᵀ the change of P is U N Vᵀ with Nᵢᵢ = Σⱼ Ψᵢⱼ Mⱼⱼ and, for i ≠ j,
//! Nᵢⱼ = a (Mᵢⱼ + Mⱼᵢ)/2 + b (Mᵢⱼ − Mⱼᵢ)/2, a = (Ψᵢ − Ψⱼ)/(σᵢ − σⱼ),
//! b = (Ψᵢ + Ψⱼ)/(σᵢ + σⱼ). The eigenvalues of ∂P/∂F are therefore a and b of the
//! three pairs and those of the 3 × 3 matrix Ψᵢⱼ: projecting them projects all.

use glam::{DMat3, DVec3};

use crate::singular::positive_part;

/// What a solid is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Energy {
    /// μ ε:ε + λ/2 tr²ε with ε = (F + Fᵀ)/2 − I: constant stiffness, for small
    /// turns only.
    Linear,
    /// μ |F − R|² + λ/2 tr²(RᵀF − I): linear about the nearest rotation R.
    #[default]
    Corotated,
    /// St. Venant–Kirchhoff: μ E:E + λ/2 tr²E with E = (FᵀF − I)/2.
    StVenantKirchhoff,
    /// μ/2 (|F|² − 3) − μ ln J + λ/2 ln²J: infinite where nothing is left of a
    /// volume.
    NeoHookean,
    /// μ/2 (|F|² − 3) − μ (J − 1) + λ/2 (J − 1)²: finite everywhere.
    StableNeoHookean,
}

/// An energy density with its derivatives at given principal stretches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Principal {
    /// Ψ.
    pub value: f64,
    /// Ψᵢ.
    pub gradient: DVec3,
    /// Ψᵢⱼ.
    pub hessian: DMat3,
    /// a of the pairs (2, 3), (3, 1) and (1, 2).
    pub even: DVec3,
    /// b of the same pairs.
    pub odd: DVec3,
}

impl Principal {
    /// With negative eigenvalues set to zero.
    #[must_use]
    pub fn projected(&self) -> Self {
        Self {
            hessian: positive_part(&self.hessian),
            even: self.even.max(DVec3::ZERO),
            odd: self.odd.max(DVec3::ZERO),
            ..*self
        }
    }
}

/// Sums of two principal stretches below this do not count as smaller: at zero
/// the nearest rotation is not unique, and the stiffness against turning
/// infinite.
const SMALLEST_SUM: f64 = 1e-6;

impl Energy {
    /// Every energy by its name in scene files.
    pub const ALL: [(&'static str, Self); 5] = [
        ("linear", Self::Linear),
        ("corotated", Self::Corotated),
        ("stvk", Self::StVenantKirchhoff),
        ("neo-hookean", Self::NeoHookean),
        ("stable-neo-hookean", Self::StableNeoHookean),
    ];

    /// The name in scene files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Linear => "linear",
            Self::Corotated => "corotated",
            Self::StVenantKirchhoff => "stvk",
            Self::NeoHookean => "neo-hookean",
            Self::StableNeoHookean => "stable-neo-hookean",
        }
    }

    /// Whether the stiffness never changes.
    pub fn is_linear(self) -> bool {
        self == Self::Linear
    }

    /// Value and derivatives at the stretches σ; `None` where the energy is
    /// infinite. [`Self::Linear`] is not a function of stretches: it is taken
    /// about σ = 1, where its derivatives are those of every other energy.
    pub fn principal(self, stretches: DVec3, mu: f64, lambda: f64) -> Option<Principal> {
        let s = stretches;
        // For the pair opposite to each axis: product, sum, squares.
        let product = DVec3::new(s.y * s.z, s.z * s.x, s.x * s.y);
        let ones = DMat3::from_cols(DVec3::ONE, DVec3::ONE, DVec3::ONE);
        Some(match self {
            Self::Linear => {
                let strain = s - DVec3::ONE;
                let trace = strain.element_sum();
                Principal {
                    value: mu * strain.length_squared() + 0.5 * lambda * trace * trace,
                    gradient: 2.0 * mu * strain + lambda * trace,
                    hessian: DMat3::from_diagonal(DVec3::splat(2.0 * mu)) + ones * lambda,
                    even: DVec3::splat(2.0 * mu),
                    odd: DVec3::ZERO,
                }
            }
            Self::Corotated => {
                let strain = s - DVec3::ONE;
                let trace = strain.element_sum();
                let sum = DVec3::new(s.y + s.z, s.z + s.x, s.x + s.y);
                Principal {
                    value: mu * strain.length_squared() + 0.5 * lambda * trace * trace,
                    gradient: 2.0 * mu * strain + lambda * trace,
                    hessian: DMat3::from_diagonal(DVec3::splat(2.0 * mu)) + ones * lambda,
                    even: DVec3::splat(2.0 * mu),
                    odd: (2.0 * mu * (sum - 2.0) + 2.0 * lambda * trace)
                        / sum.max(DVec3::splat(SMALLEST_SUM)),
                }
            }
            Self::StVenantKirchhoff => {
                let squares = s * s;
                let green = 0.5 * (squares - DVec3::ONE);
                let trace = green.element_sum();
                let lift = lambda * trace - mu;
                let pair = DVec3::splat(squares.element_sum()) - squares;
                let outer = DMat3::from_cols(s * s.x, s * s.y, s * s.z);
                Principal {
                    value: mu * green.length_squared() + 0.5 * lambda * trace * trace,
                    gradient: s * (2.0 * mu * green + lambda * trace),
                    hessian: DMat3::from_diagonal(3.0 * mu * squares + lift) + outer * lambda,
                    even: mu * (pair + product) + lift,
                    odd: mu * (pair - product) + lift,
                }
            }
            Self::NeoHookean => {
                let volume = s.x * product.x;
                if !(volume > 0.0 && s.min_element() > 0.0) {
                    return None;
                }
                let log = libm::log(volume);
                let push = lambda * log - mu;
                let inverse = s.recip();
                let outer =
                    DMat3::from_cols(inverse * inverse.x, inverse * inverse.y, inverse * inverse.z);
                Principal {
                    value: 0.5 * mu * (s.length_squared() - 3.0) - mu * log
                        + 0.5 * lambda * log * log,
                    gradient: mu * s + push * inverse,
                    hessian: DMat3::from_diagonal(mu - push * inverse * inverse) + outer * lambda,
                    even: mu - push / product,
                    odd: mu + push / product,
                }
            }
            Self::StableNeoHookean => {
                let volume = s.x * product.x;
                let grown = volume - 1.0;
                let push = lambda * grown - mu;
                let outer =
                    DMat3::from_cols(product * product.x, product * product.y, product * product.z);
                let apart = DMat3::from_cols(
                    DVec3::new(0.0, s.z, s.y),
                    DVec3::new(s.z, 0.0, s.x),
                    DVec3::new(s.y, s.x, 0.0),
                );
                Principal {
                    value: 0.5 * mu * (s.length_squared() - 3.0) - mu * grown
                        + 0.5 * lambda * grown * grown,
                    gradient: mu * s + push * product,
                    hessian: DMat3::from_diagonal(DVec3::splat(mu)) + apart * push + outer * lambda,
                    even: mu - push * s,
                    odd: mu + push * s,
                }
            }
        })
    }
}
