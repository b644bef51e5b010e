//! The elimination tree of a symmetric pattern.
//!
//! The parent of a column of L is the row of its first entry below the diagonal; eliminating a
//! column changes its ancestors alone (Liu 1990).

use crate::SparseMatrix;

/// No parent.
pub(super) const ROOT: usize = usize::MAX;

/// Parents of the columns where `order[k]` is the row of the matrix that is eliminated k-th
/// and `position` undoes it.
pub(super) fn parents(matrix: &SparseMatrix, order: &[usize], position: &[usize]) -> Vec<usize> {
    let mut parents = vec![ROOT; order.len()];
    // Ancestors as far up as they are known, so that ways are not gone twice.
    let mut known = vec![ROOT; order.len()];
    for (at, &row) in order.iter().enumerate() {
        for &column in matrix.row_slices(row).0 {
            let mut below = position[column];
            while below < at {
                let next = std::mem::replace(&mut known[below], at);
                if next == ROOT {
                    parents[below] = at;
                    break;
                }
                below = next;
            }
        }
    }
    parents
}

/// Columns in an order in which each follows its descendants, which stand together; siblings
/// keep theirs.
pub(super) fn postorder(parents: &[usize]) -> Vec<usize> {
    let count = parents.len();
    // First child and next sibling of each; the last entry is that of the roots.
    let (mut child, mut sibling) = (vec![ROOT; count + 1], vec![ROOT; count]);
    for column in (0..count).rev() {
        let parent = parents[column].min(count);
        sibling[column] = std::mem::replace(&mut child[parent], column);
    }
    let mut order = Vec::with_capacity(count);
    let mut way = Vec::new();
    let mut next = child[count];
    loop {
        while next != ROOT {
            way.push(next);
            next = child[next];
        }
        let Some(done) = way.pop() else { return order };
        order.push(done);
        next = sibling[done];
    }
}

/// Entries of every column of L, its diagonal too. A row i of A reaches, from each of its
/// entries, all columns on the way up to i.
pub(super) fn counts(
    matrix: &SparseMatrix,
    order: &[usize],
    position: &[usize],
    parents: &[usize],
) -> Vec<usize> {
    let mut counts = vec![1; order.len()];
    let mut reached = vec![ROOT; order.len()];
    for (at, &row) in order.iter().enumerate() {
        reached[at] = at;
        for &column in matrix.row_slices(row).0 {
            let mut below = position[column];
            while below < at && reached[below] != at {
                reached[below] = at;
                counts[below] += 1;
                below = parents[below];
            }
        }
    }
    counts
}
