//! A new dense Cholesky factor of A_FF at every pivoting step: the baseline
//! that Lefebvre's Table 2.3 is printed against.

use stickslip_linalg::DenseCholesky;

use super::block::{BoxSystem, Breakdown, FreeSystem};
use crate::outcome::Counts;
use crate::problem::Problem;

/// The free rows and the factor over them.
#[derive(Default)]
pub struct DenseFactor {
    rows: Vec<usize>,
    factor: DenseCholesky,
    part: Vec<f64>,
}

impl FreeSystem for DenseFactor {
    fn begin(&mut self, _problem: &Problem) {}

    fn prepare(
        &mut self,
        system: &BoxSystem<'_>,
        free: &[bool],
        counts: &mut Counts,
    ) -> Result<(), Breakdown> {
        counts.factorisations += 1;
        self.rows.clear();
        self.rows.extend((0..free.len()).filter(|&row| free[row]));
        let mut place = vec![usize::MAX; free.len()];
        for (at, &row) in self.rows.iter().enumerate() {
            place[row] = at;
        }
        let size = self.rows.len();
        let block = self.factor.begin(size);
        for (at, &row) in self.rows.iter().enumerate() {
            for (col, value) in system.problem.matrix().row(row) {
                if place[col] <= at {
                    block[place[col] * size + at] = value;
                }
            }
            block[at * size + at] += system.shift[row];
        }
        self.factor.factorise().map_err(|_| Breakdown)
    }

    /// `prepare` came before.
    fn solve(&mut self, _system: &BoxSystem<'_>, rhs: &mut [f64]) {
        self.part.clear();
        self.part.extend(self.rows.iter().map(|&row| rhs[row]));
        self.factor.solve(&mut self.part);
        for (&row, &value) in self.rows.iter().zip(&self.part) {
            rhs[row] = value;
        }
    }
}
