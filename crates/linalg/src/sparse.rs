//! A real sparse matrix in compressed rows.

mod checked;

pub use checked::SparseError;

/// Entries (row, column, value) in any order; duplicates add up.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Triplets {
    /// Row of each entry.
    pub rows: Vec<usize>,
    /// Column of each entry.
    pub cols: Vec<usize>,
    /// Value of each entry.
    pub vals: Vec<f64>,
}

impl Triplets {
    /// No entries yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds `value` at (`row`, `col`).
    pub fn push(&mut self, row: usize, col: usize, value: f64) {
        self.rows.push(row);
        self.cols.push(col);
        self.vals.push(value);
    }

    /// How many entries were pushed.
    pub fn len(&self) -> usize {
        self.vals.len()
    }

    /// Whether nothing was pushed.
    pub fn is_empty(&self) -> bool {
        self.vals.is_empty()
    }
}

/// A sparse matrix in compressed rows, columns ascending inside each row and
/// no entry stored twice. Explicit zeros are kept: they are part of the
/// pattern that factorisations reuse.
///
/// ```
/// use stickslip_linalg::SparseMatrix;
/// let a = SparseMatrix::from_dense(2, 2, &[2.0, 1.0, 1.0, 3.0]);
/// let mut y = [0.0; 2];
/// a.multiply(&[1.0, -1.0], &mut y);
/// assert_eq!(y, [1.0, -2.0]);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SparseMatrix {
    rows: usize,
    cols: usize,
    row_start: Vec<usize>,
    col_index: Vec<usize>,
    values: Vec<f64>,
}

impl SparseMatrix {
    /// The rows × cols matrix without entries.
    pub fn zeros(rows: usize, cols: usize) -> Self {
        Self { rows, cols, row_start: vec![0; rows + 1], col_index: Vec::new(), values: Vec::new() }
    }

    /// The n × n identity.
    pub fn identity(n: usize) -> Self {
        Self::diagonal_matrix(&vec![1.0; n])
    }

    /// The square matrix with `diagonal` on its diagonal.
    pub fn diagonal_matrix(diagonal: &[f64]) -> Self {
        let n = diagonal.len();
        Self {
            rows: n,
            cols: n,
            row_start: (0..=n).collect(),
            col_index: (0..n).collect(),
            values: diagonal.to_vec(),
        }
    }

    /// Forgets all rows and keeps the memory; [`Self::extend_row`]
    /// and [`Self::finish_row`] make new ones.
    pub fn clear(&mut self, cols: usize) {
        self.rows = 0;
        self.cols = cols;
        self.row_start.clear();
        self.row_start.push(0);
        self.col_index.clear();
        self.values.clear();
    }

    /// Adds entries in neighbouring columns to the row being made, to the
    /// right of those it has.
    #[inline]
    pub fn extend_row(&mut self, first_column: usize, values: &[f64]) {
        let begun = self.row_start[self.rows];
        debug_assert!(first_column + values.len() <= self.cols, "columns beyond {}", self.cols);
        debug_assert!(
            self.col_index[begun..].last().is_none_or(|&last| last < first_column),
            "columns ascend"
        );
        self.col_index.extend(first_column..first_column + values.len());
        self.values.extend_from_slice(values);
    }

    /// Adds entries to the row being made, to the right of those it has, in columns that ascend
    /// and count from the first.
    #[inline]
    pub fn extend_entries(&mut self, first_column: usize, columns: &[usize], values: &[f64]) {
        debug_assert!(columns.is_sorted_by(|one, two| one < two), "columns ascend");
        debug_assert_eq!(columns.len(), values.len(), "a column for each");
        self.col_index.extend(columns.iter().map(|column| first_column + column));
        self.values.extend_from_slice(values);
    }

    /// Ends the row being made.
    #[inline]
    pub fn finish_row(&mut self) {
        self.rows += 1;
        self.row_start.push(self.values.len());
    }

