//! Orderings of the rows of a symmetric pattern.

use std::collections::VecDeque;

use crate::SparseMatrix;
use minimum_degree::minimum_degree;

mod minimum_degree;

/// How to order rows before a factorisation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// As they come.
    Natural,
    /// Cuthill–McKee: breadth first, small degrees first; narrow band.
    CuthillMcKee,
    /// The same, reversed: less fill inside the band.
    ReverseCuthillMcKee,
    /// Approximate minimum degree: little fill.
    MinimumDegree,
    /// Recursive halving by separators: little fill and a shallow elimination
    /// tree, which makes changes of single rows cheap.
    NestedDissection,
}

impl Ordering {
    /// The order of elimination: entry k is the row eliminated k-th.
    pub fn permutation(self, pattern: &SparseMatrix) -> Vec<usize> {
        match self {
            Self::Natural => (0..pattern.rows()).collect(),
            Self::CuthillMcKee => cuthill_mckee(pattern),
            Self::ReverseCuthillMcKee => {
                let mut order = cuthill_mckee(pattern);
                order.reverse();
                order
            }
            Self::MinimumDegree => minimum_degree(pattern),
            Self::NestedDissection => nested_dissection(pattern),
        }
    }
}

/// Breadth-first levels from `start` inside the rows where `region` equals
/// `id`; returns the rows in visiting order and where each level begins.
fn levels(
    pattern: &SparseMatrix,
    start: usize,
    region: &[usize],
    id: usize,
    seen: &mut [usize],
    stamp: usize,
) -> (Vec<usize>, Vec<usize>) {
    let (mut order, mut begins) = (vec![start], vec![0]);
    seen[start] = stamp;
    let mut at = 0;
    while at < order.len() {
        let end = order.len();
        while at < end {
            let (neighbours, _) = pattern.row_slices(order[at]);
            for &next in neighbours {
                if region[next] == id && seen[next] != stamp {
                    seen[next] = stamp;
                    order.push(next);
                }
            }
            at += 1;
        }
        if order.len() > end {
            begins.push(end);
        }
    }
    (order, begins)
}

fn cuthill_mckee(pattern: &SparseMatrix) -> Vec<usize> {
    let n = pattern.rows();
    let degree = |row: usize| pattern.row_slices(row).0.len();
    let region = vec![0; n];
    let mut seen = vec![0; n];
    let mut placed = vec![false; n];
    let mut order = Vec::with_capacity(n);
    let mut stamp = 0;
    for first in 0..n {
        if placed[first] {
            continue;
        }
        // A far end of the component: start over from the last level twice.
        let mut root = first;
        for _ in 0..2 {
            stamp += 1;
            let (visited, begins) = levels(pattern, root, &region, 0, &mut seen, stamp);
            let last = &visited[begins[begins.len() - 1]..];
            root = last.iter().copied().min_by_key(|&row| (degree(row), row)).unwrap_or(root);
        }
        let mut queue = VecDeque::from([root]);
        placed[root] = true;
        while let Some(row) = queue.pop_front() {
            order.push(row);
            let mut next: Vec<usize> =
                pattern.row_slices(row).0.iter().copied().filter(|&other| !placed[other]).collect();
            next.sort_by_key(|&other| (degree(other), other));
            for other in next {
                placed[other] = true;
                queue.push_back(other);
            }
        }
    }
    order
}

/// Parts smaller than this are not cut further.
const SMALLEST_PART: usize = 24;

