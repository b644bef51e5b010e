//! A contact: which rows belong together, and what friction they obey.

use super::section::Section;

/// One contact of a problem: its normal row, its tangent rows (one in the
/// plane, two in space, three with a row of torsion) and its friction.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrictionContact {
    /// Row of the normal impulse.
    pub normal: usize,
    /// Rows of the tangential impulses; a row of torsion comes last.
    pub tangents: Vec<usize>,
    /// Coulomb's friction coefficient μ ≥ 0.
    pub mu: f64,
    /// The set of tangential impulses; Coulomb's disc unless said otherwise.
    pub section: Section,
}

impl FrictionContact {
    /// The normal row, then the tangents.
    pub fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        std::iter::once(self.normal).chain(self.tangents.iter().copied())
    }
}
