//! Friction tensors (SIGGRAPH 2022 course, §6.2): f = −λ_n L v/‖v‖ with
//! L = κ (Q_A + R Q_B Rᵀ), R turning the structure of the one surface to that of
//! the other about the normal (Eq 320).
//!
//! All such forces lie on the ellipse fᵀ (L Lᵀ)⁻¹ f = λ_n² (Eq 321–332), whose
//! semi-axes are the singular values of L. Friction that takes most power lies
//! on the same ellipse, and differs from −L v/‖v‖ unless v is an eigenvector.

use glam::DMat2;

use super::{Encounter, Limit, LimitShape, REST};
use crate::parts::at_least_zero;

/// Nine numbers: a tensor for each surface, in the frame of its own structure,
/// and what they are multiplied by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tensors {
    /// Q of each surface, rows first.
    pub tensors: [[[f64; 2]; 2]; 2],
    /// κ.
    pub factor: f64,
    /// Whether friction may be anything on the ellipse of the tensors and takes
    /// most power; else it is −L v/‖v‖, v being the slip at the beginning of
    /// the step, and may become less as that stops.
    pub as_cone: bool,
}

impl Tensors {
    pub(super) fn check(&self) -> Result<(), String> {
        at_least_zero("factor", self.factor)?;
        for q in &self.tensors {
            let finite = q.iter().flatten().all(|value| value.is_finite());
            // What takes power from every slip: the symmetric part is not
            // negative.
            let shear = 0.5 * (q[0][1] + q[1][0]);
            let takes = q[0][0] >= 0.0 && q[1][1] >= 0.0 && q[0][0] * q[1][1] >= shear * shear;
            if !(finite && takes) {
                return Err(format!("the tensor {q:?} would push what slides"));
            }
        }
        Ok(())
    }

    pub(super) fn limit(&self, at: &Encounter<'_>) -> Option<Limit> {
        let [Some(first), Some(second)] = at.structures else { return None };
        let across = at.normal.cross(first);
        let (sine, cosine) = libm::sincos(libm::atan2(across.dot(second), first.dot(second)));
        let turn = DMat2::from_cols_array(&[cosine, sine, -sine, cosine]);
        let [q, p] = self.tensors.map(|rows| DMat2::from_cols_array_2d(&rows).transpose());
        let map = (q + turn * p * turn.transpose()) * self.factor;
        if !self.as_cone && at.slip.length() > REST {
            let slip = glam::DVec2::new(first.dot(at.slip), across.dot(at.slip)).normalize();
            let force = -(map * slip);
            let shape = LimitShape::Hull(vec![[0.0; 2], force.to_array()]);
            return Some(Limit { tangent: first, shape });
        }
        let square = map * map.transpose();
        let angle = 0.5 * libm::atan2(2.0 * square.y_axis.x, square.x_axis.x - square.y_axis.y);
        let axis = |angle: f64| {
            let (sine, cosine) = libm::sincos(angle);
            let along = glam::DVec2::new(cosine, sine);
            (along, along.dot(square * along).max(0.0).sqrt())
        };
        let (long, short) = (axis(angle), axis(angle + std::f64::consts::FRAC_PI_2));
        let tangent = first * long.0.x + across * long.0.y;
        Some(Limit { tangent, shape: LimitShape::Ellipse([long.1, short.1]) })
    }
}
