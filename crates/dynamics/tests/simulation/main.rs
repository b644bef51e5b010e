//! Motion against closed forms and conservation laws.

mod accurate;
mod control;
mod coordinates;
mod equilibrium;
mod explain;
mod free_motion;
mod friction;
mod gaps;
mod given;
mod impacts;
mod kinematic;
mod layers;
mod mechanisms;
mod outside;
mod rays;
mod readouts;
mod refusals;
mod reproducible;
mod rolling;
mod sleeping;
mod soft;
mod soft_step;
mod structures;
mod support;
mod tension;
