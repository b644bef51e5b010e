//! Rows of a factored problem, seen from 6 × 6 blocks of bodies.

use std::ops::Range;

use stickslip_linalg::{BLOCK, BlockLu, SparseMatrix, in_wide_registers};

use super::block_inverse::invert;
use crate::problem::FactoredForm;

/// Most bodies that one row may join.
const MAX_BODIES: usize = 4;

/// Neighbouring rows that join the same bodies.
#[derive(Clone, Debug)]
struct Group {
    rows: Range<usize>,
    bodies: [usize; MAX_BODIES],
    count: usize,
    /// Blocks of the matrix, for every body of the row against every body.
    slots: [[usize; MAX_BODIES]; MAX_BODIES],
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
    /// Place of every stored entry of J among the packed rows; empty where
    /// they are stored as they are packed.
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
        let (jacobian, inverse_mass) = (&factored.jacobian, factored.inertia.inverse());
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
        let (jacobian, inverse_mass) = (&factored.jacobian, factored.inertia.inverse());
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
                    // `groups` lists the body of every column of its rows.
                    let bodies = &group.bodies[..group.count];
                    let body = bodies.iter().position(|&body| body == col / BLOCK);
                    let body = body.expect("a body of the group");
                    self.places.push(end + body * BLOCK + col % BLOCK);
                }
                end += width;
            }
            for a in 0..group.count {
                for b in 0..group.count {
                    let slot = self.matrix.slot(group.bodies[a], group.bodies[b]);
                    // `groups` names every pair of a group to the factor.
                    group.slots[a][b] = slot.expect("a block of the pattern");
                }
            }
        }
        self.packed = vec![0.0; end];
        if self.places.iter().copied().eq(0..end) {
            self.places = Vec::new();
        }
    }

    /// Takes the numbers of J and M⁻¹. `false` where a mass block is singular.
    pub fn load(&mut self, factored: &FactoredForm) -> bool {
        if self.places.is_empty() {
            self.packed.copy_from_slice(factored.jacobian.values());
        }
        for (&place, &value) in self.places.iter().zip(factored.jacobian.values()) {
            self.packed[place] = value;
        }
        self.mass.iter_mut().enumerate().all(|(body, mass)| {
            let mut inverse = [0.0; BLOCK * BLOCK];
            for row in 0..BLOCK {
                for (col, value) in factored.inertia.inverse().row(body * BLOCK + row) {
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

    /// Begins the matrix with M.
    pub fn begin(&mut self) {
        self.matrix.clear();
        for (body, mass) in self.mass.iter().enumerate() {
            // Every factor has its diagonal blocks.
            let slot = self.matrix.slot(body, body).expect("a diagonal block");
            *self.matrix.block_mut(slot) = *mass;
        }
    }

    /// Adds Σ weight · (own J_row + Σ factorᵢ J_otherᵢ)ᵀ J_row over the rows
    /// that `part` gives a weight; the others join the same bodies as the row.
    pub fn add<const OTHERS: usize>(&mut self, part: impl Fn(usize) -> Option<Part<OTHERS>>) {
        in_wide_registers(
            #[inline(always)]
            || {
                for at in 0..self.groups.len() {
                    match self.groups[at].count {
                        1 => self.add_group::<BLOCK, OTHERS>(at, &part),
                        2 => self.add_group::<{ 2 * BLOCK }, OTHERS>(at, &part),
                        _ => self.add_group::<{ MAX_BODIES * BLOCK }, OTHERS>(at, &part),
                    }
                }
            },
        );
    }

    /// `WIDTH` is at least six times the bodies of the group.
    #[inline(always)]
    fn add_group<const WIDTH: usize, const OTHERS: usize>(
        &mut self,
        at: usize,
        part: &impl Fn(usize) -> Option<Part<OTHERS>>,
    ) {
        let group = &self.groups[at];
        let width = group.count * BLOCK;
        let line = |row: usize| {
            let begin = group.packed + (row - group.rows.start) * width;
            let mut line = [0.0; WIDTH];
            line[..width].copy_from_slice(&self.packed[begin..begin + width]);
            line
        };
        let mut sum = [[0.0; WIDTH]; WIDTH];
        let mut any = false;
        for row in group.rows.clone() {
            let Some(Part { weight, own, others }) = part(row) else { continue };
            any = true;
            let right = line(row);
            let mut left = right;
            left.iter_mut().for_each(|value| *value *= own);
            for (other, factor) in others {
                if factor != 0.0 {
                    for (sum, value) in left.iter_mut().zip(line(other)) {
                        *sum += factor * value;
                    }
                }
            }
            for i in 0..WIDTH {
                let scale = weight * left[i];
                for j in 0..WIDTH {
                    sum[i][j] += scale * right[j];
                }
            }
        }
        if !any {
            return;
        }
        for a in 0..group.count {
            for b in 0..group.count {
                let block = self.matrix.block_mut(group.slots[a][b]);
                for i in 0..BLOCK {
                    let line = &sum[a * BLOCK + i][b * BLOCK..(b + 1) * BLOCK];
                    for (out, value) in block[i * BLOCK..(i + 1) * BLOCK].iter_mut().zip(line) {
                        *out += value;
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

    /// momentum ← Jᵀ impulses.
    pub fn push(&self, impulses: &[f64], momentum: &mut [f64]) {
        momentum.fill(0.0);
        in_wide_registers(
            #[inline(always)]
            || {
                for group in &self.groups {
                    let width = group.count * BLOCK;
                    let mut sum = [0.0; MAX_BODIES * BLOCK];
                    let lines = self.packed[group.packed..].chunks_exact(width);
                    for (impulse, line) in impulses[group.rows.clone()].iter().zip(lines) {
                        if *impulse != 0.0 {
                            for (out, value) in sum.iter_mut().zip(line) {
                                *out += impulse * value;
                            }
                        }
                    }
                    for (at, &body) in group.bodies[..group.count].iter().enumerate() {
                        let target = &mut momentum[body * BLOCK..(body + 1) * BLOCK];
                        for (out, value) in target.iter_mut().zip(&sum[at * BLOCK..]) {
                            *out += value;
                        }
                    }
                }
            },
        );
    }

    /// speeds ← J velocity.
    pub fn speeds(&self, velocity: &[f64], speeds: &mut [f64]) {
        in_wide_registers(
            #[inline(always)]
            || {
                for group in &self.groups {
                    let width = group.count * BLOCK;
                    let mut joined = [0.0; MAX_BODIES * BLOCK];
                    for (at, &body) in group.bodies[..group.count].iter().enumerate() {
                        joined[at * BLOCK..(at + 1) * BLOCK]
                            .copy_from_slice(&velocity[body * BLOCK..(body + 1) * BLOCK]);
                    }
                    let lines = self.packed[group.packed..].chunks_exact(width);
                    for (speed, line) in speeds[group.rows.clone()].iter_mut().zip(lines) {
                        // Three sums side by side, for the sake of the registers.
                        let mut sums = [0.0; 3];
                        for (values, joined) in line.chunks_exact(3).zip(joined.chunks_exact(3)) {
                            for k in 0..3 {
                                sums[k] += values[k] * joined[k];
                            }
                        }
                        *speed = sums[0] + sums[1] + sums[2];
                    }
                }
            },
        );
    }
}

/// What a row adds to the matrix.
pub struct Part<const OTHERS: usize> {
    /// Its weight.
    pub weight: f64,
    /// How far it moves itself.
    pub own: f64,
    /// Rows that move with it, and how far.
    pub others: [(usize, f64); OTHERS],
}

/// Pairs of bodies.
type Pairs = Vec<(usize, usize)>;

/// Groups of neighbouring rows with the same bodies, and the pairs of bodies
/// that share a block.
fn groups(jacobian: &SparseMatrix) -> Option<(Vec<Group>, Pairs)> {
    let mut groups: Vec<Group> = Vec::new();
    let mut pairs = Vec::new();
    for row in 0..jacobian.rows() {
        let mut bodies = [usize::MAX; MAX_BODIES];
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
                let slots = [[0; MAX_BODIES]; MAX_BODIES];
                groups.push(Group { rows: row..row + 1, bodies, count, slots, packed: 0 });
            }
        }
    }
    Some((groups, pairs))
}
