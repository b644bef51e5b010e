//! Solvers for circular friction cones.

mod closed_forms;
mod collection;
mod laws;
mod manners;
mod mixed;
