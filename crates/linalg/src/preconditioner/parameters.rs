//! Settings that the incomplete factorisations share.

/// Scaling S A S before the factorisation; P is scaled back (Ho 2022, §4.1.6,
/// where the exponent −1 of the diagonal must be −½).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scaling {
    /// S = I.
    #[default]
    None,
    /// S = diag(A)⁻¹ᐟ²: a unit diagonal.
    Diagonal,
    /// S = diag(‖aᵢ‖₂)⁻¹ᐟ², aᵢ the columns of A.
    ColumnNorm,
}

/// What a shift γ multiplies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ShiftBy {
    /// γ I.
    Identity,
    /// γ diag(A).
    #[default]
    Diagonal,
}

/// Settings of the incomplete factorisations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Scaling before the factorisation.
    pub scaling: Scaling,
    /// First shift γ after a breakdown; it doubles from then on.
    pub shift: f64,
    /// What γ multiplies.
    pub shift_by: ShiftBy,
    /// `ict` drops entries of column i below this times ‖aᵢ‖.
    pub drop_tolerance: f64,
    /// `ict` keeps at most so many entries below the diagonal of a column; 0
    /// keeps them all.
    pub keep: usize,
}

impl Default for Parameters {
    fn default() -> Self {
        Self {
            scaling: Scaling::None,
            shift: 1e-4,
            shift_by: ShiftBy::Diagonal,
            drop_tolerance: 1e-5,
            keep: 0,
        }
    }
}
