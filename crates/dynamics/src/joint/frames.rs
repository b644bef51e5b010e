//! A frame on each of two bodies, and how the second moves against the first.

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;

use crate::parts::Body;
use crate::rows::{Bodies, NewRow};

/// A frame that moves with a body, or stands in the world.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    body: Option<usize>,
    /// Its place relative to the body's centre of mass.
    local: Pose,
}

impl Frame {
    /// A frame given in world coordinates at the initial pose of its body.
    pub(super) fn new(body: Option<usize>, world: Pose, bodies: &[Body]) -> Self {
        let center = body.map_or(Pose::IDENTITY, |body| {
            let body = &bodies[body];
            body.center(&body.description.pose)
        });
        let orientation = (center.orientation.inverse() * world.orientation).normalize();
        Self { body, local: Pose::new(center.local_point(world.position), orientation) }
    }

    /// The body that it moves with; `None` for the world.
    pub(super) fn body(&self) -> Option<usize> {
        self.body
    }

    /// Where the body's centre of mass is when the frame is at `pose`.
    pub(super) fn body_at(&self, pose: &Pose) -> Pose {
        let turn = self.local.orientation.inverse();
        pose.compose(&Pose::new(-(turn * self.local.position), turn))
    }

    /// Where it is now, in the world.
    pub(super) fn pose(&self, bodies: &Bodies<'_>) -> Pose {
        bodies.center(self.body).compose(&self.local)
    }
}

/// A frame on the first body and one on the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frames {
    first: Frame,
    second: Frame,
}

impl Frames {
    /// A frame for each body.
    pub(super) fn new(first: Frame, second: Frame) -> Self {
        Self { first, second }
    }

    /// The frame on the first body.
    pub(super) fn first(&self) -> &Frame {
        &self.first
    }

    /// The frame on the second body.
    pub(super) fn second(&self) -> &Frame {
        &self.second
    }

    /// Where the second is against the first.
    pub(super) fn relative(&self, bodies: &Bodies<'_>) -> Relative {
        let (first, second) = (self.first.pose(bodies), self.second.pose(bodies));
        let rotation = (first.orientation.inverse() * second.orientation).normalize();
        Relative {
            first: self.first.body,
            second: self.second.body,
            frame: first,
            offset: second.position - first.position,
            rotation: if rotation.w < 0.0 { -rotation } else { rotation },
            first_arm: second.position - bodies.center(self.first.body).position,
            second_arm: second.position - bodies.center(self.second.body).position,
        }
    }
}

/// Where the second frame is against the first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Relative {
    first: Option<usize>,
    second: Option<usize>,
    /// The first frame in the world.
    pub(super) frame: Pose,
    /// From the first origin to the second, in world axes.
    pub(super) offset: DVec3,
    /// Turns the first frame into the second, in the axes of the first; w ≥ 0.
    pub(super) rotation: DQuat,
    first_arm: DVec3,
    second_arm: DVec3,
}

impl Relative {
    /// The travel u = a·(p₂ − p₁) along a world direction a that turns with the
    /// first body. With rᵢ from the centre of body i to p₂,
    /// u̇ = a·(v₂ + ω₂×r₂ − v₁ − ω₁×r₁): measuring both at p₂ contains a's own
    /// turning.
    pub(super) fn travel(&self, direction: DVec3) -> Coordinate {
        Coordinate {
            value: direction.dot(self.offset),
            first: self.first,
            second: self.second,
            linear: direction,
            first_angular: self.first_arm.cross(direction),
            second_angular: self.second_arm.cross(direction),
        }
    }

    /// A coordinate of the rotation that changes by g·Ω, where Ω = R₁ᵀ(ω₂ − ω₁)
    /// and g are in the axes of the first frame.
    pub(super) fn turn(&self, value: f64, gradient: DVec3) -> Coordinate {
        let gradient = self.frame.direction(gradient);
        Coordinate {
            value,
            first: self.first,
            second: self.second,
            linear: DVec3::ZERO,
            first_angular: gradient,
            second_angular: gradient,
        }
    }
}

/// A number that depends on the poses of two bodies, and how it changes:
/// q̇ = l·(v₂ − v₁) + a₂·ω₂ − a₁·ω₁.
#[derive(Clone, Copy, Debug)]
pub(super) struct Coordinate {
    /// Its value q.
    pub(super) value: f64,
    first: Option<usize>,
    second: Option<usize>,
    linear: DVec3,
    first_angular: DVec3,
    second_angular: DVec3,
}

/// A number that depends on the poses of bodies, as rows see it.
pub(super) trait Measured {
    /// Its value.
    fn value(&self) -> f64;
    /// Its rate at the velocities of the bodies.
    fn rate(&self, bodies: &Bodies<'_>) -> f64;
    /// Adds `factor` times its rate to a row.
    fn add_to(&self, row: &mut NewRow<'_>, factor: f64);
}

impl Measured for Coordinate {
    fn value(&self) -> f64 {
        self.value
    }

    fn rate(&self, bodies: &Bodies<'_>) -> f64 {
        Self::rate(self, bodies)
    }

    fn add_to(&self, row: &mut NewRow<'_>, factor: f64) {
        Self::add_to(self, row, factor);
    }
}

impl Coordinate {
    /// Its rate q̇ at the velocities of the bodies.
    pub(super) fn rate(&self, bodies: &Bodies<'_>) -> f64 {
        let of = |body: Option<usize>, angular: DVec3| {
            body.map_or(0.0, |body| {
                let state = &bodies.states[body];
                self.linear.dot(state.velocity) + angular.dot(state.angular_velocity)
            })
        };
        of(self.second, self.second_angular) - of(self.first, self.first_angular)
    }

    /// Adds `factor` times the rate of this coordinate to a row.
    pub(super) fn add_to(&self, row: &mut NewRow<'_>, factor: f64) {
        row.add(self.first, -self.linear * factor, -self.first_angular * factor);
        row.add(self.second, self.linear * factor, self.second_angular * factor);
    }
}
