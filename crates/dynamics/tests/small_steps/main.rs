//! Small steps against closed forms, and the same bits in every way to run them.

mod auto;
mod bits;
mod budget;
mod crowds;
mod heaps;
mod joints;
mod mechanisms;
mod moments;
mod refusals;
mod residual;
mod resting;
mod rubbing;
mod sleeping;
mod striking;
mod support;
