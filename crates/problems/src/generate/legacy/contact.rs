//! The synthetic contact matrix: random blocks dressed as Erleben 2013, Eq 27.

use stickslip_linalg::SparseMatrix;

use super::super::error::{GenerateError, require_count, require_share};
use super::super::random::Random;
use super::least_eigenvalue::lifted;
use super::{RightHandSide, finish};
use stickslip_solve::Problem;
use stickslip_solve::options::options;

options! {
    /// Options of [`legacy_contact`].
    pub struct LegacyContactOptions {
        /// Number of contacts; six rows each.
        contacts: usize = 30,
        /// Right-hand side as published or solvable.
        rhs: RightHandSide = RightHandSide::Legacy,
        /// Entries of x* below this are set to 0.
        zeros: f64 = 0.25,
    }
}

/// Rows of a contact: normal, four tangents, slack.
const BLOCK: usize = 6;
/// A block whose middle entry is above this is zero.
const FILL: f64 = 0.5;

/// The synthetic contact `lcp`. Blocks off the diagonal carry μ and ±1 too, so
/// that A has not the form of Eq 27;
/// see [`stewart_trinkle`](crate::generate::stewart_trinkle()).
pub fn legacy_contact(seed: u64, options: &LegacyContactOptions) -> Result<Problem, GenerateError> {
    let &LegacyContactOptions { contacts, rhs, zeros } = options;
    require_count("contacts", contacts, 1, 100)?;
    require_share("zeros", zeros)?;
    let mut random = Random::new(seed);
    let n = BLOCK * contacts;
    let uniform: Vec<f64> = (0..n * n).map(|_| random.unit()).collect();
    let mean = |i: usize, j: usize| 0.5 * (uniform[i * n + j] + uniform[j * n + i]);
    let middle = |i: usize| i / BLOCK * BLOCK + BLOCK / 2;
    let kept = |i: usize, j: usize| mean(middle(i), middle(j)) <= FILL;
    let blocks: Vec<f64> = (0..n * n)
        .map(|at| (at / n, at % n))
        .map(|(i, j)| if kept(i, j) { mean(i, j) } else { 0.0 })
        .collect();
    let mut entries = lifted(SparseMatrix::from_dense(n, n, &blocks)).to_dense();
    for i in (0..n).step_by(BLOCK) {
        for j in (0..n).step_by(BLOCK) {
            if entries[i * n + j] != 0.0 {
                dress(&mut entries, n, i, j);
            }
        }
    }
    let matrix = SparseMatrix::from_dense(n, n, &entries);
    finish(format!("legacy-contact-{n}-seed{seed}"), matrix, rhs, zeros, &mut random)
}

/// Writes μ, e, −eᵀ and the zeros of Eq 27 into the block at (i, j).
fn dress(entries: &mut [f64], n: usize, i: usize, j: usize) {
    let slack = BLOCK - 1;
    let mut put = |row: usize, col: usize, value: f64| entries[(i + row) * n + j + col] = value;
    put(slack, 0, 0.5);
    put(slack, slack, 0.0);
    put(0, slack, 0.0);
    for tangent in 1..slack {
        put(slack, tangent, -1.0);
        put(tangent, slack, 1.0);
    }
}
