//! Signed distance fields (§2.3): negative inside, with gradients of length
//! one where they are exact.
//!
//! [`FormulaField`] is exact by formula, [`MeshField`] exact by the nearest face; [`Grid`] and
//! [`SparseGrid`] interpolate what either of them says, and their gradients are those of
//! the interpolated function itself. [`smallest_over_triangle`] finds how deep a
//! triangle goes into any of them.

mod file;
mod formula;
mod grid;
mod interpolate;
mod mesh;
mod sparse;
mod triangle;
mod winding;

pub use file::{FieldFileError, StoredField};
pub use formula::{FormulaError, FormulaField};
pub use grid::{Grid, GridError, MAX_NODES};
pub use interpolate::Interpolation;
pub use mesh::{MeshField, Sign};
pub use sparse::SparseGrid;
pub use triangle::{Smallest, smallest_over_triangle};
pub use winding::Winding;

use glam::DVec3;

/// A function of space that is negative inside.
pub trait Field: Sync {
    /// Value and gradient; where the gradient is not unique, one of them.
    fn sample(&self, point: DVec3) -> (f64, DVec3);

    /// The value alone.
    fn value(&self, point: DVec3) -> f64 {
        self.sample(point).0
    }

    /// The same to whoever knows that it lies below `bound` on either side of zero; that
    /// may save work, and changes no bit.
    fn value_within(&self, point: DVec3, bound: f64) -> f64 {
        let _ = bound;
        self.value(point)
    }
}
