//! The symbolic part: ordering, panels of L, and what operations will cost.

use faer::Side;
use faer::sparse::SymbolicSparseColMatRef;
use faer::sparse::linalg::SupernodalThreshold;
use faer::sparse::linalg::cholesky::{
    CholeskySymbolicParams, SymbolicCholesky, SymbolicCholeskyRaw, SymmetricOrdering,
    factorize_symbolic_cholesky,
};

use super::CholeskyError;
use crate::{Ordering, SparseMatrix};

/// Consecutive columns of L that share their rows below the block diagonal.
/// Values are column-major with `rows.len()` entries per column; entry k of
/// column k is its diagonal.
#[derive(Clone, Debug)]
pub(super) struct Panel {
    /// First column.
    pub begin: usize,
    /// Number of columns.
    pub width: usize,
    /// Where its rows stand in [`Analysis::rows`]; its own columns come first.
    pub rows_begin: usize,
    /// Number of rows, own columns included.
    pub height: usize,
    /// Where its values begin.
    pub values_begin: usize,
}

/// Estimated times, in units of about a nanosecond. They rest on operation
/// counts and two measured prices, so they never depend on the machine's mood.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// Of a factorisation from scratch.
    pub factor: f64,
    /// Of one solve.
    pub solve: f64,
}

/// Ordering and structure of L, computed once per pattern.
#[derive(Debug)]
pub struct Analysis {
    /// order[k] = row of A eliminated k-th.
    pub(super) order: Vec<usize>,
    /// position[row of A] = k.
    pub(super) position: Vec<usize>,
    pub(super) symbolic: SymbolicCholesky<usize>,
    /// The triangle of the permuted matrix that faer reads.
    pub(super) triangle_starts: Vec<usize>,
    pub(super) triangle_indices: Vec<usize>,
    pub(super) side: Side,
    /// For every stored entry of A its place in the triangle, or `usize::MAX`.
    pub(super) scatter: Vec<usize>,
    pub(super) panels: Vec<Panel>,
    pub(super) rows: Vec<usize>,
    /// Panel of each column.
    pub(super) panel_of: Vec<usize>,
    /// For every row k the panels left of its own that hold it, with the place
    /// of k among their rows: `row_panels[row_panel_starts[k]..]`.
    pub(super) row_panel_starts: Vec<usize>,
    pub(super) row_panels: Vec<(usize, usize)>,
    /// Time of a rank-one change that begins in this column.
    pub(super) path_cost: Vec<f64>,
    /// Time of the forward part of returning this row.
    pub(super) reach_cost: Vec<f64>,
    costs: Costs,
}

impl Analysis {
    /// Analyses the symmetric pattern of `matrix` (both triangles stored, the
    /// diagonal too).
    pub fn new(matrix: &SparseMatrix, ordering: Ordering) -> Result<Self, CholeskyError> {
        let n = matrix.rows();
        if n != matrix.cols() {
            return Err(CholeskyError::Shape { rows: n, cols: matrix.cols() });
        }
        Self::by(matrix, ordering.permutation(matrix), SupernodalThreshold::AUTO)
    }

    /// The same of vertices with three rows each, in an order of elimination that is given:
    /// entry k is the row eliminated k-th, each row once. Blocks always pay.
    pub fn in_order(matrix: &SparseMatrix, order: Vec<usize>) -> Result<Self, CholeskyError> {
        Self::by(matrix, order, SupernodalThreshold::FORCE_SUPERNODAL)
    }

