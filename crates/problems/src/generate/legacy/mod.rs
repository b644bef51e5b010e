//! The synthetic problems of Erleben 2013, §7, as its author's public code
//! makes them, and a repaired right-hand side.
//!
//! x* is uniform with entries below `zeros` set to 0. The right-hand side
//! `legacy` is b = −A x* where x* > 0 and b = 0 elsewhere, which does not make
//! x* a solution (w = A x* may be negative there) and leaves singular problems
//! without any; `solvable` is b = −A x* + w* with w* > 0 where x* = 0.

mod contact;
mod dense;
mod fluid;
mod least_eigenvalue;

pub use contact::{LegacyContactOptions, legacy_contact};
pub use dense::{LegacyDenseOptions, legacy_dense};
pub use fluid::{LegacyFluidOptions, legacy_fluid};

use stickslip_linalg::SparseMatrix;

use super::error::GenerateError;
use super::planted::right_hand_side;
use super::random::Random;
use stickslip_solve::options::choice;
use stickslip_solve::{Kind, Problem, ProblemData};

choice! {
    /// How the right-hand side of a legacy problem is made.
    pub enum RightHandSide {
        /// As published: b = 0 where x* = 0; often without a solution.
        Legacy = "legacy",
        /// With w* > 0 where x* = 0, so that x* is a solution.
        Solvable = "solvable",
    }
}

/// The `lcp` with matrix A and the right-hand side of that kind.
fn finish(
    name: String,
    matrix: SparseMatrix,
    rhs: RightHandSide,
    zeros: f64,
    random: &mut Random,
) -> Result<Problem, GenerateError> {
    let x: Vec<f64> = (0..matrix.rows())
        .map(|_| random.unit())
        .map(|value| if value < zeros { 0.0 } else { value })
        .collect();
    let w: Vec<f64> =
        x.iter().map(|&x| if x > 0.0 { 0.0 } else { random.between(0.1, 1.0) }).collect();
    let mut b = right_hand_side(|x, y| matrix.multiply(x, y), &x, &w);
    let mut solution = None;
    match rhs {
        RightHandSide::Solvable => solution = Some(x),
        RightHandSide::Legacy => {
            for (b, _) in b.iter_mut().zip(&x).filter(|row| *row.1 == 0.0) {
                *b = 0.0;
            }
        }
    }
    let plain = ProblemData::assembled(name, Kind::Lcp, matrix, b);
    Ok(Problem::new(ProblemData { solution, ..plain })?)
}
