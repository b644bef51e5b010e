//! Scenes on ranks.

mod common;
mod physics;
mod ranks;
