//! Every solver by name. A new solver is one file in its family's folder and
//! one line here.

use thiserror::Error;

use crate::krylov;
use crate::multigrid;
use crate::newton;
use crate::options::nearest_name;
use crate::pivoting;
use crate::proximal;
use crate::solver::Entry;
use crate::splitting;

/// All solvers, family by family.
pub static SOLVERS: &[Entry] = &[
    pivoting::enumerate::ENTRY,
    pivoting::lemke::ENTRY,
    pivoting::keller::ENTRY,
    pivoting::dantzig::ENTRY,
    pivoting::murty::ENTRY,
    pivoting::bpp::ENTRY,
    pivoting::bpp_full::ENTRY,
    pivoting::bpp_downdate::ENTRY,
    pivoting::bpp_downdate::SKYLINE_ENTRY,
    pivoting::bpp_cached::ENTRY,
    pivoting::bpp_pcg::ENTRY,
    pivoting::pgcg::ENTRY,
    splitting::jacobi::ENTRY,
    splitting::pgs::ENTRY,
    splitting::psor::ENTRY,
    splitting::block_pgs::ENTRY,
    splitting::staggered::ENTRY,
    krylov::pgs_sm::ENTRY,
    krylov::nncg::ENTRY,
    krylov::pgd::ENTRY,
    krylov::cpg::ENTRY,
    multigrid::ENTRY,
    newton::minmap::ENTRY,
    newton::fischer::ENTRY,
    newton::semismooth::ENTRY,
    proximal::cone_ip::ENTRY,
    proximal::cone_newton::ENTRY,
    proximal::nonlinear_gs::ENTRY,
    proximal::apgd::ENTRY,
    proximal::admm::ENTRY,
    proximal::prox_jacobi::ENTRY,
    proximal::prox_gs::ENTRY,
];

/// The solvers to try first when nobody names one: block pivoting for boxes,
/// the interior method for cones, and Lemke's, which needs no symmetry.
pub const PREFERRED: [&str; 3] = ["bpp", "cone-ip", "lemke"];

/// Which solver to pick for what, as the experiment `profile` measures it.
pub const ADVICE: [(&str, &str); 5] = [
    ("boxes and pyramids, whatever the masses (blcp, symmetric lcp)", "bpp"),
    ("exact Coulomb friction and its convex relaxation (ncp, ccp)", "cone-ip"),
    ("an unsymmetric lcp: small, or large and from contacts", "lemke, fischer-newton"),
    ("cylinders, prisms, ellipses and torsion", "prox-gs"),
    ("a rough answer to a large problem at once", "nncg, pgs"),
];

/// No solver of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no solver \"{name}\"{hint}")]
pub struct UnknownSolver {
    /// What was asked for.
    pub name: String,
    hint: String,
}

/// The solver of that name.
pub fn find(name: &str) -> Result<&'static Entry, UnknownSolver> {
    SOLVERS.iter().find(|entry| entry.name == name).ok_or_else(|| UnknownSolver {
        name: name.into(),
        hint: nearest_name(name, SOLVERS.iter().map(|entry| entry.name))
            .map_or_else(String::new, |near| format!("; did you mean \"{near}\"?")),
    })
}
