//! What the pivoting solvers with conjugate gradients share: products with the
//! free rows, and a preconditioner that lives through pivots.

mod body_space;
mod conditioner;
mod incomplete;
mod names;
mod operator;
mod options;
mod source;

pub use conditioner::Conditioner;
pub use names::{PreconditionerDescription, preconditioners};
pub use operator::{FreeOperator, OperatorMemory};
pub use options::{PcgOptions, StopRule};
