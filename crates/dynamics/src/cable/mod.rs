//! Cables: chains of capsules with the stiffness of a rod.

mod chain;
mod description;
mod nodes;
#[cfg(test)]
mod tests;

pub use description::{Cable, CableDescription, CableEnd, CableJoint, CableRest};

pub(crate) use chain::Chain;
