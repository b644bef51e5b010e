//! Single-pivot and tableau methods against total enumeration.

mod agreement;
mod by_the_book;
mod counting;
mod files;
mod friction;
mod manners;
mod samples;
mod sign_cases;
mod slacks;
