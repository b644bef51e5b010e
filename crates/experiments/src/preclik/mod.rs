//! Preclik, Iglberger and Rüde, iterative solvers for rigid multibody dynamics.

pub mod convex;
pub mod cost;
pub mod fig_2;
pub mod fig_3;
pub mod fig_4;
pub mod friction;
pub mod hybrid;
mod packing;
pub mod shapes;

/// The document.
const DOCUMENT: &str = "Preclik et al.";
