//! The symbolic part: ordering and panels of L.

use std::ops::Range;

use super::CholeskyError;
use super::costs::Costs;
use super::panels::{Panel, join_columns, panels, subtrees};
use super::tree::{ROOT, counts, parents, postorder};
use crate::{Ordering, SparseMatrix};

/// Ordering and structure of L, computed once per pattern.
#[derive(Debug)]
pub struct Analysis {
    /// order[k] = row of A eliminated k-th.
    pub(super) order: Vec<usize>,
    /// position[row of A] = k.
    pub(super) position: Vec<usize>,
    /// For every stored entry of A its place among the values of L, or `usize::MAX` where it
    /// belongs to the upper triangle.
    pub(super) scatter: Vec<usize>,
    pub(super) panels: Vec<Panel>,
    pub(super) rows: Vec<usize>,
    /// Panel of each column.
    pub(super) panel_of: Vec<usize>,
    /// For every panel those before it that change it, ascending, each with the place of the
    /// first of its rows that counts: `changes[change_starts[panel]..]`.
    pub(super) change_starts: Vec<usize>,
    pub(super) changes: Vec<(usize, usize)>,
    /// Runs of panels that threads may factor side by side.
    pub(super) subtrees: Vec<Range<usize>>,
    /// For every row k the panels left of its own that hold it, with the place
    /// of k among their rows: `row_panels[row_panel_starts[k]..]`.
    pub(super) row_panel_starts: Vec<usize>,
    pub(super) row_panels: Vec<(usize, usize)>,
    /// Time of a rank-one change that begins in this column.
    pub(super) path_cost: Vec<f64>,
    /// Time of the forward part of returning this row.
    pub(super) reach_cost: Vec<f64>,
    pub(super) costs: Costs,
}

impl Analysis {
    /// Analyses the symmetric pattern of `matrix` (both triangles stored, the
    /// diagonal too). Rows with the same fill may be eliminated in another order than the
    /// ordering has them, so that those which depend on each other stand together.
    pub fn new(matrix: &SparseMatrix, ordering: Ordering) -> Result<Self, CholeskyError> {
        check_shape(matrix, matrix.rows())?;
        let mut order = ordering.permutation(matrix);
        let position = positions(&order);
        let mut parents = parents(matrix, &order, &position);
        let together = postorder(&parents);
        if !together.iter().copied().eq(0..order.len()) {
            let place = positions(&together);
            parents = together
                .iter()
                .map(|&at| place.get(parents[at]).copied().unwrap_or(ROOT))
                .collect();
            order = together.iter().map(|&at| order[at]).collect();
        }
        Ok(Self::by(matrix, order, &parents))
    }

    /// The same in an order of elimination that is given: entry k is the row eliminated k-th,
    /// each row once.
    pub fn in_order(matrix: &SparseMatrix, order: Vec<usize>) -> Result<Self, CholeskyError> {
        check_shape(matrix, order.len())?;
        let parents = parents(matrix, &order, &positions(&order));
        Ok(Self::by(matrix, order, &parents))
    }

    fn by(matrix: &SparseMatrix, order: Vec<usize>, parents: &[usize]) -> Self {
        let n = order.len();
        let position = positions(&order);
        let counts = counts(matrix, &order, &position, parents);
        let joined = join_columns(parents, &counts);
        let (panels, rows) = panels(matrix, &order, &position, parents, &joined);
        let mut analysis = Self {
            order,
            position,
            scatter: Vec::new(),
            panels,
            rows,
            panel_of: vec![0; n],
            change_starts: Vec::new(),
            changes: Vec::new(),
            subtrees: Vec::new(),
            row_panel_starts: Vec::new(),
            row_panels: Vec::new(),
            path_cost: vec![0.0; n],
            reach_cost: vec![0.0; n],
            costs: Costs { factor: 0.0, solve: 0.0 },
        };
        analysis.index_rows(n);
        analysis.index_changes();
        analysis.find_entries(matrix);
        analysis.estimate_costs(n);
        analysis.find_subtrees(parents);
        analysis
    }

    /// Number of rows.
    pub fn size(&self) -> usize {
        self.order.len()
    }

    /// The order of elimination: entry k is the row of A eliminated k-th.
    pub fn order(&self) -> &[usize] {
        &self.order
    }

    /// Where row `row` of A stands in the order of elimination.
    pub fn position(&self, row: usize) -> usize {
        self.position[row]
    }

    /// The last stored row of every column of L, in the order of elimination.
    pub fn last_rows(&self, last: &mut [usize]) {
        for panel in &self.panels {
            let lowest = self.panel_rows(panel).iter().copied().max().unwrap_or(panel.begin);
            last[panel.begin..panel.begin + panel.width].fill(lowest);
        }
    }

    /// Number of stored values of L.
    pub fn stored(&self) -> usize {
        self.panels.last().map_or(0, Panel::values_end)
    }

