//! A particle of a frame.

use glam::DVec3;
use stickslip_dynamics::Simulation;

use crate::bytes::{ByteReader, ByteWriter};

/// A particle of a liquid or a vertex of a soft body in a frame, in single
/// precision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameParticle {
    /// Where (m).
    pub position: [f32; 3],
    /// Velocity (m/s).
    pub velocity: [f32; 3],
    /// Pressure of its cell (Pa); of a vertex, the strain around it.
    pub pressure: f32,
}

/// Bytes of a particle.
const BYTES: usize = 7 * 4;

/// Appends the number of particles and all of them.
pub(super) fn write(particles: &[FrameParticle], bytes: &mut ByteWriter) {
    bytes.u32(particles.len());
    particles.iter().for_each(|particle| particle.write(bytes));
}

/// Takes what [`write`] has written.
pub(super) fn read(bytes: &mut ByteReader<'_>) -> Option<Vec<FrameParticle>> {
    let count = bytes.u32()?;
    bytes.list(count, BYTES, FrameParticle::read)
}

impl FrameParticle {
    /// Every particle of every liquid, one liquid after the other, then every
    /// vertex of every soft body, with the strain around it for a pressure.
    pub fn all(simulation: &Simulation) -> Vec<Self> {
        let mut all = Vec::new();
        let liquids = simulation.model().liquids().iter().zip(&simulation.state().liquids);
        for (description, state) in liquids {
            let grid = description.grid();
            let single = |vector: DVec3| vector.as_vec3().to_array();
            let both = state.particles.positions.iter().zip(&state.particles.velocities);
            all.extend(both.map(|(&position, &velocity)| Self {
                position: single(position),
                velocity: single(velocity),
                pressure: state.pressures[grid.cell_at(position)] as f32,
            }));
        }
        let mut strains = Vec::new();
        for (at, soft) in simulation.model().soft_bodies().iter().enumerate() {
            let own = simulation.soft_vertices(at);
            let vertices = &simulation.state().vertices;
            soft.mesh.write_strains(&vertices.positions[own.clone()], &mut strains);
            let single = |vector: DVec3| vector.as_vec3().to_array();
            all.extend(own.zip(&strains).map(|(vertex, &strain)| Self {
                position: single(vertices.positions[vertex]),
                velocity: single(vertices.velocities[vertex]),
                pressure: strain as f32,
            }));
        }
        all
    }

    /// How fast it is (m/s).
    pub fn speed(&self) -> f32 {
        self.velocity.iter().map(|part| part * part).sum::<f32>().sqrt()
    }

    /// Its seven numbers: position, velocity, pressure.
    pub fn numbers(&self) -> [f32; 7] {
        let ([x, y, z], [u, v, w]) = (self.position, self.velocity);
        [x, y, z, u, v, w, self.pressure]
    }

    /// Appends the particle.
    fn write(&self, bytes: &mut ByteWriter) {
        self.numbers().iter().for_each(|number| bytes.0.extend(number.to_le_bytes()));
    }

    /// Takes a particle.
    fn read(bytes: &mut ByteReader<'_>) -> Option<Self> {
        let mut numbers = [0.0; 7];
        for number in &mut numbers {
            *number = f32::from_le_bytes(bytes.take(4)?.try_into().ok()?);
        }
        let [x, y, z, u, v, w, pressure] = numbers;
        Some(Self { position: [x, y, z], velocity: [u, v, w], pressure })
    }
}
