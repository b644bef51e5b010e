//! Sparse matrices, orderings, and factorisations that can lose and regain
//! rows. Nothing here knows what a complementarity problem or a body is.

mod dense_update;
mod sparse;
mod vector;

pub use dense_update::{GrowingCholesky, SmallPivot};
pub use sparse::{SparseMatrix, Triplets};
pub use vector::{dot, infinity_norm, norm};
