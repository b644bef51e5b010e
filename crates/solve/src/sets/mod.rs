//! Admissible sets of impulses and the nearest point of each.
//!
//! P(z) = argmin ‖z − y‖ over y ∈ F is the proximal operator of F (SIGGRAPH
//! 2022 course, §3.4.1); z − P(z) ∈ N(P(z)) is what every solver of this crate
//! leans on. The friction sets of Preclik et al., Table 1, are
//!
//! | section | coupled to the normal impulse | of fixed size |
//! |---|---|---|
//! | square | [`Pyramid`] | [`Cuboid::friction`] |
//! | polygon | [`PolyhedralCone`], [`PolygonCone`] | [`Prism`] |
//! | disc | [`CircularCone`] | [`Cylinder`] |
//!
//! Coordinates of a contact are (n, t, s): normal, then two tangents. Each
//! file has a plain function for hot loops, which trusts its parameters, and a
//! type whose constructor checks them.
//!
//! ```
//! use stickslip_solve::sets::{AdmissibleSet, CircularCone, disc};
//!
//! let cone = CircularCone::new(0.5)?;
//! let mut impulse = [2.0, 3.0, 4.0];
//! cone.project(&mut impulse);
//! assert!(cone.contains(&impulse, 1e-15));
//! assert_eq!(disc::project(1.0, [3.0, 4.0]), [0.6, 0.8]);
//! # Ok::<(), stickslip_solve::sets::SetError>(())
//! ```

pub mod circular_cone;
mod cuboid;
pub mod cylinder;
mod directions;
pub mod disc;
pub mod disc_quadratic;
pub mod dual_cone;
mod ellipse;
pub mod ellipsoid;
pub mod elliptic_cone;
mod error;
pub mod half_line;
pub mod interval;
mod polygon;
pub mod polygon_cone;
pub mod polygon_quadratic;
pub mod polyhedral_cone;
pub mod prism;
pub mod pyramid;
pub mod regular_polygon;

pub use circular_cone::CircularCone;
pub use cuboid::Cuboid;
pub use cylinder::Cylinder;
pub use directions::Directions;
pub use disc::Disc;
pub use dual_cone::DualCone;
pub use ellipse::Ellipse;
pub use ellipsoid::Ellipsoid;
pub use elliptic_cone::EllipticCone;
pub use error::SetError;
pub use half_line::HalfLine;
pub use interval::Interval;
pub use polygon::Polygon;
pub(crate) use polygon::Spot;
pub use polygon_cone::PolygonCone;
pub use polyhedral_cone::PolyhedralCone;
pub use prism::Prism;
pub use pyramid::Pyramid;
pub use regular_polygon::RegularPolygon;

/// A closed convex set with a nearest point for every point.
pub trait AdmissibleSet {
    /// How many coordinates its points have.
    fn dimension(&self) -> usize;

    /// Moves `point` to the nearest point of the set. NaN stays NaN; a slice
    /// of another length than [`Self::dimension`] is left as it is.
    fn project(&self, point: &mut [f64]);

    /// Whether `point` meets every constraint of the set when each is relaxed
    /// by the length `slack`; false for NaN and for another length.
    fn contains(&self, point: &[f64], slack: f64) -> bool;

    /// The name in tables and messages.
    fn name(&self) -> &'static str;
}

/// Applies a projection of N coordinates to a slice of that length.
fn in_place<const N: usize>(point: &mut [f64], project: impl FnOnce([f64; N]) -> [f64; N]) {
    if let Ok(point) = <&mut [f64; N]>::try_from(point) {
        *point = project(*point);
    }
}

/// Applies a test of N coordinates to a slice of that length without NaN.
fn holds<const N: usize>(point: &[f64], test: impl FnOnce([f64; N]) -> bool) -> bool {
    // hypot(NaN, ∞) = ∞, so comparisons alone would let some NaN pass.
    !point.iter().any(|value| value.is_nan()) && <[f64; N]>::try_from(point).is_ok_and(test)
}

/// The nearest point to (n, l) of the ray through (α, β) ≠ 0 in the plane: the
/// step shared by every cone. The direction is made a unit vector first, so
/// that neither μ² nor ‖z‖² can overflow.
fn nearest_on_ray(alpha: f64, beta: f64, n: f64, l: f64) -> (f64, f64) {
    let length = libm::hypot(alpha, beta);
    let (alpha, beta) = (alpha / length, beta / length);
    let along = alpha * n + beta * l;
    if along <= 0.0 { (0.0, 0.0) } else { (alpha * along, beta * along) }
}
