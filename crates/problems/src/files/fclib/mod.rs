//! HDF5 files in the layout of the FCLib collection.
//!
//! `fclib_local`:  u = W r + V λ + q,  0 = Vᵀ r + R λ + s.
//! `fclib_global`: M v = H r + G λ + f,  u = Hᵀ v + w,  0 = Gᵀ v + b.
//!
//! The rows of each contact are N, T1 (, T2). The bilateral rows λ are
//! optional; here they become free rows after those of the contacts.
//!
//! `fclib_global_rolling` has one or two rows of rolling after the tangents,
//! ‖r_R‖ ≤ μ_r r_N with `vectors/mu_r`; `spacedim` counts all rows of a
//! contact. The library has no local form of it; ours is `fclib_local_rolling`,
//! made alike.

mod arrays;
mod mass;
mod reader;
mod writer;

/// One of the groups that hold a problem.
struct Layout {
    group: &'static str,
    /// Whether it has masses and forces, or W and q alone.
    global: bool,
    /// Whether contacts resist rolling.
    rolling: bool,
}

/// Local before global, without rolling before with.
const LAYOUTS: &[Layout; 4] = &[
    Layout { group: "fclib_local", global: false, rolling: false },
    Layout { group: "fclib_global", global: true, rolling: false },
    Layout { group: "fclib_local_rolling", global: false, rolling: true },
    Layout { group: "fclib_global_rolling", global: true, rolling: true },
];

pub use reader::read;
pub use writer::to_bytes;
