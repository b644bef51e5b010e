//! What changes while a liquid is stepped.

use glam::DVec3;

use crate::description::LiquidDescription;
use crate::particles::Particles;
use crate::solids::Solids;

/// The particles, and the pressures to start the next solve with.
#[derive(Debug, Default, PartialEq)]
pub struct LiquidState {
    /// The particles.
    pub particles: Particles,
    /// Pressure in every cell after the last step (Pa), 0 in air.
    pub pressures: Vec<f64>,
}

impl Clone for LiquidState {
    fn clone(&self) -> Self {
        let mut copy = Self::default();
        copy.clone_from(self);
        copy
    }

    // Keeps the memory that is already there.
    fn clone_from(&mut self, source: &Self) {
        self.particles.clone_from(&source.particles);
        self.pressures.clone_from(&source.pressures);
    }
}

impl LiquidState {
    /// A liquid at its beginning, among solids.
    pub fn new(description: &LiquidDescription, solids: &dyn Solids) -> Self {
        let grid = description.grid();
        let particles = Particles::fill(description, &grid, solids);
        Self { particles, pressures: vec![0.0; grid.cell_count()] }
    }

    /// Kinetic plus potential energy (J), heights measured from the origin.
    pub fn energy(&self, description: &LiquidDescription, gravity: DVec3) -> f64 {
        let mass = description.density * Particles::volume(&description.grid());
        let both = self.particles.positions.iter().zip(&self.particles.velocities);
        let each = both.map(|(at, own)| 0.5 * own.length_squared() - gravity.dot(*at));
        mass * each.sum::<f64>()
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        // 0 times anything finite is 0, and all of it is read without a branch.
        let Particles { positions, velocities, gradients } = &self.particles;
        let vectors = |all: &[DVec3]| all.iter().fold(DVec3::ZERO, |sum, each| sum + 0.0 * *each);
        let mut sum = vectors(positions) + vectors(velocities);
        gradients.iter().for_each(|each| sum += 0.0 * (each[0] + each[1] + each[2]));
        let pressures: f64 = self.pressures.iter().map(|pressure| 0.0 * pressure).sum();
        sum == DVec3::ZERO && pressures == 0.0
    }

    /// Momentum over the mass of a particle: the sum of all velocities (m/s).
    pub fn velocity_sum(&self) -> DVec3 {
        self.particles.velocities.iter().copied().sum()
    }
}
