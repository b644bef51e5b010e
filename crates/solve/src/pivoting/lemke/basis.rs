//! The explicit inverse of Lemke's basis, a dense row operation per pivot.

use stickslip_linalg::{DenseLu, infinity_norm};

use crate::problem::LcpForm;

/// A variable of s − M z − e z₀ = q.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variable {
    Slack(usize),
    Impulse(usize),
    Artificial,
}

impl Variable {
    /// The other half of its pair; the artificial variable has none.
    fn partner(self) -> Option<Self> {
        match self {
            Self::Slack(row) => Some(Self::Impulse(row)),
            Self::Impulse(row) => Some(Self::Slack(row)),
            Self::Artificial => None,
        }
    }
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The artificial variable is zero.
    Solved,
    /// Nothing blocks the entering variable.
    Ray,
    /// A number overflowed.
    Overflow,
    /// This variable enters.
    Enter(Variable),
}

/// Two ratios nearer than this, relative to the larger and to one, are equal.
const TIE: f64 = 1e-12;

/// B⁻¹ \[q I\] in the scaling z = D z', s = D⁻¹ s', which makes the entries of
/// D M D comparable, and ‖D q‖∞ = 1.
pub struct Basis {
    size: usize,
    matrix: Vec<f64>,
    q: Vec<f64>,
    /// D times the scale of q: back from the scaled z.
    unscale: Vec<f64>,
    basic: Vec<Variable>,
    /// Row i is (B⁻¹q)ᵢ, then (B⁻¹)ᵢ.
    rows: Vec<Vec<f64>>,
    pivot_tolerance: f64,
}

impl Basis {
    /// All slacks basic.
    pub fn new(form: &LcpForm, pivot_tolerance: f64) -> Self {
        let size = form.size();
        let scale = equilibrate(&form.matrix, size);
        let mut matrix = form.matrix.clone();
        for row in 0..size {
            for column in 0..size {
                matrix[row * size + column] *= scale[row] * scale[column];
            }
        }
        let q: Vec<f64> = form.q.iter().zip(&scale).map(|(q, scale)| q * scale).collect();
        let largest = infinity_norm(&q);
        let largest = if largest > 0.0 { largest } else { 1.0 };
        let q: Vec<f64> = q.iter().map(|q| q / largest).collect();
        let rows = (0..size)
            .map(|row| {
                let mut line = vec![0.0; size + 1];
                line[0] = q[row];
                line[row + 1] = 1.0;
                line
            })
            .collect();
        let unscale = scale.iter().map(|scale| scale * largest).collect();
        let basic = (0..size).map(Variable::Slack).collect();
        Self { size, matrix, q, unscale, basic, rows, pivot_tolerance }
    }

    /// Solved if q ≥ 0; else z₀ enters where q is lexicographically least.
    pub fn start(&mut self) -> Step {
        let mut least = None;
        for row in 0..self.size {
            // Among equal qᵢ the later row of the identity is the smaller.
            if self.q[row] < 0.0 && least.is_none_or(|best: usize| self.q[row] <= self.q[best]) {
                least = Some(row);
            }
        }
        match least {
            None => Step::Solved,
            Some(row) => {
                let direction = self.direction(Variable::Artificial);
                self.exchange(row, Variable::Artificial, &direction)
            }
        }
    }

    /// Brings `entering` into the basis.
    pub fn enter(&mut self, entering: Variable) -> Step {
        let direction = self.direction(entering);
        if !infinity_norm(&direction).is_finite() {
            return Step::Overflow;
        }
        match self.leaving_row(&direction) {
            None => Step::Ray,
            Some(row) => self.exchange(row, entering, &direction),
        }
    }

    /// z, in the scale of the form.
    pub fn solution(&self) -> Vec<f64> {
        let mut z = vec![0.0; self.size];
        for (variable, row) in self.basic.iter().zip(&self.rows) {
            if let Variable::Impulse(at) = *variable {
                z[at] = row[0].max(0.0) * self.unscale[at];
            }
        }
        z
    }

    /// The z that are basic, ascending.
    pub fn positive(&self) -> Vec<usize> {
        let mut positive: Vec<usize> = self
            .basic
            .iter()
            .filter_map(|&variable| match variable {
                Variable::Impulse(at) => Some(at),
                _ => None,
            })
            .collect();
        positive.sort_unstable();
        positive
    }

