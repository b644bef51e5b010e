//! Several shapes that move as one.

use glam::DVec3;

use super::Shape;
use super::bounds::EMPTY;
use super::error::{ShapeError, unfit};
use super::form::{Form, Role};
use super::kind::ShapeKind;
use crate::Pose;
use crate::feature::MAX_PARTS;
use crate::mass::MassProperties;

/// Convex parts only; nested compounds are resolved when it is made.
#[derive(Debug)]
struct Compound {
    parts: Vec<(Pose, Shape)>,
}

impl Shape {
    /// Several shapes that move as one. Parts that overlap count twice in the mass.
    /// Parts must be solid: no half-spaces and no terrains.
    pub fn compound(parts: Vec<(Pose, Shape)>) -> Result<Self, ShapeError> {
        let mut flat = Vec::with_capacity(parts.len());
        for (index, (pose, shape)) in parts.into_iter().enumerate() {
            let turned = (pose.orientation.length_squared() - 1.0).abs() < 1e-6;
            if !(pose.is_finite() && turned) {
                return unfit(format!(
                    "the pose of part {index} is not finite with a unit quaternion"
                ));
            }
            match shape.form.role() {
                Role::HalfSpace(_) | Role::Terrain(_) => {
                    return unfit(format!("part {index} of a compound has no volume"));
                }
                Role::Mesh(_) => {
                    return unfit(format!("part {index} of a compound is not convex"));
                }
                Role::Compound(parts) => {
                    let placed = |(inner, part): &(Pose, Self)| (pose.compose(inner), part.clone());
                    flat.extend(parts.iter().map(placed));
                }
                Role::Convex(..) => flat.push((pose, shape)),
            }
        }
        if flat.is_empty() {
            return unfit("a compound needs at least one part".into());
        }
        if flat.len() > MAX_PARTS {
            return unfit(format!(
                "a compound of {} parts; at most {MAX_PARTS} are possible",
                flat.len()
            ));
        }
        Ok(Self::of(Compound { parts: flat }))
    }
}

impl Form for Compound {
    fn kind(&self) -> ShapeKind<'_> {
        ShapeKind::Compound { parts: &self.parts }
    }

    fn role(&self) -> Role<'_> {
        Role::Compound(&self.parts)
    }

    fn bounds(&self, pose: &Pose) -> (DVec3, DVec3) {
        let parts = self.parts.iter().map(|(inner, part)| part.bounds(&pose.compose(inner)));
        parts.fold(EMPTY, |all, part| (all.0.min(part.0), all.1.max(part.1)))
    }

    fn mass(&self, density: f64) -> Option<MassProperties> {
        let part = |(pose, shape): &(Pose, Shape)| {
            shape.mass_properties(density).map(|mass| mass.placed(pose))
        };
        let parts: Option<Vec<_>> = self.parts.iter().map(part).collect();
        MassProperties::of_parts(&parts?)
    }
}
