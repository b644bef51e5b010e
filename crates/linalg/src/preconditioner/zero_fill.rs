//! IC(0) row by row, with a sign per column (Ho 2022, Alg 4 and 6).
//!
//! lᵢₖ = ηₖ (aᵢₖ − Σ_{j<k} ηⱼ lᵢⱼ lₖⱼ) / lₖₖ  where aᵢₖ is stored,
//! pᵢ = aᵢᵢ − Σ_{j<i} ηⱼ lᵢⱼ²,  ηᵢ = sign pᵢ,  lᵢᵢ = √|pᵢ|

use super::lower::Lower;
use super::{BuildReport, PreconditionerError, TriangularFactor};

/// A pivot below this share of the diagonal of A is rounding.
pub const ROUNDING: f64 = 1e-14;

/// What to do with a pivot that is not positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PivotRule {
    /// Report the breakdown.
    Refuse,
    /// Take √|p| with η = −1; a pivot that is only rounding is replaced by the
    /// diagonal of A, as if nothing had been eliminated from it.
    Imaginary,
}

/// A factorisation that can be taken up again at any row.
pub struct ZeroFill {
    /// What is factored.
    pub lower: Lower,
    /// Added to the diagonal.
    pub shift: Vec<f64>,
    values: Vec<f64>,
    roots: Vec<f64>,
    signs: Vec<f64>,
    /// ηⱼ lᵢⱼ of the current row i, zero elsewhere.
    scattered: Vec<f64>,
    replaced: usize,
}

impl ZeroFill {
    /// Nothing factored yet.
    pub fn new(lower: Lower) -> Self {
        let n = lower.diagonal.len();
        Self {
            values: vec![0.0; lower.values.len()],
            shift: vec![0.0; n],
            roots: vec![1.0; n],
            signs: vec![1.0; n],
            scattered: vec![0.0; n],
            lower,
            replaced: 0,
        }
    }

    /// Factors the rows from `first` on; those before must be done.
    pub fn run(&mut self, first: usize, rule: PivotRule) -> Result<(), PreconditionerError> {
        for row in first..self.roots.len() {
            let range = self.lower.range(row);
            let full = self.lower.diagonal[row] + self.shift[row];
            let mut pivot = full;
            for place in range.clone() {
                let col = self.lower.col_index[place];
                let before = self.lower.range(col);
                let known: f64 = self.values[before.clone()]
                    .iter()
                    .zip(&self.lower.col_index[before])
                    .map(|(value, &at)| value * self.scattered[at])
                    .sum();
                let entry = self.signs[col] * (self.lower.values[place] - known) / self.roots[col];
                self.values[place] = entry;
                self.scattered[col] = self.signs[col] * entry;
                pivot -= self.scattered[col] * entry;
            }
            for place in range {
                self.scattered[self.lower.col_index[place]] = 0.0;
            }
            self.accept(row, pivot, full.abs(), rule)?;
        }
        Ok(())
    }

    fn accept(
        &mut self,
        row: usize,
        pivot: f64,
        size: f64,
        rule: PivotRule,
    ) -> Result<(), PreconditionerError> {
        if !pivot.is_finite() {
            return Err(PreconditionerError::NotFinite { row });
        }
        let is_rounding = pivot.abs() <= ROUNDING * size;
        if rule == PivotRule::Refuse && (pivot <= 0.0 || is_rounding) {
            return Err(PreconditionerError::Pivot { row, pivot });
        }
        self.replaced += usize::from(is_rounding);
        let pivot = match is_rounding {
            // A row without any entries has no scale: it stands for itself.
            true if size > 0.0 => size,
            true => 1.0,
            false => pivot,
        };
        self.signs[row] = pivot.signum();
        self.roots[row] = pivot.abs().sqrt();
        Ok(())
    }

    /// The factor; `report` has what only the caller knows.
    pub fn finish(self, report: BuildReport) -> TriangularFactor {
        let report = BuildReport {
            imaginary_columns: self.signs.iter().filter(|&&sign| sign < 0.0).count(),
            replaced_pivots: self.replaced,
            ..report
        };
        let (row_start, col_index) = (self.lower.row_start.clone(), self.lower.col_index.clone());
        self.lower.finish(row_start, col_index, self.values, self.roots, report)
    }
}
