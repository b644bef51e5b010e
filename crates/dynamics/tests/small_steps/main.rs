//! Small steps against closed forms, and the same bits in every way to run them.

mod auto;
mod bits;
mod heaps;
mod joints;
mod refusals;
mod rubbing;
mod striking;
mod support;
