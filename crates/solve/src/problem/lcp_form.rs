//! A boxed problem as a standard LCP: s = M z + q, 0 ≤ z ⊥ s ≥ 0.
//!
//! | row                | x            | slack and multiplier                   |
//! |--------------------|--------------|----------------------------------------|
//! | \[lo, ∞)           | lo + z       | s = w                                  |
//! | (−∞, hi\]          | hi − z       | s = −w                                 |
//! | \[lo, hi\]         | lo + z       | s = w + y, 0 ≤ y ⊥ hi − lo − z ≥ 0     |
//! | ±μ x_n             | z − μ x_n    | s = w + y, 0 ≤ y ⊥ 2μ x_n − z ≥ 0      |
//! | lo = hi, or μ = 0  | constant     |                                        |
//! | (−∞, ∞)            | from w = 0   | or z⁺ − z⁻ with s = ±w, if A_ff is singular |

use stickslip_linalg::DenseLu;

use super::Problem;

/// The standard form and the way back, x = x₀ + S z.
#[derive(Clone, Debug)]
pub struct LcpForm {
    /// M, row-major.
    pub matrix: Vec<f64>,
    /// The constant part of the slacks.
    pub q: Vec<f64>,
    /// x₀: x at z = 0.
    origin: Vec<f64>,
    /// S, one row of numbers per row of x.
    spread: Vec<Vec<f64>>,
}

/// What the slack of a variable is.
#[derive(Clone, Copy, Debug)]
enum Slack {
    /// sign·w of a row, plus the multiplier of its upper bound.
    Velocity { row: usize, sign: f64, multiplier: Option<usize> },
    /// width + slope·z\[normal\] − z\[below\].
    Width { below: usize, width: f64, normal: Option<(usize, f64)> },
}

impl LcpForm {
    /// The standard form of an `lcp` or `blcp`, its contacts coupled or not.
    pub fn new(problem: &Problem) -> Self {
        let n = problem.size();
        let coupling = problem.coupling();
        let unbounded: Vec<usize> = (0..n)
            .filter(|&row| coupling[row].is_none())
            .filter(|&row| bounds(problem, row) == (f64::NEG_INFINITY, f64::INFINITY))
            .collect();
        let eliminated = FreeRows::new(problem, unbounded);

        let mut origin = vec![0.0; n];
        let mut terms: Vec<Vec<(usize, f64)>> = vec![Vec::new(); n];
        let mut slacks: Vec<Slack> = Vec::new();
        let mut variable_of = vec![usize::MAX; n];
        for row in 0..n {
            let (lo, hi) = bounds(problem, row);
            let mut push = |sign: f64| {
                terms[row].push((slacks.len(), sign));
                slacks.push(Slack::Velocity { row, sign, multiplier: None });
                slacks.len() - 1
            };
            match coupling[row] {
                Some((_, mu)) if mu > 0.0 => variable_of[row] = push(1.0),
                Some(_) => {}
                None if lo == hi => origin[row] = lo,
                None if lo.is_finite() => {
                    origin[row] = lo;
                    variable_of[row] = push(1.0);
                }
                None if hi.is_finite() => {
                    origin[row] = hi;
                    push(-1.0);
                }
                None if eliminated.is_some() => {}
                None => {
                    push(1.0);
                    push(-1.0);
                }
            }
        }
        for row in (0..n).filter(|&row| variable_of[row] != usize::MAX) {
            let (lo, hi) = bounds(problem, row);
            let below = variable_of[row];
            let width = match coupling[row] {
                Some((normal, mu)) => {
                    let normal = variable_of[normal];
                    terms[row].push((normal, -mu));
                    Slack::Width { below, width: 0.0, normal: Some((normal, 2.0 * mu)) }
                }
                None if hi.is_finite() => Slack::Width { below, width: hi - lo, normal: None },
                None => continue,
            };
            let added = slacks.len();
            if let Slack::Velocity { multiplier, .. } = &mut slacks[below] {
                *multiplier = Some(added);
            }
            slacks.push(width);
        }

        let size = slacks.len();
        let mut spread: Vec<Vec<f64>> = terms
            .iter()
            .map(|terms| {
                let mut row = vec![0.0; size];
                for &(variable, factor) in terms {
                    row[variable] += factor;
                }
                row
            })
            .collect();
        if let Some(eliminated) = &eliminated {
            eliminated.fill(&mut origin, &mut spread);
        }
        let (matrix, q) = assemble(problem, &slacks, &origin, &spread);
        Self { matrix, q, origin, spread }
    }

    /// Number of variables z.
    pub fn size(&self) -> usize {
        self.q.len()
    }

    /// The x that belongs to z.
    pub fn recover(&self, z: &[f64]) -> Vec<f64> {
        let spread = self.spread.iter().map(|row| stickslip_linalg::dot(row, z));
        self.origin.iter().zip(spread).map(|(origin, spread)| origin + spread).collect()
    }
}

fn bounds(problem: &Problem, row: usize) -> (f64, f64) {
    (problem.lo()[row], problem.hi()[row])
}

