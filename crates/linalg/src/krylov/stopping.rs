//! When a Krylov method stops, and what it says then.

/// Limits of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stopping {
    /// ‖r‖₂ that is small enough whatever b is.
    pub absolute: f64,
    /// ‖r‖₂/‖b‖₂ that is small enough.
    pub relative: f64,
    /// Most iterations, each one product with A.
    pub max_iterations: usize,
}

impl Default for Stopping {
    /// ‖r‖ ≤ 1e-6·‖b‖ and at most 20 000 iterations (Ho 2022, §6.1).
    fn default() -> Self {
        Self { absolute: 0.0, relative: 1e-6, max_iterations: 20_000 }
    }
}

impl Stopping {
    /// The ‖r‖ to reach for a right-hand side of norm `scale`.
    pub fn threshold(&self, scale: f64) -> f64 {
        self.absolute.max(self.relative * scale)
    }
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KrylovEnding {
    /// b − A x, computed afresh, is small enough.
    Converged,
    /// The iteration limit came first.
    MaxIterations,
    /// Rounding allows no smaller residual.
    Stagnated,
    /// qᵀAq ≤ 0 along a search direction: A is not positive definite there.
    /// x is the iterate before that direction.
    Curvature(f64),
    /// rᵀP⁻¹r ≤ 0 for a residual that is not zero: P is not positive definite.
    Preconditioner(f64),
    /// A number overflowed or was NaN; x is the last finite iterate.
    NotFinite,
}

/// What a run did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct KrylovReport {
    /// Why it ended.
    pub ending: KrylovEnding,
    /// Iterations.
    pub iterations: usize,
    /// Products with A, those that check residuals included.
    pub products: usize,
    /// ‖b − A x‖₂ of the x returned: recomputed where `ending` is `Converged`
    /// or `Stagnated`, else as the recursion has it.
    pub residual: f64,
}
