//! A cylinder along y.

use std::f64::consts::TAU;

use glam::DVec3;

use super::{Convex, lies_across, sign};

/// Radius and half length.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cylinder(pub(crate) f64, pub(crate) f64);

/// The number of a cylinder's side, after its two caps.
const SIDE: usize = 2;
/// Corners of the polygon that stands for a cylinder's cap.
const RIM: usize = 16;
/// Within this angle (rad) a cap lies flat, and its corners stay where they
/// are on it; tilted more, the first corner is the lowest point of the rim.
const FLAT_CAP: f64 = 1e-3;

impl Convex for Cylinder {
    fn support(&self, direction: DVec3) -> DVec3 {
        let Self(radius, half) = *self;
        let across = DVec3::new(direction.x, 0.0, direction.z);
        across.normalize_or_zero() * radius + DVec3::Y * half.copysign(direction.y)
    }

    fn inner(&self) -> (DVec3, f64) {
        (DVec3::ZERO, self.0.min(self.1))
    }

    fn face_count(&self) -> usize {
        2
    }

    fn face(&self, index: usize) -> (DVec3, f64) {
        (sign(index) * DVec3::Y, self.1)
    }

    fn facing(&self, direction: DVec3) -> usize {
        if libm::hypot(direction.x, direction.z) >= direction.y.abs() {
            SIDE
        } else {
            usize::from(direction.y < 0.0)
        }
    }

    fn corners(&self, face: usize, direction: DVec3, mut push: impl FnMut(DVec3)) {
        let Self(radius, half) = *self;
        let across = DVec3::new(direction.x, 0.0, direction.z);
        if face == SIDE {
            let side = across.normalize_or_zero() * radius;
            push(side - DVec3::Y * half);
            push(side + DVec3::Y * half);
            return;
        }
        let axis = if face == 0 { DVec3::Y } else { DVec3::NEG_Y };
        let tilt = across.length();
        let first = if tilt > FLAT_CAP { across / tilt } else { DVec3::X };
        let second = axis.cross(first);
        for k in 0..RIM {
            let (sin, cos) = libm::sincos(TAU * k as f64 / RIM as f64);
            push(radius * (cos * first + sin * second) + half * axis);
        }
    }

    fn edge(&self, direction: DVec3) -> Option<[DVec3; 2]> {
        let Self(radius, half) = *self;
        let across = DVec3::new(direction.x, 0.0, direction.z).normalize_or_zero() * radius;
        lies_across(direction, DVec3::Y)
            .then_some([across - DVec3::Y * half, across + DVec3::Y * half])
    }
}
