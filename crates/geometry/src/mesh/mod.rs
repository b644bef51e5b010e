//! Triangle surfaces and tetrahedral meshes: topology, checks, masses, generators,
//! simplification, convex parts.

pub mod generate;

mod check;
mod decompose;
mod intersect;
mod mass;
mod simplify;
mod surface;
mod tetrahedra;
mod topology;

pub use check::{Defect, MAX_REPORTED, SurfaceCheck};
pub use decompose::{ConvexPart, decompose};
pub use intersect::crossing_faces;
pub use mass::Mass;
pub use simplify::simplify;
pub use surface::{MeshError, Surface};
pub use tetrahedra::{CellDefect, Tetrahedra};
pub use topology::Topology;
