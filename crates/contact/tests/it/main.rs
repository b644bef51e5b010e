//! Contacts against oracles that share no code with them.

mod common;
mod convex;
mod mass;
mod oracle;
mod refusals;
mod stack;
mod symmetry;
