//! Which blocks a factor has, and which of them every elimination changes.

use thiserror::Error;

use crate::{Ordering, SparseMatrix, Triplets};

/// The pattern of a factor. Blocks are stored as: all diagonal blocks in the
/// order of elimination, then the blocks below the diagonal column after
/// column, then their mirror images above it.
#[derive(Clone, Debug)]
pub struct Symbolic {
    /// Place of every block row in the order of elimination.
    pub place: Vec<usize>,
    /// Where the blocks below the diagonal of each column begin.
    pub column_start: Vec<usize>,
    /// Their rows, ascending.
    pub column_rows: Vec<usize>,
    /// For every column and every pair of its rows i < j: the place below the
    /// diagonal of block (j, i).
    pub targets: Vec<u32>,
}

/// The pattern would need more bookkeeping than it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the factor has too many blocks")]
pub struct TooDense;

impl Symbolic {
    /// Orders `size` block rows joined by `pairs` for little fill.
    pub fn new(
        size: usize,
        pairs: &[(usize, usize)],
        most_targets: usize,
    ) -> Result<Self, TooDense> {
        let mut graph = Triplets::new();
        for block in 0..size {
            graph.push(block, block, 1.0);
        }
        for &(a, b) in pairs {
            graph.push(a, b, 1.0);
            graph.push(b, a, 1.0);
        }
        let graph = SparseMatrix::from_triplets(size, size, &graph);
        let order = Ordering::MinimumDegree.permutation(&graph);
        let mut place = vec![0; size];
        for (at, &block) in order.iter().enumerate() {
            place[block] = at;
        }
        let columns = fill(&graph, &order, &place);
        let mut column_start = vec![0];
        let mut column_rows = Vec::new();
        for column in &columns {
            column_rows.extend_from_slice(column);
            column_start.push(column_rows.len());
        }
        let pair_count: usize = columns.iter().map(|rows| rows.len() * rows.len() / 2).sum();
        if pair_count > most_targets || column_rows.len() > u32::MAX as usize {
            return Err(TooDense);
        }
        let mut targets = Vec::with_capacity(pair_count);
        for rows in &columns {
            for (at, &i) in rows.iter().enumerate() {
                let below = &columns[i];
                let mut from = 0;
                for &j in &rows[at + 1..] {
                    // Fill guarantees that j is there; both lists ascend.
                    while below[from] != j {
                        from += 1;
                    }
                    targets.push((column_start[i] + from) as u32);
                }
            }
        }
        Ok(Self { place, column_start, column_rows, targets })
    }

    /// Number of block rows.
    pub fn size(&self) -> usize {
        self.place.len()
    }

    /// Blocks below the diagonal.
    pub fn below(&self) -> usize {
        self.column_rows.len()
    }

    /// The place of block (row, col) among all stored blocks, if it is stored.
    pub fn slot(&self, row: usize, col: usize) -> Option<usize> {
        let (i, j) = (self.place[row], self.place[col]);
        if i == j {
            return Some(i);
        }
        let (low, high) = (i.min(j), i.max(j));
        let rows = &self.column_rows[self.column_start[low]..self.column_start[low + 1]];
        let at = self.column_start[low] + rows.binary_search(&high).ok()?;
        let mirrored = if i > j { 0 } else { self.below() };
        Some(self.size() + mirrored + at)
    }
}

/// Rows below the diagonal of every column of the factor: those of the matrix,
/// and those of the columns whose first row it is.
fn fill(graph: &SparseMatrix, order: &[usize], place: &[usize]) -> Vec<Vec<usize>> {
    let size = order.len();
    let mut columns: Vec<Vec<usize>> = Vec::with_capacity(size);
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); size];
    for at in 0..size {
        let mut rows: Vec<usize> =
            graph.row(order[at]).map(|(block, _)| place[block]).filter(|&row| row > at).collect();
        for &child in &children[at] {
            rows.extend(columns[child].iter().copied().filter(|&row| row > at));
        }
        rows.sort_unstable();
        rows.dedup();
        if let Some(&parent) = rows.first() {
            children[parent].push(at);
        }
        columns.push(rows);
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All pairs of five: columns of 4, 3, 2, 1 and 0 rows need room for
    /// 8 + 4 + 2 + 0 + 0 targets at most, and one less is too little.
    #[test]
    fn the_limit_is_the_count_of_targets() {
        let pairs: Vec<(usize, usize)> =
            (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).collect();
        let full = Symbolic::new(5, &pairs, 14).expect("just enough");
        assert_eq!((full.size(), full.below()), (5, 10));
        assert_eq!(full.targets.len(), 6 + 3 + 1, "pairs of rows of every column");
        assert_eq!(Symbolic::new(5, &pairs, 13).err(), Some(TooDense));
        assert!(Symbolic::new(5, &[], 0).is_ok(), "nothing beside the diagonal");
    }
}
