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
}

impl<'a> BodySolids<'a> {
    /// Where the bodies are now.
    pub fn new(bodies: &'a [Body], states: &'a [BodyState]) -> Self {
        let place = |(body, state): (&'a Body, &'a BodyState)| {
            body.colliders.iter().map(move |collider| {
                let pose = state.pose.compose(&collider.pose);
                let (lower, upper) = collider.shape.bounds(&pose);
                Placed { shape: &collider.shape, pose, lower, upper, state }
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
                nearest = SolidPoint { distance, velocity };
            }
        }
        nearest
    }
}
