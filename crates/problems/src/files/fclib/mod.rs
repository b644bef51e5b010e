//! HDF5 files in the layout of the FCLib collection.
//!
//! `fclib_local`:  u = W r + V λ + q,  0 = Vᵀ r + R λ + s.
//! `fclib_global`: M v = H r + G λ + f,  u = Hᵀ v + w,  0 = Gᵀ v + b.
//!
//! The rows of each contact are N, T1 (, T2). The bilateral rows λ are
//! optional; here they become free rows after those of the contacts.

mod arrays;
mod mass;
mod reader;
mod writer;

pub use reader::read;
pub use writer::to_bytes;
