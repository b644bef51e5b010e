//! The particles that carry a liquid.

use glam::DVec3;

use crate::description::LiquidDescription;
use crate::grid::Grid;
use crate::solids::Solids;

/// Particles in flat arrays. Every particle carries the same volume.
#[derive(Debug, Default, PartialEq)]
pub struct Particles {
    /// Where (m).
    pub positions: Vec<DVec3>,
    /// Velocities (m/s).
    pub velocities: Vec<DVec3>,
    /// Gradient of each component of the velocity (1/s).
    pub gradients: Vec<[DVec3; 3]>,
}

impl Clone for Particles {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    // Keeps the memory that is already there.
    fn clone_from(&mut self, source: &Self) {
        self.positions.clone_from(&source.positions);
        self.velocities.clone_from(&source.velocities);
        self.gradients.clone_from(&source.gradients);
    }
}

/// Particles of a full cell along each axis.
const PER_EDGE: usize = 2;

impl Particles {
    /// How many.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Particles of a full cell.
    pub fn per_cell(grid: &Grid) -> usize {
        PER_EDGE.pow(grid.axes() as u32)
    }

    /// Volume of a particle (m³).
    pub fn volume(grid: &Grid) -> f64 {
        grid.cell_volume() / Self::per_cell(grid) as f64
    }

    /// Fills the region of a liquid, but not the solids in it: one particle in
    /// the middle of every half cell.
    pub fn fill(description: &LiquidDescription, grid: &Grid, solids: &dyn Solids) -> Self {
        let half = grid.width / PER_EDGE as f64;
        let [lower, upper] = description.region;
        let range = |axis: usize| {
            let count = PER_EDGE * grid.cells[axis];
            let index = |value: f64| ((value - grid.lower[axis]) / half - 0.5 - 1e-6).ceil();
            let first = index(lower[axis]).max(0.0) as usize;
            let end = (index(upper[axis]).max(0.0) as usize).min(count);
            first..end
        };
        let depth = if grid.flat { 0..1 } else { range(2) };
        let mut particles = Self::default();
        for k in depth {
            for j in range(1) {
                for i in range(0) {
                    let place = [i, j, k].map(|index| index as f64 + 0.5);
                    let mut point = grid.lower + half * DVec3::from_array(place);
                    if grid.flat {
                        point.z = grid.lower.z + 0.5 * grid.width;
                    }
                    if solids.at(point).distance > 0.0 {
                        particles.positions.push(point);
                    }
                }
            }
        }
        let mut velocity = description.velocity;
        if grid.flat {
            velocity.z = 0.0;
        }
        particles.velocities = vec![velocity; particles.len()];
        particles.gradients = vec![[DVec3::ZERO; 3]; particles.len()];
        particles
    }

    /// Brings the particles into the order of their cells, so that neighbours
    /// in space are neighbours in memory; those of a cell keep their order.
    pub fn sort(&mut self, grid: &Grid, order: &mut Vec<u32>) {
        let cells: Vec<u32> =
            self.positions.iter().map(|&point| grid.cell_at(point) as u32).collect();
        let mut next = vec![0_u32; grid.cell_count() + 1];
        cells.iter().for_each(|&cell| next[cell as usize + 1] += 1);
        for cell in 0..grid.cell_count() {
            next[cell + 1] += next[cell];
        }
        order.clear();
        order.resize(self.len(), 0);
        for (at, &cell) in cells.iter().enumerate() {
            order[next[cell as usize] as usize] = at as u32;
            next[cell as usize] += 1;
        }
        self.positions = order.iter().map(|&at| self.positions[at as usize]).collect();
        self.velocities = order.iter().map(|&at| self.velocities[at as usize]).collect();
        self.gradients = order.iter().map(|&at| self.gradients[at as usize]).collect();
    }
}
