//! Pivoting with conjugate gradients, and its preconditioners on contacts.

mod agreement;
mod conditioning;
mod contact_matrices;
mod honesty;
mod islands;
mod regularisation;
mod samples;
mod variants;
