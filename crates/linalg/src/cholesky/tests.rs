//! What changes are said to cost, against sums made by hand and by counting.

use super::Analysis;
use super::panels::Panel;
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
    (found - expected).abs() <= 1e-11 * expected.abs()
}

fn assert_near(found: f64, expected: f64, what: &str) {
    assert!(near(found, expected), "{what}: {found} for {expected}");
}

/// L of a chain of four has columns of 2, 2, 2 and 1 entries. They are one panel, in which three
/// of ten numbers are zeros: 100 for it, 3 per stored number and 0.08 per square for the
/// factor, 2 per entry for a solve, 4 p per entry for a change, and 2 p for every column left of
/// a row that returns, p = 0.3 + 0.7/4.
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
    assert_eq!((analysis.size(), analysis.stored()), (4, 16));
    assert_near(analysis.costs().factor, 100.0 + 3.0 * 16.0 + 0.08 * 30.0, "factor");
    assert_near(analysis.costs().solve, 2.0 * 10.0, "solve");
    let price = 0.3 + 0.7 / 4.0;
    for (row, entries) in [(0, 10.0), (1, 6.0), (2, 3.0), (3, 1.0)] {
        assert_near(analysis.remove_cost(row), 4.0 * price * entries, "removal");
        let path = 4.0 * price * entries;
        assert_near(analysis.restore_cost(row), path + 2.0 * price * (10.0 - entries), "return");
    }
    assert_near(
        analysis.update_cost([3, 1, 2].into_iter()),
        24.0 * price,
        "the first column counts",
    );
    assert_eq!(analysis.update_cost(std::iter::empty()), 0.0);
}

/// A full matrix is one panel: 100 for it, 3 per stored number and 0.08 per square for the
/// factor, 2 per entry for a solve, 4 p per entry for a change, and 2 p for every column of the
/// own panel left of a row that returns, p = 0.3 + 0.7/n.
#[test]
fn a_full_matrix_costs_what_the_hand_counts() {
    let n = 150;
    let analysis = Analysis::new(&groups_and_border(&[n], 0), Ordering::Natural).expect("square");
    assert_eq!((analysis.panels.len(), analysis.stored()), (1, n * n));
    let count = n as f64;
    let squares = count * (count + 1.0) * (2.0 * count + 1.0) / 6.0;
    assert_near(analysis.costs().factor, 100.0 + 3.0 * count * count + 0.08 * squares, "factor");
    assert_near(analysis.costs().solve, count * (count + 1.0), "solve");
    let price = 0.3 + 0.7 / count;
    for row in [0, 1, 70, 149] {
        let rest = (n - row) as f64;
        let change = 4.0 * price * rest * (rest + 1.0) / 2.0;
        let before = count * (count + 1.0) / 2.0 - rest * (rest + 1.0) / 2.0;
        assert_near(analysis.remove_cost(row), change, "removal");
        assert_near(analysis.restore_cost(row), change + 2.0 * price * before, "return");
    }
}

/// Counted entry by entry over the panels.
fn compare_with_counting(matrix: &SparseMatrix, ordering: Ordering) {
    let analysis = Analysis::new(matrix, ordering).expect("square");
    assert!(analysis.panels.len() > 1, "a single panel shows less");
    let n = analysis.size();
    let mut length = vec![0; n];
    let mut parent = vec![n; n];
    let mut price = vec![0.0; n];
    let mut held_by = vec![Vec::new(); n];
    let mut work = analysis.panels.len();
    for panel in &analysis.panels {
        let rows = analysis.panel_rows(panel);
        let end = panel.begin + panel.width;
        for column in panel.begin..end {
            length[column] = rows.iter().filter(|&&row| row >= column).count();
            parent[column] = rows.iter().copied().filter(|&row| row > column).min().unwrap_or(n);
            price[column] = 0.3 + 0.7 / panel.width as f64;
            for &row in rows.iter().filter(|&&row| row > column) {
                held_by[row].push((column, row < end));
            }
        }
        let changes = |other: &Panel| {
            let own = other.begin..other.begin + other.width;
            other.begin >= end && rows.iter().any(|row| own.contains(row))
        };
        work += analysis.panels.iter().filter(|other| changes(other)).count();
    }
    let squares: f64 = length.iter().map(|&length| (length * length) as f64).sum();
    let factor = 100.0 * work as f64 + 3.0 * analysis.stored() as f64 + 0.08 * squares;
    assert_near(analysis.costs().factor, factor, "factor");
    let entries = length.iter().sum::<usize>() as f64;
    assert_near(analysis.costs().solve, 2.0 * entries, "solve");
    for row in 0..n {
        let at = analysis.position[row];
        let (mut path, mut column) = (0.0, at);
        while column < n {
            path += 4.0 * price[column] * length[column] as f64;
            column = parent[column];
        }
        assert_near(analysis.remove_cost(row), path, "removal");
        // Inside its own panel 2 per entry, elsewhere one less per column.
        let reach: f64 = held_by[at]
            .iter()
            .map(|&(column, own)| price[column] * (2 * length[column] - usize::from(!own)) as f64)
            .sum();
        assert_near(analysis.restore_cost(row), path + reach, "return");
    }
}

#[test]
fn costs_are_those_of_counted_entries() {
    let narrow = groups_and_border(&[3, 5, 2], 4);
    let wide = groups_and_border(&[70, 50, 60], 80);
    for ordering in [Ordering::Natural, Ordering::MinimumDegree, Ordering::NestedDissection] {
        for matrix in [&narrow, &wide] {
            if Analysis::new(matrix, ordering).expect("square").panels.len() > 1 {
                compare_with_counting(matrix, ordering);
            }
        }
    }
}
