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

mod axes;
mod bytes;
mod contacts;
mod cuda;
mod describe;
mod device;
mod engine;
mod error;
mod hull;
mod joints;
mod layout;
mod mesh;
mod model;
mod report;
mod source;
mod step;
#[cfg(feature = "twin")]
mod twin;
mod world;

pub use contacts::{Contact, Partner};
pub use describe::{
    Body, BodyState, MAX_MATERIALS, MAX_SUBSTEPS, MAX_WALLS, Scene, Shape, Surface, Wall, WallShape,
};
pub use engine::Card;
pub use error::GpuError;
pub use hull::{Hull, MAX_CORNERS};
pub use joints::{Drive, Joint, JointKind};
pub use mesh::Mesh;
pub use report::{KernelTime, Report, Times};
pub use world::World;

/// How many graphics cards can be used; says why where it is none.
pub fn cards() -> Result<usize, GpuError> {
    cuda::count()
}

/// Compiles all kernels by nvrtc for a compute capability, such as (9, 0): needs its library,
/// but no card. Gives the size of the code.
pub fn compile_kernels(capability: (i32, i32)) -> Result<usize, GpuError> {
    let mut size = 0;
    for points in [1, 4] {
        for forms in [false, true] {
            size += cuda::compile(describe::Variant { points, forms }, capability)?.len();
        }
    }
    Ok(size)
}
