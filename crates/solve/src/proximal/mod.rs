//! Methods for friction cones, most of them with a proximal term or map.

pub mod apgd;
pub mod cone_ip;
pub mod cone_newton;
pub mod nonlinear_gs;

mod cone;
