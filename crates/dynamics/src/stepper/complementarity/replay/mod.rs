//! The parts of an accepted step again, with given impulses: the residuals and ends that
//! derivatives are made of (`crate::derivatives`).

mod chart;
mod finding;
mod kick;
mod plain;
mod record;
mod recorded;
mod rounds;
mod row_roles;
mod slopes;
mod strike;
mod values;

pub use chart::{Chart, Piece};
pub use record::{
    Depth, KickContact, KickRound, Kind, Length, Part, Record, RoundContact, Rounds, Solved,
    Substep,
};
pub use row_roles::{RowRole, RowRoles, RowSection, Shape};
pub use slopes::{Column, RowNumbers, Rubbing, Seed};
pub use values::{Point, Replay, Values};
