//! Joints against finite differences, known values and known motions.

mod bounds;
mod gradients;
mod motion;
pub(crate) mod mover;
mod refusals;
mod samples;
mod turns;
