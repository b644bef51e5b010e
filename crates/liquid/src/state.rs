//! What changes while a liquid is stepped.

use glam::DVec3;

use crate::particles::Particles;

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
    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        let Particles { positions, velocities, gradients } = &self.particles;
        positions.iter().chain(velocities).all(|vector| vector.is_finite())
            && gradients.iter().flatten().all(|vector| vector.is_finite())
            && self.pressures.iter().all(|pressure| pressure.is_finite())
    }

    /// Momentum over the mass of a particle: the sum of all velocities (m/s).
    pub fn velocity_sum(&self) -> DVec3 {
        self.particles.velocities.iter().copied().sum()
    }
}
