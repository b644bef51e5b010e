//! A contact: which rows belong together.

/// One contact of a problem: its normal row, its tangent rows (one in the
/// plane, two in space) and its friction coefficient.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// Row of the normal impulse.
    pub normal: usize,
    /// Rows of the tangential impulses.
    pub tangents: Vec<usize>,
    /// Coulomb's friction coefficient μ ≥ 0.
    pub mu: f64,
}

impl Contact {
    /// The normal row, then the tangents.
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::once(self.normal).chain(self.tangents.iter().copied())
    }
}
