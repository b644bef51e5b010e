//! Sparse matrices, orderings, and factorisations that can lose and regain
//! rows. Nothing here knows what a complementarity problem or a body is.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod block_lu;
mod blocks;
pub mod cholesky;
mod components;
mod dense;
mod dense_update;
mod downdate;
mod fours;
pub mod krylov;
mod lu;
mod ordering;
pub mod preconditioner;
mod small_lu;
mod sparse;
mod stencil;
mod vector;
mod wide;

pub use block_lu::{BLOCK, Block, BlockLu, TooDense};
pub use blocks::{connected_blocks, invert_block};
pub use components::Components;
pub use dense::{DenseCholesky, DenseLu, RowProducts, SymmetricEigen, least_norm};
pub use dense_update::{GrowingCholesky, SmallPivot};
pub use downdate::{DowndatableFactor, DowndatableLayout};
pub use lu::{SingularMatrix, SparseLu};
pub use ordering::Ordering;
pub use small_lu::SmallLu;
pub use sparse::{SparseError, SparseMatrix, Triplets};
pub use stencil::{Stencil, StencilError};
pub use vector::{dot, infinity_norm, norm};
pub use wide::{add_scaled, in_wide_registers};
