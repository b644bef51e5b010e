//! Complementarity problems, the one measure of their error, and the solvers.
//!
//! The sign convention of the whole project: w = A λ + b, λ (here x) an
//! impulse inside its admissible set, w a velocity, and at a solution
//! −w ∈ N(x), the normal cone of that set.
//!
//! ```
//! use stickslip_solve::{Kind, Problem, ProblemData, Request, OptionValues, registry};
//! use stickslip_linalg::SparseMatrix;
//!
//! let a = SparseMatrix::from_dense(2, 2, &[2.0, 1.0, 1.0, 2.0]);
//! let problem = Problem::new(ProblemData::assembled("two-rows", Kind::Lcp, a, vec![-3.0, 1.0]))?;
//! let mut solver = registry::find("bpp")?.build(&OptionValues::new())?;
//! let outcome = solver.solve(&problem, &Request::default())?;
//! assert!((outcome.x[0] - 1.5).abs() < 1e-12 && outcome.x[1] == 0.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod equations;
mod krylov;
mod multigrid;
mod newton;
mod outcome;
mod pivoting;
mod problem;
mod proximal;
mod proximal_point;
mod request;
mod residual;
mod solver;
mod splitting;

pub mod options;
pub mod registry;
pub mod sets;
pub mod stopping;

pub use options::{OptionDescription, OptionError, OptionValues, nearest_name};
pub use outcome::{Counts, HistoryPoint, Label, Outcome, Status};
pub use pivoting::enumerate::all_solutions;
pub use pivoting::{PatternPicture, PreconditionerDescription, pattern_pictures, preconditioners};
pub use problem::{
    BodyView, ContactBlock, DirectionForm, FactoredForm, FrictionBounds, FrictionContact, Inertia,
    Kind, LcpForm, NormalFirst, Problem, ProblemData, ProblemError, ProductScratch, Rolling,
    Section, SectionShape, SlackContact,
};
pub use request::{Request, Start};
pub use residual::{Residuals, Worst};
pub use solver::{Accepts, Attempt, Confirmation, Entry, Method, Refusal, Sections, Solver};
