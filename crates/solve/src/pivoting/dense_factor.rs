//! A new dense Cholesky factor of A_FF at every pivoting step: the baseline
//! that Lefebvre's Table 2.3 is printed against.

use faer::Mat;
use faer::linalg::solvers::{Llt, SolveCore};

use super::block::{BoxSystem, Breakdown, FreeSystem};
use crate::outcome::Counts;
use crate::problem::Problem;

/// The free rows and the factor over them.
#[derive(Default)]
pub struct DenseFactor {
    rows: Vec<usize>,
    factor: Option<Llt<f64>>,
}

impl FreeSystem for DenseFactor {
    fn begin(&mut self, _problem: &Problem) {
        self.factor = None;
    }

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
        let mut block = Mat::zeros(self.rows.len(), self.rows.len());
        for (at, &row) in self.rows.iter().enumerate() {
            for (col, value) in system.problem.matrix().row(row) {
                if place[col] <= at {
                    block[(at, place[col])] = value;
                }
            }
            block[(at, at)] += system.shift[row];
        }
        self.factor = Some(block.llt(faer::Side::Lower).map_err(|_| Breakdown)?);
        Ok(())
    }

    fn solve(&mut self, _system: &BoxSystem<'_>, rhs: &mut [f64]) {
        let mut part = Mat::from_fn(self.rows.len(), 1, |at, _| rhs[self.rows[at]]);
        // `prepare` came before.
        self.factor
            .as_ref()
            .expect("a factor")
            .solve_in_place_with_conj(faer::Conj::No, part.as_mut());
        for (at, &row) in self.rows.iter().enumerate() {
            rhs[row] = part[(at, 0)];
        }
    }
}
