//! What surfaces look like from place to place.

use std::fmt::Debug;
use std::sync::Arc;

use glam::DVec3;

/// A vector at every point of a body, both in the body's own frame. Zero where
/// there is none.
pub trait Field: Debug + Send + Sync {
    /// The vector at a point (m).
    fn at(&self, point: DVec3) -> DVec3;
}

/// A field that several materials may share; equal only to itself.
#[derive(Clone, Debug)]
pub struct SharedField(pub Arc<dyn Field>);

impl PartialEq for SharedField {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// The direction of grooves, fibres or grain on a surface (course, §6.1.1);
/// its sign means nothing to most models.
#[derive(Clone, Debug, PartialEq)]
pub enum Structure {
    /// The same axis of the body everywhere.
    Axis(DVec3),
    /// Another direction at every point.
    Field(SharedField),
}

impl Structure {
    /// The direction at a point, both in the body's own frame; zero where
    /// there is none.
    pub fn at(&self, point: DVec3) -> DVec3 {
        match self {
            Self::Axis(axis) => *axis,
            Self::Field(field) => field.0.at(point),
        }
    }

    /// Whether the axis is one.
    pub fn check(&self) -> Result<(), String> {
        match self {
            Self::Axis(axis) if !(axis.is_finite() && axis.length() > 0.0) => {
                Err(format!("the structure {axis} is not a direction"))
            }
            _ => Ok(()),
        }
    }
}

/// The part of a direction in the tangent plane at unit length; `None` where
/// hardly any of it lies there.
pub(crate) fn tangential(normal: DVec3, direction: DVec3) -> Option<DVec3> {
    let unit = direction.try_normalize()?;
    let flat = unit - normal * normal.dot(unit);
    (flat.length() > 1e-6).then(|| flat.normalize())
}
