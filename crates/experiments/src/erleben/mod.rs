//! Erleben 2013, "Numerical methods for linear complementarity problems in
//! physics-based animation", §7.
//!
//! The author's generators are those of `stickslip generate legacy-…`. Their
//! right-hand side is b = 0 where x* = 0, which does not make x* a solution;
//! experiments for which that matters are run with a repaired one too.

pub mod fig_1;
pub mod fig_2;
pub mod fig_3;
pub mod fig_4;
pub mod fig_5;
pub mod fig_6;
pub mod liquid;
pub mod path;
mod printed;
mod states;
pub mod table_1;
pub mod table_2;
pub mod table_3;
pub mod zero_eigenvalues;

use stickslip_problems::generate::{
    GenerateError, LegacyContactOptions, LegacyFluidOptions, RightHandSide, legacy_contact,
    legacy_fluid,
};
use stickslip_solve::stopping::complementarity;
use stickslip_solve::{HistoryPoint, Problem};

use crate::error::ExperimentError;
use crate::measure::{Way, fischer_merit, measure_all, minimum_merit};

/// The document.
const DOCUMENT: &str = "Erleben 2013";

/// The fluid problem with grid³ rows and the published right-hand side.
fn fluid(seed: u64, grid: usize) -> Result<Problem, GenerateError> {
    fluid_with(seed, grid, RightHandSide::Legacy)
}

fn fluid_with(seed: u64, grid: usize, rhs: RightHandSide) -> Result<Problem, GenerateError> {
    legacy_fluid(seed, &LegacyFluidOptions { grid, rhs, ..Default::default() })
}

/// The contact problem with six rows for each contact.
fn contact(seed: u64, contacts: usize) -> Result<Problem, GenerateError> {
    contact_with(seed, contacts, RightHandSide::Legacy)
}

fn contact_with(seed: u64, contacts: usize, rhs: RightHandSide) -> Result<Problem, GenerateError> {
    legacy_contact(seed, &LegacyContactOptions { contacts, rhs, ..Default::default() })
}

/// The merit function that the document judges a method by (§6 and §7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Merit {
    /// xᵀ|A x + b| (Eq 106), for splittings.
    Complementarity,
    /// ½‖H‖² of the minimum map.
    Minimum,
    /// ½‖F‖² of the Fischer–Burmeister map.
    Fischer,
}

impl Merit {
    /// The merit of every iterate.
    fn of(self, problem: &Problem, history: &[HistoryPoint]) -> Vec<f64> {
        measure_all(problem, history, |x, w| match self {
            Self::Complementarity => complementarity(x, w),
            Self::Minimum => minimum_merit(problem, x, w),
            Self::Fischer => fischer_merit(problem, x, w),
        })
    }
}

/// A method of §7 with the merit it is judged by.
#[derive(Clone, Debug)]
struct Judged {
    way: Way,
    merit: Merit,
}

/// How the author's Newton methods are set up: Armijo steps, and an end where a
/// direction does not lead downhill.
const NEWTON: &str = "fallback=none sufficient_decrease=1e-3";
/// How the author's code finds directions, but for perturbation: GMRES as MATLAB
/// has it without being asked otherwise, ‖F + J Δx‖ ≤ 1e-6 ‖F‖ at every step,
/// ten restarts at most, and the best of its iterates.
const GMRES: &str = "linear=gmres forcing=1e-6 tighten=false take_back=true";
/// Restarts of `fischer_newton.m` and of `minmap_newton.m`, min(n, 10) and min(n, 20).
const FISCHER_RESTART: &str = "restart=10 inner_iterations=100";
const MINIMUM_RESTART: &str = "restart=20 inner_iterations=200";

/// Newton's method on the Fischer–Burmeister equations, set up as the author's
/// code has it: perturbation (the default) is solved directly, the other
/// strategies by GMRES(10), and differences go by 1e-7.
fn fischer(strategy: &str, options: &str) -> Result<Judged, ExperimentError> {
    let linear = match strategy {
        "perturbation" => "linear=direct".to_owned(),
        "approximation" => format!("{GMRES} {FISCHER_RESTART} difference=1e-7"),
        _ => format!("{GMRES} {FISCHER_RESTART}"),
    };
    let options = format!("{NEWTON} strategy={strategy} {linear} {options}");
    let way = Way::new("Fischer", "fischer-newton", &options)?;
    Ok(Judged { way, merit: Merit::Fischer })
}

/// Newton's method on the minimum map, solved by GMRES(20) as in the author's code.
fn minimum_map(options: &str) -> Result<Judged, ExperimentError> {
    let options = format!("{NEWTON} {GMRES} {MINIMUM_RESTART} {options}");
    let way = Way::new("Min. map", "minmap-newton", &options)?;
    Ok(Judged { way, merit: Merit::Minimum })
}

/// Gauss–Seidel.
fn pgs() -> Result<Judged, ExperimentError> {
    Ok(Judged { way: Way::new("PGS", "pgs", "")?, merit: Merit::Complementarity })
}

/// Over-relaxation.
fn psor(relaxation: f64) -> Result<Judged, ExperimentError> {
    let way = Way::new("PSOR", "psor", &format!("relaxation={relaxation}"))?;
    Ok(Judged { way, merit: Merit::Complementarity })
}