    fn by(
        matrix: &SparseMatrix,
        order: Vec<usize>,
        supernodal: SupernodalThreshold,
    ) -> Result<Self, CholeskyError> {
        let n = matrix.rows();
        if n != matrix.cols() || n != order.len() {
            return Err(CholeskyError::Shape { rows: n, cols: matrix.cols() });
        }
        let mut position = vec![0; n];
        for (at, &row) in order.iter().enumerate() {
            position[row] = at;
        }
        // faer analyses the upper triangle; its supernodal code then reads the
        // lower one.
        let upper = Triangle::new(matrix, &order, &position, Side::Upper);
        let symbolic = upper.analyse(supernodal)?;
        let (triangle, side) = match symbolic.raw() {
            SymbolicCholeskyRaw::Simplicial(_) => (upper, Side::Upper),
            SymbolicCholeskyRaw::Supernodal(_) => {
                (Triangle::new(matrix, &order, &position, Side::Lower), Side::Lower)
            }
        };
        let (panels, rows) = panels_of(&symbolic);
        let mut analysis = Self {
            order,
            position,
            symbolic,
            triangle_starts: triangle.starts,
            triangle_indices: triangle.indices,
            side,
            scatter: triangle.scatter,
            panels,
            rows,
            panel_of: vec![0; n],
            row_panel_starts: Vec::new(),
            row_panels: Vec::new(),
            path_cost: vec![0.0; n],
            reach_cost: vec![0.0; n],
            costs: Costs { factor: 0.0, solve: 0.0 },
        };
        analysis.index_rows(n);
        analysis.estimate_costs(n);
        Ok(analysis)
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
        self.symbolic.len_val()
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

    fn estimate_costs(&mut self, n: usize) {
        // Measured: an entry of L costs this much when columns are handled one
        // by one, and when they are handled in panels; an operation of a
        // rank-one change likewise.
        let (entry, change) = match self.symbolic.raw() {
            SymbolicCholeskyRaw::Simplicial(_) => (12.0, 1.0),
            SymbolicCholeskyRaw::Supernodal(_) => (1.0, 0.3),
        };
        self.costs.factor = entry * self.stored() as f64;
        let length = |panel: &Panel, column: usize| (panel.height - (column - panel.begin)) as f64;
        for column in (0..n).rev() {
            let panel = &self.panels[self.panel_of[column]];
            let length = length(panel, column);
            self.costs.factor += 0.1 * length * length;
            self.costs.solve += (0.3 * entry).max(1.0) * length;
            let local = column - panel.begin;
            let rest = match self.panel_rows(panel).get(local + 1) {
                Some(&parent) => self.path_cost[parent],
                None => 0.0,
            };
            self.path_cost[column] = rest + 4.0 * change * length;
        }
        for row in 0..n {
            let own = &self.panels[self.panel_of[row]];
            let mut cost = 0.0;
            for column in own.begin..row {
                cost += 2.0 * change * length(own, column);
            }
            for &(index, _) in
                &self.row_panels[self.row_panel_starts[row]..self.row_panel_starts[row + 1]]
            {
                let panel = &self.panels[index];
                cost += change * (panel.width * (2 * panel.height - panel.width)) as f64;
            }
            self.reach_cost[row] = cost;
        }
    }
}

/// One triangle of the permuted pattern, by columns.
struct Triangle {
    starts: Vec<usize>,
    indices: Vec<usize>,
    /// For every stored entry of A its place here, or `usize::MAX`.
    scatter: Vec<usize>,
}

impl Triangle {
    fn new(matrix: &SparseMatrix, order: &[usize], position: &[usize], side: Side) -> Self {
        let n = matrix.rows();
        let (mut starts, mut indices) =
            (vec![0; n + 1], Vec::with_capacity(matrix.stored() / 2 + n));
        let mut scatter = vec![usize::MAX; matrix.stored()];
        let mut entries: Vec<(usize, usize)> = Vec::new();
        for (column, &original) in order.iter().enumerate() {
            entries.clear();
            let (cols, _) = matrix.row_slices(original);
            for (offset, &col) in cols.iter().enumerate() {
                let row = position[col];
                let inside = if side == Side::Upper { row <= column } else { row >= column };
                if inside {
                    entries.push((row, matrix.row_starts()[original] + offset));
                }
            }
            entries.sort_unstable();
            for &(row, source) in &entries {
                scatter[source] = indices.len();
                indices.push(row);
            }
            starts[column + 1] = indices.len();
        }
        Self { starts, indices, scatter }
    }

    fn analyse(
        &self,
        supernodal: SupernodalThreshold,
    ) -> Result<SymbolicCholesky<usize>, CholeskyError> {
        let n = self.starts.len() - 1;
        let pattern = SymbolicSparseColMatRef::new_checked(n, n, &self.starts, None, &self.indices);
        factorize_symbolic_cholesky(
            pattern,
            Side::Upper,
            SymmetricOrdering::Identity,
            CholeskySymbolicParams {
                supernodal_flop_ratio_threshold: supernodal,
                ..CholeskySymbolicParams::default()
            },
        )
        .map_err(|error| CholeskyError::Analysis(format!("{error:?}")))
    }
}

/// faer's two layouts, read as one: a simplicial column is a panel of width 1.
fn panels_of(symbolic: &SymbolicCholesky<usize>) -> (Vec<Panel>, Vec<usize>) {
    let (mut panels, mut rows) = (Vec::new(), Vec::new());
    match symbolic.raw() {
        SymbolicCholeskyRaw::Simplicial(simplicial) => {
            let starts = simplicial.col_ptr();
            for column in 0..simplicial.ncols() {
                let (begin, end) = (starts[column], starts[column + 1]);
                panels.push(Panel {
                    begin: column,
                    width: 1,
                    rows_begin: begin,
                    height: end - begin,
                    values_begin: begin,
                });
            }
            rows.extend_from_slice(simplicial.row_idx());
        }
        SymbolicCholeskyRaw::Supernodal(supernodal) => {
            for index in 0..supernodal.n_supernodes() {
                let begin = supernodal.supernode_begin()[index];
                let end = supernodal.supernode_end()[index];
                let below = supernodal.supernode(index).pattern();
                panels.push(Panel {
                    begin,
                    width: end - begin,
                    rows_begin: rows.len(),
                    height: end - begin + below.len(),
                    values_begin: supernodal.col_ptr_for_val()[index],
                });
                rows.extend(begin..end);
                rows.extend_from_slice(below);
            }
        }
    }
    (panels, rows)
}
