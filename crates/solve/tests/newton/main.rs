//! Newton methods on boxed problems.

mod brute_force;
mod coupled;
mod failures;
mod first_steps;
mod friction;
mod globalisation;
mod known;
mod manners;
mod rate;
mod samples;
