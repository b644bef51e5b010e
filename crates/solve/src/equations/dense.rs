//! Laws over an A without zeros.
//!
//! A soft body brings (H⁻¹)_SS, a dense block of H⁻¹ over the vertices that touch, and a tree
//! of joints rows of J over all ancestors, so that J H⁻¹ Jᵀ of their contacts has hardly a
//! zero. P Δx + Q J H⁻¹ Jᵀ Δx = g is then factored as a dense matrix over the rows that do not
//! stand alone. Compliance is part of P.

use stickslip_linalg::{BLOCK, DenseLu, SparseMatrix, in_wide_registers};

use crate::problem::FactoredForm;

/// So many rows are taken however many blocks there are.
const FEW_ROWS: usize = 600;
/// Of more rows, H⁻¹ has to fill this share, or with trees J.
const SHARE: f64 = 0.125;

/// A column and what stands there.
type Entry = (usize, f64);

/// A row of the law that is being made: where its entries of P and Q end.
#[derive(Clone, Copy, Debug)]
struct Line {
    impulse: usize,
    velocity: usize,
}

/// The matrix and its factor; keeps its memory from problem to problem.
#[derive(Debug, Default)]
pub struct DenseEquations {
    size: usize,
    /// J H⁻¹ Jᵀ, row by row.
    response: Vec<f64>,
    /// A row of J H⁻¹.
    motion: Vec<f64>,
    /// Jᵀ row by row, where J is not sparse.
    transposed: Vec<f64>,
    lines: Vec<Line>,
    /// Entries of P and of Q.
    impulse: Vec<Entry>,
    velocity: Vec<Entry>,
    /// The rows that are factored, and the place of every row among them.
    kept: Vec<usize>,
    place: Vec<usize>,
    lu: DenseLu,
    right: Vec<f64>,
}

impl DenseEquations {
    /// Whether a problem has blocks other than those of bodies and vertices, or trees, and
    /// so few rows or zeros that A is best taken as dense.
    pub fn suits(factored: &FactoredForm) -> bool {
        let (inverse, freedoms) = (factored.inertia.inverse(), factored.freedoms());
        let jacobian = &factored.jacobian;
        if factored.inertia.has_trees() {
            return jacobian.rows() <= FEW_ROWS || is_filled(jacobian);
        }
        let is_large = |freedom: usize| inverse.row_slices(freedom).0.len() > BLOCK;
        // Bodies and vertices have three freedoms or six.
        if freedoms.is_multiple_of(3) && !(0..freedoms).any(is_large) {
            return false;
        }
        jacobian.rows() <= FEW_ROWS || is_filled(inverse)
    }

    /// Takes J H⁻¹ Jᵀ of a problem.
    pub fn load(&mut self, factored: &FactoredForm) {
        let (jacobian, inverse) = (&factored.jacobian, factored.inertia.inverse());
        let (size, freedoms) = (jacobian.rows(), factored.freedoms());
        self.size = size;
        self.response.clear();
        self.response.resize(size * size, 0.0);
        self.motion.clear();
        self.motion.resize(freedoms, 0.0);
        let is_filled = is_filled(jacobian);
        if is_filled {
            self.transposed.clear();
            self.transposed.resize(size * freedoms, 0.0);
            for row in 0..size {
                for (freedom, value) in jacobian.row(row) {
                    self.transposed[freedom * size + row] = value;
                }
            }
        }
        for row in 0..size {
            self.motion.fill(0.0);
            for (freedom, value) in jacobian.row(row) {
                add_row(inverse, freedom, value, &mut self.motion);
            }
            if is_filled {
                self.respond(row);
            }
            for other in 0..=row {
                if !is_filled {
                    self.response[row * size + other] = jacobian.row_dot(other, &self.motion);
                }
                self.response[other * size + row] = self.response[row * size + other];
            }
        }
    }

    /// Writes a row of J H⁻¹ Jᵀ up to its diagonal: Σ over the freedoms of what each of them
    /// moves. Every entry is summed in the order of a product of two rows.
    fn respond(&mut self, row: usize) {
        let size = self.size;
        let line = &mut self.response[row * size..=row * size + row];
        let moved = self.motion.iter().zip(self.transposed.chunks_exact(size.max(1)));
        in_wide_registers(
            #[inline(always)]
            || {
                for (&speed, column) in moved.filter(|moved| *moved.0 != 0.0) {
                    line.iter_mut().zip(column).for_each(|(out, entry)| *out += speed * entry);
                }
            },
        );
    }

