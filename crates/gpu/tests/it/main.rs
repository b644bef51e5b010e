//! Kernels and worlds, on the twin without a card.

mod card;
mod flights;
mod forms;
mod golden;
mod joints;
mod models;
mod pairs;
mod physics;
mod piles;
mod scenes;
