//! Rows of a factored problem, seen from 6 × 6 blocks of bodies.

use std::ops::Range;

use stickslip_linalg::{BLOCK, BlockLu, SparseMatrix};

use crate::problem::FactoredForm;

/// Most bodies that one row may join.
const MOST_BODIES: usize = 4;

/// Neighbouring rows that join the same bodies.
#[derive(Clone, Debug)]
struct Group {
    rows: Range<usize>,
    bodies: [usize; MOST_BODIES],
    count: usize,
    /// Blocks of the matrix, for every body of the row against every body.
    slots: [[usize; MOST_BODIES]; MOST_BODIES],
    /// Where the packed rows begin.
    packed: usize,
}

/// What the pattern of J and M⁻¹ says, kept as long as it stays the same.
#[derive(Debug)]
pub struct Structure {
    row_starts: Vec<usize>,
    columns: Vec<usize>,
    mass_starts: Vec<usize>,
    mass_columns: Vec<usize>,
    groups: Vec<Group>,
    /// Group of each row.
    group_of: Vec<usize>,
    /// Place of every stored entry of J among the packed rows.
    places: Vec<usize>,
    /// Rows of J, six numbers per body that they join.
    packed: Vec<f64>,
    /// M, six rows of six per body.
    mass: Vec<[f64; BLOCK * BLOCK]>,
    matrix: BlockLu,
}

impl Structure {
    /// Reads a pattern; `None` where the problem is not made of bodies with
    /// six freedoms, a row joins too many of them, or the factor would be
    /// too dense.
    pub fn new(factored: &FactoredForm) -> Option<Self> {
        let (jacobian, inverse_mass) = (&factored.jacobian, &factored.inverse_mass);
        let freedoms = jacobian.cols();
        if freedoms == 0 || !freedoms.is_multiple_of(BLOCK) {
            return None;
        }
        let inside = |row: usize| {
            inverse_mass.row_slices(row).0.iter().all(|col| col / BLOCK == row / BLOCK)
        };
        if !(0..freedoms).all(inside) {
            return None;
        }
        let size = freedoms / BLOCK;
        let (groups, pairs) = groups(jacobian)?;
        let matrix = BlockLu::new(size, &pairs).ok()?;
        let mut structure = Self {
            row_starts: jacobian.row_starts().to_vec(),
            columns: jacobian.column_indices().to_vec(),
            mass_starts: inverse_mass.row_starts().to_vec(),
            mass_columns: inverse_mass.column_indices().to_vec(),
            group_of: Vec::new(),
            places: Vec::new(),
            packed: Vec::new(),
            mass: vec![[0.0; BLOCK * BLOCK]; size],
            groups,
            matrix,
        };
        structure.number(jacobian);
        Some(structure)
    }

    /// Whether it was made from the same pattern.
    pub fn fits(&self, factored: &FactoredForm) -> bool {
        let (jacobian, inverse_mass) = (&factored.jacobian, &factored.inverse_mass);
        self.mass.len() * BLOCK == jacobian.cols()
            && self.row_starts == jacobian.row_starts()
            && self.columns == jacobian.column_indices()
            && self.mass_starts == inverse_mass.row_starts()
            && self.mass_columns == inverse_mass.column_indices()
    }

    fn number(&mut self, jacobian: &SparseMatrix) {
        let mut end = 0;
        for (index, group) in self.groups.iter_mut().enumerate() {
            group.packed = end;
            let width = group.count * BLOCK;
            for row in group.rows.clone() {
                self.group_of.push(index);
                for &col in jacobian.row_slices(row).0 {
                    let body = group.bodies[..group.count]
                        .iter()
                        .position(|&body| body == col / BLOCK)
                        .unwrap_or(0);
                    self.places.push(end + body * BLOCK + col % BLOCK);
                }
                end += width;
            }
            for a in 0..group.count {
                for b in 0..group.count {
                    let slot = self.matrix.slot(group.bodies[a], group.bodies[b]);
                    group.slots[a][b] = slot.unwrap_or(0);
                }
            }
        }
        self.packed = vec![0.0; end];
    }

    /// Takes the numbers of J and M⁻¹. `false` where a mass block is singular.
    pub fn load(&mut self, factored: &FactoredForm) -> bool {
        for (&place, &value) in self.places.iter().zip(factored.jacobian.values()) {
            self.packed[place] = value;
        }
        self.mass.iter_mut().enumerate().all(|(body, mass)| {
            let mut inverse = [0.0; BLOCK * BLOCK];
            for row in 0..BLOCK {
                for (col, value) in factored.inverse_mass.row(body * BLOCK + row) {
                    inverse[row * BLOCK + col % BLOCK] = value;
                }
            }
            invert(&mut inverse, mass)
        })
    }

    /// Whether two rows join the same bodies.
    pub fn together(&self, a: usize, b: usize) -> bool {
        self.group_of[a] == self.group_of[b]
    }

    fn packed_row(&self, row: usize) -> (&Group, &[f64]) {
        let group = &self.groups[self.group_of[row]];
        let width = group.count * BLOCK;
        let begin = group.packed + (row - group.rows.start) * width;
        (group, &self.packed[begin..begin + width])
    }

