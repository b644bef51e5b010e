//! The scenes of the documents do what the documents say they do, on every
//! step solved to the accuracy asked for.

mod chain;
mod crane;
mod offshore;
mod spinner;
mod stage;
mod winch;
