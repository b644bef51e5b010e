//! Methods with a proximal term or map, most of them for friction cones.

pub mod admm;
pub mod apgd;
pub mod cone_ip;
pub mod cone_newton;
pub mod nonlinear_gs;
pub mod prox_gs;
pub mod prox_jacobi;

mod cone;
mod prox;
mod section;
