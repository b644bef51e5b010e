//! Kernels and worlds, on the twin without a card.

mod card;
mod flights;
mod golden;
mod models;
mod physics;
mod piles;
mod scenes;
