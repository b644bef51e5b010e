//! Meshes: what generators make, what checks find, what masses are.

mod checks;
mod generators;
mod masses;
