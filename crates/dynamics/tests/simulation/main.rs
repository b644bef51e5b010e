//! Motion against closed forms and conservation laws.

mod equilibrium;
mod free_motion;
mod friction;
mod gaps;
mod impacts;
mod kinematic;
mod mechanisms;
mod refusals;
mod reproducible;
mod rolling;
mod sleeping;
mod structures;
mod support;
mod tension;
