//! Grids in files: eight letters, a version, the numbers of the grid, its values, and a
//! checksum; all in little-endian order.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `STKSDF01` |
//! | 1 | 0 dense, 1 sparse |
//! | 1 | 0 linear, 1 cubic |
//! | 6 | 0 |
//! | 4 × 8 | origin, spacing (of the coarse grid where it is sparse) |
//! | 3 × 8 | nodes along each axis |
//! | … | values; for a sparse grid then the places of its blocks (4 bytes each), their number (8), their values |
//! | 4 | CRC-32 of all that is before |

use glam::DVec3;
use thiserror::Error;

use super::sparse::{BLOCK, NONE};
use super::{Field, Grid, Interpolation, MAX_NODES, SparseGrid};

const MAGIC: &[u8; 8] = b"STKSDF01";

/// What is wrong with a file of a grid.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum FieldFileError {
    /// Another file.
    #[error("this is no field: it does not begin with STKSDF01")]
    Magic,
    /// Cut off, or longer than told.
    #[error("byte {at}: the file {how}")]
    Length {
        /// Where that was noticed.
        at: usize,
        /// "ends too early" or "goes on after its end".
        how: &'static str,
    },
    /// A number that cannot be.
    #[error("byte {at}: {what}")]
    Number {
        /// Where.
        at: usize,
        /// What.
        what: &'static str,
    },
    /// The checksum does not fit.
    #[error("the checksum does not fit: the file was damaged")]
    Damaged,
}

/// A grid of either kind.
#[derive(Clone, Debug, PartialEq)]
pub enum StoredField {
    /// Dense.
    Dense(Grid),
    /// Sparse.
    Sparse(SparseGrid),
}

impl Field for StoredField {
    fn sample(&self, point: DVec3) -> (f64, DVec3) {
        match self {
            Self::Dense(grid) => grid.sample(point),
            Self::Sparse(grid) => grid.sample(point),
        }
    }
}

impl StoredField {
    /// The bytes of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (grid, sparse) = match self {
            Self::Dense(grid) => (grid, None),
            Self::Sparse(sparse) => (&sparse.coarse, Some(sparse)),
        };
        let mut bytes = MAGIC.to_vec();
        bytes.extend([
            u8::from(sparse.is_some()),
            u8::from(grid.interpolation == Interpolation::Cubic),
        ]);
        bytes.extend([0; 6]);
        let header = [grid.origin.x, grid.origin.y, grid.origin.z, grid.spacing];
        header.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
        grid.nodes.iter().for_each(|&count| bytes.extend((count as u64).to_le_bytes()));
        grid.values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        if let Some(sparse) = sparse {
            sparse.blocks.iter().for_each(|block| bytes.extend(block.to_le_bytes()));
            bytes.extend(((sparse.values.len() / BLOCK) as u64).to_le_bytes());
            sparse.values.iter().for_each(|value| bytes.extend(value.to_le_bytes()));
        }
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Where they are not what [`to_bytes`](Self::to_bytes) makes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FieldFileError> {
        if !bytes.starts_with(MAGIC) {
            return Err(FieldFileError::Magic);
        }
        let early = FieldFileError::Length { at: bytes.len(), how: "ends too early" };
        let (body, sum) = bytes.split_last_chunk::<4>().ok_or(early)?;
        let mut cursor = Cursor { bytes: body, at: MAGIC.len() };
        let field = read(&mut cursor)?;
        if cursor.at != body.len() {
            return Err(FieldFileError::Length { at: cursor.at, how: "goes on after its end" });
        }
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return Err(FieldFileError::Damaged);
        }
        Ok(field)
    }
}

struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], FieldFileError> {
        let early = FieldFileError::Length { at: self.bytes.len(), how: "ends too early" };
        let taken = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>());
        self.at += N;
        taken.copied().ok_or(early)
    }

    fn number(&mut self) -> Result<f64, FieldFileError> {
        let value = f64::from_le_bytes(self.take()?);
        if value.is_finite() {
            return Ok(value);
        }
        Err(FieldFileError::Number { at: self.at - 8, what: "a number is not finite" })
    }

    fn numbers(&mut self, count: usize) -> Result<Vec<f64>, FieldFileError> {
        if self.bytes.len().saturating_sub(self.at) / 8 < count {
            return Err(FieldFileError::Length { at: self.bytes.len(), how: "ends too early" });
        }
        (0..count).map(|_| self.number()).collect()
    }

    fn wrong(&self, what: &'static str) -> FieldFileError {
        FieldFileError::Number { at: self.at, what }
    }
}

fn read(cursor: &mut Cursor) -> Result<StoredField, FieldFileError> {
    let [kind, interpolation, ..] = cursor.take::<8>()?;
    let interpolation = match interpolation {
        0 => Interpolation::Linear,
        1 => Interpolation::Cubic,
        _ => return Err(cursor.wrong("expected 0 for linear or 1 for cubic")),
    };
    let origin = DVec3::new(cursor.number()?, cursor.number()?, cursor.number()?);
    let spacing = cursor.number()?;
    if spacing <= 0.0 {
        return Err(cursor.wrong("the spacing is no length above 0"));
    }
    let mut nodes = [0; 3];
    let mut total = 1_usize;
    for count in &mut nodes {
        *count = usize::try_from(u64::from_le_bytes(cursor.take()?)).unwrap_or(usize::MAX);
        total = total.saturating_mul(*count);
        if *count < 2 || total > MAX_NODES {
            return Err(cursor.wrong("a number of nodes is below 2, or all are above 2²⁷"));
        }
    }
    let values = cursor.numbers(total)?;
    let grid = Grid { origin, spacing, nodes, values, interpolation };
    match kind {
        0 => return Ok(StoredField::Dense(grid)),
        1 => {}
        _ => return Err(cursor.wrong("expected 0 for dense or 1 for sparse")),
    }
    let count = nodes.iter().map(|count| count - 1).product::<usize>();
    let blocks: Vec<u32> =
        (0..count).map(|_| cursor.take().map(u32::from_le_bytes)).collect::<Result<_, _>>()?;
    let stored = usize::try_from(u64::from_le_bytes(cursor.take()?)).unwrap_or(usize::MAX);
    if stored > MAX_NODES / BLOCK {
        return Err(cursor.wrong("more blocks than a grid may have"));
    }
    if blocks.iter().any(|&block| block != NONE && block as usize >= stored) {
        return Err(cursor.wrong("a block is named that is not there"));
    }
    let values = cursor.numbers(stored * BLOCK)?;
    Ok(StoredField::Sparse(SparseGrid { coarse: grid, blocks, values }))
}
