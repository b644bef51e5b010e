//! Bodies as the walls of a liquid.

use glam::DVec3;
use stickslip_contact::{Pose, Shape};
use stickslip_liquid::{SolidPoint, Solids};

use crate::model::Body;
use crate::state::BodyState;

/// All shapes of all bodies at their places.
pub struct BodySolids<'a> {
    shapes: Vec<Placed<'a>>,
}

struct Placed<'a> {
    shape: &'a Shape,
    pose: Pose,
    lower: DVec3,
    upper: DVec3,
    state: &'a BodyState,
    mover: Option<u32>,
}

/// The bodies that liquids push: those that forces move.
pub fn movers(bodies: &[Body]) -> impl Iterator<Item = usize> {
    (0..bodies.len()).filter(|&at| bodies[at].is_dynamic())
}

impl<'a> BodySolids<'a> {
    /// Where the bodies are now.
    pub fn new(bodies: &'a [Body], states: &'a [BodyState]) -> Self {
        let mut count = 0;
        let place = |(body, state): (&'a Body, &'a BodyState)| {
            let mover = body.is_dynamic().then_some(count);
            count += u32::from(body.is_dynamic());
            body.colliders.iter().map(move |collider| {
                let pose = state.pose.compose(&collider.pose);
                let (lower, upper) = collider.shape.bounds(&pose);
                Placed { shape: &collider.shape, pose, lower, upper, state, mover }
            })
        };
        Self { shapes: bodies.iter().zip(states).flat_map(place).collect() }
    }
}

impl Solids for BodySolids<'_> {
    fn at(&self, point: DVec3) -> SolidPoint {
        let mut nearest = SolidPoint::NONE;
        for placed in &self.shapes {
            // No nearer than its bounding box.
            let beyond = (placed.lower - point).max(point - placed.upper).max(DVec3::ZERO);
            if beyond.length() >= nearest.distance {
                continue;
            }
            let distance = placed.shape.signed_distance(&placed.pose, point);
            if distance < nearest.distance {
                let BodyState { pose, velocity, angular_velocity, .. } = placed.state;
                let velocity = *velocity + angular_velocity.cross(point - pose.position);
                nearest = SolidPoint { distance, velocity, mover: placed.mover };
            }
        }
        nearest
    }
}
