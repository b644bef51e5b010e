//! Kernels and worlds, on the twin without a card.

mod card;
mod golden;
mod models;
mod physics;
mod piles;
mod scenes;
