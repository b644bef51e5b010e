//! From contacts to rows.
//!
//! With C = [n t b] and arms r from the centres of mass to the point, a block
//! of rows is J₁ = [−Cᵀ, −(r₁×C)ᵀ], J₂ = [Cᵀ, (r₂×C)ᵀ] (SIGGRAPH 2022 course,
//! Eq 13–17); torsion and rolling rows act on the angular velocities alone.

use glam::DVec3;
use stickslip_contact::Contact;

use crate::model::Surface;
use crate::rows::{Bodies, Row};
use crate::state::ContactMemory;

/// Two unit vectors that make a right-handed frame with `normal`: n × x, or
/// n × z where n is close to x (course, App. A).
pub fn tangents(normal: DVec3) -> (DVec3, DVec3) {
    let across = if normal.x.abs() < 0.9 { DVec3::X } else { DVec3::Z };
    let first = normal.cross(across).normalize();
    (first, normal.cross(first))
}

/// What the contact rows of a step have in common.
#[derive(Clone, Copy, Debug)]
pub struct ContactStep {
    /// Step size (s).
    pub h: f64,
    /// Seconds for which bodies move with the new velocity: h, or what is
    /// left of it after the first half of a midpoint step.
    pub left: f64,
    /// Normal speeds below this do not bounce (m/s).
    pub restitution_threshold: f64,
    /// Whether tangents are wanted.
    pub friction: bool,
}

/// The bodies in a contact and what is between them.
#[derive(Clone, Copy, Debug)]
pub struct Meeting<'a> {
    /// Point, normal and gap.
    pub contact: &'a Contact,
    /// The two bodies.
    pub bodies: [usize; 2],
    /// What happens where their materials meet.
    pub surface: Surface,
    /// The last step's impulses, if the same features met then.
    pub memory: Option<&'a ContactMemory>,
}

impl ContactStep {
    /// Gives the rows of one contact to `push`: normal, two tangents, and
    /// torsion and rolling where the surfaces have them.
    pub fn write(&self, bodies: &Bodies<'_>, meeting: &Meeting<'_>, mut push: impl FnMut(Row)) {
        let Meeting { contact, surface, .. } = meeting;
        let (epsilon, gamma) = surface.compliance.row(self.h);
        let mut normal = along(bodies, meeting, contact.normal, Row::new(epsilon, gamma));
        normal.lo = 0.0;
        normal.error = contact.gap;
        if contact.gap > 0.0 {
            // Anticipation: what is left of the step may close the gap, and no more.
            normal.gamma = self.h / self.left;
        }
        let approach = normal.speed(bodies);
        let touches = contact.gap + self.left * approach <= 0.0;
        if surface.restitution > 0.0 && touches && approach < -self.restitution_threshold {
            normal.target = -surface.restitution * approach;
            normal.error = normal.error.min(0.0);
        }
        push(normal);
        if !self.friction {
            return;
        }
        let (first, second) = tangents(contact.normal);
        for tangent in [first, second] {
            push(along(bodies, meeting, tangent, Row::new(epsilon, 0.0)));
        }
        let load = meeting.memory.map_or(0.0, ContactMemory::load);
        if surface.torsion > 0.0 {
            push(about(meeting, contact.normal, epsilon, surface.torsion * load));
        }
        if surface.rolling > 0.0 {
            for tangent in [first, second] {
                push(about(meeting, tangent, epsilon, surface.rolling * load));
            }
        }
    }
}

fn along(bodies: &Bodies<'_>, meeting: &Meeting<'_>, direction: DVec3, mut row: Row) -> Row {
    for (body, sign) in meeting.bodies.into_iter().zip([-1.0, 1.0]) {
        let arm = meeting.contact.point - bodies.states[body].pose.position;
        row.add(Some(body), sign * direction, sign * arm.cross(direction));
    }
    row
}

/// A moment of at most `limit` (N·m·s), which the last step's load sets.
fn about(meeting: &Meeting<'_>, axis: DVec3, epsilon: f64, limit: f64) -> Row {
    let mut row = Row::new(epsilon, 0.0);
    for (body, sign) in meeting.bodies.into_iter().zip([-1.0, 1.0]) {
        row.add(Some(body), DVec3::ZERO, sign * axis);
    }
    (row.lo, row.hi) = (-limit, limit);
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_right_handed_and_orthonormal() {
        for normal in [DVec3::X, DVec3::Y, DVec3::NEG_Z, DVec3::new(0.6, -0.48, 0.64)] {
            let (first, second) = tangents(normal);
            assert!((first.length() - 1.0).abs() < 1e-15 && first.dot(normal).abs() < 1e-15);
            assert!((first.cross(second) - normal).length() < 1e-15);
        }
    }
}