fn assemble(
    problem: &Problem,
    slacks: &[Slack],
    origin: &[f64],
    spread: &[Vec<f64>],
) -> (Vec<f64>, Vec<f64>) {
    let size = slacks.len();
    let mut matrix = vec![0.0; size * size];
    let mut q = vec![0.0; size];
    let mut magnitude = vec![0.0; size];
    for (at, slack) in slacks.iter().enumerate() {
        let entries = &mut matrix[at * size..(at + 1) * size];
        match *slack {
            Slack::Velocity { row, sign, multiplier } => {
                q[at] = sign * (problem.b()[row] + problem.matrix().row_dot(row, origin));
                magnitude.fill(0.0);
                for (column, a) in problem.matrix().row(row) {
                    for (at, factor) in spread[column].iter().enumerate() {
                        entries[at] += sign * a * factor;
                        magnitude[at] += (a * factor).abs();
                    }
                }
                for (entry, magnitude) in entries.iter_mut().zip(&magnitude) {
                    if entry.abs() <= ROUNDING * magnitude {
                        *entry = 0.0;
                    }
                }
                if let Some(multiplier) = multiplier {
                    entries[multiplier] += 1.0;
                }
            }
            Slack::Width { below, width, normal } => {
                q[at] = width;
                entries[below] -= 1.0;
                if let Some((normal, slope)) = normal {
                    entries[normal] += slope;
                }
            }
        }
    }
    (matrix, q)
}

/// The unbounded rows f as functions of the others, x_f = g + G x_r.
struct FreeRows {
    rows: Vec<usize>,
    others: Vec<usize>,
    /// \[G g\] column by column, each with an entry per unbounded row.
    follow: Vec<Vec<f64>>,
}

/// An entry of M below this share of the terms it is summed from is zero: the
/// elimination of free rows may cancel all of a row, and its rounding must not
/// be taken for a matrix.
const ROUNDING: f64 = 1e-12;
/// Pivots of A_ff below this share of the largest make it singular.
const SINGULAR: f64 = 1e-12;

impl FreeRows {
    /// `None` without such rows or when A_ff is singular.
    fn new(problem: &Problem, rows: Vec<usize>) -> Option<Self> {
        if rows.is_empty() {
            return None;
        }
        let n = problem.size();
        let others: Vec<usize> = (0..n).filter(|row| rows.binary_search(row).is_err()).collect();
        let matrix = problem.matrix();
        let size = rows.len();
        let mut factor = DenseLu::default();
        for (at, entry) in factor.begin(size).iter_mut().enumerate() {
            *entry = matrix.get(rows[at / size], rows[at % size]);
        }
        factor.factorise().ok()?;
        let largest = factor.pivots().fold(0.0, f64::max);
        if factor.pivots().any(|pivot| pivot <= SINGULAR * largest) {
            return None;
        }
        let of_others = others
            .iter()
            .map(|&column| rows.iter().map(|&row| -matrix.get(row, column)).collect::<Vec<_>>());
        let constant = rows.iter().map(|&row| -problem.b()[row]).collect();
        let mut follow: Vec<Vec<f64>> = of_others.chain([constant]).collect();
        follow.iter_mut().for_each(|column| factor.solve(column));
        Some(Self { rows, others, follow })
    }

    fn fill(&self, origin: &mut [f64], spread: &mut [Vec<f64>]) {
        for (at, &row) in self.rows.iter().enumerate() {
            let mut constant = self.follow[self.others.len()][at];
            let mut line = vec![0.0; spread[row].len()];
            for (j, &other) in self.others.iter().enumerate() {
                let factor = self.follow[j][at];
                constant += factor * origin[other];
                for (entry, value) in line.iter_mut().zip(&spread[other]) {
                    *entry += factor * value;
                }
            }
            origin[row] = constant;
            spread[row] = line;
        }
    }
}

#[cfg(test)]
mod tests {
    use stickslip_linalg::SparseMatrix;

    use super::*;
    use crate::problem::{FrictionContact, Kind, ProblemData};

    /// A solution of the standard form by hand gives one of the problem.
    #[test]
    fn each_sort_of_row_has_its_form() {
        let (least, most) = (f64::NEG_INFINITY, f64::INFINITY);
        let a = SparseMatrix::diagonal_matrix(&[2.0; 5]);
        let b = vec![-2.0, 4.0, -8.0, 6.0, 1.0];
        let mut data = ProblemData::assembled("sorts", Kind::Blcp, a, b);
        data.lo = vec![0.5, least, -1.0, least, 0.25];
        data.hi = vec![most, -3.0, 2.0, most, 0.25];
        let form = LcpForm::new(&Problem::new(data).expect("valid"));
        // z: row 0, row 1, row 2, multiplier of row 2; w = (0, −2, −4, 0, ·).
        assert_eq!(form.size(), 4);
        let z = [0.5, 0.0, 3.0, 4.0];
        assert_eq!(form.recover(&z), vec![1.0, -3.0, 2.0, -3.0, 0.25]);
        let slack: Vec<f64> = form
            .matrix
            .chunks(4)
            .zip(&form.q)
            .map(|(row, q)| q + stickslip_linalg::dot(row, &z))
            .collect();
        assert_eq!(slack, vec![0.0, 2.0, 0.0, 0.0]);
    }

    #[test]
    fn a_slipping_tangent_is_at_the_edge_of_its_cone() {
        let a = SparseMatrix::diagonal_matrix(&[1.0, 1.0]);
        let mut data = ProblemData::assembled("slip", Kind::Blcp, a, vec![-1.0, -2.0]);
        data.contacts.push(FrictionContact {
            normal: 0,
            tangents: vec![1],
            mu: 0.5,
            ..FrictionContact::default()
        });
        let form = LcpForm::new(&Problem::new(data).expect("valid"));
        // x = (1, ½): z_t = x_t + μ x_n = 1 = 2μ x_n, w_t = −3/2 = −y.
        let z = [1.0, 1.0, 1.5];
        assert_eq!(form.recover(&z), vec![1.0, 0.5]);
        for (row, q) in form.matrix.chunks(3).zip(&form.q) {
            assert_eq!(q + stickslip_linalg::dot(row, &z), 0.0);
        }
    }
}
