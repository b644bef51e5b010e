//! Coordinates of joints, read and set from outside.

use glam::{DMat3, DQuat, DVec3};
use stickslip_contact::Pose;

use super::axis::Motor;
use super::frames::Frames;
use super::{Joint, constraint::RowCounts};
use crate::rows::Bodies;
use crate::state::BodyState;

/// Where the second frame of a joint is to be against the first, and how it
/// is to move there, in the axes of the first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Placement {
    pub(super) frames: Frames,
    /// From the first origin to the second.
    pub(super) offset: DVec3,
    /// Turns the first frame into the second.
    pub(super) rotation: DQuat,
    /// Rate of the offset, as seen from the first frame.
    pub(super) travel: DVec3,
    /// Ω = R₁ᵀ(ω₂ − ω₁).
    pub(super) spin: DVec3,
    /// What the joint remembers of it.
    pub(crate) memory: [f64; 2],
}

impl Placement {
    /// Where the second body has to be, and how fast. With p₂ the second
    /// origin, v(p₂) = v₁ + ω₁×(p₂ − x₁) + R₁u̇ and ω₂ = ω₁ + R₁Ω.
    pub(crate) fn second(&self, bodies: &Bodies<'_>) -> (Pose, DVec3, DVec3) {
        let first = self.frames.first().pose(bodies);
        let frame =
            Pose::new(first.point(self.offset), (first.orientation * self.rotation).normalize());
        let pose = self.frames.second().body_at(&frame);
        let (x, v, w) = motion(bodies, self.frames.first().body());
        let spin = w + first.direction(self.spin);
        let at_origin = v + w.cross(frame.position - x) + first.direction(self.travel);
        (pose, at_origin - spin.cross(frame.position - pose.position), spin)
    }
}

/// Place and velocities of a body; at rest for the world.
fn motion(bodies: &Bodies<'_>, body: Option<usize>) -> (DVec3, DVec3, DVec3) {
    body.map_or((DVec3::ZERO, DVec3::ZERO, DVec3::ZERO), |body| {
        let BodyState { pose, velocity, angular_velocity, .. } = bodies.states[body];
        (pose.position, velocity, angular_velocity)
    })
}

/// Ω with gᵢ·Ω = rateᵢ.
pub(super) fn spin_of(gradients: [DVec3; 3], rates: [f64; 3]) -> DVec3 {
    let rows = DMat3::from_cols(gradients[0], gradients[1], gradients[2]).transpose();
    let spin = rows.inverse() * DVec3::from_array(rates);
    if spin.is_finite() { spin } else { DVec3::ZERO }
}

/// What a row of a joint does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointRow {
    /// Holds or stops travel.
    Travel,
    /// Holds or stops rotation.
    Turn,
    /// A motor or dry friction.
    Drive,
}

impl Joint {
    /// Every motor with its axis: 0 to 2 along, 3 to 5 about x, y, z.
    pub fn motors(&self) -> Vec<(usize, &Motor)> {
        self.constraint.motors()
    }

    /// What a row of the joint does.
    pub fn row(&self, at: usize) -> JointRow {
        let RowCounts { travels, turns, .. } = self.counts;
        match at {
            _ if at < travels => JointRow::Travel,
            _ if at < travels + turns => JointRow::Turn,
            _ => JointRow::Drive,
        }
    }

    /// The coordinates that are free to move, and their rates: the angle of a
    /// hinge, the travel of a prismatic joint, both turns of a universal one,
    /// the rotation vector of a ball, the free axes of a six-DOF joint, the
    /// length of a distance joint or a tendon; none of the others.
    pub(crate) fn coordinates(&self, bodies: &Bodies<'_>, memory: &[f64; 2]) -> Vec<(f64, f64)> {
        self.constraint.coordinates(bodies, memory)
    }

    /// Where the coordinates have these values and rates; `None` for a joint
    /// whose coordinates cannot be set.
    pub(crate) fn placement(&self, coordinates: &[(f64, f64)]) -> Option<Placement> {
        self.constraint.placement(coordinates)
    }
}

/// Values and rates of the coordinates of a law.
pub(super) type Coordinates = Vec<(f64, f64)>;
