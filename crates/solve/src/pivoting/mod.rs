//! Methods that search for the right index sets.

pub mod bpp;
pub mod bpp_cached;
pub mod bpp_downdate;
pub mod bpp_full;
pub mod bpp_pcg;
pub mod dantzig;
pub mod enumerate;
pub mod keller;
pub mod lemke;
pub mod murty;
pub mod pgcg;

mod block;
mod box_state;
mod by_island;
mod dense;
mod dense_factor;
mod measure;
mod pattern;
mod pcg;
mod pictures;

pub use pcg::{PreconditionerDescription, preconditioners};
pub use pictures::{PatternPicture, pattern_pictures};
