//! Newton methods on boxed problems.

mod brute_force;
mod coupled;
mod failures;
mod first_steps;
mod friction;
mod globalisation;
mod interior;
mod known;
mod manners;
mod merits;
mod rate;
mod refused_steps;
mod samples;
