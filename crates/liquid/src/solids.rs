//! Where walls are and how they move.

use glam::DVec3;

/// The nearest solid as a point sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolidPoint {
    /// Distance to its surface (m), negative inside.
    pub distance: f64,
    /// Velocity of the solid there (m/s).
    pub velocity: DVec3,
    /// Its number among the movers, if the liquid pushes it (see [`crate::Mover`]).
    pub mover: Option<u32>,
}

impl SolidPoint {
    /// No solid far and wide.
    pub const NONE: Self = Self { distance: f64::INFINITY, velocity: DVec3::ZERO, mover: None };
}

/// The walls besides those of the tank.
pub trait Solids {
    /// The nearest solid at a point.
    fn at(&self, point: DVec3) -> SolidPoint;
}

/// A tank with nothing in it.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoSolids;

impl Solids for NoSolids {
    fn at(&self, _point: DVec3) -> SolidPoint {
        SolidPoint::NONE
    }
}
