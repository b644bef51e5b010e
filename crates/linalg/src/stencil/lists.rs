//! The operator from lists, as files have it.

use thiserror::Error;

use super::{Stencil, strides};

/// Why cells and faces do not make an operator; places are those of the lists.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StencilError {
    /// Not a grid.
    #[error("counts must be cells along 1 to 3 axes, at least 1 each and fewer than 2³² together")]
    Counts,
    /// A list of another length than the grid asks for.
    #[error("faces{place} has {found} entries but needs {expected}")]
    Size {
        /// Which list.
        place: String,
        /// Its length.
        found: usize,
        /// What it should be.
        expected: usize,
    },
    /// A cell that there is not, or that has come before.
    #[error("cells[{at}] is {cell} but must be a cell of the grid that no other row has")]
    Cell {
        /// Its place.
        at: usize,
        /// The cell.
        cell: usize,
    },
    /// A face behind which the grid ends.
    #[error("faces[{axis}][{cell}] must be 0 where the grid ends along that axis")]
    Edge {
        /// The axis.
        axis: usize,
        /// The cell before it.
        cell: usize,
    },
}

impl Stencil {
    /// The operator of lists: the cell of each row, and by axis c of the face
    /// between each cell and the next, 0 where the grid ends.
    pub fn from_lists(
        counts: &[usize],
        cells: &[usize],
        faces: &[Vec<f64>],
    ) -> Result<Self, StencilError> {
        let product = counts.iter().try_fold(1_usize, |size, &count| size.checked_mul(count));
        let size = product.filter(|&size| size > 0 && u32::try_from(size).is_ok());
        let size = size.filter(|_| (1..=3).contains(&counts.len())).ok_or(StencilError::Counts)?;
        let wrong = |place: String, found, expected| StencilError::Size { place, found, expected };
        if faces.len() != counts.len() {
            return Err(wrong(String::new(), faces.len(), counts.len()));
        }
        if let Some(axis) = faces.iter().position(|axis| axis.len() != size) {
            return Err(wrong(format!("[{axis}]"), faces[axis].len(), size));
        }
        let mut taken = vec![false; size];
        for (at, &cell) in cells.iter().enumerate() {
            match taken.get_mut(cell) {
                Some(taken) if !*taken => *taken = true,
                _ => return Err(StencilError::Cell { at, cell }),
            }
        }
        let strides = strides(counts);
        for (axis, faces) in faces.iter().enumerate() {
            let beyond =
                |cell: &usize| is_last(counts, &strides, axis, *cell) && faces[*cell] != 0.0;
            if let Some(cell) = (0..size).find(beyond) {
                return Err(StencilError::Edge { axis, cell });
            }
        }
        let cells: Vec<u32> = cells.iter().map(|&cell| cell as u32).collect();
        Ok(Self::numbered(counts, &cells, |axis, cell| faces[axis][cell]))
    }
}

/// Whether the grid ends behind a cell along an axis.
fn is_last(counts: &[usize], strides: &[usize], axis: usize, cell: usize) -> bool {
    cell / strides[axis] % counts[axis] + 1 == counts[axis]
}