    /// Stores zeros no more.
    pub fn drop_zeros(&mut self) {
        let (mut begin, mut kept) = (0, 0);
        for row in 0..self.rows {
            let end = self.row_start[row + 1];
            for at in begin..end {
                let (col, value) = (self.col_index[at], self.values[at]);
                if value != 0.0 {
                    (self.col_index[kept], self.values[kept]) = (col, value);
                    kept += 1;
                }
            }
            begin = end;
            self.row_start[row + 1] = kept;
        }
        self.col_index.truncate(kept);
        self.values.truncate(kept);
    }

    /// Sums up `triplets`. Panics when an index lies outside: readers of
    /// foreign data check first.
    pub fn from_triplets(rows: usize, cols: usize, triplets: &Triplets) -> Self {
        let mut row_start = vec![0; rows + 1];
        for &row in &triplets.rows {
            row_start[row + 1] += 1;
        }
        for row in 0..rows {
            row_start[row + 1] += row_start[row];
        }
        let mut next = row_start.clone();
        let mut entries = vec![(0usize, 0.0f64); triplets.len()];
        for ((&row, &col), &value) in triplets.rows.iter().zip(&triplets.cols).zip(&triplets.vals) {
            assert!(col < cols, "column {col} outside a matrix with {cols} columns");
            entries[next[row]] = (col, value);
            next[row] += 1;
        }
        let mut matrix = Self::zeros(rows, cols);
        matrix.col_index.reserve(triplets.len());
        matrix.values.reserve(triplets.len());
        for row in 0..rows {
            let slice = &mut entries[row_start[row]..row_start[row + 1]];
            slice.sort_by_key(|entry| entry.0);
            let first = matrix.col_index.len();
            for &(col, value) in slice.iter() {
                if matrix.col_index.len() > first && matrix.col_index.last() == Some(&col) {
                    if let Some(last) = matrix.values.last_mut() {
                        *last += value;
                    }
                } else {
                    matrix.col_index.push(col);
                    matrix.values.push(value);
                }
            }
            matrix.row_start[row + 1] = matrix.col_index.len();
        }
        matrix
    }

    /// The matrix with the row-major `entries`; zeros are not stored, except
    /// on the diagonal.
    pub fn from_dense(rows: usize, cols: usize, entries: &[f64]) -> Self {
        assert_eq!(entries.len(), rows * cols, "a dense matrix needs rows × cols entries");
        let mut triplets = Triplets::new();
        for row in 0..rows {
            for col in 0..cols {
                let value = entries[row * cols + col];
                if value != 0.0 || row == col {
                    triplets.push(row, col, value);
                }
            }
        }
        Self::from_triplets(rows, cols, &triplets)
    }

    /// Row-major dense copy.
    pub fn to_dense(&self) -> Vec<f64> {
        let mut dense = vec![0.0; self.rows * self.cols];
        for row in 0..self.rows {
            for (col, value) in self.row(row) {
                dense[row * self.cols + col] = value;
            }
        }
        dense
    }

    /// The same entries as triplets, row by row.
    pub fn to_triplets(&self) -> Triplets {
        let mut triplets = Triplets::new();
        for row in 0..self.rows {
            for (col, value) in self.row(row) {
                triplets.push(row, col, value);
            }
        }
        triplets
    }

    /// Number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    #[inline]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Number of stored entries.
    #[inline]
    pub fn stored(&self) -> usize {
        self.values.len()
    }

    /// Where each row begins among the stored entries (rows + 1 numbers).
    #[inline]
    pub fn row_starts(&self) -> &[usize] {
        &self.row_start
    }

    /// Column of every stored entry.
    #[inline]
    pub fn column_indices(&self) -> &[usize] {
        &self.col_index
    }

    /// Value of every stored entry.
    #[inline]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Values of the stored entries, to be changed in place; the pattern stays.
    pub fn values_mut(&mut self) -> &mut [f64] {
        &mut self.values
    }

    /// Columns and values of one row.
    #[inline]
    pub fn row_slices(&self, row: usize) -> (&[usize], &[f64]) {
        let range = self.row_start[row]..self.row_start[row + 1];
        (&self.col_index[range.clone()], &self.values[range])
    }

