//! Linear equations P x + Q w = g with w = A x + c, which every Newton and interior
//! point step asks to be solved: the matrices that they lead to.
//!
//! With A itself it is P + Q A ([`EquationMatrix`]). Seen from the bodies, with
//! A = J M⁻¹ Jᵀ + C and E = P + Q C, it is M + Jᵀ E⁻¹ Q J
//! ([`ScaledBodyMatrix`]), of the size of the bodies; where these have six
//! freedoms each, in blocks of six ([`Structure`]), with many contacts of
//! a tree over its freedoms, and with those of many trees over pieces of
//! these; [`BodySpace`] takes any of them. Soft bodies and trees
//! make A dense ([`DenseEquations`]). [`Coupling`] takes all of these.

mod block_inverse;
mod body_matrix;
mod body_space;
mod coupling;
mod dense;
mod equation_matrix;
mod freedom_matrix;
mod piece_matrix;
mod scaled_body_matrix;
mod structure;

pub use body_matrix::BodyMatrix;
pub use body_space::BodySpace;
pub use coupling::Coupling;
pub use dense::DenseEquations;
pub use equation_matrix::{EquationMatrix, EquationRows};
pub use scaled_body_matrix::ScaledBodyMatrix;
pub use structure::{Part, Structure};
