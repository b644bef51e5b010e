//! Potentials between features: barriers on their distances, and smoothed friction.
//! Knows nothing of bodies or of time.
//!
//! - [`log_barrier`] is b(d, d̂) of the incremental potential method (SIGGRAPH 2022
//!   course, Eq. 292), [`mollifier`] what makes it smooth for edges that are nearly
//!   parallel (SIGGRAPH 2022 course, §5.3.1).
//! - [`Pair`] is a vertex and a face, or two edges, at a distance: value, gradient and
//!   Hessian in its four points, as it is or with what makes it indefinite left out.
//! - [`smooth_friction`] is M(s) of Eq. 296–298, [`Slip`] a lagged contact that rubs.
//!
//! Energies are b in m², so that a stiffness in N/m makes joules of them.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod frame;
mod log;
mod mollify;
mod nearest;
mod pair;
mod positive;
mod slip;

pub use glam;
pub use log::log_barrier;
pub use mollify::{mollified_below, mollifier, outer};
pub use nearest::Closest;
pub use pair::{Curvature, Local, Pair};
pub use positive::positive_part;
pub use slip::{Slip, smooth_friction};
pub use stickslip_geometry::ccd::Kind;
