//! What the methods for friction cones share.

pub mod blocks;
pub mod facets;
pub mod interior;
pub mod jordan;
pub mod linear;
pub mod local;
pub mod map;
pub mod newton;
pub mod small;
pub mod state;

use crate::problem::{Kind, Problem};
use crate::solver::{Accepts, Sections};

/// Both cone kinds; A may be unsymmetric and singular.
pub const ACCEPTS: Accepts = Accepts {
    kinds: &[Kind::Ncp, Kind::Ccp],
    symmetric: false,
    coupled: true,
    positive_diagonal: false,
    sections: Sections::Disc,
};

/// Rows of the largest contact of a problem.
pub fn most_rows(problem: &Problem) -> usize {
    problem.contacts().iter().map(|contact| contact.tangents.len() + 1).max().unwrap_or(1)
}
