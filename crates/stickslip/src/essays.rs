//! What happens inside, in detail.

#[doc = include_str!("../essays/step.md")]
pub mod step {}

#[doc = include_str!("../essays/friction.md")]
pub mod friction {}
