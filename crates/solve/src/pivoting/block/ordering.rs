//! The order of elimination as an option.

use stickslip_linalg::Ordering;

use crate::options::choice;

choice! {
    /// Order in which rows are eliminated.
    pub enum RowOrdering {
        /// What suits the variant.
        Auto = "auto",
        /// As the rows come.
        Natural = "natural",
        /// Cuthill–McKee.
        CuthillMcKee = "cm",
        /// Reverse Cuthill–McKee.
        ReverseCuthillMcKee = "rcm",
        /// Approximate minimum degree.
        MinimumDegree = "amd",
        /// Nested dissection.
        NestedDissection = "nd",
    }
}

impl RowOrdering {
    /// The ordering, `usual` for `Auto`.
    pub fn or(self, usual: Ordering) -> Ordering {
        match self {
            Self::Auto => usual,
            Self::Natural => Ordering::Natural,
            Self::CuthillMcKee => Ordering::CuthillMcKee,
            Self::ReverseCuthillMcKee => Ordering::ReverseCuthillMcKee,
            Self::MinimumDegree => Ordering::MinimumDegree,
            Self::NestedDissection => Ordering::NestedDissection,
        }
    }
}
