//! Rigid bodies in small steps on a graphics card.
//!
//! The method is that of the small-step stepper of `stickslip-dynamics`, in single precision,
//! with everything on the device: a sorted grid, pairs, manifolds with warm start, colours kept
//! from step to step, soft contacts with relaxation, Coulomb friction, restitution. The same
//! scene gives the same bits every time: no float is summed by atomics.
//!
//! Kernels (`kernels/`) are one text for two compilers: CUDA's (nvrtc, when a card is asked for)
//! and, for tests without a card, that of C++ (`World::on_twin`, feature `twin`).

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod bytes;
mod cuda;
mod describe;
mod device;
mod engine;
mod error;
mod layout;
mod model;
mod report;
mod source;
mod step;
#[cfg(feature = "twin")]
mod twin;
mod world;

pub use describe::{
    Body, BodyState, MAX_MATERIALS, MAX_SUBSTEPS, MAX_WALLS, Scene, Shape, Surface, Wall, WallShape,
};
pub use engine::Card;
pub use error::GpuError;
pub use report::{KernelTime, Report, Times};
pub use world::World;

/// How many graphics cards can be used; says why where it is none.
pub fn cards() -> Result<usize, GpuError> {
    cuda::count()
}

/// Compiles all kernels by nvrtc for a compute capability, such as (9, 0): needs its library,
/// but no card. Gives the size of the code.
pub fn compile_kernels(capability: (i32, i32)) -> Result<usize, GpuError> {
    Ok(cuda::compile(1, capability)?.len() + cuda::compile(4, capability)?.len())
}
