//! Single-pivot and tableau methods against total enumeration.

mod agreement;
mod counting;
mod samples;
mod sign_cases;
