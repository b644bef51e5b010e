//! Dense kernels: products, factors and their solves, with the same bits on every processor.

mod cholesky;
mod eigen;
mod inverse;
mod least_norm;
mod lu;
mod panel;
mod product;
mod row_products;
mod sums;

pub use cholesky::DenseCholesky;
pub use eigen::SymmetricEigen;
pub use inverse::invert_square;
pub use least_norm::least_norm;
pub use lu::DenseLu;
pub use panel::{Definiteness, factor_panel};
pub use product::{Columns, Packed, subtract_packed};
pub use row_products::RowProducts;
