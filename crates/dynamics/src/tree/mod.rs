//! Trees of joints in joint coordinates.
//!
//! A tree is one mover of a step: as many velocities as its joints let free, and no rows for
//! what they hold. Its links stay bodies: they have poses and velocities in the state, touch
//! and are pushed, and rows name them as they name other bodies; a row over links becomes one
//! over the freedoms that move them.
//!
//! - `structure`: links, their joints as sequences of slides, turns and balls, and the
//!   ancestors of every freedom;
//! - `forest`: which joints of a model become trees;
//! - `posture`: coordinates, rates and axes from bodies, and back;
//! - `spatial`: vectors of motion and force;
//! - `dynamics`, `mass`: mass matrix by composite bodies, its factor, bias forces;
//! - `variation`: derivatives of motion and inverse dynamics by coordinates and rates;
//! - `articulated`, `articulated_dynamics`, `articulated_forces`, `inverse_kinematics`: the same for
//!   whoever asks.

mod articulated;
mod articulated_dynamics;
mod articulated_forces;
mod dynamics;
mod forest;
mod freedoms;
mod inverse_kinematics;
mod mass;
mod posture;
mod spatial;
mod structure;
#[cfg(test)]
mod tests;
mod variation;

pub use articulated::Articulated;
pub(crate) use dynamics::TreeDynamics;
pub(crate) use forest::Forest;
pub use forest::{Articulation, Coordinates};
pub use inverse_kinematics::Reach;
pub(crate) use mass::{Entry, LANES, Rows};
pub(crate) use posture::Posture;
pub(crate) use spatial::{Twist, Wrench};
pub(crate) use structure::{Direction, HeldRow, Link, Parent, Passage, Step, Tree};
pub(crate) use variation::{Motions, Variation};
