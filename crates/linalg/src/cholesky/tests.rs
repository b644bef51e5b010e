//! What changes are said to cost, against sums made by hand and by counting.

use super::Analysis;
use crate::{Ordering, SparseMatrix, Triplets};

/// Dense groups of rows, each joined to every row of a border at the end.
fn groups_and_border(groups: &[usize], border: usize) -> SparseMatrix {
    let size = groups.iter().sum::<usize>() + border;
    let mut triplets = Triplets::new();
    let mut begin = 0;
    for &group in groups {
        let rows: Vec<usize> = (begin..begin + group).chain(size - border..size).collect();
        for &row in &rows {
            for &col in &rows {
                triplets.push(row, col, if row == col { 2.0 * size as f64 } else { 1.0 });
            }
        }
        begin += group;
    }
    SparseMatrix::from_triplets(size, size, &triplets)
}

fn near(found: f64, expected: f64) -> bool {
    (found - expected).abs() <= 1e-12 * expected.abs()
}

fn assert_near(found: f64, expected: f64, what: &str) {
    assert!(near(found, expected), "{what}: {found} for {expected}");
}

/// L of a chain of four has columns of 2, 2, 2 and 1 entries, and every column
/// leads to the next. Columns are handled one by one: 12 per entry and 0.1 per
/// square for the factor, 3.6 per entry for a solve, 4 per entry on the way of
/// a change, and 2·2 − 1 for the one column left of a row that returns.
#[test]
fn a_chain_costs_what_the_hand_counts() {
    let mut triplets = Triplets::new();
    for row in 0..4 {
        triplets.push(row, row, 3.0);
        if row > 0 {
            triplets.push(row, row - 1, -1.0);
            triplets.push(row - 1, row, -1.0);
        }
    }
    let matrix = SparseMatrix::from_triplets(4, 4, &triplets);
    let analysis = Analysis::new(&matrix, Ordering::Natural).expect("square");
    assert_eq!((analysis.size(), analysis.stored()), (4, 7));
    assert_near(analysis.costs().factor, 12.0 * 7.0 + 0.1 * 13.0, "factor");
    assert_near(analysis.costs().solve, 3.6 * 7.0, "solve");
    for (row, entries) in [(0, 7.0), (1, 5.0), (2, 3.0), (3, 1.0)] {
        assert_near(analysis.remove_cost(row), 4.0 * entries, "removal");
        let left = if row == 0 { 0.0 } else { 3.0 };
        assert_near(analysis.restore_cost(row), 4.0 * entries + left, "return");
    }
    assert_near(analysis.update_cost([3, 1, 2].into_iter()), 20.0, "the first column counts");
    assert_eq!(analysis.update_cost(std::iter::empty()), 0.0);
}

/// A full matrix is one panel: 1 per stored number and 0.1 per square for the
/// factor, 1 per entry for a solve, 4·0.3 per entry for a change, and 2·0.3
/// for every column of the own panel left of a row that returns.
#[test]
fn a_full_matrix_costs_what_the_hand_counts() {
    let n = 150;
    let analysis = Analysis::new(&groups_and_border(&[n], 0), Ordering::Natural).expect("square");
    assert_eq!((analysis.panels.len(), analysis.stored()), (1, n * n));
    let count = n as f64;
    let squares = count * (count + 1.0) * (2.0 * count + 1.0) / 6.0;
    assert_near(analysis.costs().factor, count * count + 0.1 * squares, "factor");
    assert_near(analysis.costs().solve, count * (count + 1.0) / 2.0, "solve");
    for row in [0, 1, 70, 149] {
        let rest = (n - row) as f64;
        let change = 1.2 * rest * (rest + 1.0) / 2.0;
        let before = count * (count + 1.0) / 2.0 - rest * (rest + 1.0) / 2.0;
        assert_near(analysis.remove_cost(row), change, "removal");
        assert_near(analysis.restore_cost(row), change + 0.6 * before, "return");
    }
}

/// Counted entry by entry over the panels, both layouts.
fn compare_with_counting(matrix: &SparseMatrix, ordering: Ordering, wide: bool) {
    let analysis = Analysis::new(matrix, ordering).expect("square");
    assert_eq!(analysis.panels.iter().any(|panel| panel.width > 1), wide);
    assert!(analysis.panels.len() > 1, "a single panel shows less");
    let (entry, solve, change) = if wide { (1.0, 1.0, 0.3) } else { (12.0, 3.6, 1.0) };
    let n = analysis.size();
    let mut length = vec![0; n];
    let mut parent = vec![n; n];
    let mut held_by = vec![Vec::new(); n];
    for panel in &analysis.panels {
        let rows = analysis.panel_rows(panel);
        for column in panel.begin..panel.begin + panel.width {
            length[column] = rows.iter().filter(|&&row| row >= column).count();
            parent[column] = rows.iter().copied().filter(|&row| row > column).min().unwrap_or(n);
            for &row in rows.iter().filter(|&&row| row > column) {
                held_by[row].push((column, row < panel.begin + panel.width));
            }
        }
    }
    let factor: f64 = length.iter().map(|&length| 0.1 * (length * length) as f64).sum();
    assert_near(analysis.costs().factor, entry * analysis.stored() as f64 + factor, "factor");
    let entries = length.iter().sum::<usize>() as f64;
    assert_near(analysis.costs().solve, solve * entries, "solve");
    for row in 0..n {
        let at = analysis.position[row];
        let (mut path, mut column) = (0.0, at);
        while column < n {
            path += 4.0 * change * length[column] as f64;
            column = parent[column];
        }
        assert_near(analysis.remove_cost(row), path, "removal");
        // Inside its own panel 2 per entry, elsewhere one less per column.
        let reach: f64 = held_by[at]
            .iter()
            .map(|&(column, own)| (2 * length[column] - usize::from(!own)) as f64)
            .sum();
        assert_near(analysis.restore_cost(row), path + change * reach, "return");
    }
}

#[test]
fn costs_are_those_of_counted_entries() {
    let narrow = groups_and_border(&[3, 5, 2], 4);
    let wide = groups_and_border(&[70, 50, 60], 80);
    for ordering in [Ordering::Natural, Ordering::MinimumDegree, Ordering::NestedDissection] {
        compare_with_counting(&narrow, ordering, false);
        compare_with_counting(&wide, ordering, true);
    }
}
