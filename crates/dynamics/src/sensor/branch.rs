//! A branch of a machine: what lies behind a cut through it.

use stickslip_contact::MassProperties;

use super::Site;
use crate::joint::{Joint, JointId};
use crate::parts::{Body, BodyId};

/// A body, or what is cut from one.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// Who carries it; none of what stands and has no shape.
    pub body: Option<BodyId>,
    /// Its mass, centre and inertia in the frame of that body, or of the world.
    pub mass: MassProperties,
    /// The shapes of the body that are its own, by their places.
    pub shapes: Vec<usize>,
}

/// Bodies and parts of bodies that hang on the rest of a machine at a site.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// About which point moments are, and in which axes.
    pub site: Site,
    /// All that hangs there.
    pub parts: Vec<Part>,
    /// Joints that hold the branch besides, such as those that close loops, and whether the
    /// second body of each is of the branch.
    pub loops: Vec<(JointId, bool)>,
}

impl Branch {
    /// Whether bodies, shapes and joints are there; says what is not.
    pub(super) fn check(&self, bodies: &[Body], joints: &[Joint]) -> Result<(), String> {
        for part in &self.parts {
            let Some(BodyId(body)) = part.body else { continue };
            let of = bodies.get(body).ok_or_else(|| format!("there is no body {body}"))?;
            if let Some(shape) = part.shapes.iter().find(|&&at| at >= of.colliders.len()) {
                return Err(format!("\"{}\" has no shape {shape}", of.description.name));
            }
        }
        match self.loops.iter().find(|(joint, _)| joint.0 >= joints.len()) {
            Some((joint, _)) => Err(format!("there is no joint {}", joint.0)),
            None => Ok(()),
        }
    }
}
