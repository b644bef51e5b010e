//! The barrier between two features, in their four points.
//!
//! With the vector d n = Σ wᵢ xᵢ between the nearest points, B = ∂(d n)/∂s = Q R for the
//! free parameters s (Q has orthonormal columns q_k, all across n) and p = ∂w/∂s R⁻¹, the
//! gradient of b(d − ρ) is b′ w⊗n and its Hessian
//!
//! b″ (w⊗n)(w⊗n)ᵀ + b′/d Σ_{t ⟂ n, Q} (w⊗t)(w⊗t)ᵀ
//!   − b′ Σ_k [(w⊗q_k)(p_k⊗n)ᵀ + (p_k⊗n)(w⊗q_k)ᵀ + d (p_k⊗n)(p_k⊗n)ᵀ]
//!
//! (Eq. 293–294; the derivative of the minimiser is eliminated). b′ < 0, so that the part
//! along t ⟂ Q, which is orthogonal to all others, is negative and drops out of the
//! positive part; what is left has rank five at most.

use glam::{DMat3, DVec3};
use stickslip_geometry::ccd::Kind;

use crate::frame::Frame;
use crate::log::log_barrier;
use crate::mollify::{mollifier, outer};
use crate::nearest::Closest;
use crate::positive::positive_blocks;

/// Which Hessian is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Curvature {
    /// As it is.
    Exact,
    /// With negative eigenvalues set to zero.
    Positive,
}

/// A value with its gradient and Hessian in four points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Local {
    /// The value.
    pub value: f64,
    /// ∂/∂xᵢ.
    pub gradient: [DVec3; 4],
    /// ∂²/∂xᵢ∂xⱼ.
    pub hessian: [[DMat3; 4]; 4],
}

impl Local {
    /// Nothing at all.
    pub const ZERO: Self =
        Self { value: 0.0, gradient: [DVec3::ZERO; 4], hessian: [[DMat3::ZERO; 4]; 4] };
}

/// Two features and what is between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// A vertex and a face, or two edges.
    pub kind: Kind,
    /// Below this |u × v|² of the edges is mollified (m⁴); 0 for a vertex and a face.
    pub mollified: f64,
    /// ρ: the distance at which they touch (m).
    pub offset: f64,
}

impl Pair {
    /// b(d − ρ, d̂), mollified; infinite where they touch.
    pub fn value(&self, x: &[DVec3; 4], reach: f64) -> f64 {
        let [value, ..] = log_barrier(Closest::new(self.kind, x).distance - self.offset, reach);
        match self.mollifier(x) {
            // Touching stays infinite between parallel edges.
            Some(m) if value.is_finite() => m.value * value,
            _ => value,
        }
    }

    /// Whether the edges are nearly parallel.
    pub fn is_mollified(&self, x: &[DVec3; 4]) -> bool {
        self.mollified > 0.0 && (x[1] - x[0]).cross(x[3] - x[2]).length_squared() < self.mollified
    }

    /// The same with gradient and Hessian; `None` beyond the reach, and where they touch.
    pub fn evaluate(&self, x: &[DVec3; 4], reach: f64, curvature: Curvature) -> Option<Local> {
        let closest = Closest::new(self.kind, x);
        let distance = closest.distance - self.offset;
        if !(distance > 0.0 && distance < reach) {
            return None;
        }
        let barrier = log_barrier(distance, reach);
        let frame = Frame::new(&closest, x);
        match self.mollifier(x) {
            None if curvature == Curvature::Positive => Some(frame.positive(barrier)),
            None => Some(frame.exact(barrier)),
            Some(m) => {
                let mut local = frame.exact(barrier);
                multiply(&mut local, &m);
                if curvature == Curvature::Positive {
                    positive_blocks(&mut local.hessian);
                }
                Some(local)
            }
        }
    }

    fn mollifier(&self, x: &[DVec3; 4]) -> Option<Local> {
        self.is_mollified(x).then(|| mollifier(x, self.mollified)).flatten()
    }
}

/// Makes b with its derivatives m b.
fn multiply(b: &mut Local, m: &Local) {
    for i in 0..4 {
        for j in 0..4 {
            b.hessian[i][j] = m.value * b.hessian[i][j]
                + b.value * m.hessian[i][j]
                + outer(m.gradient[i], b.gradient[j])
                + outer(b.gradient[i], m.gradient[j]);
        }
    }
    for i in 0..4 {
        b.gradient[i] = m.value * b.gradient[i] + b.value * m.gradient[i];
    }
    b.value *= m.value;
}
