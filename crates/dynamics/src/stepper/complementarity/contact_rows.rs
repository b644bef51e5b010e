//! From contacts to rows.
//!
//! With C = [n t b] and arms r from the centres of mass to the point, a block
//! of rows is J₁ = [−Cᵀ, −(r₁×C)ᵀ], J₂ = [Cᵀ, (r₂×C)ᵀ] (SIGGRAPH 2022 course,
//! Eq 13–17); torsion and rolling rows act on the angular velocities alone.

use glam::DVec3;
use stickslip_contact::{Contact, tangents};

use crate::model::Surface;
use crate::rows::{Bodies, NewRow, RowBuffer};

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
    /// The normal impulse that the last step left (N·s).
    pub load: f64,
}

impl ContactStep {
    /// Adds the rows of one contact: normal, two tangents, and torsion and
    /// rolling where the surfaces have them.
    pub fn write(&self, bodies: &Bodies<'_>, meeting: &Meeting<'_>, rows: &mut RowBuffer) {
        let Meeting { contact, surface, .. } = meeting;
        let (epsilon, gamma) = surface.compliance.row(self.h);
        let mut normal = rows.add(epsilon, gamma);
        along(bodies, meeting, contact.normal, &mut normal);
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
        if !self.friction {
            return;
        }
        let (first, second) = tangents(contact.normal);
        for tangent in [first, second] {
            along(bodies, meeting, tangent, &mut rows.add(epsilon, 0.0));
        }
        if surface.torsion > 0.0 {
            about(meeting, contact.normal, surface.torsion * meeting.load, rows.add(epsilon, 0.0));
        }
        if surface.rolling > 0.0 {
            for tangent in [first, second] {
                about(meeting, tangent, surface.rolling * meeting.load, rows.add(epsilon, 0.0));
            }
        }
    }
}

fn along(bodies: &Bodies<'_>, meeting: &Meeting<'_>, direction: DVec3, row: &mut NewRow<'_>) {
    for (body, sign) in meeting.bodies.into_iter().zip([-1.0, 1.0]) {
        let arm = meeting.contact.point - bodies.states[body].pose.position;
        row.add(Some(body), sign * direction, sign * arm.cross(direction));
    }
}

/// A moment of at most `limit` (N·m·s), which the last step's load sets.
fn about(meeting: &Meeting<'_>, axis: DVec3, limit: f64, mut row: NewRow<'_>) {
    for (body, sign) in meeting.bodies.into_iter().zip([-1.0, 1.0]) {
        row.add(Some(body), DVec3::ZERO, sign * axis);
    }
    (row.lo, row.hi) = (-limit, limit);
}
