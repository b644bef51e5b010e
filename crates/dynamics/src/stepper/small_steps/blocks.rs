//! Rows of joints that are solved at once.

use std::ops::Range;

use super::joints::{Joints, Ready};

/// Most rows of a block.
pub(super) const BLOCK: usize = 6;

type Matrix = [[f64; BLOCK]; BLOCK];

/// Rows that are solved at once.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) rows: Range<usize>,
    /// Lower Cholesky factors of K + E in the biased and in the relaxing sweep.
    pub(super) factors: [Matrix; 2],
}

impl Joints {
    /// Blocks of two-sided rows of one joint, and rows alone.
    pub(super) fn factor(&mut self) {
        self.blocks.clear();
        let mut begin = 0;
        while begin < self.rows.len() {
            let free = |row: &Ready| row.lo == f64::NEG_INFINITY && row.hi == f64::INFINITY;
            let mut end = begin + 1;
            while free(&self.rows[begin])
                && end < self.rows.len()
                && end < begin + BLOCK
                && self.joint_rows[end] == self.joint_rows[begin]
                && free(&self.rows[end])
            {
                end += 1;
            }
            let mass = self.mass(begin..end);
            let factors = [0, 1].map(|sweep| {
                let mut matrix = mass;
                for (k, row) in self.rows[begin..end].iter().enumerate() {
                    matrix[k][k] += row.laws[sweep].give + 1e-9 * mass[k][k] + f64::MIN_POSITIVE;
                }
                cholesky(matrix, end - begin)
            });
            self.blocks.push(Block { rows: begin..end, factors });
            begin = end;
        }
    }

    /// K of some rows.
    fn mass(&self, rows: Range<usize>) -> Matrix {
        let mut mass = [[0.0; BLOCK]; BLOCK];
        let parts = |row: &Ready| &self.parts[row.terms.0..row.terms.1];
        for (i, one) in self.rows[rows.clone()].iter().enumerate() {
            for (j, two) in self.rows[rows.clone()].iter().enumerate().take(i + 1) {
                for a in parts(one) {
                    for b in parts(two).iter().filter(|b| b.body == a.body) {
                        mass[i][j] += a.linear.dot(b.velocity) + a.angular.dot(b.spin);
                    }
                }
            }
        }
        mass
    }
}

/// The lower Cholesky factor of a matrix whose lower part is given.
fn cholesky(mut a: Matrix, size: usize) -> Matrix {
    for j in 0..size {
        for k in 0..j {
            for i in j..size {
                a[i][j] -= a[i][k] * a[j][k];
            }
        }
        // Rows that repeat others leave nothing but rounding.
        let root = a[j][j].max(f64::MIN_POSITIVE).sqrt();
        for i in j..size {
            a[i][j] /= root;
        }
        a[j][j] = root;
    }
    a
}

/// Solves with a factor.
pub(super) fn solve(factor: &Matrix, x: &mut [f64; BLOCK], size: usize) {
    for i in 0..size {
        for k in 0..i {
            x[i] -= factor[i][k] * x[k];
        }
        x[i] /= factor[i][i];
    }
    for i in (0..size).rev() {
        for k in i + 1..size {
            x[i] -= factor[k][i] * x[k];
        }
        x[i] /= factor[i][i];
    }
}
