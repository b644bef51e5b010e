//! Sparse Cholesky factors with a fixed pattern that can lose and regain rows.
//!
//! L Lᵀ = P A Pᵀ, where a removed row is an identity row of A. Columns of L that share their
//! rows are panels: factors are made of products of panels, and changes of single rows work on
//! them in place.

mod analysis;
mod costs;
mod factor;
mod modify;
mod numeric;
mod panels;
mod pattern;
mod quasidefinite;
mod solve;
#[cfg(test)]
mod tests;
mod trailing;
mod tree;

pub use analysis::Analysis;
pub use costs::Costs;
pub use factor::{CholeskyError, CholeskyFactor};
pub use pattern::factor_pattern;
pub use quasidefinite::QuasiDefiniteFactor;