    /// Replaces the updated inverse by a fresh one; false, and no change, when
    /// the basis is numerically singular.
    pub fn invert(&mut self) -> bool {
        let size = self.size;
        let mut basis = DenseLu::default();
        let entries = basis.begin(size);
        for (j, &variable) in self.basic.iter().enumerate() {
            for (i, value) in self.column(variable).into_iter().enumerate() {
                entries[i * size + j] = value;
            }
        }
        if basis.factorise().is_err() {
            return false;
        }
        let mut columns = Vec::with_capacity(size + 1);
        for at in 0..=size {
            let mut column = match at {
                0 => self.q.clone(),
                _ => self.column(Variable::Slack(at - 1)),
            };
            basis.solve(&mut column);
            if !infinity_norm(&column).is_finite() {
                return false;
            }
            columns.push(column);
        }
        for (i, row) in self.rows.iter_mut().enumerate() {
            for (value, column) in row.iter_mut().zip(&columns) {
                *value = column[i];
            }
        }
        true
    }

    /// The column of a variable in \[I −M −e\].
    fn column(&self, variable: Variable) -> Vec<f64> {
        let size = self.size;
        match variable {
            Variable::Slack(at) => (0..size).map(|row| f64::from(u8::from(row == at))).collect(),
            Variable::Impulse(at) => (0..size).map(|row| -self.matrix[row * size + at]).collect(),
            Variable::Artificial => vec![-1.0; size],
        }
    }

    /// B⁻¹ times that column: how fast the basic variables fall. A sum that is
    /// only rounding is zero.
    fn direction(&self, entering: Variable) -> Vec<f64> {
        let column = self.column(entering);
        let fall = |row: &Vec<f64>| {
            let terms = row[1..].iter().zip(&column).map(|(inverse, entry)| inverse * entry);
            let (sum, magnitude) =
                terms.fold((0.0, 0.0), |(sum, size), term| (sum + term, size + term.abs()));
            if sum.abs() > self.pivot_tolerance * magnitude { sum } else { 0.0 }
        };
        self.rows.iter().map(fall).collect()
    }

    /// The row whose \[B⁻¹q B⁻¹\]ᵢ/dᵢ is lexicographically least, dᵢ > 0. The
    /// artificial variable leaves whenever it is among the least ratios.
    fn leaving_row(&self, direction: &[f64]) -> Option<usize> {
        let floor = self.pivot_tolerance * infinity_norm(direction);
        let mut rows: Vec<usize> = (0..self.size).filter(|&row| direction[row] > floor).collect();
        for place in 0..=self.size {
            let ratio = |row: usize| self.rows[row][place] / direction[row];
            let least = rows.iter().map(|&row| ratio(row)).fold(f64::INFINITY, f64::min);
            rows.retain(|&row| {
                ratio(row) - least <= TIE * least.abs().max(ratio(row).abs()).max(1.0)
            });
            let artificial =
                rows.iter().copied().find(|&row| self.basic[row] == Variable::Artificial);
            if place == 0 && artificial.is_some() {
                return artificial;
            }
            if rows.len() <= 1 {
                break;
            }
        }
        rows.first().copied()
    }

    /// The row operations of a pivot; says what enters next.
    fn exchange(&mut self, pivot: usize, entering: Variable, direction: &[f64]) -> Step {
        let mut source = std::mem::take(&mut self.rows[pivot]);
        for value in &mut source {
            *value /= direction[pivot];
        }
        for (row, &factor) in self.rows.iter_mut().zip(direction) {
            if factor != 0.0 {
                // The row taken out is empty, so nothing happens to it.
                for (value, other) in row.iter_mut().zip(&source) {
                    *value -= factor * other;
                }
            }
        }
        self.rows[pivot] = source;
        let leaving = std::mem::replace(&mut self.basic[pivot], entering);
        leaving.partner().map_or(Step::Solved, Step::Enter)
    }
}

/// Symmetric scaling d with max(|dᵢ mᵢⱼ dⱼ|) of every row and column near one.
fn equilibrate(matrix: &[f64], size: usize) -> Vec<f64> {
    let mut scale = vec![1.0; size];
    for _ in 0..5 {
        let mut largest = vec![0.0_f64; size];
        for row in 0..size {
            for column in 0..size {
                let value = (scale[row] * matrix[row * size + column] * scale[column]).abs();
                largest[row] = largest[row].max(value);
                largest[column] = largest[column].max(value);
            }
        }
        for (scale, largest) in scale.iter_mut().zip(largest) {
            if largest > 0.0 {
                *scale /= largest.sqrt();
            }
        }
    }
    scale
}
