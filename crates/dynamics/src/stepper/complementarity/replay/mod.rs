//! The parts of an accepted step again, with given impulses: the residuals and ends that
//! derivatives are made of (`crate::derivatives`).

mod finding;
mod kick;
mod places;
mod plain;
mod record;
mod recorded;
mod slopes;
mod strike;
mod values;

pub use places::{Place, Places, Section, Shape};
pub use record::{Hold, Kind, Length, Part, Record, Solved, Substep};
pub use slopes::{Column, Seed};
pub use values::{Point, Replay, Values};
