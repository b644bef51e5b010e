//! Liquids as bytes.

use glam::DVec3;
use stickslip_dynamics::{LiquidState, Particles, State};

use crate::bytes::{ByteReader, ByteWriter};

/// Numbers of a particle: position, velocity, three gradients.
const NUMBERS: usize = 15;

/// Particles and pressures of all liquids.
pub(super) fn write(state: &State, bytes: &mut ByteWriter) {
    bytes.u32(state.liquids.len());
    for LiquidState { particles, pressures } in &state.liquids {
        bytes.u32(particles.len());
        for at in 0..particles.len() {
            bytes.f64s(particles.positions[at].to_array());
            bytes.f64s(particles.velocities[at].to_array());
            particles.gradients[at].iter().for_each(|gradient| bytes.f64s(gradient.to_array()));
        }
        bytes.u32(pressures.len());
        bytes.f64s(pressures.iter().copied());
    }
}

/// The inverse of [`write`].
pub(super) fn read(bytes: &mut ByteReader<'_>) -> Option<Vec<LiquidState>> {
    let count = bytes.u32()?;
    bytes.list(count, 8, |bytes| {
        let count = bytes.u32()?;
        let mut particles = Particles::default();
        let vector = |bytes: &mut ByteReader<'_>| bytes.f64s().map(DVec3::from_array);
        bytes.list(count, 8 * NUMBERS, |bytes| {
            particles.positions.push(vector(bytes)?);
            particles.velocities.push(vector(bytes)?);
            particles.gradients.push([vector(bytes)?, vector(bytes)?, vector(bytes)?]);
            Some(())
        })?;
        let count = bytes.u32()?;
        let pressures = bytes.list(count, 8, ByteReader::f64)?;
        Some(LiquidState { particles, pressures })
    })
}
