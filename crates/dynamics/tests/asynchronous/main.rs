//! Asynchronous steps: against an independent integration of two particles, what is conserved,
//! and never through anything.

mod conserved;
mod crossings;
mod particles;
mod support;
