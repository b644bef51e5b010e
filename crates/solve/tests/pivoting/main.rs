//! Single-pivot and tableau methods against total enumeration.

mod agreement;
mod counting;
mod files;
mod friction;
mod manners;
mod samples;
mod sign_cases;
mod slacks;