    /// Begins the matrix with M.
    pub fn begin(&mut self) {
        self.matrix.clear();
        for (body, mass) in self.mass.iter().enumerate() {
            if let Some(slot) = self.matrix.slot(body, body) {
                *self.matrix.block_mut(slot) = *mass;
            }
        }
    }

    /// Adds weight · (J_row + Σ factorᵢ J_otherᵢ)ᵀ J_row. The others join the
    /// same bodies.
    pub fn add(&mut self, row: usize, weight: f64, others: &[(usize, f64)]) {
        let mut left = [0.0; MOST_BODIES * BLOCK];
        let group = &self.groups[self.group_of[row]];
        let width = group.count * BLOCK;
        let begin = |row: usize| group.packed + (row - group.rows.start) * width;
        let right = &self.packed[begin(row)..begin(row) + width];
        left[..width].copy_from_slice(right);
        for &(other, factor) in others {
            let line = &self.packed[begin(other)..begin(other) + width];
            for (sum, value) in left.iter_mut().zip(line) {
                *sum += factor * value;
            }
        }
        for a in 0..group.count {
            for b in 0..group.count {
                let block = self.matrix.block_mut(group.slots[a][b]);
                let right = &right[b * BLOCK..(b + 1) * BLOCK];
                for i in 0..BLOCK {
                    let scale = weight * left[a * BLOCK + i];
                    let line = &mut block[i * BLOCK..(i + 1) * BLOCK];
                    for (out, value) in line.iter_mut().zip(right) {
                        *out += scale * value;
                    }
                }
            }
        }
    }

    /// Factors the matrix; `false` when a pivot vanished.
    pub fn factorise(&mut self) -> bool {
        self.matrix.factorise().is_ok()
    }

    /// Overwrites a momentum with the velocity that the factored matrix gives.
    pub fn solve(&mut self, momentum: &mut [f64]) {
        self.matrix.solve(momentum);
    }

    /// momentum += J_rowᵀ impulse.
    pub fn push(&self, row: usize, impulse: f64, momentum: &mut [f64]) {
        let (group, line) = self.packed_row(row);
        for (at, &body) in group.bodies[..group.count].iter().enumerate() {
            let target = &mut momentum[body * BLOCK..(body + 1) * BLOCK];
            for (out, value) in target.iter_mut().zip(&line[at * BLOCK..(at + 1) * BLOCK]) {
                *out += impulse * value;
            }
        }
    }

    /// J_row · velocity.
    pub fn speed(&self, row: usize, velocity: &[f64]) -> f64 {
        let (group, line) = self.packed_row(row);
        let mut sum = 0.0;
        for (at, &body) in group.bodies[..group.count].iter().enumerate() {
            let part = &velocity[body * BLOCK..(body + 1) * BLOCK];
            for (value, velocity) in line[at * BLOCK..(at + 1) * BLOCK].iter().zip(part) {
                sum += value * velocity;
            }
        }
        sum
    }
}

/// Pairs of bodies.
type Pairs = Vec<(usize, usize)>;

/// Groups of neighbouring rows with the same bodies, and the pairs of bodies
/// that share a block.
fn groups(jacobian: &SparseMatrix) -> Option<(Vec<Group>, Pairs)> {
    let mut groups: Vec<Group> = Vec::new();
    let mut pairs = Vec::new();
    for row in 0..jacobian.rows() {
        let mut bodies = [usize::MAX; MOST_BODIES];
        let mut count = 0;
        for col in jacobian.row_slices(row).0 {
            let body = col / BLOCK;
            if count == 0 || bodies[count - 1] != body {
                *bodies.get_mut(count)? = body;
                count += 1;
            }
        }
        match groups.last_mut() {
            Some(group) if group.bodies == bodies => group.rows.end = row + 1,
            _ => {
                for a in 0..count {
                    pairs.extend((a + 1..count).map(|b| (bodies[a], bodies[b])));
                }
                let slots = [[0; MOST_BODIES]; MOST_BODIES];
                groups.push(Group { rows: row..row + 1, bodies, count, slots, packed: 0 });
            }
        }
    }
    Some((groups, pairs))
}

/// Inverts a symmetric positive definite block by Gauss–Jordan elimination;
/// `false` where a pivot is not positive.
fn invert(matrix: &mut [f64; BLOCK * BLOCK], inverse: &mut [f64; BLOCK * BLOCK]) -> bool {
    inverse.fill(0.0);
    for k in 0..BLOCK {
        inverse[k * BLOCK + k] = 1.0;
    }
    for k in 0..BLOCK {
        let pivot = matrix[k * BLOCK + k];
        if !(pivot > 0.0 && pivot.is_finite()) {
            return false;
        }
        for col in 0..BLOCK {
            matrix[k * BLOCK + col] /= pivot;
            inverse[k * BLOCK + col] /= pivot;
        }
        for row in (0..BLOCK).filter(|&row| row != k) {
            let factor = matrix[row * BLOCK + k];
            if factor != 0.0 {
                for col in 0..BLOCK {
                    matrix[row * BLOCK + col] -= factor * matrix[k * BLOCK + col];
                    inverse[row * BLOCK + col] -= factor * inverse[k * BLOCK + col];
                }
            }
        }
    }
    true
}
