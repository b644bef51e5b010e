//! Methods that search for the right index sets.

pub mod enumerate;
pub mod murty;

mod dense;
