//! The scenes of the documents do what the documents say they do, on every
//! step solved to the accuracy asked for.

mod forklift;
mod forwarder;
mod parkour;
mod stage;
mod trucks;
