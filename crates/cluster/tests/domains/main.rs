//! Scenes on ranks.

mod common;
mod joined;
mod physics;
mod ranks;
