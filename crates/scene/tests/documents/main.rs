//! The scenes of the documents do what the documents say they do, on every
//! step solved to the accuracy asked for.

mod boxes;
mod crowd;
mod granular;
mod log_tower;
mod rocks;
mod stage;
mod tower;
mod wall;
