//! Points, edges, triangles and tetrahedra: meshes and their files, distances with
//! derivatives, continuous collision detection, signed distance fields, bounding
//! trees. Knows nothing of contacts between bodies, of bodies or of forces.
//!
//! Conventions: SI units where units matter; faces turn counterclockwise seen from
//! outside; a signed distance is negative inside.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

pub mod ccd;
pub mod distance;
pub mod files;
pub mod mesh;
pub mod rotation;
pub mod sdf;
pub mod tree;

mod bounds;

pub use bounds::Bounds;
pub use glam;
