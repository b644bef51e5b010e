//! The block of A that belongs to one contact.

use super::Problem;

/// The dense diagonal block of A over the rows of a contact, normal first:
/// how its own impulse changes its own velocity. A row of torsion is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactBlock {
    /// Number of rows: 2 in the plane, 3 in space.
    pub size: usize,
    /// Entries by row; zero beyond `size`.
    pub entries: [[f64; 3]; 3],
}

impl Problem {
    /// The diagonal block of each contact, in the order of
    /// [`Self::contacts`]; A is not assembled for it.
    pub fn contact_blocks(&self) -> &[ContactBlock] {
        self.contact_blocks.get_or_init(|| {
            let mut dense = vec![0.0; self.factored().map_or(0, |factored| factored.freedoms())];
            let block = |contact: &super::FrictionContact| {
                let mut rows = [contact.normal; 3];
                let size = (contact.tangents.len() + 1).min(3);
                rows[1..size].copy_from_slice(&contact.tangents[..size - 1]);
                let entries = match self.factored() {
                    Some(factored) => factored.small_block(&rows[..size], &mut dense),
                    None => self.assembled_block(&rows[..size]),
                };
                ContactBlock { size, entries }
            };
            self.contacts().iter().map(block).collect()
        })
    }

    fn assembled_block(&self, rows: &[usize]) -> [[f64; 3]; 3] {
        let mut entries = [[0.0; 3]; 3];
        for (i, &row) in rows.iter().enumerate() {
            for (j, &col) in rows.iter().enumerate() {
                entries[i][j] = self.matrix().get(row, col);
            }
        }
        entries
    }
}
