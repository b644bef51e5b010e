//! Many bodies on many ranks, to the same bits for any number of them.
//!
//! Space is cut into fixed cells (`cells`), of which every rank has a stretch along a curve
//! (`partition`). A pair of bodies belongs to a cell; a sweep takes the cells of one of eight
//! colours after the other, inside a cell the pairs by their numbers, and copies velocities to
//! whoever holds a body after each (`plan`). Cells of a colour share no body, so that neither
//! their order nor their ranks change a bit. The step is that of small steps
//! ([`stickslip_dynamics::small_steps`]), in this order and in double precision.
//!
//! [`Domain`] is what one rank has; [`on_threads`] makes ranks of threads, and with the feature
//! `mpi` processes are ranks.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod accepts;
mod begin;
mod blocks;
mod bodies;
mod catalogue;
mod cells;
mod comm;
mod detect;
mod domain;
mod engine;
mod error;
mod extent;
mod figures;
mod joined;
mod look;
mod memory;
mod moments;
mod near;
mod pairs;
mod part;
mod partition;
mod plan;
mod point;
mod record;
mod report;
mod share;
mod store;
mod substep;
mod sweep;
#[cfg(test)]
mod tests;

pub use blocks::Block;
pub use catalogue::{Catalogue, Copies, fingerprint};
pub use comm::{Comm, Lost, Parcel, Serial, Threads, Traffic, on_threads};
#[cfg(feature = "mpi")]
pub use comm::{Mpi, Universe, fail};
pub use domain::Domain;
pub use engine::simulation;
pub use error::{ClusterError, Refusal};
pub use figures::{Figures, StepFigures};
pub use part::{Part, stretch};
pub use report::PlacedReport;
pub use share::{KindCount, Share};
