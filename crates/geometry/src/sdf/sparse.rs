//! Fine values near the surface only, coarse ones elsewhere.
//!
//! Blocks of 8³ cells are kept where the surface may come nearer to them than the
//! band, each with a margin of one node, so that a cell needs no other block. A grid
//! with the spacing of blocks answers elsewhere. Where the two meet, outside of the
//! band, values jump by the error of the coarse grid.

use glam::DVec3;
use rayon::prelude::*;

use super::grid::{self, Grid, GridError, beyond, bound_of_next, cell};
use super::{Field, Interpolation, MAX_NODES};
use crate::Bounds;

/// Cells of a block along each axis.
pub(super) const CELLS: usize = 8;
/// Nodes of a block along each axis: one more than cells, and a margin of one each.
pub(super) const SIDE: usize = CELLS + 3;
/// Nodes of a block.
pub(super) const BLOCK: usize = SIDE * SIDE * SIDE;
/// There is no such block.
pub(super) const NONE: u32 = u32::MAX;

/// A grid that is fine near the surface.
#[derive(Clone, Debug, PartialEq)]
pub struct SparseGrid {
    /// At the corners of blocks.
    pub(super) coarse: Grid,
    /// Place of each block in `values`, x fastest, or [`NONE`].
    pub(super) blocks: Vec<u32>,
    pub(super) values: Vec<f64>,
}

impl SparseGrid {
    /// Values of a field, fine within `band` of its surface. The field must not grow
    /// faster than distance does.
    ///
    /// # Errors
    /// Where box or spacing make no grid, or one that is too large.
    pub fn new(
        field: &impl Field,
        bounds: &Bounds,
        spacing: f64,
        band: f64,
        interpolation: Interpolation,
    ) -> Result<Self, GridError> {
        // For its checks; the fine grid itself is never there.
        grid::nodes(bounds, spacing * CELLS as f64)?;
        let coarse = Grid::new(field, bounds, spacing * CELLS as f64, interpolation)?;
        let counts = coarse.nodes.map(|count| count - 1);
        let corner = |index: usize| {
            let [x, y, z] = place(index, counts);
            coarse.origin + DVec3::new(x as f64, y as f64, z as f64) * coarse.spacing
        };
        let half = coarse.spacing / 2.0;
        let reach = band + half * 3.0_f64.sqrt();
        let total = counts.iter().product::<usize>();
        let kept: Vec<usize> = (0..total)
            .into_par_iter()
            .filter(|&index| field.value(corner(index) + half).abs() <= reach)
            .collect();
        if kept.len() > MAX_NODES / BLOCK {
            return Err(GridError::TooMany);
        }
        let mut values = vec![0.0; kept.len() * BLOCK];
        values.par_chunks_mut(BLOCK).zip(&kept).for_each(|(values, &index)| {
            let mut bound = f64::INFINITY;
            for (at, value) in values.iter_mut().enumerate() {
                let [i, j, k] = place(at, [SIDE; 3]).map(|step| step as f64 - 1.0);
                if i < 0.0 {
                    bound = f64::INFINITY;
                }
                *value = field.value_within(corner(index) + DVec3::new(i, j, k) * spacing, bound);
                bound = bound_of_next(*value, spacing);
            }
        });
        let mut blocks = vec![NONE; total];
        for (number, index) in kept.into_iter().enumerate() {
            // Fewer than MAX_NODES.
            blocks[index] = number as u32;
        }
        Ok(Self { coarse, blocks, values })
    }

    /// Distance between neighbours near the surface.
    pub fn spacing(&self) -> f64 {
        self.coarse.spacing / CELLS as f64
    }

    /// The box of the grid.
    pub fn bounds(&self) -> Bounds {
        self.coarse.bounds()
    }

    /// How many numbers are kept.
    pub fn stored(&self) -> usize {
        self.values.len() + self.coarse.values.len()
    }
}

/// Steps along x, y and z of a number that counts x fastest.
fn place(index: usize, counts: [usize; 3]) -> [usize; 3] {
    [index % counts[0], index / counts[0] % counts[1], index / counts[0] / counts[1]]
}

impl Field for SparseGrid {
    fn sample(&self, point: DVec3) -> (f64, DVec3) {
        if point.is_nan() {
            return (f64::NAN, DVec3::NAN);
        }
        beyond(point, &self.bounds(), |point| {
            let place = (point - self.coarse.origin) / self.coarse.spacing;
            let cells: [(i64, f64); 3] =
                std::array::from_fn(|axis| cell(place[axis], self.coarse.nodes[axis]));
            let [x, y, z] = cells.map(|(cell, _)| cell as usize);
            let counts = self.coarse.nodes.map(|count| count - 1);
            let block = self.blocks[x + counts[0] * (y + counts[1] * z)];
            if block == NONE {
                return self.coarse.sample(point);
            }
            let fine = cells.map(|(_, s)| cell(s * CELLS as f64, CELLS + 1));
            let within = DVec3::from_array(fine.map(|(_, s)| s));
            let [i, j, k] = fine.map(|(cell, _)| cell as usize + 1);
            let first = block as usize * BLOCK + i + SIDE * (j + SIDE * k);
            let (value, gradient) = self.coarse.interpolation.at(within, |i, j, k| {
                let step = i + SIDE as i64 * (j + SIDE as i64 * k);
                self.values[(first as i64 + step) as usize]
            });
            (value, gradient / self.spacing())
        })
    }
}
