//! A problem of cone kind as independent laws on blocks of rows.

use super::small::Vector;
use crate::problem::{FrictionContact, Problem};
use crate::proximal::section::law::ContactLaw;

/// What the rows of a block obey.
#[derive(Clone, Copy, Debug)]
pub enum Law {
    /// ‖x_t‖ ≤ μ x_n with μ > 0.
    Cone {
        /// Friction coefficient.
        mu: f64,
    },
    /// Any other section.
    Section(ContactLaw<3>),
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
        if !contact.is_coulomb()
            && let Some(law) = ContactLaw::new(contact)
        {
            section(contact, law, diagonal, &mut blocks);
        } else if contact.mu > 0.0 {
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

/// A contact of another section; tangents that no impulse acts along are 0.
fn section(
    contact: &FrictionContact,
    law: ContactLaw<3>,
    diagonal: &[f64],
    blocks: &mut Vec<Block>,
) {
    let mut block = Block::new(law.rows(), Law::Section(law), diagonal);
    let scaled =
        law.rows().iter().zip(law.scale).map(|(&row, scale)| scale * scale * diagonal[row]);
    let mean = scaled.sum::<f64>() / law.rows().len() as f64;
    if mean.is_normal() && mean > 0.0 {
        block.scale = mean;
    }
    blocks.push(block);
    for row in contact.rows().filter(|row| !law.rows().contains(row)) {
        blocks.push(Block::new(&[row], Law::Interval { lo: 0.0, hi: 0.0 }, diagonal));
    }
}