fn nested_dissection(pattern: &SparseMatrix) -> Vec<usize> {
    let n = pattern.rows();
    // Parts still to be ordered, deepest first; separators are emitted in
    // reverse so that the whole order can be built back to front.
    let mut region = vec![0; n];
    let mut seen = vec![0; n];
    let mut stamp = 0;
    let mut next_id = 1;
    let mut reversed = Vec::with_capacity(n);
    let mut parts: Vec<(usize, Vec<usize>)> = vec![(0, (0..n).collect())];
    while let Some((id, rows)) = parts.pop() {
        let Some(&first) = rows.first() else { continue };
        stamp += 1;
        let (component, _) = levels(pattern, first, &region, id, &mut seen, stamp);
        if component.len() < rows.len() {
            // Unconnected pieces go their own ways.
            for &row in &component {
                region[row] = next_id;
            }
            let rest: Vec<usize> = rows.into_iter().filter(|&row| region[row] == id).collect();
            let mut component = component;
            component.sort_unstable();
            parts.push((id, rest));
            parts.push((next_id, component));
            next_id += 1;
            continue;
        }
        if rows.len() <= SMALLEST_PART {
            reversed.extend(rows.into_iter().rev());
            continue;
        }
        let far = component.last().copied().unwrap_or(first);
        stamp += 1;
        let (visited, begins) = levels(pattern, far, &region, id, &mut seen, stamp);
        let half = visited.len() / 2;
        if begins.len() < 3 {
            reversed.extend(visited);
            continue;
        }
        // Neither the first level nor the last: both halves get something.
        let level = (begins.partition_point(|&begin| begin <= half) - 1).clamp(1, begins.len() - 2);
        let (begin, end) = (begins[level], begins[level + 1]);
        // Rows of the middle level without a neighbour beyond it can stay
        // with the near half: only the others separate.
        for &row in &visited[end..] {
            region[row] = next_id;
        }
        let (mut near, mut separator) = (visited[..begin].to_vec(), Vec::new());
        for &row in &visited[begin..end] {
            let cuts = pattern.row_slices(row).0.iter().any(|&other| region[other] == next_id);
            if cuts { separator.push(row) } else { near.push(row) }
        }
        let mut beyond = visited[end..].to_vec();
        for &row in &separator {
            region[row] = usize::MAX;
        }
        separator.sort_unstable();
        near.sort_unstable();
        beyond.sort_unstable();
        reversed.extend(separator.into_iter().rev());
        parts.push((id, near));
        parts.push((next_id, beyond));
        next_id += 1;
    }
    reversed.reverse();
    reversed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Triplets;

    fn grid(width: usize, height: usize) -> SparseMatrix {
        let mut triplets = Triplets::new();
        for y in 0..height {
            for x in 0..width {
                let row = y * width + x;
                triplets.push(row, row, 4.0);
                if x + 1 < width {
                    triplets.push(row, row + 1, -1.0);
                    triplets.push(row + 1, row, -1.0);
                }
                if y + 1 < height {
                    triplets.push(row, row + width, -1.0);
                    triplets.push(row + width, row, -1.0);
                }
            }
        }
        SparseMatrix::from_triplets(width * height, width * height, &triplets)
    }

    #[test]
    fn every_ordering_is_a_permutation() {
        let two_pieces = {
            let mut triplets = grid(7, 5).to_triplets();
            for row in 35..40 {
                triplets.push(row, row, 1.0);
            }
            SparseMatrix::from_triplets(40, 40, &triplets)
        };
        for pattern in [grid(1, 1), grid(200, 1), grid(20, 17), two_pieces] {
            for ordering in [
                Ordering::Natural,
                Ordering::CuthillMcKee,
                Ordering::ReverseCuthillMcKee,
                Ordering::MinimumDegree,
                Ordering::NestedDissection,
            ] {
                let mut order = ordering.permutation(&pattern);
                order.sort_unstable();
                assert_eq!(order, (0..pattern.rows()).collect::<Vec<_>>(), "{ordering:?}");
            }
        }
    }

    /// A chain is halved at its middle level, and what has 24 rows is left.
    #[test]
    fn nested_dissection_halves_a_chain() {
        let whole: Vec<usize> = (0..24).collect();
        assert_eq!(Ordering::NestedDissection.permutation(&grid(24, 1)), whole);
        let halved: Vec<usize> = (13..25).chain(0..12).chain([12]).collect();
        assert_eq!(Ordering::NestedDissection.permutation(&grid(25, 1)), halved);
    }

    /// Seen from a tip, a star has three levels: that tip, the hub, and all
    /// other tips. The hub separates.
    #[test]
    fn nested_dissection_puts_the_hub_of_a_star_last() {
        let mut triplets = Triplets::new();
        for row in 0..30 {
            triplets.push(row, row, 1.0);
            if row != 7 {
                triplets.push(row, 7, 0.1);
                triplets.push(7, row, 0.1);
            }
        }
        let star = SparseMatrix::from_triplets(30, 30, &triplets);
        let order = Ordering::NestedDissection.permutation(&star);
        assert_eq!(order.last(), Some(&7));
    }

    #[test]
    fn cuthill_mckee_narrows_the_band() {
        let pattern = grid(40, 5);
        let order = Ordering::CuthillMcKee.permutation(&pattern);
        let mut position = vec![0; order.len()];
        for (at, &row) in order.iter().enumerate() {
            position[row] = at;
        }
        let band = (0..pattern.rows())
            .flat_map(|row| pattern.row(row).map(move |(col, _)| (row, col)))
            .map(|(row, col)| position[row].abs_diff(position[col]))
            .max();
        assert!(
            band.expect("not empty") <= 6,
            "the natural band is 40, the short side 5: {band:?}"
        );
    }
}
