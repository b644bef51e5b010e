//! Bodies as joints see them: those of small steps, or of whoever else steps by their rules.

use glam::{DMat3, DVec3};

use super::bodies::{Bodies, Constants};
use super::rows::BodyRow;
use crate::state::BodyState;

/// Velocity and spin of a body.
pub(super) trait Velocity {
    /// Both.
    fn motion(&self) -> (DVec3, DVec3);

    /// Changes both.
    fn set_motion(&mut self, velocity: DVec3, spin: DVec3);
}

impl Velocity for BodyRow {
    #[inline(always)]
    fn motion(&self) -> (DVec3, DVec3) {
        Self::motion(self)
    }

    #[inline(always)]
    fn set_motion(&mut self, velocity: DVec3, spin: DVec3) {
        Self::set_motion(self, velocity, spin);
    }
}

/// In double precision.
impl Velocity for (DVec3, DVec3) {
    fn motion(&self) -> (DVec3, DVec3) {
        *self
    }

    fn set_motion(&mut self, velocity: DVec3, spin: DVec3) {
        *self = (velocity, spin);
    }
}

/// Bodies that joints join.
pub(super) trait Movers {
    /// How velocities are kept.
    type Row: Velocity;

    /// What a body is made of.
    fn constants(&self, body: usize) -> &Constants;

    /// Its inverse inertia in world axes.
    fn inverse_inertia(&self, body: usize) -> DMat3;

    /// The velocities of all.
    fn velocities(&self) -> &[Self::Row];

    /// Gives a body's place and motion to its state.
    fn write(&self, body: usize, state: &mut BodyState);
}

impl Movers for Bodies {
    type Row = BodyRow;

    fn constants(&self, body: usize) -> &Constants {
        &self.constants[body]
    }

    fn inverse_inertia(&self, body: usize) -> DMat3 {
        Self::inverse_inertia(self, body)
    }

    fn velocities(&self) -> &[BodyRow] {
        &self.rows
    }

    fn write(&self, body: usize, state: &mut BodyState) {
        Self::write(self, body, state);
    }
}
