//! Kernels and worlds, on the twin without a card.

mod card;
mod golden;
mod physics;
mod piles;
mod scenes;
