//! Splitting methods, projected Krylov methods and multigrid against the
//! pivoting answer, and what the documents say of them.

mod agreement;
mod cones;
mod directions;
mod failures;
mod known;
mod multigrid;
mod samples;
mod stacks;
mod subspace;
mod threads;