    /// (column, value) of every stored entry of one row.
    #[inline]
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let (cols, values) = self.row_slices(row);
        cols.iter().copied().zip(values.iter().copied())
    }

    /// The entry at (`row`, `col`), zero where nothing is stored.
    #[inline]
    pub fn get(&self, row: usize, col: usize) -> f64 {
        let (cols, values) = self.row_slices(row);
        // In a row without holes the place is known.
        let place = cols.first().and_then(|&first| col.checked_sub(first));
        match place {
            Some(at) if cols.get(at) == Some(&col) => values[at],
            _ => cols.binary_search(&col).map_or(0.0, |at| values[at]),
        }
    }

    /// The diagonal of a square matrix.
    pub fn diagonal(&self) -> Vec<f64> {
        (0..self.rows).map(|row| self.get(row, row)).collect()
    }

    /// Row `row` times x.
    #[inline]
    pub fn row_dot(&self, row: usize, x: &[f64]) -> f64 {
        let (cols, values) = self.row_slices(row);
        cols.iter().zip(values).map(|(&col, value)| value * x[col]).sum()
    }

    /// y = A x.
    pub fn multiply(&self, x: &[f64], y: &mut [f64]) {
        for (row, out) in y.iter_mut().enumerate().take(self.rows) {
            *out = self.row_dot(row, x);
        }
    }

    /// y = Aᵀ x.
    pub fn multiply_transposed(&self, x: &[f64], y: &mut [f64]) {
        y.fill(0.0);
        for (row, &scale) in x.iter().enumerate().take(self.rows) {
            if scale != 0.0 {
                for (col, value) in self.row(row) {
                    y[col] += value * scale;
                }
            }
        }
    }

    /// Aᵀ.
    pub fn transposed(&self) -> Self {
        let mut row_start = vec![0; self.cols + 1];
        for &col in &self.col_index {
            row_start[col + 1] += 1;
        }
        for col in 0..self.cols {
            row_start[col + 1] += row_start[col];
        }
        let mut next = row_start.clone();
        let mut col_index = vec![0; self.stored()];
        let mut values = vec![0.0; self.stored()];
        for row in 0..self.rows {
            for (col, value) in self.row(row) {
                col_index[next[col]] = row;
                values[next[col]] = value;
                next[col] += 1;
            }
        }
        Self { rows: self.cols, cols: self.rows, row_start, col_index, values }
    }

    /// The product A B.
    pub fn product(&self, other: &Self) -> Self {
        assert_eq!(self.cols, other.rows, "inner sizes of a product must agree");
        let mut result = Self::zeros(self.rows, other.cols);
        let mut sum = vec![0.0; other.cols];
        let mut seen = vec![usize::MAX; other.cols];
        let mut touched = Vec::new();
        for row in 0..self.rows {
            touched.clear();
            for (inner, scale) in self.row(row) {
                for (col, value) in other.row(inner) {
                    if seen[col] != row {
                        seen[col] = row;
                        sum[col] = 0.0;
                        touched.push(col);
                    }
                    sum[col] += scale * value;
                }
            }
            touched.sort_unstable();
            for &col in &touched {
                result.col_index.push(col);
                result.values.push(sum[col]);
            }
            result.row_start[row + 1] = result.col_index.len();
        }
        result
    }

    /// A + B.
    pub fn sum(&self, other: &Self) -> Self {
        let mut triplets = self.to_triplets();
        let more = other.to_triplets();
        triplets.rows.extend(more.rows);
        triplets.cols.extend(more.cols);
        triplets.vals.extend(more.vals);
        Self::from_triplets(self.rows, self.cols, &triplets)
    }

    /// The square block of rows and columns listed in `keep` (ascending or
    /// not), renumbered in that order.
    pub fn principal_block(&self, keep: &[usize]) -> Self {
        let mut position = vec![usize::MAX; self.cols];
        for (new, &old) in keep.iter().enumerate() {
            position[old] = new;
        }
        let mut block = Self::zeros(keep.len(), keep.len());
        let mut row_entries = Vec::new();
        for (new, &old) in keep.iter().enumerate() {
            row_entries.clear();
            row_entries.extend(
                self.row(old)
                    .filter(|&(col, _)| position[col] != usize::MAX)
                    .map(|(col, value)| (position[col], value)),
            );
            row_entries.sort_unstable_by_key(|entry| entry.0);
            for &(col, value) in &row_entries {
                block.col_index.push(col);
                block.values.push(value);
            }
            block.row_start[new + 1] = block.col_index.len();
        }
        block
    }

    /// The largest |aᵢⱼ − aⱼᵢ| with its place, or `None` when the matrix is
    /// exactly symmetric.
    pub fn worst_asymmetry(&self) -> Option<(usize, usize, f64)> {
        let mut worst: Option<(usize, usize, f64)> = None;
        for row in 0..self.rows {
            for (col, value) in self.row(row) {
                let gap = (value - self.get(col, row)).abs();
                if gap > worst.map_or(0.0, |found| found.2) {
                    worst = Some((row, col, gap));
                }
            }
        }
        worst
    }

    /// ½ (A + Aᵀ).
    pub fn symmetric_part(&self) -> Self {
        let mut sum = self.sum(&self.transposed());
        for value in &mut sum.values {
            *value *= 0.5;
        }
        sum
    }

    /// The largest |aᵢⱼ|.
    pub fn largest(&self) -> f64 {
        crate::vector::infinity_norm(&self.values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> SparseMatrix {
        let mut triplets = Triplets::new();
        for (row, col, value) in [(1, 2, 4.0), (0, 1, 1.0), (1, 0, 3.0), (0, 1, 1.5), (2, 2, -1.0)]
        {
            triplets.push(row, col, value);
        }
        SparseMatrix::from_triplets(3, 3, &triplets)
    }

    #[test]
    fn duplicates_add_up_and_columns_ascend() {
        let a = example();
        assert_eq!(a.get(0, 1), 2.5);
        assert_eq!(a.row_slices(1).0, &[0, 2]);
        assert_eq!(a.stored(), 4);
    }

    #[test]
    fn transposed_product_and_dense_agree() {
        let a = example();
        let x = [1.0, -2.0, 0.5];
        let mut left = [0.0; 3];
        let mut right = [0.0; 3];
        a.multiply_transposed(&x, &mut left);
        a.transposed().multiply(&x, &mut right);
        assert_eq!(left, right);
        let square = a.product(&a.transposed()).to_dense();
        let dense = a.to_dense();
        for i in 0..3 {
            for j in 0..3 {
                let expected: f64 = (0..3).map(|k| dense[3 * i + k] * dense[3 * j + k]).sum();
                assert_eq!(square[3 * i + j], expected);
            }
        }
    }

    #[test]
    fn asymmetry_is_found_in_value_and_in_pattern() {
        assert_eq!(example().worst_asymmetry(), Some((1, 2, 4.0)));
        assert_eq!(example().symmetric_part().worst_asymmetry(), None);
    }

    #[test]
    fn rows_are_made_one_after_another_and_forgotten() {
        let mut matrix = example();
        for _ in 0..2 {
            matrix.clear(4);
            assert_eq!((matrix.rows(), matrix.cols(), matrix.stored()), (0, 4, 0));
            matrix.extend_row(0, &[1.0, -5.0]);
            matrix.extend_row(3, &[2.0]);
            matrix.finish_row();
            matrix.finish_row();
            matrix.extend_row(1, &[4.0]);
            matrix.finish_row();
            let expected = [1.0, -5.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 4.0, 0.0, 0.0];
            assert_eq!(matrix.to_dense(), expected);
            assert_eq!((matrix.stored(), matrix.largest()), (4, 5.0));
        }
    }

    #[test]
    fn dropped_zeros_change_no_entry() {
        let mut matrix = SparseMatrix::zeros(0, 0);
        matrix.clear(3);
        for row in [[0.0, 2.0, -0.0], [0.0; 3], [1.0, 0.0, 3.0]] {
            matrix.extend_row(0, &row);
            matrix.finish_row();
        }
        let dense = matrix.to_dense();
        matrix.drop_zeros();
        assert_eq!(matrix.to_dense(), dense);
        assert_eq!(matrix.row_starts(), [0, 1, 1, 3]);
        assert_eq!(matrix.column_indices(), [1, 0, 2]);
    }

    #[test]
    fn principal_block_renumbers() {
        let block = example().principal_block(&[2, 1]);
        assert_eq!(block.to_dense(), vec![-1.0, 0.0, 4.0, 0.0]);
    }
}
