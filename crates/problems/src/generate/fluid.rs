//! The pressure of a liquid that may leave its walls (Erleben 2013, §4.2).
//!
//! Staggered grid, pressures in the middle of cells, velocities on faces. The
//! fractional step u = u′ − (Δt/ρ) ∇p makes the divergence of cell j equal to
//! (A p + b)_j with A = −(Δt/ρ) ∇² (5 or 7 points) and b = div u′ (Eq 30–32).
//! Air has p = 0; static walls let nothing through. 0 ≤ p ⊥ A p + b ≥ 0 lets
//! liquid part from a wall but not stick to it (Eq 35).

use stickslip_linalg::{SparseMatrix, Triplets};

use super::error::{GenerateError, require, require_at_least, require_count, require_share};
use super::random::Random;
use super::scene::{GRAVITY, STEP};
use stickslip_solve::options::{choice, options};
use stickslip_solve::{Kind, Problem, ProblemData};

choice! {
    /// Which cells of a fluid problem are complementary.
    pub enum FluidCells {
        /// Every cell, as Eq 35 is printed: an lcp.
        Everywhere = "everywhere",
        /// Cells at a wall, as Eq 34 is derived; inner cells are equations: a blcp.
        Mixed = "mixed",
    }
}

options! {
    /// Options of [`fluid`].
    pub struct FluidOptions {
        /// Cells along each edge of the tank, which is 1 m long.
        cells: usize = 12,
        /// Dimension of the tank, 2 or 3.
        dimension: usize = 2,
        /// Share of the tank that is filled.
        fill: f64 = 0.6,
        /// Largest deviation of the surface from its mean, over the height of the tank.
        ripple: f64 = 0.2,
        /// Speed of the liquid (m/s) before the step, in a random direction, with noise.
        speed: f64 = 1.0,
        /// Which cells are complementary: everywhere, or mixed (only at walls).
        complementary: FluidCells = FluidCells::Everywhere,
    }
}

/// Density of water (kg/m³).
const DENSITY: f64 = 1000.0;
/// Noise of the velocities over the speed.
const NOISE: f64 = 0.3;

/// One pressure solve of a sloshing liquid.
pub fn fluid(seed: u64, options: &FluidOptions) -> Result<Problem, GenerateError> {
    let &FluidOptions { cells, dimension, fill, ripple, speed, complementary } = options;
    require_count("dimension", dimension, 2, 3)?;
    require_count("cells", cells, 2, if dimension == 2 { 1_000 } else { 100 })?;
    require("fill", &fill, fill > 0.0 && fill <= 1.0, "a share above 0, at most 1")?;
    require_share("ripple", ripple)?;
    require_at_least("speed", speed, 0.0)?;
    let mut random = Random::new(seed);
    let tank = Tank::fill(cells, dimension, fill, ripple, &mut random);
    let (matrix, b, at_wall) = tank.pressure_step(speed, &mut random);
    let name = format!("fluid-{}-seed{seed}", b.len());
    let mut data = ProblemData::assembled(name, Kind::Lcp, matrix, b);
    if complementary == FluidCells::Mixed {
        data.kind = Kind::Blcp;
        for (lo, _) in data.lo.iter_mut().zip(at_wall).filter(|cell| !cell.1) {
            *lo = f64::NEG_INFINITY;
        }
    }
    Ok(Problem::new(data)?)
}

/// A square or cubic tank; the last axis points up.
struct Tank {
    cells: usize,
    dimension: usize,
    /// Unknown of each cell, `None` in air.
    unknown: Vec<Option<usize>>,
}

impl Tank {
    fn fill(cells: usize, dimension: usize, fill: f64, ripple: f64, random: &mut Random) -> Self {
        let columns = cells.pow(dimension as u32 - 1);
        let mut heights: Vec<usize> = (0..columns)
            .map(|_| (cells as f64 * (fill + ripple * random.signed())).round() as usize)
            .map(|height| height.clamp(1, cells))
            .collect();
        if heights.iter().all(|&height| height == cells) {
            // A tank without air has pressures only up to a constant.
            heights[0] = cells - 1;
        }
        let mut count = 0;
        let unknown = (0..columns * cells)
            .map(|cell| {
                let wet = cell / columns < heights[cell % columns];
                wet.then(|| {
                    count += 1;
                    count - 1
                })
            })
            .collect();
        Self { cells, dimension, unknown }
    }

    /// A, b, and whether each unknown's cell has a wall.
    fn pressure_step(
        &self,
        speed: f64,
        random: &mut Random,
    ) -> (SparseMatrix, Vec<f64>, Vec<bool>) {
        let count = self.unknown.iter().flatten().count();
        let width = 1.0 / self.cells as f64;
        let coefficient = STEP / (DENSITY * width * width);
        let mut triplets = Triplets::new();
        let mut b = vec![0.0; count];
        let mut at_wall = vec![false; count];
        let stream = random.vector3();
        for axis in 0..self.dimension {
            let stride = self.cells.pow(axis as u32);
            let fall = if axis + 1 == self.dimension { -STEP * GRAVITY } else { 0.0 };
            for (cell, &here) in self.unknown.iter().enumerate() {
                let place = cell / stride % self.cells;
                let borders = [place == 0, place + 1 == self.cells];
                if let Some(here) = here {
                    at_wall[here] |= borders[0] || borders[1];
                }
                if borders[1] {
                    continue;
                }
                // The face between this cell and the next one along the axis.
                let there = self.unknown[cell + stride];
                let velocity = speed * (stream[axis] + NOISE * random.signed()) + fall;
                for (side, other, sign) in [(here, there, 1.0), (there, here, -1.0)] {
                    if let Some(side) = side {
                        b[side] += sign * velocity / width;
                        triplets.push(side, side, coefficient);
                        if let Some(other) = other {
                            triplets.push(side, other, -coefficient);
                        }
                    }
                }
            }
        }
        (SparseMatrix::from_triplets(count, count, &triplets), b, at_wall)
    }
}
