//! Methods that search for the right index sets.

pub mod dantzig;
pub mod enumerate;
pub mod keller;
pub mod murty;

mod box_state;
mod dense;
