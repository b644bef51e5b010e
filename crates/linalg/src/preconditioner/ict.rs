//! Incomplete Cholesky with fill, small entries dropped (Ho 2022, Alg 5, with
//! magnitudes compared where the listing compares signed numbers).
//!
//! Column i is complete when columns k < i with lᵢₖ ≠ 0 are subtracted; entries
//! with |lⱼᵢ| < τᵢ = ε‖aᵢ‖ are dropped before and after the division by lᵢᵢ,
//! aᵢ the lower part of column i, and of the rest the p largest are kept.
//! What is dropped can make a pivot negative: that is a breakdown, or, where the
//! diagonal is raised against it (§6.2.1), the factor begins anew with
//! A + γ diag(A), γ doubled until it succeeds.

use super::compensated::MAX_TRIES;
use super::lower::Lower;
use super::zero_fill::ROUNDING;
use super::{
    BuildReport, Built, Parameters, Preconditioner, PreconditionerEntry, PreconditionerError,
    Source,
};

/// The line of the table.
pub const ENTRY: PreconditionerEntry = PreconditionerEntry {
    name: "ict",
    summary: "incomplete Cholesky with fill above a drop tolerance, the largest entries kept",
    local: false,
    build,
};

/// The line of the factor that raises the diagonal.
pub const COMPENSATED: PreconditionerEntry = PreconditionerEntry {
    name: "ict-compensated",
    summary: "ict of a shifted matrix, the shift doubled until it succeeds",
    local: false,
    build: build_compensated,
};

/// No further column.
const NONE: usize = usize::MAX;

fn build(source: &dyn Source, parameters: &Parameters) -> Built {
    let lower = Lower::new(source, parameters.scaling);
    let columns = factorised(&lower, parameters)?;
    Ok(finished(lower, columns, BuildReport::default()))
}

fn build_compensated(source: &dyn Source, parameters: &Parameters) -> Built {
    let plain = Lower::new(source, parameters.scaling);
    let mut raised = Lower::new(source, parameters.scaling);
    let (mut gamma, mut row) = (parameters.shift, 0);
    for tries in 0..=MAX_TRIES {
        match factorised(&raised, parameters) {
            Ok(columns) => {
                let report =
                    BuildReport { shifts: tries, refactorisations: tries, ..Default::default() };
                return Ok(finished(raised, columns, report));
            }
            Err(PreconditionerError::Pivot { row: at, .. }) => row = at,
            Err(other) => return Err(other),
        }
        for row in (0..raised.diagonal.len()).filter(|&row| plain.is_active(row)) {
            raised.diagonal[row] = plain.diagonal[row] + plain.shift(parameters, gamma, row);
        }
        gamma *= 2.0;
    }
    Err(PreconditionerError::Exhausted { row, tries: MAX_TRIES })
}

fn factorised(lower: &Lower, parameters: &Parameters) -> Result<Columns, PreconditionerError> {
    let mut columns = Columns::new(lower);
    columns.factorise(lower, parameters)?;
    Ok(columns)
}

fn finished(lower: Lower, columns: Columns, report: BuildReport) -> Box<dyn Preconditioner> {
    let (row_start, col_index, values) = columns.by_rows();
    Box::new(lower.finish(row_start, col_index, values, columns.diagonal, report))
}

/// The factor by columns while it grows.
struct Columns {
    start: Vec<usize>,
    row_index: Vec<usize>,
    values: Vec<f64>,
    diagonal: Vec<f64>,
    /// For each column the place of its next entry still to be used.
    cursor: Vec<usize>,
    /// Columns whose next entry lies in a row, as lists through `next`.
    head: Vec<usize>,
    next: Vec<usize>,
    /// The column at work: its values, whether a row is in it, and the rows.
    work: Vec<f64>,
    marked: Vec<bool>,
    touched: Vec<usize>,
}

impl Columns {
    fn new(lower: &Lower) -> Self {
        let n = lower.diagonal.len();
        Self {
            start: vec![0],
            row_index: Vec::new(),
            values: Vec::new(),
            diagonal: lower.diagonal.clone(),
            cursor: vec![0; n],
            head: vec![NONE; n],
            next: vec![NONE; n],
            work: vec![0.0; n],
            marked: vec![false; n],
            touched: Vec::new(),
        }
    }

