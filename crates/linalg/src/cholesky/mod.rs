//! Sparse Cholesky factors with a fixed pattern that can lose and regain rows.
//!
//! L Lᵀ = P A P ᵀ, where a removed row is an identity row of A. The numeric
//! factorisation is faer's (supernodal where that pays); the changes of single
//! rows work on its panels in place.

mod analysis;
mod factor;
mod modify;
mod pattern;
mod quasidefinite;
#[cfg(test)]
mod tests;
mod trailing;

pub use analysis::{Analysis, Costs};
pub use factor::{CholeskyError, CholeskyFactor};
pub use pattern::factor_pattern;
pub use quasidefinite::QuasiDefiniteFactor;
