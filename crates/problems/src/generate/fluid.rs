//! The pressure of a liquid that may leave its walls (Erleben 2013, §4.2).
//!
//! Staggered grid, pressures in the middle of cells, velocities on faces. The
//! fractional step u = u′ − (Δt/ρ) ∇p makes the divergence of cell j equal to
//! (A p + b)_j with A = −(Δt/ρ) ∇² (5 or 7 points) and b = div u′ (Eq 30–32).
//! Air has p = 0; static walls let nothing through. 0 ≤ p ⊥ A p + b ≥ 0 lets
//! liquid part from a wall but not stick to it (Eq 35). Where two liquids meet, ρ
//! of a face is the mean of its cells.

use stickslip_linalg::Stencil;

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

choice! {
    /// How the problem knows A.
    pub enum FluidOperator {
        /// As a matrix.
        Matrix = "matrix",
        /// By the faces of the grid.
        Stencil = "stencil",
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
        /// Density of the liquid in the lower half of what is filled over that of water, which is above.
        density_ratio: f64 = 1.0,
        /// How A is known: as a matrix, or by a stencil that forms none.
        operator: FluidOperator = FluidOperator::Matrix,
    }
}

/// Density of water (kg/m³).
const DENSITY: f64 = 1000.0;
/// Noise of the velocities over the speed.
const NOISE: f64 = 0.3;

/// One pressure solve of a sloshing liquid.
pub fn fluid(seed: u64, options: &FluidOptions) -> Result<Problem, GenerateError> {
    let &FluidOptions { cells, dimension, fill, ripple, speed, complementary, .. } = options;
    require_count("dimension", dimension, 2, 3)?;
    require_count("cells", cells, 2, if dimension == 2 { 1_000 } else { 100 })?;
    require("fill", &fill, fill > 0.0 && fill <= 1.0, "a share above 0, at most 1")?;
    require_share("ripple", ripple)?;
    require_at_least("speed", speed, 0.0)?;
    let ratio = options.density_ratio;
    require("density_ratio", &ratio, ratio > 0.0 && ratio.is_finite(), "a positive number")?;
    let mut random = Random::new(seed);
    let tank = Tank::fill(cells, dimension, fill, ripple, &mut random);
    let (b, at_wall) = tank.outflow(speed, &mut random);
    let stencil = tank.stencil(fill, ratio);
    let name = format!("fluid-{}-seed{seed}", b.len());
    let mut data = ProblemData::without_matrix(name, Kind::Lcp, b);
    if complementary == FluidCells::Mixed {
        data.kind = Kind::Blcp;
        for (lo, _) in data.lo.iter_mut().zip(at_wall).filter(|cell| !cell.1) {
            *lo = f64::NEG_INFINITY;
        }
    }
    match options.operator {
        FluidOperator::Matrix => {
            data.matrix = Some(stencil.assemble());
            Ok(Problem::new(data)?)
        }
        FluidOperator::Stencil => Ok(Problem::on_stencil(data, stencil)?),
    }
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

    /// A by the faces of the grid.
    fn stencil(&self, fill: f64, ratio: f64) -> Stencil {
        let width = 1.0 / self.cells as f64;
        let columns = self.cells.pow(self.dimension as u32 - 1);
        let density = |cell: usize| {
            let height = (cell / columns) as f64 + 0.5;
            DENSITY * if height < 0.5 * fill * self.cells as f64 { ratio } else { 1.0 }
        };
        let face = |axis: usize, cell: usize| {
            let next = cell + self.cells.pow(axis as u32);
            let mean = match (self.unknown[cell], self.unknown[next]) {
                (Some(_), Some(_)) => 0.5 * (density(cell) + density(next)),
                (Some(_), None) => density(cell),
                (None, Some(_)) => density(next),
                (None, None) => return 0.0,
            };
            STEP / (mean * width * width)
        };
        let counts = vec![self.cells; self.dimension];
        Stencil::new(&counts, |cell| self.unknown[cell].is_some(), face)
    }

    /// b, and whether each unknown's cell has a wall.
    fn outflow(&self, speed: f64, random: &mut Random) -> (Vec<f64>, Vec<bool>) {
        let count = self.unknown.iter().flatten().count();
        let width = 1.0 / self.cells as f64;
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
                for (side, sign) in [(here, 1.0), (there, -1.0)] {
                    if let Some(side) = side {
                        b[side] += sign * velocity / width;
                    }
                }
            }
        }
        (b, at_wall)
    }
}
