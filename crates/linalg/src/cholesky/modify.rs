//! Changes of a factor in place: rank-one updates, rows leaving and returning.

use std::sync::Arc;

use super::{CholeskyError, CholeskyFactor};
use crate::SparseMatrix;

/// Whether w wᵀ is added or taken away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
}

impl CholeskyFactor {
    /// L Lᵀ ← L Lᵀ + w wᵀ for a sparse w given as (row of A, value). The
    /// pattern of w must lie inside one analysed row pattern.
    pub fn add_rank_one(&mut self, entries: &[(usize, f64)]) {
        // An update of a positive definite matrix cannot fail.
        let _ = self.rank_one(entries, Sign::Plus);
    }

    /// L Lᵀ ← L Lᵀ − w wᵀ. On error the factor is spoilt: factor anew.
    pub fn subtract_rank_one(&mut self, entries: &[(usize, f64)]) -> Result<(), CholeskyError> {
        self.rank_one(entries, Sign::Minus)
    }

    fn rank_one(&mut self, entries: &[(usize, f64)], sign: Sign) -> Result<(), CholeskyError> {
        let analysis = Arc::clone(&self.analysis);
        let mut work = std::mem::take(&mut self.permuted);
        work.fill(0.0);
        let mut first = usize::MAX;
        for &(row, value) in entries {
            let at = analysis.position[row];
            work[at] = value;
            first = first.min(at);
        }
        let result =
            if first == usize::MAX { Ok(()) } else { self.change_path(&mut work, first, sign) };
        self.permuted = work;
        result
    }

    /// Row `row` of A leaves: with σ its column of L below the diagonal, the
    /// trailing block becomes L₃₃L₃₃ᵀ + σσᵀ (Lefebvre 2020, Alg 2.3), which
    /// cannot break down.
    pub fn remove(&mut self, row: usize) {
        if !self.active[row] {
            return;
        }
        self.active[row] = false;
        let analysis = Arc::clone(&self.analysis);
        let at = analysis.position[row];
        let panel = &analysis.panels[analysis.panel_of[at]];
        let local = at - panel.begin;
        for &(index, place) in
            &analysis.row_panels[analysis.row_panel_starts[at]..analysis.row_panel_starts[at + 1]]
        {
            let other = &analysis.panels[index];
            for k in 0..other.width {
                self.values[other.values_begin + k * other.height + place] = 0.0;
            }
        }
        for k in 0..local {
            self.values[panel.values_begin + k * panel.height + local] = 0.0;
        }
        let mut work = std::mem::take(&mut self.permuted);
        work.fill(0.0);
        let begin = panel.values_begin + local * panel.height;
        let column = &mut self.values[begin + local..begin + panel.height];
        column[0] = 1.0;
        let rows = &analysis.panel_rows(panel)[local + 1..];
        for (value, &target) in column[1..].iter_mut().zip(rows) {
            work[target] = *value;
            *value = 0.0;
        }
        if let Some(first) = rows.iter().copied().find(|&target| work[target] != 0.0) {
            // An update of a positive definite matrix cannot fail.
            let _ = self.change_path(&mut work, first, Sign::Plus);
        }
        self.permuted = work;
    }

