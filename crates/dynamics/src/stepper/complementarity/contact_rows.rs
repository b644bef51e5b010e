//! From contacts to rows.
//!
//! With C = [n t b] and arms r from the centres of mass to the point, a block
//! of rows is J₁ = [−Cᵀ, −(r₁×C)ᵀ], J₂ = [Cᵀ, (r₂×C)ᵀ] (SIGGRAPH 2022 course,
//! Eq 13–17); torsion and rolling rows act on the angular velocities alone.

use glam::{DMat3, DVec3};

use crate::friction::FrictionShape;
use crate::model::Surface;
use crate::rows::{Bodies, ContactRows, NewRow, RowBuffer};

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

/// What moves one side of a contact: a body, or after all bodies three vertices
/// by weights that sum to 1 (Eq 18–20).
#[derive(Clone, Copy, Debug)]
pub enum Side {
    /// A body.
    Body(usize),
    /// Movers that are vertices, with their weights.
    Vertices([usize; 3], [f64; 3]),
}

/// The sides of a contact and what is between them.
#[derive(Clone, Debug)]
pub struct ContactInput {
    /// The two sides.
    pub sides: [Side; 2],
    /// The point in world coordinates (m).
    pub point: DVec3,
    /// C = [n t b]; n points from the first side to the second.
    pub frame: DMat3,
    /// Signed distance φ along the normal (m).
    pub gap: f64,
    /// What happens where their materials meet.
    pub surface: Surface,
    /// The normal impulse that the last step suggests (N·s).
    pub load: f64,
    /// The section of friction as multiples of μ, in the frame.
    pub friction_shape: FrictionShape,
    /// Its size where that does not follow the load (N·s).
    pub bound: Option<f64>,
    /// How much faster the surface of the second side runs over its body than that of
    /// the first (m/s).
    pub surface_velocity: DVec3,
}

impl Side {
    /// The velocity of a point of this side (m/s).
    pub fn velocity(&self, bodies: &Bodies<'_>, point: DVec3) -> DVec3 {
        match *self {
            Self::Body(body) => {
                let state = &bodies.states[body];
                state.velocity + state.angular_velocity.cross(point - state.pose.position)
            }
            Self::Vertices(movers, weights) => movers
                .into_iter()
                .zip(weights)
                .map(|(mover, weight)| weight * bodies.vertices[mover - bodies.states.len()])
                .sum(),
        }
    }
}

impl ContactStep {
    /// Adds the rows of one contact: normal, two tangents, and torsion and
    /// rolling where the surfaces have them. Gives back where they are.
    pub fn write(
        &self,
        bodies: &Bodies<'_>,
        contact_input: &ContactInput,
        rows: &mut RowBuffer,
    ) -> ContactRows {
        let first = rows.rows().len();
        let &ContactInput { mut surface, frame, load, .. } = contact_input;
        if contact_input.sides.iter().any(|side| matches!(side, Side::Vertices(..))) {
            // Vertices do not turn; materials that ask for moments on them are refused.
            (surface.torsion, surface.rolling) = (0.0, 0.0);
        }
        let (epsilon, gamma) = surface.compliance.row(self.h);
        self.write_normal(bodies, contact_input, rows.add(epsilon, gamma));
        if self.friction {
            for tangent in [frame.y_axis, frame.z_axis] {
                let mut row = rows.add(epsilon, 0.0);
                along(bodies, contact_input, tangent, &mut row);
                if contact_input.surface_velocity != DVec3::ZERO {
                    row.target = -contact_input.surface_velocity.dot(tangent);
                }
            }
            if surface.torsion > 0.0 {
                about(contact_input, frame.x_axis, surface.torsion * load, rows.add(epsilon, 0.0));
            }
            if surface.rolling > 0.0 {
                for tangent in [frame.y_axis, frame.z_axis] {
                    about(contact_input, tangent, surface.rolling * load, rows.add(epsilon, 0.0));
                }
            }
        }
        ContactRows {
            first,
            count: rows.rows().len() - first,
            mu: surface.friction,
            torsion: if self.friction { surface.torsion } else { 0.0 },
            rolling: if self.friction { surface.rolling } else { 0.0 },
            load,
            frame,
            friction_shape: contact_input.friction_shape.clone(),
            bound: contact_input.bound,
        }
    }

    fn write_normal(
        &self,
        bodies: &Bodies<'_>,
        contact_input: &ContactInput,
        mut normal: NewRow<'_>,
    ) {
        let &ContactInput { gap, surface, .. } = contact_input;
        along(bodies, contact_input, contact_input.frame.x_axis, &mut normal);
        normal.lo = 0.0;
        normal.error = gap;
        if gap > 0.0 {
            // Anticipation: what is left of the step may close the gap, and no more.
            normal.gamma = self.h / self.left;
        }
        let approach = normal.speed(bodies);
        let touches = gap + self.left * approach <= 0.0;
        if surface.restitution > 0.0 && touches && approach < -self.restitution_threshold {
            normal.target = -surface.restitution * approach;
            normal.error = normal.error.min(0.0);
        }
    }
}

fn along(
    bodies: &Bodies<'_>,
    contact_input: &ContactInput,
    direction: DVec3,
    row: &mut NewRow<'_>,
) {
    for (side, sign) in contact_input.sides.into_iter().zip([-1.0, 1.0]) {
        match side {
            Side::Body(body) => {
                let arm = contact_input.point - bodies.states[body].pose.position;
                row.add(Some(body), sign * direction, sign * arm.cross(direction));
            }
            Side::Vertices(movers, weights) => {
                for (mover, weight) in movers.into_iter().zip(weights) {
                    if weight != 0.0 {
                        row.add(Some(mover), sign * weight * direction, DVec3::ZERO);
                    }
                }
            }
        }
    }
}

/// A moment of at most `limit` (N·m·s), which the last step's load sets.
fn about(contact_input: &ContactInput, axis: DVec3, limit: f64, mut row: NewRow<'_>) {
    for (side, sign) in contact_input.sides.into_iter().zip([-1.0, 1.0]) {
        if let Side::Body(body) = side {
            row.add(Some(body), DVec3::ZERO, sign * axis);
        }
    }
    (row.lo, row.hi) = (-limit, limit);
}
