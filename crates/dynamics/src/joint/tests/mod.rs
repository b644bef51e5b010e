//! Joints against finite differences, known values and known motions.

mod bounds;
mod gradients;
mod kinds;
mod motion;
pub(crate) mod mover;
mod refusals;
mod samples;
mod turns;
