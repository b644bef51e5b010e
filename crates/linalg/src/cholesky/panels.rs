//! Panels of L: consecutive columns that share their rows below the block diagonal.

use std::ops::Range;

use super::tree::ROOT;
use crate::SparseMatrix;

/// Consecutive columns of L. Values are column-major with `height` entries per column; entry k
/// of column k is its diagonal.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    /// First column.
    pub begin: usize,
    /// Number of columns.
    pub width: usize,
    /// Where its rows stand among those of all panels; its own columns come first.
    pub rows_begin: usize,
    /// Number of rows, own columns included.
    pub height: usize,
    /// Where its values begin.
    pub values_begin: usize,
}

impl Panel {
    /// Where its values end.
    pub fn values_end(&self) -> usize {
        self.values_begin + self.width * self.height
    }

    /// Its k-th column among the values of L.
    pub fn column<'a>(&self, values: &'a [f64], k: usize) -> &'a [f64] {
        &values[self.values_begin + k * self.height..][..self.height]
    }
}

/// Up to so many columns, this share of stored numbers may be zeros: short loops cost more
/// than what they compute.
const ZEROS: [(usize, f64); 4] = [(2, 0.5), (8, 0.3), (48, 0.1), (usize::MAX, 0.05)];

/// Columns that are joined: first one, number, and entries of L among what they store.
struct Joined {
    begin: usize,
    width: usize,
    entries: usize,
}

/// First column and number of columns of every panel: columns with the same rows, and what
/// costs few zeros.
pub(super) fn join_columns(parents: &[usize], counts: &[usize]) -> Vec<(usize, usize)> {
    let mut joined: Vec<Joined> = Vec::new();
    for column in 0..parents.len() {
        let mut own = Joined { begin: column, width: 1, entries: counts[column] };
        while let Some(before) = joined.last() {
            let last = own.begin + own.width - 1;
            let is_child = parents[own.begin - 1] == own.begin;
            let width = before.width + own.width;
            let entries = before.entries + own.entries;
            // A triangle of own columns, and the rows below the last.
            let stored = width * (width + 1) / 2 + width * (counts[last] - 1);
            if !is_child || !is_worth(width, stored - entries, stored) {
                break;
            }
            own = Joined { begin: before.begin, width, entries };
            joined.pop();
        }
        joined.push(own);
    }
    joined.into_iter().map(|own| (own.begin, own.width)).collect()
}

fn is_worth(width: usize, zeros: usize, stored: usize) -> bool {
    let (_, share) = ZEROS[ZEROS.partition_point(|&(most, _)| most < width)];
    zeros as f64 <= share * stored as f64
}

/// The panels with their rows, each panel's own columns first and all ascending.
pub(super) fn panels(
    matrix: &SparseMatrix,
    order: &[usize],
    position: &[usize],
    parents: &[usize],
    joined: &[(usize, usize)],
) -> (Vec<Panel>, Vec<usize>) {
    let mut panel_of = vec![0; order.len()];
    for (index, &(begin, width)) in joined.iter().enumerate() {
        panel_of[begin..begin + width].fill(index);
    }
    // The panels whose first row below is in this one.
    let (mut child, mut sibling) = (vec![ROOT; joined.len()], vec![ROOT; joined.len()]);
    let mut panels: Vec<Panel> = Vec::with_capacity(joined.len());
    let (mut rows, mut values_begin) = (Vec::new(), 0);
    let mut seen = vec![ROOT; order.len()];
    for (index, &(begin, width)) in joined.iter().enumerate() {
        let (end, rows_begin) = (begin + width, rows.len());
        rows.extend(begin..end);
        for &row in &order[begin..end] {
            for &column in matrix.row_slices(row).0 {
                let at = position[column];
                if at >= end && seen[at] != index {
                    seen[at] = index;
                    rows.push(at);
                }
            }
        }
        let mut below = child[index];
        while below != ROOT {
            let other: &Panel = &panels[below];
            for place in other.rows_begin + other.width..other.rows_begin + other.height {
                let at = rows[place];
                if at >= end && seen[at] != index {
                    seen[at] = index;
                    rows.push(at);
                }
            }
            below = sibling[below];
        }
        rows[rows_begin + width..].sort_unstable();
        let height = rows.len() - rows_begin;
        panels.push(Panel { begin, width, rows_begin, height, values_begin });
        values_begin += width * height;
        let parent = parents[end - 1];
        if parent != ROOT {
            let parent = panel_of[parent];
            sibling[index] = std::mem::replace(&mut child[parent], index);
        }
    }
    (panels, rows)
}

/// Runs of panels that know nothing of each other: whole subtrees, and neighbouring ones
/// together, each at most this share of all work; what is above them is in none.
const SHARE: f64 = 1.0 / 64.0;

/// Subtrees for threads, ascending, by the parents of the panels and the work of each.
pub(super) fn subtrees(parents: &[usize], work: &[f64]) -> Vec<Range<usize>> {
    let count = parents.len();
    let mut size = vec![1; count];
    let mut first: Vec<usize> = (0..count).collect();
    let mut whole = work.to_vec();
    for (panel, &parent) in parents.iter().enumerate().filter(|(_, parent)| **parent != ROOT) {
        size[parent] += size[panel];
        first[parent] = first[parent].min(first[panel]);
        whole[parent] += whole[panel];
    }
    let most = SHARE * work.iter().sum::<f64>();
    let mut found: Vec<(Range<usize>, f64)> = Vec::new();
    let mut end = count;
    while end > 0 {
        let root = end - 1;
        // Descendants stand together where the order is one of subtrees.
        let is_whole = root + 1 - first[root] == size[root];
        if !is_whole || whole[root] > most {
            end -= 1;
            continue;
        }
        match found.last_mut() {
            Some((next, work)) if next.start == end && *work + whole[root] <= most => {
                next.start = first[root];
                *work += whole[root];
            }
            _ => found.push((first[root]..end, whole[root])),
        }
        end = first[root];
    }
    found.into_iter().rev().map(|(range, _)| range).collect()
}
