//! Krylov methods against dense factorisations and known theory.

mod conjugate_gradient;
mod gmres;
mod optimal;
mod samples;
