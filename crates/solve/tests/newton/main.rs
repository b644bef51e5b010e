//! Newton methods on boxed problems.

mod brute_force;
mod coupled;
mod differences;
mod failures;
mod first_steps;
mod fresh_starts;
mod friction;
mod globalisation;
mod interior;
mod known;
mod manners;
mod merits;
mod rate;
mod refused_steps;
mod samples;
mod singular;
mod ties;
