//! A matrix as the sweeps of a multigrid cycle want it.

use crate::preconditioner::Source;

/// A symmetric matrix in compressed rows without its diagonal: of every row
/// first the columns to the left, then those to the right.
#[derive(Clone, Debug, Default)]
pub struct Level {
    /// First entry of each row, and the end of the last.
    starts: Vec<u32>,
    /// First entry of each row to the right of the diagonal.
    rights: Vec<u32>,
    columns: Vec<u32>,
    values: Vec<f64>,
    diagonal: Vec<f64>,
}

impl Level {
    /// The active rows of a source; the second part is their numbers there.
    /// The error is the first row whose diagonal is not positive.
    pub fn of_active(source: &dyn Source) -> Result<(Self, Vec<u32>), (usize, f64)> {
        let rows: Vec<u32> =
            (0..source.size() as u32).filter(|&row| source.is_active(row as usize)).collect();
        let mut number = vec![u32::MAX; source.size()];
        rows.iter().zip(0..).for_each(|(&row, at)| number[row as usize] = at);
        let mut level = Self::default();
        level.starts.push(0);
        for &row in &rows {
            let row = row as usize;
            let pivot = source.diagonal(row) + source.shift(row);
            if pivot.is_nan() || pivot <= 0.0 {
                return Err((row, pivot));
            }
            let mut right = None;
            source.for_each_entry(row, &mut |column, value| {
                if column > row && right.is_none() {
                    right = Some(level.values.len() as u32);
                }
                if column != row && number[column] != u32::MAX {
                    level.columns.push(number[column]);
                    level.values.push(value);
                }
            });
            level.rights.push(right.unwrap_or(level.values.len() as u32));
            level.starts.push(level.values.len() as u32);
            level.diagonal.push(pivot);
        }
        Ok((level, rows))
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.diagonal.len()
    }

    /// Numbers stored.
    pub fn stored(&self) -> usize {
        self.values.len() + self.diagonal.len()
    }

    /// The diagonal.
    pub fn diagonal(&self) -> &[f64] {
        &self.diagonal
    }

    /// Columns and values of a row without its diagonal.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.part(self.starts[row], self.starts[row + 1])
    }

    fn part(&self, from: u32, to: u32) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = from as usize..to as usize;
        let columns = self.columns[range.clone()].iter().map(|&column| column as usize);
        columns.zip(self.values[range].iter().copied())
    }

    fn left(&self, row: usize, x: &[f64]) -> f64 {
        self.part(self.starts[row], self.rights[row]).map(|(at, value)| value * x[at]).sum()
    }

    fn right(&self, row: usize, x: &[f64]) -> f64 {
        self.part(self.rights[row], self.starts[row + 1]).map(|(at, value)| value * x[at]).sum()
    }

    /// A forward sweep from zero, (D + L) x = r, and what it leaves:
    /// r − A x = −U x.
    pub fn sweep_forward(&self, r: &[f64], x: &mut [f64], left: &mut [f64]) {
        for row in 0..self.rows() {
            x[row] = (r[row] - self.left(row, x)) / self.diagonal[row];
        }
        for row in 0..self.rows() {
            left[row] = -self.right(row, x);
        }
    }

    /// A backward sweep from x: the adjoint of the forward one.
    pub fn sweep_backward(&self, r: &[f64], x: &mut [f64]) {
        for row in (0..self.rows()).rev() {
            let others = self.left(row, x) + self.right(row, x);
            x[row] = (r[row] - others) / self.diagonal[row];
        }
    }

    /// r −= A x.
    pub fn subtract_product(&self, x: &[f64], r: &mut [f64]) {
        for row in 0..self.rows() {
            r[row] -= self.diagonal[row] * x[row] + self.left(row, x) + self.right(row, x);
        }
    }

    /// Pᵀ A P, where P puts each row into its aggregate.
    pub fn summed(&self, aggregate: &[u32], count: usize) -> Self {
        let mut starts = vec![0_u32; count + 1];
        aggregate.iter().for_each(|&group| starts[group as usize + 1] += 1);
        for group in 0..count {
            starts[group + 1] += starts[group];
        }
        let mut members = vec![0_u32; aggregate.len()];
        let mut next = starts.clone();
        for (row, &group) in aggregate.iter().enumerate() {
            members[next[group as usize] as usize] = row as u32;
            next[group as usize] += 1;
        }
        let mut coarse = Self::default();
        coarse.starts.push(0);
        let mut place = vec![u32::MAX; count];
        let mut entries: Vec<(u32, f64)> = Vec::new();
        for group in 0..count {
            entries.clear();
            let mut diagonal = 0.0;
            for &row in &members[starts[group] as usize..starts[group + 1] as usize] {
                diagonal += self.diagonal[row as usize];
                for (column, value) in self.row(row as usize) {
                    let other = aggregate[column];
                    if other as usize == group {
                        diagonal += value;
                    } else if place[other as usize] == u32::MAX {
                        place[other as usize] = entries.len() as u32;
                        entries.push((other, value));
                    } else {
                        entries[place[other as usize] as usize].1 += value;
                    }
                }
            }
            entries.iter().for_each(|&(other, _)| place[other as usize] = u32::MAX);
            entries.sort_unstable_by_key(|entry| entry.0);
            let split = entries.partition_point(|entry| (entry.0 as usize) < group);
            coarse.rights.push((coarse.values.len() + split) as u32);
            coarse.columns.extend(entries.iter().map(|entry| entry.0));
            coarse.values.extend(entries.iter().map(|entry| entry.1));
            coarse.starts.push(coarse.values.len() as u32);
            coarse.diagonal.push(diagonal);
        }
        coarse
    }
}
