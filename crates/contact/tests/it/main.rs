//! Contacts against oracles that share no code with them.

mod common;
mod stack;
