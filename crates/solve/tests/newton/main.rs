//! Newton methods on boxed problems.

mod coupled;
mod failures;
mod known;
mod manners;
mod rate;
mod samples;
