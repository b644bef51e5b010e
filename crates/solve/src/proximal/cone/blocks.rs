//! A problem of cone kind as independent laws on blocks of rows.

use super::small::Vector;
use crate::problem::Problem;

/// What the rows of a block obey.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Law {
    /// ‖x_t‖ ≤ μ x_n with μ > 0.
    Cone {
        /// Friction coefficient.
        mu: f64,
    },
    /// lo ≤ x ≤ hi, one row.
    Interval {
        /// Lower bound or −∞.
        lo: f64,
        /// Upper bound or +∞.
        hi: f64,
    },
}

/// A contact, or a single row outside contacts.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    rows: [usize; 3],
    size: usize,
    /// What it obeys.
    pub law: Law,
    /// Mean diagonal entry of A over its rows, or 1 where that is not positive.
    pub scale: f64,
}

impl Block {
    /// Its rows, normal first.
    pub fn rows(&self) -> &[usize] {
        &self.rows[..self.size]
    }

    /// Its part of a vector.
    pub fn gather(&self, vector: &[f64]) -> Vector {
        let mut part = [0.0; 3];
        for (value, &row) in part.iter_mut().zip(self.rows()) {
            *value = vector[row];
        }
        part
    }

    /// Writes its part of a vector.
    pub fn scatter(&self, part: Vector, vector: &mut [f64]) {
        for (&row, value) in self.rows().iter().zip(part) {
            vector[row] = value;
        }
    }

    fn new(rows: &[usize], law: Law, diagonal: &[f64]) -> Self {
        let mut block = Self { rows: [0; 3], size: rows.len(), law, scale: 1.0 };
        block.rows[..rows.len()].copy_from_slice(rows);
        let mean = rows.iter().map(|&row| diagonal[row]).sum::<f64>() / rows.len() as f64;
        if mean.is_normal() && mean > 0.0 {
            block.scale = mean;
        }
        block
    }
}

/// The blocks of `problem`: contacts in order, then single rows. Without
/// friction the cone is a ray: its normal is a bounded row, its tangents are 0.
pub fn blocks(problem: &Problem) -> Vec<Block> {
    let diagonal = problem.diagonal();
    let mut blocks = Vec::new();
    let mut owned = vec![false; problem.size()];
    for contact in problem.contacts() {
        let rows: Vec<usize> = contact.rows().collect();
        rows.iter().for_each(|&row| owned[row] = true);
        if contact.mu > 0.0 {
            blocks.push(Block::new(&rows, Law::Cone { mu: contact.mu }, diagonal));
        } else {
            for (at, &row) in rows.iter().enumerate() {
                let hi = if at == 0 { f64::INFINITY } else { 0.0 };
                blocks.push(Block::new(&[row], Law::Interval { lo: 0.0, hi }, diagonal));
            }
        }
    }
    for row in (0..problem.size()).filter(|&row| !owned[row]) {
        let law = Law::Interval { lo: problem.lo()[row], hi: problem.hi()[row] };
        blocks.push(Block::new(&[row], law, diagonal));
    }
    blocks
}
