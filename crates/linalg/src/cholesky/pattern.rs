//! Where the entries of a factor are, without computing any.

use crate::SparseMatrix;

/// The pattern of L in L Lᵀ = P A Pᵀ, column by column: the places of its
/// entries from the diagonal down, ascending. `order[k]` is the row of A that
/// is eliminated k-th; A has a symmetric pattern, and numbers that happen to
/// cancel count as entries.
///
/// struct(L_k) = {k} ∪ struct(below the diagonal of A_k) ∪ struct(L_c) \ {c} for
/// every child c of k in the elimination tree, whose parent is its first entry
/// below the diagonal.
pub fn factor_pattern(matrix: &SparseMatrix, order: &[usize]) -> Vec<Vec<usize>> {
    let size = order.len();
    let mut position = vec![0; size];
    for (at, &row) in order.iter().enumerate() {
        position[row] = at;
    }
    let mut columns: Vec<Vec<usize>> = Vec::with_capacity(size);
    let mut children = vec![Vec::new(); size];
    let mut seen = vec![usize::MAX; size];
    for at in 0..size {
        let mut column = vec![at];
        seen[at] = at;
        let own = matrix.row_slices(order[at]).0.iter().map(|&row| position[row]);
        let inherited =
            children[at].iter().flat_map(|&child: &usize| columns[child].iter().copied());
        for place in own.chain(inherited) {
            if place > at && seen[place] != at {
                seen[place] = at;
                column.push(place);
            }
        }
        column.sort_unstable();
        if let Some(&parent) = column.get(1) {
            children[parent].push(at);
        }
        columns.push(column);
    }
    columns
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ordering, Triplets};

    /// An arrow that fills all when its head goes first and nothing when last.
    fn arrow(size: usize) -> SparseMatrix {
        let mut triplets = Triplets::new();
        for at in 0..size {
            triplets.push(at, at, size as f64);
            if at > 0 {
                triplets.push(at, 0, 1.0);
                triplets.push(0, at, 1.0);
            }
        }
        SparseMatrix::from_triplets(size, size, &triplets)
    }

    fn count(columns: &[Vec<usize>]) -> usize {
        columns.iter().map(Vec::len).sum()
    }

    #[test]
    fn an_arrow_fills_or_does_not() {
        let matrix = arrow(6);
        let head_first = factor_pattern(&matrix, &[0, 1, 2, 3, 4, 5]);
        let head_last = factor_pattern(&matrix, &[5, 4, 3, 2, 1, 0]);
        assert_eq!((count(&head_first), count(&head_last)), (21, 11));
    }

    /// Against elimination of the dense matrix, with values that do not cancel.
    #[test]
    fn the_pattern_is_that_of_dense_elimination() {
        let mut triplets = Triplets::new();
        let size = 30;
        let mut number: u64 = 12345;
        for row in 0..size {
            triplets.push(row, row, 100.0);
            for _ in 0..2 {
                number = number.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let col = (number >> 33) as usize % size;
                if col != row {
                    triplets.push(row, col, 1.0 + row as f64 / 7.0 + col as f64 / 7.0);
                    triplets.push(col, row, 1.0 + row as f64 / 7.0 + col as f64 / 7.0);
                }
            }
        }
        let matrix = SparseMatrix::from_triplets(size, size, &triplets);
        for ordering in [Ordering::Natural, Ordering::MinimumDegree, Ordering::NestedDissection] {
            let order = ordering.permutation(&matrix);
            let mut dense: Vec<Vec<f64>> = order
                .iter()
                .map(|&row| order.iter().map(|&col| matrix.get(row, col)).collect())
                .collect();
            for (at, column) in factor_pattern(&matrix, &order).iter().enumerate() {
                let found: Vec<usize> = (at..size).filter(|&row| dense[row][at] != 0.0).collect();
                assert_eq!(column, &found, "{ordering:?}, column {at}");
                for row in at + 1..size {
                    let factor = dense[row][at] / dense[at][at];
                    for col in at..size {
                        dense[row][col] -= factor * dense[at][col];
                    }
                }
            }
        }
    }
}
