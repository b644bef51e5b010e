//! Rows deleted from an incomplete factor (suggested in Ho 2022, ch. 7).
//!
//! Without row i of L Lᵀ the trailing block becomes L₃₃L₃₃ᵀ + σσᵀ with
//! σ = L[i+1.., i], as in a complete factor (Lefebvre 2020, Alg 2.3): an update,
//! which cannot break down. Entries outside the pattern of L are dropped, as
//! IC(0) drops them; where none are, the deletion is exact.

use std::collections::BTreeSet;

/// L as it was built, and where the entries of its columns are.
#[derive(Clone, Debug)]
pub struct Whole {
    values: Vec<f64>,
    inverse_diagonal: Vec<f64>,
    /// Rows of each column below its diagonal, ascending, with their places among the values.
    columns: Vec<Vec<(usize, usize)>>,
    /// σ, zero between deletions.
    sigma: Vec<f64>,
}

impl Whole {
    /// Remembers L, given by rows.
    pub fn new(
        row_start: &[usize],
        col_index: &[usize],
        values: &[f64],
        inverse_diagonal: &[f64],
    ) -> Self {
        let n = inverse_diagonal.len();
        let mut columns = vec![Vec::new(); n];
        for row in 0..n {
            for place in row_start[row]..row_start[row + 1] {
                columns[col_index[place]].push((row, place));
            }
        }
        Self {
            values: values.to_vec(),
            inverse_diagonal: inverse_diagonal.to_vec(),
            columns,
            sigma: vec![0.0; n],
        }
    }

    /// Writes L without the rows that are not `active`.
    pub fn without(&mut self, active: &[bool], values: &mut [f64], inverse_diagonal: &mut [f64]) {
        values.copy_from_slice(&self.values);
        inverse_diagonal.copy_from_slice(&self.inverse_diagonal);
        for row in (0..active.len()).filter(|&row| !active[row]) {
            self.delete(row, values, inverse_diagonal);
        }
    }

    /// The kernel of [`crate::DowndatableFactor::remove`] on sparse columns.
    fn delete(&mut self, at: usize, values: &mut [f64], inverse_diagonal: &mut [f64]) {
        let mut reached = BTreeSet::new();
        for &(row, place) in &self.columns[at] {
            self.sigma[row] = values[place];
            reached.insert(row);
        }
        let mut beta = 1.0;
        while let Some(k) = reached.pop_first() {
            let x = std::mem::take(&mut self.sigma[k]);
            if x == 0.0 {
                continue;
            }
            let y = 1.0 / inverse_diagonal[k];
            let root = (y * y + x * x / beta).sqrt();
            let gamma = beta * y * y + x * x;
            beta += x * x / (y * y);
            let (ratio, stretch, mix) = (x / y, root / y, root * x / gamma);
            inverse_diagonal[k] = 1.0 / root;
            for &(row, place) in &self.columns[k] {
                let sigma = &mut self.sigma[row];
                *sigma -= ratio * values[place];
                values[place] = stretch * values[place] + mix * *sigma;
                reached.insert(row);
            }
        }
    }
}
