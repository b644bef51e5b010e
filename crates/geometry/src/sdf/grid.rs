//! A dense grid of values.

use glam::DVec3;
use rayon::prelude::*;
use thiserror::Error;

use super::{Field, Interpolation};
use crate::Bounds;

/// Nodes of a grid at most (1 GiB of numbers).
pub const MAX_NODES: usize = 1 << 27;

/// Why there is no such grid.
#[derive(Clone, Copy, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum GridError {
    /// A box without size, or that is not finite.
    #[error("the box of the grid has no finite size along {0}")]
    Bounds(char),
    /// A spacing that is no length.
    #[error("the spacing is {0}; expected a length above 0")]
    Spacing(f64),
    /// Too many nodes.
    #[error("the grid would have more than 2²⁷ nodes; take a larger spacing")]
    TooMany,
}

/// Values at the nodes of a regular grid. Beyond its box the distance from the box is
/// added to the value at the nearest point of the box.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    pub(super) origin: DVec3,
    pub(super) spacing: f64,
    pub(super) nodes: [usize; 3],
    /// x runs fastest.
    pub(super) values: Vec<f64>,
    pub(super) interpolation: Interpolation,
}

/// Nodes along each axis that cover a box.
pub(super) fn nodes(bounds: &Bounds, spacing: f64) -> Result<[usize; 3], GridError> {
    if !(spacing > 0.0 && spacing.is_finite()) {
        return Err(GridError::Spacing(spacing));
    }
    let mut nodes = [0; 3];
    for (axis, name) in ['x', 'y', 'z'].into_iter().enumerate() {
        let size = bounds.size()[axis];
        if !(size > 0.0 && size.is_finite()) {
            return Err(GridError::Bounds(name));
        }
        // Not one cell more for a size that rounding has made a little longer.
        let cells = (size / spacing * (1.0 - 1e-9)).ceil().max(1.0);
        if cells > MAX_NODES as f64 {
            return Err(GridError::TooMany);
        }
        nodes[axis] = cells as usize + 1;
    }
    let total = nodes.iter().try_fold(1_usize, |all, &next| all.checked_mul(next));
    if total.is_none_or(|total| total > MAX_NODES) {
        return Err(GridError::TooMany);
    }
    Ok(nodes)
}

/// What bounds the value at the next node of a row, since no distance grows faster than
/// the way; a little more for rounding.
pub(super) fn bound_of_next(value: f64, spacing: f64) -> f64 {
    (value.abs() + spacing) * (1.0 + 1e-9)
}

impl Grid {
    /// Values of a field at the nodes of a grid that covers a box.
    ///
    /// # Errors
    /// Where box or spacing make no grid, or one that is too large.
    pub fn new(
        field: &impl Field,
        bounds: &Bounds,
        spacing: f64,
        interpolation: Interpolation,
    ) -> Result<Self, GridError> {
        let nodes = nodes(bounds, spacing)?;
        let origin = bounds.lower;
        let plane = nodes[0] * nodes[1];
        let mut values = vec![0.0; plane * nodes[2]];
        values.par_chunks_mut(nodes[0]).enumerate().for_each(|(row, values)| {
            let mut bound = f64::INFINITY;
            for (i, value) in values.iter_mut().enumerate() {
                let step = DVec3::new(i as f64, (row % nodes[1]) as f64, (row / nodes[1]) as f64);
                *value = field.value_within(origin + step * spacing, bound);
                bound = bound_of_next(*value, spacing);
            }
        });
        Ok(Self { origin, spacing, nodes, values, interpolation })
    }

    /// How many nodes there are along each axis.
    pub fn nodes(&self) -> [usize; 3] {
        self.nodes
    }

    /// Distance between neighbours.
    pub fn spacing(&self) -> f64 {
        self.spacing
    }

    /// The box of the grid.
    pub fn bounds(&self) -> Bounds {
        let cells = DVec3::from_array(self.nodes.map(|count| (count - 1) as f64));
        Bounds { lower: self.origin, upper: self.origin + cells * self.spacing }
    }

    /// The same values, interpolated otherwise.
    pub fn with(self, interpolation: Interpolation) -> Self {
        Self { interpolation, ..self }
    }

    /// The value at a node; one step beyond the border by the parabola through the
    /// last three (or the line through two).
    fn node(&self, at: [i64; 3]) -> f64 {
        for axis in 0..3 {
            let last = self.nodes[axis] as i64 - 1;
            let inwards = match at[axis] {
                below if below < 0 => 1,
                above if above > last => -1,
                _ => continue,
            };
            let from = |steps: i64| {
                let mut other = at;
                other[axis] += inwards * steps;
                self.node(other)
            };
            return if last >= 2 {
                3.0 * from(1) - 3.0 * from(2) + from(3)
            } else {
                2.0 * from(1) - from(2)
            };
        }
        let [i, j, k] = at.map(|place| place as usize);
        self.values[i + self.nodes[0] * (j + self.nodes[1] * k)]
    }
}

/// The cell of a place along an axis, and where in it.
pub(super) fn cell(place: f64, nodes: usize) -> (i64, f64) {
    let last = nodes as f64 - 2.0;
    let cell = place.floor().clamp(0.0, last);
    (cell as i64, (place - cell).clamp(0.0, 1.0))
}

/// Adds the distance from the box to what holds at its nearest point.
pub(super) fn beyond(
    point: DVec3,
    bounds: &Bounds,
    inside: impl Fn(DVec3) -> (f64, DVec3),
) -> (f64, DVec3) {
    let nearest = point.clamp(bounds.lower, bounds.upper);
    let apart = point - nearest;
    let distance = apart.length();
    let (value, gradient) = inside(nearest);
    if distance > 0.0 { (value + distance, apart / distance) } else { (value, gradient) }
}

impl Field for Grid {
    fn sample(&self, point: DVec3) -> (f64, DVec3) {
        if point.is_nan() {
            return (f64::NAN, DVec3::NAN);
        }
        beyond(point, &self.bounds(), |point| {
            let place = (point - self.origin) / self.spacing;
            let cells: [(i64, f64); 3] =
                std::array::from_fn(|axis| cell(place[axis], self.nodes[axis]));
            let within = DVec3::from_array(cells.map(|(_, s)| s));
            let [x, y, z] = cells.map(|(cell, _)| cell);
            let inner = (0..3)
                .all(|axis| cells[axis].0 >= 1 && cells[axis].0 + 2 < self.nodes[axis] as i64);
            let (value, gradient) = if inner || self.interpolation == Interpolation::Linear {
                // All nodes are there.
                let first = x as usize + self.nodes[0] * (y as usize + self.nodes[1] * z as usize);
                let strides = [1, self.nodes[0] as i64, (self.nodes[0] * self.nodes[1]) as i64];
                self.interpolation.at(within, |i, j, k| {
                    let step = i * strides[0] + j * strides[1] + k * strides[2];
                    self.values[(first as i64 + step) as usize]
                })
            } else {
                self.interpolation.at(within, |i, j, k| self.node([x + i, y + j, z + k]))
            };
            (value, gradient / self.spacing)
        })
    }
}
