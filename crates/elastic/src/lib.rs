//! Elastic elements: energy, force and stiffness, masses, and their sums over a
//! mesh. Knows nothing of contact or of time.
//!
//! - [`Energy`] is what a tetrahedron is made of, by its principal stretches;
//!   [`Element`] is a tetrahedron, a triangle of cloth, a piece of rope, or what
//!   resists bending.
//! - [`ElasticMesh`] holds vertices, elements and masses, checked.
//! - [`Assembly`] sums forces and stiffness up over the vertices that are not
//!   pinned: in parallel, in a fixed order, to the same bits.
//!
//! Signs: the force is −∂W/∂x, the stiffness K = ∂²W/∂x², which is positive at
//! rest, so that a step has H = M + h B + h² K (SIGGRAPH 2022 course, §1.10.2).

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod assembly;
mod element;
mod energy;
mod material;
mod membrane;
mod mesh;
mod rod;
mod singular;
mod tetrahedron;

pub use assembly::{Assembly, Inertia};
pub use element::{Corners, Element, Local, Stiffness};
pub use energy::{Energy, Principal};
pub use glam;
pub use material::{Elasticity, MaterialError};
pub use membrane::Membrane;
pub use mesh::{ElasticMesh, ElasticMeshError, InvertedElement};
pub use rod::{Bend, Stretch};
pub use singular::{Singular, singular};
pub use tetrahedron::Tetrahedron;
