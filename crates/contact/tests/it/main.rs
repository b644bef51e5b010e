//! Contacts against oracles that share no code with them.

mod broad;
mod common;
mod convex;
mod faces;
mod mass;
mod oracle;
mod refusals;
mod stack;
mod symmetry;
mod terrain;
