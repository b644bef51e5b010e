//! Murty's family, on which least-index pivoting is exponential.
//!
//! U has ones on its diagonal and twos above, b = −(1, …, 1). From the empty
//! set the least-index rule visits all index sets and takes 2ⁿ − 1 pivots to
//! reach x = (0, …, 0, 1). The symmetric positive definite product U Uᵀ keeps
//! both the solution and the count (SIGGRAPH 2022 course, §3.1.2).

use stickslip_linalg::{SparseMatrix, Triplets};

use super::error::{GenerateError, require_count};
use stickslip_solve::options::options;
use stickslip_solve::{Kind, Problem, ProblemData};

options! {
    /// Options of [`murty`].
    pub struct MurtyOptions {
        /// Number of rows.
        size: usize = 8,
        /// Whether to take the symmetric positive definite product U Uᵀ.
        spd: bool = false,
    }
}

/// Murty's `lcp`. It has nothing random: the seed only enters its name.
pub fn murty(seed: u64, options: &MurtyOptions) -> Result<Problem, GenerateError> {
    let &MurtyOptions { size, spd } = options;
    require_count("size", size, 1, 2_000)?;
    let mut triplets = Triplets::new();
    for row in 0..size {
        triplets.push(row, row, 1.0);
        (row + 1..size).for_each(|col| triplets.push(row, col, 2.0));
    }
    let upper = SparseMatrix::from_triplets(size, size, &triplets);
    let matrix = if spd { upper.product(&upper.transposed()) } else { upper };
    let mut solution = vec![0.0; size];
    solution[size - 1] = 1.0;
    let name = format!("murty-{size}-seed{seed}");
    let plain = ProblemData::assembled(name, Kind::Lcp, matrix, vec![-1.0; size]);
    Ok(Problem::new(ProblemData { solution: Some(solution), ..plain })?)
}
