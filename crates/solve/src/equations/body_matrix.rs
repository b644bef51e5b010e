//! The sparse matrix M + Jᵀ G J, G block diagonal by groups of rows.

use std::ops::Range;

use stickslip_linalg::{SparseMatrix, Triplets};

use crate::problem::BodyView;

/// Rows of J next to each other with the same columns: summed up densely
/// before they are added to the matrix.
struct Group {
    rows: Range<usize>,
    /// Place of entry (a, b) of the group's block among the stored values.
    places: Vec<usize>,
}

/// Pattern and values of M + Jᵀ G J.
pub struct BodyMatrix {
    matrix: SparseMatrix,
    mass_places: Vec<usize>,
    groups: Vec<Group>,
    block: Vec<f64>,
}

impl BodyMatrix {
    /// The pattern that `bodies` has with every row in.
    pub fn new(bodies: &BodyView) -> Self {
        let (matrix, rows) = pattern(bodies);
        let place = |row: usize, col: usize| {
            // `pattern` has every entry of M and every pair of columns of a group.
            let at = matrix.row_slices(row).0.binary_search(&col).expect("in the pattern");
            matrix.row_starts()[row] + at
        };
        let mass_places = (0..bodies.freedoms())
            .flat_map(|row| bodies.mass.row(row).map(move |(col, _)| (row, col)))
            .map(|(row, col)| place(row, col))
            .collect();
        let groups: Vec<Group> = rows
            .into_iter()
            .map(|rows| {
                let (cols, _) = bodies.jacobian.row_slices(rows.start);
                let pairs = cols.iter().flat_map(|&a| cols.iter().map(move |&b| (a, b)));
                Group { places: pairs.map(|(a, b)| place(a, b)).collect(), rows }
            })
            .collect();
        let largest = groups.iter().map(|group| group.places.len()).max().unwrap_or(0);
        Self { matrix, mass_places, groups, block: vec![0.0; largest] }
    }

    /// The matrix as last assembled.
    pub fn matrix(&self) -> &SparseMatrix {
        &self.matrix
    }

    /// Estimated time of [`Self::assemble`].
    pub fn cost(&self) -> f64 {
        let sum: usize =
            self.groups.iter().map(|group| group.places.len() * (group.rows.len() + 4)).sum();
        // About three sums a nanosecond; a scattered one counts for four.
        0.3 * sum as f64
    }

    /// Sets M + Jᵀ G J. `pairs(i)` lists the entries of row i of G as
    /// (column of G, value), all columns inside the group of row i.
    pub fn assemble<P>(&mut self, bodies: &BodyView, pairs: impl Fn(usize) -> P)
    where
        P: IntoIterator<Item = (usize, f64)>,
    {
        let values = self.matrix.values_mut();
        values.fill(0.0);
        for (&place, &mass) in self.mass_places.iter().zip(bodies.mass.values()) {
            values[place] = mass;
        }
        for group in &self.groups {
            let block = &mut self.block[..group.places.len()];
            let mut touched = false;
            for row in group.rows.clone() {
                for (other, weight) in pairs(row) {
                    if weight == 0.0 {
                        continue;
                    }
                    if !touched {
                        block.fill(0.0);
                        touched = true;
                    }
                    let (_, left) = bodies.jacobian.row_slices(row);
                    let (_, right) = bodies.jacobian.row_slices(other);
                    // A row between fixed bodies has no entries.
                    let width = right.len().max(1);
                    for (line, a) in block.chunks_exact_mut(width).zip(left) {
                        let scale = weight * a;
                        for (sum, b) in line.iter_mut().zip(right) {
                            *sum += scale * b;
                        }
                    }
                }
            }
            if touched {
                for (&place, value) in group.places.iter().zip(block.iter()) {
                    values[place] += value;
                }
            }
        }
    }

    /// Whether rows `left` and `right` of J are in the same group.
    pub fn together(&self, left: usize, right: usize) -> bool {
        let at = self.groups.partition_point(|group| group.rows.end <= left);
        self.groups.get(at).is_some_and(|group| group.rows.contains(&right))
    }
}

fn pattern(bodies: &BodyView) -> (SparseMatrix, Vec<Range<usize>>) {
    let jacobian = &bodies.jacobian;
    let mut groups: Vec<Range<usize>> = Vec::new();
    for row in 0..jacobian.rows() {
        match groups.last_mut() {
            Some(group) if jacobian.row_slices(group.start).0 == jacobian.row_slices(row).0 => {
                group.end = row + 1;
            }
            _ => groups.push(row..row + 1),
        }
    }
    let mut triplets = Triplets::new();
    for row in 0..bodies.freedoms() {
        triplets.push(row, row, 0.0);
        for (col, _) in bodies.mass.row(row) {
            triplets.push(row, col, 0.0);
        }
    }
    for group in &groups {
        let (cols, _) = jacobian.row_slices(group.start);
        for &a in cols {
            for &b in cols {
                triplets.push(a, b, 0.0);
            }
        }
    }
    let size = bodies.freedoms();
    (SparseMatrix::from_triplets(size, size, &triplets), groups)
}