    fn factorise(
        &mut self,
        lower: &Lower,
        parameters: &Parameters,
    ) -> Result<(), PreconditionerError> {
        let n = self.diagonal.len();
        let (starts, rows, entries) = by_columns(lower);
        for i in 0..n {
            let own = starts[i]..starts[i + 1];
            let norm = entries[own.clone()]
                .iter()
                .fold(lower.diagonal[i] * lower.diagonal[i], |sum, value| sum + value * value)
                .sqrt();
            for place in own {
                self.add(rows[place], entries[place]);
            }
            self.subtract_earlier(i);
            let pivot = self.diagonal[i];
            if !(pivot + norm).is_finite() {
                return Err(PreconditionerError::NotFinite { row: i });
            }
            if pivot <= ROUNDING * lower.diagonal[i].abs() {
                return Err(PreconditionerError::Pivot { row: i, pivot });
            }
            self.diagonal[i] = pivot.sqrt();
            self.keep_largest(i, parameters.drop_tolerance * norm, parameters.keep);
        }
        Ok(())
    }

    fn add(&mut self, row: usize, value: f64) {
        if !self.marked[row] {
            self.marked[row] = true;
            self.touched.push(row);
        }
        self.work[row] += value;
    }

    /// Column i minus lᵢₖ times column k, for every earlier k with lᵢₖ ≠ 0.
    fn subtract_earlier(&mut self, i: usize) {
        let mut k = self.head[i];
        while k != NONE {
            let following = self.next[k];
            let place = self.cursor[k];
            let factor = self.values[place];
            self.diagonal[i] -= factor * factor;
            for at in place + 1..self.start[k + 1] {
                self.add(self.row_index[at], -factor * self.values[at]);
            }
            self.cursor[k] = place + 1;
            self.enlist(k);
            k = following;
        }
    }

    /// Puts column k on the list of the row where its next entry lies.
    fn enlist(&mut self, k: usize) {
        let place = self.cursor[k];
        if place < self.start[k + 1] {
            let row = self.row_index[place];
            self.next[k] = self.head[row];
            self.head[row] = k;
        }
    }

    fn keep_largest(&mut self, i: usize, tolerance: f64, keep: usize) {
        let root = self.diagonal[i];
        let mut kept: Vec<(usize, f64)> = Vec::with_capacity(self.touched.len());
        for row in self.touched.drain(..) {
            let value = std::mem::take(&mut self.work[row]);
            self.marked[row] = false;
            if value.abs() >= tolerance && (value / root).abs() >= tolerance && value != 0.0 {
                kept.push((row, value / root));
            }
        }
        if keep > 0 && kept.len() > keep {
            kept.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()).then(a.0.cmp(&b.0)));
            kept.truncate(keep);
        }
        kept.sort_unstable_by_key(|entry| entry.0);
        self.row_index.extend(kept.iter().map(|entry| entry.0));
        self.values.extend(kept.iter().map(|entry| entry.1));
        self.start.push(self.values.len());
        self.cursor[i] = self.start[i];
        self.enlist(i);
    }

    fn by_rows(&self) -> (Vec<usize>, Vec<usize>, Vec<f64>) {
        transpose(&self.start, &self.row_index, &self.values)
    }
}

fn by_columns(lower: &Lower) -> (Vec<usize>, Vec<usize>, Vec<f64>) {
    transpose(&lower.row_start, &lower.col_index, &lower.values)
}

/// Compressed lines of the transposed matrix.
fn transpose(
    start: &[usize],
    index: &[usize],
    values: &[f64],
) -> (Vec<usize>, Vec<usize>, Vec<f64>) {
    let lines = start.len() - 1;
    let mut starts = vec![0; lines + 1];
    for &at in index {
        starts[at + 1] += 1;
    }
    for line in 0..lines {
        starts[line + 1] += starts[line];
    }
    let mut next = starts.clone();
    let (mut indices, mut entries) = (vec![0; index.len()], vec![0.0; index.len()]);
    for line in 0..lines {
        for place in start[line]..start[line + 1] {
            let target = &mut next[index[place]];
            indices[*target] = line;
            entries[*target] = values[place];
            *target += 1;
        }
    }
    (starts, indices, entries)
}
