//! Krylov methods over operators that need not be stored.
//!
//! Conjugate gradients for symmetric positive (semi)definite operators, GMRES
//! for all others. MINRES is left out: for the symmetric indefinite operators
//! that it is made for, GMRES finds the same iterates until it starts over,
//! and no method here has such an operator that it does not factor. Both work in memory that the caller keeps from call to
//! call, and stop on ‖r‖₂ ≤ max(absolute, relative·‖b‖₂), checked at the end
//! against b − A x computed afresh.

mod conjugate_gradient;
mod gmres;
mod operator;
mod stopping;

pub use conjugate_gradient::{
    ConjugateGradientWorkspace, conjugate_gradient, preconditioned_conjugate_gradient,
};
pub use gmres::{GmresWorkspace, gmres};
pub use operator::LinearOperator;
pub use stopping::{KrylovEnding, KrylovReport, Stopping};
