//! The scenes of the documents do what the documents say they do, on every
//! step solved to the accuracy asked for.

mod boxes;
mod crane;
mod crowd;
mod forklift;
mod forwarder;
mod granular;
mod log_tower;
mod offshore;
mod parkour;
mod rocks;
mod stage;
mod tower;
mod trucks;
mod wall;
mod winch;
