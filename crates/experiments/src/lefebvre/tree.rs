//! Elimination trees and envelopes of symmetric patterns.

use stickslip_linalg::{Ordering, SparseMatrix};

/// The elimination tree of a pattern under an ordering.
pub struct Tree {
    /// The column that each column's elimination touches first; its own number for a root.
    pub parent: Vec<usize>,
    /// Entries of L, the diagonal included.
    pub stored: usize,
}

impl Tree {
    /// Liu's algorithm: row i of L holds the columns on the ways from the
    /// entries of row i of A up to i.
    pub fn new(matrix: &SparseMatrix, ordering: Ordering) -> Self {
        let (order, position) = positions(matrix, ordering);
        let size = order.len();
        let mut parent: Vec<usize> = (0..size).collect();
        let mut mark = vec![usize::MAX; size];
        let mut stored = size;
        for row in 0..size {
            mark[row] = row;
            for &column in matrix.row_slices(order[row]).0 {
                let mut at = position[column];
                while at < row && mark[at] != row {
                    mark[at] = row;
                    stored += 1;
                    if parent[at] == at {
                        parent[at] = row;
                    }
                    at = parent[at];
                }
            }
        }
        Self { parent, stored }
    }

    /// Levels of every column above its lowest leaf.
    pub fn levels(&self) -> Vec<usize> {
        let mut levels = vec![0; self.parent.len()];
        for at in 0..levels.len() {
            let up = self.parent[at];
            if up != at {
                levels[up] = levels[up].max(levels[at] + 1);
            }
        }
        levels
    }

    /// Columns on the longest way from a leaf to a root.
    pub fn height(&self) -> usize {
        self.levels().into_iter().max().map_or(0, |level| level + 1)
    }

    /// Columns without children.
    pub fn leaves(&self) -> usize {
        let inner = self.parent.iter().enumerate().filter(|(at, up)| at != *up);
        let mut has_child = vec![false; self.parent.len()];
        inner.for_each(|(_, &up)| has_child[up] = true);
        has_child.into_iter().filter(|has| !has).count()
    }

    /// A walk round the tree that goes along every edge twice: its picture.
    /// Leaves stand side by side, every other column over the middle of its
    /// children, as many levels up as it has below.
    pub fn walk(&self) -> Vec<[f64; 2]> {
        let size = self.parent.len();
        let levels = self.levels();
        let mut children = vec![Vec::new(); size];
        let mut roots = Vec::new();
        for at in 0..size {
            if self.parent[at] == at { roots.push(at) } else { children[self.parent[at]].push(at) }
        }
        let (mut across, mut leaves) = (vec![0.0; size], 0.0);
        // Children have smaller numbers, but leaves go from left to right.
        for &at in &self.visits(&roots, &children) {
            across[at] = match (children[at].first(), children[at].last()) {
                (Some(&first), Some(&last)) => 0.5 * (across[first] + across[last]),
                _ => {
                    leaves += 1.0;
                    leaves
                }
            };
        }
        let point = |at: usize| [across[at], levels[at] as f64];
        let mut walk = Vec::new();
        let mut stack: Vec<(usize, usize)> = roots.iter().rev().map(|&root| (root, 0)).collect();
        while let Some((at, next)) = stack.pop() {
            walk.push(point(at));
            if let Some(&child) = children[at].get(next) {
                stack.push((at, next + 1));
                stack.push((child, 0));
            }
        }
        walk
    }

    /// All columns, children before parents, from left to right.
    fn visits(&self, roots: &[usize], children: &[Vec<usize>]) -> Vec<usize> {
        let mut backwards = Vec::new();
        let mut stack: Vec<usize> = roots.to_vec();
        while let Some(at) = stack.pop() {
            backwards.push(at);
            stack.extend(&children[at]);
        }
        backwards.reverse();
        backwards
    }
}

/// The order of elimination and where each row stands in it.
pub fn positions(matrix: &SparseMatrix, ordering: Ordering) -> (Vec<usize>, Vec<usize>) {
    let order = ordering.permutation(matrix);
    let mut position = vec![0; order.len()];
    for (at, &row) in order.iter().enumerate() {
        position[row] = at;
    }
    (order, position)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A symmetric pattern with these entries below the diagonal.
    fn pattern(size: usize, below: &[(usize, usize)]) -> SparseMatrix {
        let mut dense = vec![0.0; size * size];
        (0..size).for_each(|at| dense[at * size + at] = 4.0);
        for &(row, column) in below {
            dense[row * size + column] = 1.0;
            dense[column * size + row] = 1.0;
        }
        SparseMatrix::from_dense(size, size, &dense)
    }

    #[test]
    fn a_band_is_a_path_and_an_arrow_is_a_star() {
        let band = Tree::new(&pattern(5, &[(1, 0), (2, 1), (3, 2), (4, 3)]), Ordering::Natural);
        assert_eq!((band.height(), band.leaves(), band.stored), (5, 1, 9));
        let arrow = Tree::new(&pattern(5, &[(4, 0), (4, 1), (4, 2), (4, 3)]), Ordering::Natural);
        assert_eq!((arrow.height(), arrow.leaves(), arrow.stored), (2, 4, 9));
        // The arrow the other way round fills in.
        let filled = Tree::new(&pattern(4, &[(1, 0), (2, 0), (3, 0)]), Ordering::Natural);
        assert_eq!((filled.height(), filled.leaves(), filled.stored), (4, 1, 10));
    }

    #[test]
    fn a_walk_goes_along_every_edge_twice() {
        let arrow = Tree::new(&pattern(3, &[(2, 0), (2, 1)]), Ordering::Natural);
        let walk = arrow.walk();
        assert_eq!(walk, [[1.5, 1.0], [1.0, 0.0], [1.5, 1.0], [2.0, 0.0], [1.5, 1.0]]);
    }
}
