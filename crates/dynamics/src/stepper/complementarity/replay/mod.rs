//! The parts of an accepted step again, with given impulses: the residuals and ends that
//! derivatives are made of (`crate::derivatives`).

mod kick;
mod plain;
mod record;
mod recorded;
mod strike;
mod values;

pub use record::{Hold, Kind, Length, Part, Record, Solved, Substep};
pub use values::{Place, Point, Replay, Values};
