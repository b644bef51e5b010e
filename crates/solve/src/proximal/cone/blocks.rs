//! A problem of cone kind as independent laws on blocks of rows.

use super::small::Vector;
use crate::problem::{FrictionContact, Problem};
use crate::proximal::section::contact_set::ContactSet;

/// What the rows of a block obey.
#[derive(Clone, Debug)]
pub enum BlockSet<const N: usize> {
    /// ‖x_t‖ ≤ μ x_n with μ > 0.
    Cone {
        /// Friction coefficient.
        mu: f64,
    },
    /// Any other section.
    Section(ContactSet<N>),
    /// lo ≤ x ≤ hi, one row.
    Interval {
        /// Lower bound or −∞.
        lo: f64,
        /// Upper bound or +∞.
        hi: f64,
    },
}

/// A contact, or a single row outside contacts.
#[derive(Clone, Debug)]
pub struct Block<const N: usize = 3> {
    rows: [usize; N],
    size: usize,
    /// What it obeys.
    pub set: BlockSet<N>,
    /// Mean diagonal entry of A over its rows, or 1 where that is not positive.
    pub scale: f64,
    /// The same of each row of a section, in the scale of its part.
    pub sizes: Vector<N>,
}

impl<const N: usize> Block<N> {
    /// Its rows, normal first.
    pub fn rows(&self) -> &[usize] {
        &self.rows[..self.size]
    }

    /// Its part of a vector.
    pub fn gather(&self, vector: &[f64]) -> Vector<N> {
        let mut part = [0.0; N];
        for (value, &row) in part.iter_mut().zip(self.rows()) {
            *value = vector[row];
        }
        part
    }

    /// Writes its part of a vector.
    pub fn scatter(&self, part: Vector<N>, vector: &mut [f64]) {
        for (&row, value) in self.rows().iter().zip(part) {
            vector[row] = value;
        }
    }

    fn new(rows: &[usize], set: BlockSet<N>, diagonal: &[f64]) -> Self {
        let mut block = Self { rows: [0; N], size: rows.len(), set, scale: 1.0, sizes: [1.0; N] };
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
pub fn blocks<const N: usize>(problem: &Problem) -> Vec<Block<N>> {
    let diagonal = problem.diagonal();
    let mut blocks = Vec::new();
    let mut owned = vec![false; problem.size()];
    for contact in problem.contacts() {
        let rows: Vec<usize> = contact.rows().collect();
        rows.iter().for_each(|&row| owned[row] = true);
        if !contact.is_coulomb()
            && let Some(set) = ContactSet::new(contact)
        {
            section(contact, set, diagonal, &mut blocks);
        } else if contact.mu > 0.0 {
            blocks.push(Block::new(&rows, BlockSet::Cone { mu: contact.mu }, diagonal));
        } else {
            for (at, &row) in rows.iter().enumerate() {
                let hi = if at == 0 { f64::INFINITY } else { 0.0 };
                blocks.push(Block::new(&[row], BlockSet::Interval { lo: 0.0, hi }, diagonal));
            }
        }
    }
    for row in (0..problem.size()).filter(|&row| !owned[row]) {
        let set = BlockSet::Interval { lo: problem.lo()[row], hi: problem.hi()[row] };
        blocks.push(Block::new(&[row], set, diagonal));
    }
    blocks
}

/// A contact of another section; tangents that no impulse acts along are 0.
fn section<const N: usize>(
    contact: &FrictionContact,
    set: ContactSet<N>,
    diagonal: &[f64],
    blocks: &mut Vec<Block<N>>,
) {
    let mut block = Block::new(set.rows(), BlockSet::Section(set.clone()), diagonal);
    block.sizes = set.sizes(diagonal);
    blocks.push(block);
    for row in contact.rows().filter(|row| !set.rows().contains(row)) {
        blocks.push(Block::new(&[row], BlockSet::Interval { lo: 0.0, hi: 0.0 }, diagonal));
    }
}