    /// Row `row` of A + diag(shift) returns: L₁₁ l₁₂ = a₁₂ by a sparse forward
    /// solve, l₂₂² = a₂₂ − ‖l₁₂‖², l₃₂ = (a₃₂ − L₃₁ l₁₂)/l₂₂, and the trailing
    /// block loses l₃₂l₃₂ᵀ (Davis and Hager 2005). On error the factor is
    /// spoilt: factor anew.
    pub fn restore(
        &mut self,
        matrix: &SparseMatrix,
        row: usize,
        shift: f64,
    ) -> Result<(), CholeskyError> {
        if self.active[row] {
            return Ok(());
        }
        let analysis = Arc::clone(&self.analysis);
        self.active[row] = true;
        let at = analysis.position[row];
        let mut work = std::mem::take(&mut self.permuted);
        work.fill(0.0);
        for (col, value) in matrix.row(row) {
            if self.active[col] {
                work[analysis.position[col]] = value;
            }
        }
        let mut pivot = work[at] + shift;
        let size = pivot.abs();
        work[at] = 0.0;
        for &(index, place) in
            &analysis.row_panels[analysis.row_panel_starts[at]..analysis.row_panel_starts[at + 1]]
        {
            pivot -= self.forward_column_block(&mut work, index, usize::MAX, place);
        }
        let own = analysis.panel_of[at];
        let local = at - analysis.panels[own].begin;
        pivot -= self.forward_column_block(&mut work, own, local, local);
        let failed = if pivot > 1e-14 * size {
            let panel = &analysis.panels[own];
            let diagonal = pivot.sqrt();
            let begin = panel.values_begin + local * panel.height;
            let column = &mut self.values[begin + local..begin + panel.height];
            column[0] = diagonal;
            let rows = &analysis.panel_rows(panel)[local + 1..];
            let mut first = usize::MAX;
            work[..=at].fill(0.0);
            for (value, &target) in column[1..].iter_mut().zip(rows) {
                work[target] /= diagonal;
                *value = work[target];
                if *value != 0.0 && first == usize::MAX {
                    first = target;
                }
            }
            first != usize::MAX && self.change_path(&mut work, first, Sign::Minus).is_err()
        } else {
            true
        };
        self.permuted = work;
        if failed { Err(CholeskyError::NotPositiveDefinite) } else { Ok(()) }
    }

    /// Forward substitution through (the first `columns` of) one panel on
    /// `work`; writes the solved entries into row place `place` of the panel
    /// and returns the sum of their squares.
    fn forward_column_block(
        &mut self,
        work: &mut [f64],
        index: usize,
        columns: usize,
        place: usize,
    ) -> f64 {
        let analysis = Arc::clone(&self.analysis);
        let panel = &analysis.panels[index];
        let rows = analysis.panel_rows(panel);
        let mut squares = 0.0;
        for k in 0..panel.width.min(columns) {
            let begin = panel.values_begin + k * panel.height;
            let column = &mut self.values[begin..begin + panel.height];
            let value = work[panel.begin + k] / column[k];
            if value != 0.0 {
                for (entry, &row) in column[k + 1..].iter().zip(&rows[k + 1..]) {
                    work[row] -= entry * value;
                }
            }
            column[place] = value;
            squares += value * value;
        }
        squares
    }

    /// The rank-one change along the path of the elimination tree that begins
    /// at column `first`: with r = √(l² ± w²), c = r/l, s = w/l, each entry
    /// below becomes l ← (l ± s w)/c, then w ← c w − s l.
    fn change_path(
        &mut self,
        work: &mut [f64],
        first: usize,
        sign: Sign,
    ) -> Result<(), CholeskyError> {
        let analysis = Arc::clone(&self.analysis);
        let mut gathered = std::mem::take(&mut self.gathered);
        let mut column = first;
        let mut result = Ok(());
        'path: loop {
            let panel = &analysis.panels[analysis.panel_of[column]];
            let rows = analysis.panel_rows(panel);
            let local = column - panel.begin;
            let w = &mut gathered[..panel.height];
            for (value, &row) in w[local..].iter_mut().zip(&rows[local..]) {
                *value = work[row];
            }
            for k in local..panel.width {
                let pivot = w[k];
                if pivot == 0.0 {
                    continue;
                }
                let begin = panel.values_begin + k * panel.height;
                let entries = &mut self.values[begin + k..begin + panel.height];
                let diagonal = entries[0];
                let square = match sign {
                    Sign::Plus => diagonal * diagonal + pivot * pivot,
                    Sign::Minus => (diagonal - pivot) * (diagonal + pivot),
                };
                if square.is_nan() || square <= 0.0 {
                    result = Err(CholeskyError::NotPositiveDefinite);
                    break 'path;
                }
                let root = square.sqrt();
                let (cosine, sine) = (root / diagonal, pivot / diagonal);
                let inverse = 1.0 / cosine;
                let signed = if sign == Sign::Plus { sine } else { -sine };
                entries[0] = root;
                for (entry, w) in entries[1..].iter_mut().zip(&mut w[k + 1..]) {
                    let changed = (*entry + signed * *w) * inverse;
                    *w = cosine * *w - sine * changed;
                    *entry = changed;
                }
            }
            if panel.width == panel.height {
                break;
            }
            for (value, &row) in w[panel.width..].iter().zip(&rows[panel.width..]) {
                work[row] = *value;
            }
            column = rows[panel.width];
        }
        self.gathered = gathered;
        result
    }
}
