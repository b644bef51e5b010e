//! The parts of an accepted step again, with given impulses: the residuals and ends that
//! derivatives are made of (`crate::derivatives`).

mod finding;
mod kick;
mod plain;
mod record;
mod recorded;
mod row_roles;
mod slopes;
mod strike;
mod values;

pub use record::{KickContact, Kind, Length, Part, Record, Solved, Substep};
pub use row_roles::{RowRole, RowRoles, RowSection, Shape};
pub use slopes::{Column, Seed};
pub use values::{Point, Replay, Values};
