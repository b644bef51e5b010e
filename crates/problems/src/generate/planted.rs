//! Problems with a known solution: choose x* and w* that are complementary,
//! then b = w* − A x*.

use stickslip_linalg::SparseMatrix;

use super::error::GenerateError;
use super::random::Random;
use stickslip_solve::{Kind, Problem, ProblemData};

/// Bounds, a point inside them and a velocity that is complementary to it.
pub struct Planted {
    /// Lower bounds.
    pub lo: Vec<f64>,
    /// Upper bounds.
    pub hi: Vec<f64>,
    /// The solution x*.
    pub x: Vec<f64>,
    /// Its velocity w*.
    pub w: Vec<f64>,
}

impl Planted {
    /// `active` of the `n` rows stand at a bound with 0.1 ≤ |w*| < 1, the others
    /// at least 0.1 away from every bound with w* = 0. `boxed` bounds both
    /// sides, otherwise 0 ≤ x. `degenerate` of the rows, chosen among neither,
    /// have x* = lo and w* = 0.
    pub fn new(n: usize, active: f64, degenerate: f64, boxed: bool, random: &mut Random) -> Self {
        let mut planted =
            Self { lo: vec![0.0; n], hi: vec![f64::INFINITY; n], x: vec![0.0; n], w: vec![0.0; n] };
        let degenerate = (degenerate * n as f64).round() as usize;
        let active = (active * (n - degenerate) as f64).round() as usize;
        for (at, row) in random.permutation(n).into_iter().enumerate() {
            if boxed {
                planted.lo[row] = -random.between(0.2, 1.2);
                planted.hi[row] = random.between(0.2, 1.2);
            }
            let slack = random.between(0.1, 1.0);
            if at < degenerate {
                planted.x[row] = planted.lo[row];
            } else if at >= degenerate + active {
                planted.x[row] = if boxed {
                    random.between(planted.lo[row] + 0.1, planted.hi[row] - 0.1)
                } else {
                    slack
                };
            } else if boxed && random.chance(0.5) {
                planted.x[row] = planted.hi[row];
                planted.w[row] = -slack;
            } else {
                planted.x[row] = planted.lo[row];
                planted.w[row] = slack;
            }
        }
        planted
    }

    /// The problem with matrix A: an `lcp` when the bounds allow it.
    pub fn problem(self, name: String, matrix: SparseMatrix) -> Result<Problem, GenerateError> {
        let b = right_hand_side(|x, y| matrix.multiply(x, y), &self.x, &self.w);
        let is_lcp =
            self.lo.iter().all(|&lo| lo == 0.0) && self.hi.iter().all(|hi| hi.is_infinite());
        let kind = if is_lcp { Kind::Lcp } else { Kind::Blcp };
        Ok(Problem::new(ProblemData {
            lo: self.lo,
            hi: self.hi,
            solution: Some(self.x),
            ..ProblemData::assembled(name, kind, matrix, b)
        })?)
    }
}

/// b = w* − A x*, given y ← A x.
pub fn right_hand_side(multiply: impl Fn(&[f64], &mut [f64]), x: &[f64], w: &[f64]) -> Vec<f64> {
    let mut product = vec![0.0; x.len()];
    multiply(x, &mut product);
    w.iter().zip(&product).map(|(w, product)| w - product).collect()
}
