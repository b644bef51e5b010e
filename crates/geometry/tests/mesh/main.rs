//! Meshes: what generators make, what checks find, what masses are, what fewer faces are.

mod checks;
mod generators;
mod masses;
mod simplification;
