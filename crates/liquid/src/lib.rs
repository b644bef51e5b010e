//! A liquid with a free surface on a staggered grid with particles, whose walls
//! may push it and not pull it (Erleben 2013, §4.2).
//!
//! One step of h seconds, in the words of the code:
//!
//! 1. **wet**: cells that hold a particle, outside of solids, are liquid; the
//!    surface lies on the faces between them and air.
//! 2. **gather**: particles give their affine velocities to the faces (APIC:
//!    Jiang et al., ACM TOG 34(4), 2015), and gravity acts on these.
//! 3. **press**: the pressure is a [`stickslip_solve::Problem`]: w = A x + b is
//!    what leaves each cell, x = h p/(ρ Δx); a cell without a wall asks for
//!    w = 0, one at a wall for 0 ≤ x ⊥ w ≥ 0 (Eq 35). Any solver may take it.
//! 4. **extend**: the velocities of the liquid go on into air and walls, but
//!    none goes into a wall.
//! 5. **unpack**: where particles have come too close, a second problem with
//!    the same A moves them apart: 0 ≤ q ⊥ room − A-flow ≥ 0.
//! 6. **scatter**: particles take their velocities from the faces and move.
//!
//! Where bodies are pushed ([`Mover`]), stage 3 comes as often as their own step
//! takes: [`Liquid::begin`], [`Liquid::press`], [`Liquid::finish`].
//!
//! Knows nothing of bodies, files or windows: [`Solids`] says where walls are.

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod cut;
mod description;
mod extend;
mod fraction;
mod grid;
mod liquid;
mod mover;
mod particles;
mod plane;
mod press;
mod solids;
mod state;
mod transfer;
mod unpack;
mod wet;

pub use cut::CutCells;
pub use description::{LiquidDescription, LiquidError, Walls};
pub use grid::Grid;
pub use liquid::{
    DEFAULT_SOLVER, DEFAULT_TOLERANCE, Liquid, LiquidReport, LiquidStepError, default_options,
};
pub use mover::{Impulse, Mover};
pub use particles::Particles;
pub use solids::{NoSolids, SolidPoint, Solids};
pub use state::LiquidState;
