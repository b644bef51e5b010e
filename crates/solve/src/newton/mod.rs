//! Newton methods on nonsmooth equations whose roots are the solutions of a
//! boxed problem (Erleben 2013, §5.4–5.5; Preclik et al., §3.3).
//!
//! [`equations`] says what is solved and linearises it, [`linear`] finds the
//! direction, [`search`] the length of the step, [`driver`] does all three.

pub mod fischer;
pub mod friction;
pub mod interior_point;
pub mod minmap;
pub mod normal_map;
pub mod semismooth;

mod driver;
mod equations;
mod fischer_map;
mod linear;
mod natural;
mod normal;
mod operators;
mod options;
mod search;
mod trust_region;

#[cfg(test)]
mod tests;