    /// w = J H⁻¹ Jᵀ x.
    pub fn multiply(&self, x: &[f64], w: &mut [f64]) {
        w.fill(0.0);
        in_wide_registers(
            #[inline(always)]
            || {
                for (&impulse, line) in x.iter().zip(self.response.chunks_exact(self.size)) {
                    if impulse != 0.0 {
                        w.iter_mut().zip(line).for_each(|(out, entry)| *out += impulse * entry);
                    }
                }
            },
        );
    }

    /// Begins a law without rows.
    pub fn begin(&mut self) {
        self.lines.clear();
        self.impulse.clear();
        self.velocity.clear();
    }

    /// Adds the next row: its entries of P and of Q.
    pub fn push(
        &mut self,
        impulse: impl IntoIterator<Item = Entry>,
        velocity: impl IntoIterator<Item = Entry>,
    ) {
        self.impulse.extend(impulse.into_iter().filter(|entry| entry.1 != 0.0));
        self.velocity.extend(velocity.into_iter().filter(|entry| entry.1 != 0.0));
        self.lines.push(Line { impulse: self.impulse.len(), velocity: self.velocity.len() });
    }

    /// The entries of P and Q in a row.
    fn line(&self, row: usize) -> (&[Entry], &[Entry]) {
        let nothing = Line { impulse: 0, velocity: 0 };
        let begin = row.checked_sub(1).map_or(nothing, |before| self.lines[before]);
        let end = self.lines[row];
        (&self.impulse[begin.impulse..end.impulse], &self.velocity[begin.velocity..end.velocity])
    }

    /// The entry of P of a row that has no other.
    fn alone(&self, row: usize) -> Option<f64> {
        match self.line(row) {
            (&[(column, entry)], []) if column == row => Some(entry),
            _ => None,
        }
    }

    /// Factors P + Q J H⁻¹ Jᵀ of all rows; `false` where it is singular.
    pub fn factorise(&mut self) -> bool {
        let mut kept = std::mem::take(&mut self.kept);
        kept.clear();
        kept.extend((0..self.size).filter(|&row| self.alone(row).is_none()));
        self.place.clear();
        self.place.resize(self.size, usize::MAX);
        kept.iter().enumerate().for_each(|(at, &row)| self.place[row] = at);
        let count = kept.len();
        let mut lu = std::mem::take(&mut self.lu);
        let matrix = lu.begin(count);
        for (line, &row) in matrix.chunks_exact_mut(count.max(1)).zip(&kept) {
            let (impulse, velocity) = self.line(row);
            for &(other, factor) in velocity {
                let source = &self.response[other * self.size..(other + 1) * self.size];
                in_wide_registers(
                    #[inline(always)]
                    || match count == self.size {
                        true => {
                            line.iter_mut().zip(source).for_each(|(out, it)| *out += factor * it)
                        }
                        false => {
                            let source = kept.iter().map(|&column| source[column]);
                            line.iter_mut().zip(source).for_each(|(out, it)| *out += factor * it);
                        }
                    },
                );
            }
            for &(column, entry) in impulse {
                if let Some(out) = line.get_mut(self.place[column]) {
                    *out += entry;
                }
            }
        }
        let done = lu.factorise().is_ok();
        (self.kept, self.lu) = (kept, lu);
        done
    }

    /// Overwrites g with Δx.
    pub fn solve(&mut self, g: &mut [f64]) {
        let mut any = false;
        for row in 0..self.size {
            if let Some(entry) = self.alone(row) {
                g[row] /= entry;
                any |= g[row] != 0.0;
            }
        }
        let mut right = std::mem::take(&mut self.right);
        right.clear();
        right.extend(self.kept.iter().map(|&row| {
            let known = if any { self.of_alone(row, g) } else { 0.0 };
            g[row] - known
        }));
        self.lu.solve(&mut right);
        self.kept.iter().zip(&right).for_each(|(&row, &found)| g[row] = found);
        self.right = right;
    }

