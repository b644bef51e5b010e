//! Rays through the world.

use glam::DVec3;
use stickslip_contact::RayHit;

use super::Simulation;
use crate::model::{BodyId, ModelError};

/// What a ray meets first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyHit {
    /// The body.
    pub body: BodyId,
    /// Which of its shapes.
    pub collider: usize,
    /// Where.
    pub hit: RayHit,
}

impl Simulation {
    /// What a ray from `origin` meets first within `reach` metres, among the
    /// bodies that `sees` lets through. The length of `direction` does not
    /// matter. A ray that begins inside a body meets its surface from within.
    pub fn cast_ray(
        &self,
        origin: DVec3,
        direction: DVec3,
        reach: f64,
        sees: impl Fn(BodyId) -> bool,
    ) -> Result<Option<BodyHit>, ModelError> {
        let wrong =
            |reason: &str| Err(ModelError::Setting { key: "ray", reason: format!("its {reason}") });
        if !origin.is_finite() {
            return wrong("origin is not finite");
        }
        let Some(direction) = direction.try_normalize() else {
            return wrong("direction has no length or is not finite");
        };
        if reach.is_nan() || reach < 0.0 {
            return wrong("reach is not a number ≥ 0");
        }
        let mut nearest: Option<BodyHit> = None;
        for (at, (body, state)) in self.model().bodies().iter().zip(&self.state.bodies).enumerate()
        {
            if !sees(BodyId(at)) {
                continue;
            }
            for (collider, part) in body.colliders.iter().enumerate().filter(|(_, it)| !it.visual) {
                let pose = state.pose.compose(&part.pose);
                let within = nearest.as_ref().map_or(reach, |nearest| nearest.hit.distance);
                if let Some(hit) = part.shape.cast_ray(&pose, origin, direction, within)
                    && nearest.is_none_or(|nearest| hit.distance < nearest.hit.distance)
                {
                    nearest = Some(BodyHit { body: BodyId(at), collider, hit });
                }
            }
        }
        Ok(nearest)
    }
}
