//! Friction that depends on direction: from what a contact sees of both
//! surfaces to a frame and a section in it (the cone generator of the SIGGRAPH
//! 2022 course, §6.1.1, Eq 299: G(λ_n, v_t, s_A, s_B) → cone and frame).
//!
//! A model gives its section as coefficients: semi-axes of an ellipse along
//! and across, or corners of a polygon of forces per load. All of it is for the
//! surfaces in the order in which a pair names them: the normal points from the
//! first to the second, slip is the velocity of the second against the first,
//! and forces act on the second.

mod field;
mod limit;
mod matchstick;
mod plowing;
mod tensors;
#[cfg(test)]
mod tests;

pub(crate) use field::tangential;
pub use field::{Field, SharedField, Structure};
pub(crate) use limit::directions;
pub use limit::{Frame, LimitSurface};
pub use matchstick::Matchstick;
pub use plowing::Plowing;
pub use tensors::Tensors;

use glam::DVec3;

use crate::parts::at_least_zero;

/// Slower than this a contact counts as at rest, and has no direction of
/// sliding (m/s).
pub(crate) const REST: f64 = 1e-3;

/// How friction depends on direction where two materials meet.
#[derive(Clone, Debug, PartialEq)]
pub enum Directions {
    /// An ellipse by the angle between two structures (§6.1.2).
    Matchstick(Matchstick),
    /// An ellipse with the same coefficients everywhere.
    Ellipse {
        /// Coefficient along the first axis of the frame.
        along: f64,
        /// Coefficient across it.
        across: f64,
        /// Where the axes come from.
        frame: Frame,
    },
    /// Bounds that differ by side (Eq 337–338).
    Bounds {
        /// Coefficients against the second sliding backward and forward along
        /// the first axis of the frame.
        along: [f64; 2],
        /// The same along the second axis.
        across: [f64; 2],
        /// Where the axes come from.
        frame: Frame,
    },
    /// A limit surface that was sampled by direction (§6.1.4).
    LimitSurface(LimitSurface),
    /// Friction tensors (§6.2).
    Tensors(Tensors),
    /// What stands out of one surface plows the other (§6.3).
    Plowing(Plowing),
}

/// What a model sees of a contact, in the order of the pair.
#[derive(Clone, Copy)]
pub(crate) struct Encounter<'a> {
    /// From the first to the second.
    pub normal: DVec3,
    /// Any unit tangent.
    pub tangent: DVec3,
    /// Velocity of the second against the first in the tangent plane (m/s).
    pub slip: DVec3,
    /// Coefficient where nothing depends on direction.
    pub friction: f64,
    /// Radius of friction against spinning (m), likewise.
    pub torsion: f64,
    /// Unit directions of both structures in the tangent plane.
    pub structures: [Option<DVec3>; 2],
    /// Normals of what stands out, at offsets from the contact's point.
    pub reliefs: [Option<&'a dyn Fn(DVec3) -> DVec3>; 2],
}

/// A section in its frame, per load.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Limit {
    /// First axis of the frame; the second is n × t.
    pub tangent: DVec3,
    /// The section.
    pub shape: LimitShape,
}

/// The section of a model.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum LimitShape {
    /// Semi-axes along and across.
    Ellipse([f64; 2]),
    /// Forces on the second whose hull it is.
    Hull(Vec<[f64; 2]>),
}

/// How much more than one coefficient the sections of a model or of all pairs
/// are; what solvers must take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Anisotropy {
    /// Friction is the same in all directions.
    #[default]
    Isotropic,
    /// Sections are ellipses.
    Elliptic,
    /// Sections are polygons, too.
    Polygonal,
}

impl Directions {
    /// What solvers must take.
    pub fn anisotropy(&self) -> Anisotropy {
        match self {
            Self::Matchstick(_) | Self::Ellipse { .. } => Anisotropy::Elliptic,
            Self::Tensors(tensors) if tensors.as_cone => Anisotropy::Elliptic,
            _ => Anisotropy::Polygonal,
        }
    }

    /// Which of the two surfaces must have a structure.
    pub(crate) fn needs_structure(&self) -> [bool; 2] {
        match self {
            Self::Matchstick(_) | Self::Tensors(_) => [true; 2],
            Self::Ellipse { frame, .. }
            | Self::Bounds { frame, .. }
            | Self::LimitSurface(LimitSurface { frame, .. }) => frame.needs_structure(),
            Self::Plowing(_) => [false; 2],
        }
    }

    /// Whether it acts alike on both surfaces of one material.
    pub(crate) fn is_mirrored(&self) -> bool {
        match self {
            Self::Bounds { along, across, .. } => along[0] == along[1] && across[0] == across[1],
            Self::LimitSurface(surface) => surface.is_mirrored(),
            _ => true,
        }
    }

    /// Whether the numbers make sense; says which one does not.
    pub fn check(&self) -> Result<(), String> {
        match self {
            Self::Matchstick(sticks) => sticks.check(),
            Self::Ellipse { along, across, .. } => {
                at_least_zero("along", *along)?;
                at_least_zero("across", *across).map(|_| ())
            }
            Self::Bounds { along, across, .. } => {
                for (what, sides) in [("along", along), ("across", across)] {
                    for side in sides {
                        at_least_zero(what, *side)?;
                    }
                }
                Ok(())
            }
            Self::LimitSurface(surface) => surface.check(),
            Self::Tensors(tensors) => tensors.check(),
            Self::Plowing(plowing) => plowing.check(),
        }
    }

    /// Frame and section at a contact; `None` where a surface shows no
    /// structure, so that friction is alike in all directions there.
    pub(crate) fn limit(&self, at: &Encounter<'_>) -> Option<Limit> {
        match self {
            Self::Matchstick(sticks) => sticks.limit(at),
            Self::Ellipse { along, across, frame } => Some(Limit {
                tangent: frame.tangent(at)?,
                shape: LimitShape::Ellipse([*along, *across]),
            }),
            Self::Bounds { along, across, frame } => Some(Limit {
                tangent: frame.tangent(at)?,
                shape: LimitShape::Hull(rectangle(*along, *across)),
            }),
            Self::LimitSurface(surface) => surface.limit(at),
            Self::Tensors(tensors) => tensors.limit(at),
            Self::Plowing(plowing) => plowing.limit(at),
        }
    }

    /// The radius of friction against spinning (m) where that depends on the
    /// structures.
    pub(crate) fn torsion(&self, at: &Encounter<'_>) -> Option<f64> {
        match self {
            Self::Matchstick(sticks) => sticks.torsion(at),
            _ => None,
        }
    }
}

/// Forces against sliding with these coefficients, backward and forward:
/// λ_t ∈ [−μ₊, μ₋] (Eq 337–338, where the lower bound lacks its sign).
fn rectangle(along: [f64; 2], across: [f64; 2]) -> Vec<[f64; 2]> {
    let ([back, ahead], [left, right]) = (along, across);
    vec![[back, left], [-ahead, left], [-ahead, -right], [back, -right]]
}