    /// What the rows that stand alone add to another.
    fn of_alone(&self, row: usize, g: &[f64]) -> f64 {
        let (impulse, velocity) = self.line(row);
        let is_alone = |column: &usize| self.place[*column] == usize::MAX;
        let own = impulse.iter().filter(|entry| is_alone(&entry.0));
        let mut sum: f64 = own.map(|&(column, entry)| entry * g[column]).sum();
        for &(other, factor) in velocity {
            let line = &self.response[other * self.size..(other + 1) * self.size];
            let columns = (0..self.size).filter(is_alone);
            sum += factor * columns.map(|column| line[column] * g[column]).sum::<f64>();
        }
        sum
    }
}

/// Whether a matrix has few zeros.
fn is_filled(matrix: &SparseMatrix) -> bool {
    matrix.stored() as f64 >= SHARE * matrix.rows() as f64 * matrix.cols() as f64
}

/// Adds so many times a row of a matrix to a vector.
fn add_row(matrix: &SparseMatrix, row: usize, factor: f64, sum: &mut [f64]) {
    let (columns, values) = matrix.row_slices(row);
    let (Some(&first), Some(&last)) = (columns.first(), columns.last()) else { return };
    if last - first + 1 == columns.len() {
        let target = &mut sum[first..=last];
        in_wide_registers(
            #[inline(always)]
            || target.iter_mut().zip(values).for_each(|(out, value)| *out += factor * value),
        );
    } else {
        columns.iter().zip(values).for_each(|(&column, value)| sum[column] += factor * value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Inertia;

    /// Two contacts of three rows over a block of nine freedoms.
    fn example() -> FactoredForm {
        let inverse = |i: usize, j: usize| if i == j { 2.0 } else { 1.0 / (2.0 + (i + j) as f64) };
        let row = |i: usize, j: usize| match (3 * i + j) % 4 {
            0 => 0.0,
            other => other as f64 - 1.5 + 0.1 * i as f64,
        };
        let dense = |rows: usize, entry: &dyn Fn(usize, usize) -> f64| {
            let entries: Vec<f64> = (0..rows * 9).map(|at| entry(at / 9, at % 9)).collect();
            SparseMatrix::from_dense(rows, 9, &entries)
        };
        FactoredForm {
            jacobian: dense(6, &row),
            inertia: Inertia::from_inverse(dense(9, &inverse)),
            compliance: vec![0.0; 6],
        }
    }

    /// A row that stands alone, one that follows another, and four with velocities.
    #[test]
    fn the_law_holds_at_what_was_solved_for() {
        let factored = example();
        assert!(DenseEquations::suits(&factored));
        let mut equations = DenseEquations::default();
        equations.load(&factored);
        let mut w = [0.0; 6];
        let g = [0.3, -1.0, 0.0, 2.0, 0.7, 0.1];
        equations.begin();
        equations.push([(0, 0.1)], [(0, 1.0), (1, 0.25)]);
        equations.push([(1, 2.0)], []);
        equations.push([(2, 1.0), (0, -0.6), (1, 0.1)], []);
        for row in 3..6 {
            equations.push([(row, 1e-9)], [(row, 1.0)]);
        }
        assert!(equations.factorise());
        let mut x = g;
        equations.solve(&mut x);
        equations.multiply(&x, &mut w);
        let mut direct = [0.0; 6];
        factored.multiply(&x, &mut direct);
        for row in 0..6 {
            assert!((w[row] - direct[row]).abs() < 1e-12, "{row}");
        }
        let left = [
            0.1 * x[0] + w[0] + 0.25 * w[1],
            2.0 * x[1],
            x[2] - 0.6 * x[0] + 0.1 * x[1],
            1e-9 * x[3] + w[3],
            1e-9 * x[4] + w[4],
            1e-9 * x[5] + w[5],
        ];
        for row in 0..6 {
            assert!((left[row] - g[row]).abs() < 1e-12, "{row}: {} {}", left[row], g[row]);
        }
    }

    #[test]
    fn a_law_that_says_nothing_has_no_factor() {
        let mut equations = DenseEquations::default();
        equations.load(&example());
        equations.begin();
        (0..6).for_each(|_| equations.push([], []));
        assert!(!equations.factorise());
    }
}
