//! Every solver by name. A new solver of this crate is one file in its
//! family's folder and one line here; one of another crate joins a
//! [`Registry`] of its own.
//!
//! ```
//! use stickslip_linalg::SparseMatrix;
//! use stickslip_solve::registry::Registry;
//! use stickslip_solve::{
//!     Accepts, Attempt, Entry, Kind, Method, Problem, ProblemData, Refusal, Request, OptionValues,
//!     Sections, Status,
//! };
//!
//! /// xᵢ = max(0, −bᵢ/Aᵢᵢ): right where A is diagonal.
//! struct Diagonal;
//!
//! impl Method for Diagonal {
//!     fn run(&mut self, problem: &Problem, _: &Request) -> Result<Attempt, Refusal> {
//!         let rows = problem.b().iter().zip(problem.diagonal());
//!         let x = rows.map(|(b, a)| (-b / a).max(0.0)).collect();
//!         Ok(Attempt { x, status: Status::Converged, ..Attempt::default() })
//!     }
//! }
//!
//! let registry = Registry::standard().with(Entry {
//!     name: "diagonal",
//!     family: "mine",
//!     summary: "each row for itself",
//!     accepts: Accepts {
//!         kinds: &[Kind::Lcp],
//!         symmetric: false,
//!         coupled: false,
//!         positive_diagonal: true,
//!         sections: Sections::Disc,
//!     },
//!     options: Vec::new,
//!     make: |_| Ok(Box::new(Diagonal)),
//! })?;
//! let mut solver = registry.find("diagonal")?.build(&OptionValues::new())?;
//! let solve = |solver: &mut stickslip_solve::Solver, entries: [f64; 4]| {
//!     let a = SparseMatrix::from_dense(2, 2, &entries);
//!     let data = ProblemData::assembled("two-rows", Kind::Lcp, a, vec![-3.0, 1.0]);
//!     Ok::<_, Box<dyn std::error::Error>>(solver.solve(&Problem::new(data)?, &Request::default())?)
//! };
//! let found = solve(&mut solver, [2.0, 0.0, 0.0, 2.0])?;
//! assert_eq!((found.status, found.x), (Status::Converged, vec![1.5, 0.0]));
//! // The residual decides, whatever the method claims.
//! assert_eq!(solve(&mut solver, [2.0, -1.0, -1.0, 2.0])?.status, Status::Stagnated);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

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
    newton::normal_map::ENTRY,
    newton::interior_point::ENTRY,
    newton::friction::ENTRY,
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
    ("cylinders, prisms, polygons, ellipses, torsion and rolling", "cone-ip"),
    ("a rough answer to a large problem at once", "nncg, pgs"),
];

/// Solvers by name: those of this crate and those that a caller adds.
#[derive(Clone, Debug)]
pub struct Registry {
    entries: Vec<Entry>,
}

impl Default for Registry {
    fn default() -> Self {
        Self::standard()
    }
}

/// Equal where they have the same names in the same order.
impl PartialEq for Registry {
    fn eq(&self, other: &Self) -> bool {
        let names = |registry: &Self| registry.entries.iter().map(|entry| entry.name).collect();
        let (own, others): (Vec<_>, Vec<_>) = (names(self), names(other));
        own == others
    }
}

impl Registry {
    /// The solvers of this crate.
    pub fn standard() -> Self {
        Self { entries: SOLVERS.to_vec() }
    }

    /// One more, whose name must be new.
    pub fn with(mut self, entry: Entry) -> Result<Self, NameTaken> {
        if self.entries.iter().any(|known| known.name == entry.name) {
            return Err(NameTaken(entry.name));
        }
        self.entries.push(entry);
        Ok(self)
    }

    /// All of them, in the order in which they came.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The solver of that name.
    pub fn find(&self, name: &str) -> Result<&Entry, UnknownSolver> {
        among(&self.entries, name)
    }
}

/// Two solvers of one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("there is a solver \"{0}\" already")]
pub struct NameTaken(pub &'static str);

/// No solver of that name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there is no solver \"{name}\"{hint}")]
pub struct UnknownSolver {
    /// What was asked for.
    pub name: String,
    hint: String,
}

/// The solver of this crate of that name.
pub fn find(name: &str) -> Result<&'static Entry, UnknownSolver> {
    among(SOLVERS, name)
}

fn among<'a>(entries: &'a [Entry], name: &str) -> Result<&'a Entry, UnknownSolver> {
    entries.iter().find(|entry| entry.name == name).ok_or_else(|| UnknownSolver {
        name: name.into(),
        hint: nearest_name(name, entries.iter().map(|entry| entry.name))
            .map_or_else(String::new, |near| format!("; did you mean \"{near}\"?")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_taken_once() {
        let bpp = *find("bpp").expect("registered");
        assert_eq!(Registry::standard().with(bpp).expect_err("known"), NameTaken("bpp"));
        let mine = Registry::standard().with(Entry { name: "bpq", ..bpp }).expect("a new name");
        assert_eq!(mine.entries().len(), SOLVERS.len() + 1);
        assert_eq!(mine.find("bpq").expect("added").name, "bpq");
        let unknown = mine.find("bqq").expect_err("no such solver").to_string();
        assert_eq!(unknown, "there is no solver \"bqq\"; did you mean \"bpq\"?");
    }
}
