//! Unsigned distances between features by their nearest sub-features (§5.3.1,
//! Eq. 293–294), with gradient and Hessian of the square.
//!
//! The vector between the nearest points is c = Σ wᵢ xᵢ with weights w(s) that depend on
//! k parameters s: none for two points, one along an edge, two in a face or along two
//! edges. d² = min_s |c|², so with B = ∂c/∂s
//!
//! ∇ᵢ d² = 2 wᵢ c
//! ∇²ᵢⱼ d² = 2 wᵢ wⱼ I − ½ Gᵢ (BᵀB)⁻¹ Gⱼᵀ, where Gᵢ = 2 (wᵢ B + c ∂wᵢ/∂s)
//!
//! (the derivative of the minimiser is eliminated). That holds inside a region; across
//! the border of two regions the gradient is continuous and the Hessian is not, and
//! for parallel edges the gradient is not either.

mod derivative;
mod edge_edge;
mod nearest;
mod point_edge;
mod point_triangle;

pub use derivative::Derivatives;
pub use edge_edge::{EdgeEdge, edge_edge};
pub use nearest::{NearestPoint, SurfaceTree};
pub use point_edge::{PointEdge, point_edge};
pub use point_triangle::{PointTriangle, point_triangle};

use glam::DVec3;

/// The nearest points of two features.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest<Region> {
    /// On which sub-features the points lie.
    pub region: Region,
    /// From the second feature's point to the first's: Σ wᵢ xᵢ.
    pub vector: DVec3,
    /// wᵢ of the four points (of two or three, where there are no more): those of
    /// the first feature sum to 1, those of the second to −1.
    pub weights: [f64; 4],
}

impl<Region> Nearest<Region> {
    /// How far apart the features are.
    pub fn distance(&self) -> f64 {
        self.vector.length()
    }

    /// The square of that.
    pub fn squared_distance(&self) -> f64 {
        self.vector.length_squared()
    }
}

/// The square of the distance of two points, with derivatives in both.
pub fn point_point_derivatives(points: &[DVec3; 2]) -> Derivatives<6> {
    derivative::assemble(points, &[1.0, -1.0], &[])
}