    /// Estimated time of factorisation and solve.
    pub fn costs(&self) -> Costs {
        self.costs
    }

    /// Estimated time of removing row `row` of A.
    pub fn remove_cost(&self, row: usize) -> f64 {
        self.path_cost[self.position[row]]
    }

    /// Estimated time of returning row `row` of A.
    pub fn restore_cost(&self, row: usize) -> f64 {
        let at = self.position[row];
        self.path_cost[at] + self.reach_cost[at]
    }

    /// Estimated time of a rank-one change with entries in `rows` of A.
    pub fn update_cost(&self, rows: impl Iterator<Item = usize>) -> f64 {
        rows.map(|row| self.position[row]).min().map_or(0.0, |first| self.path_cost[first])
    }

    /// Rows of the tallest panel.
    pub(super) fn tallest(&self) -> usize {
        self.panels.iter().map(|panel| panel.height).max().unwrap_or(0)
    }

    pub(super) fn panel_rows(&self, panel: &Panel) -> &[usize] {
        &self.rows[panel.rows_begin..panel.rows_begin + panel.height]
    }

    fn index_rows(&mut self, n: usize) {
        let mut counts = vec![0; n + 1];
        for panel in &self.panels {
            for &row in &self.rows[panel.rows_begin + panel.width..panel.rows_begin + panel.height]
            {
                counts[row + 1] += 1;
            }
        }
        for row in 0..n {
            counts[row + 1] += counts[row];
        }
        let mut next = counts.clone();
        self.row_panels = vec![(0, 0); counts[n]];
        for (index, panel) in self.panels.iter().enumerate() {
            self.panel_of[panel.begin..panel.begin + panel.width].fill(index);
            for at in panel.width..panel.height {
                let row = self.rows[panel.rows_begin + at];
                self.row_panels[next[row]] = (index, at);
                next[row] += 1;
            }
        }
        self.row_panel_starts = counts;
    }

    /// Which panels change which: those that hold rows of its own.
    fn index_changes(&mut self) {
        let mut starts = vec![0; self.panels.len() + 1];
        self.for_each_change(|changed, _, _| starts[changed + 1] += 1);
        for panel in 0..self.panels.len() {
            starts[panel + 1] += starts[panel];
        }
        let mut next = starts.clone();
        let mut changes = vec![(0, 0); starts[self.panels.len()]];
        self.for_each_change(|changed, by, place| {
            changes[next[changed]] = (by, place);
            next[changed] += 1;
        });
        (self.change_starts, self.changes) = (starts, changes);
    }

    fn for_each_change(&self, mut visit: impl FnMut(usize, usize, usize)) {
        for (index, panel) in self.panels.iter().enumerate() {
            let mut last = index;
            let rows = self.panel_rows(panel);
            for (place, &row) in rows.iter().enumerate().skip(panel.width) {
                let changed = self.panel_of[row];
                if changed != last {
                    visit(changed, index, place);
                    last = changed;
                }
            }
        }
    }

    fn find_subtrees(&mut self, parents: &[usize]) {
        let parent = |panel: &Panel| {
            let parent = parents[panel.begin + panel.width - 1];
            self.panel_of.get(parent).copied().unwrap_or(ROOT)
        };
        let products = |panel: &Panel| panel.width as f64 * (panel.height as f64).powi(2);
        let parents: Vec<usize> = self.panels.iter().map(parent).collect();
        let work: Vec<f64> = self.panels.iter().map(products).collect();
        self.subtrees = subtrees(&parents, &work);
    }

    fn find_entries(&mut self, matrix: &SparseMatrix) {
        let mut places = vec![0; self.order.len()];
        self.scatter = vec![usize::MAX; matrix.stored()];
        for panel in &self.panels {
            for (place, &row) in self.panel_rows(panel).iter().enumerate() {
                places[row] = place;
            }
            for k in 0..panel.width {
                let column = panel.begin + k;
                let row = self.order[column];
                let (columns, _) = matrix.row_slices(row);
                for (offset, &other) in columns.iter().enumerate() {
                    let at = self.position[other];
                    if at >= column {
                        self.scatter[matrix.row_starts()[row] + offset] =
                            panel.values_begin + k * panel.height + places[at];
                    }
                }
            }
        }
    }
}

fn check_shape(matrix: &SparseMatrix, size: usize) -> Result<(), CholeskyError> {
    let (rows, cols) = (matrix.rows(), matrix.cols());
    if rows == cols && rows == size { Ok(()) } else { Err(CholeskyError::Shape { rows, cols }) }
}

/// Where each row stands in an order.
fn positions(order: &[usize]) -> Vec<usize> {
    let mut positions = vec![0; order.len()];
    for (at, &row) in order.iter().enumerate() {
        positions[row] = at;
    }
    positions
}
