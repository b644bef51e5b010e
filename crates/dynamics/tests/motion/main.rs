//! Accurate steps of 1/60 s against closed forms of mechanics.

#[path = "../simulation/support.rs"]
#[allow(dead_code)]
mod support;

mod beside_soft;
mod boxes;
mod circling;
mod classics;
mod flight;
mod impact;
mod joints;
mod painleve;
mod reference;
mod rods;
mod rolling;
mod rubbing;
mod slide;
mod springs;
mod table;
mod terrain;
mod trees;
