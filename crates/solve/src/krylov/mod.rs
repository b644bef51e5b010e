//! Methods that combine many rows at once: search directions on the admissible
//! set, and sweeps made faster by them.

pub mod cpg;
pub mod nncg;
pub mod pgd;
pub mod pgs_sm;

mod boxes;
mod descent;
