//! Problem files: what is written comes back to the bit, and what is broken is
//! refused with the place.

mod broken_json;
mod collection;
mod fclib_read;
mod fclib_write;
mod json;
mod matrix_market;
mod mutations;
mod support;
