//! Coordinates of a rotation and their rates.
//!
//! A rotation q = (w, v) changes by q̇ = ½ Ω q with Ω in the axes of the frame
//! it is measured from. Every gradient g here is exact: the coordinate changes
//! by g·Ω.

use std::f64::consts::{PI, TAU};

use glam::{DQuat, DVec3};

/// A coordinate with its gradient.
pub(super) type Angle = (f64, DVec3);

/// The rotation vector φ = θ n, |θ| ≤ π, one coordinate per axis in radians.
///
/// φ̇ = Ω − ½ φ×Ω + c φ×(φ×Ω) with c = (1 − (θ/2)cot(θ/2))/θ². It is the usual
/// error 2 sgn(w) v up to the third order, but stays in radians, so that
/// limits, targets and springs mean what they say.
pub(super) fn rotation_vector(rotation: DQuat) -> [Angle; 3] {
    let imaginary = DVec3::new(rotation.x, rotation.y, rotation.z);
    let sine = imaginary.length();
    let half = libm::atan2(sine, rotation.w);
    let vector = if sine > 0.0 { imaginary * (2.0 * half / sine) } else { DVec3::ZERO };
    let c = if half < 1e-3 {
        1.0 / 12.0 + half * half / 180.0
    } else {
        (1.0 - half * rotation.w / sine) / (4.0 * half * half)
    };
    [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| {
        let once = vector.cross(axis);
        (vector.dot(axis), axis + 0.5 * once + c * vector.cross(once))
    })
}

/// The angle θ ∈ [0, π] of the whole rotation about its own axis n: θ̇ = n·Ω. Where nothing
/// is turned any axis will do.
pub(super) fn whole_turn(rotation: DQuat) -> Angle {
    let imaginary = DVec3::new(rotation.x, rotation.y, rotation.z);
    (2.0 * libm::atan2(imaginary.length(), rotation.w), imaginary.normalize_or(DVec3::X))
}

/// The angle of the turn about a unit axis, θ = 2 atan2(v·a, w), up to whole
/// turns.
///
/// θ̇ = (w² a + w v×a + (v·a) v)·Ω / (w² + (v·a)²), which is a·Ω where the
/// rotation is about the axis. There is no such angle where the axis is turned
/// upside down; a stands in for the gradient there.
pub(super) fn twist(rotation: DQuat, axis: DVec3) -> Angle {
    let (w, v) = (rotation.w, DVec3::new(rotation.x, rotation.y, rotation.z));
    let along = v.dot(axis);
    let square = w * w + along * along;
    if square < 1e-12 {
        return (0.0, axis);
    }
    let gradient = (w * w * axis + w * v.cross(axis) + along * v) / square;
    (2.0 * libm::atan2(along, w), gradient)
}

/// How far a frame's axis a is tilted, as the turns about the other two axes
/// b, c = a×b that would make it so: −c·qa and b·qa, which change by
/// (c×qa)·Ω and (qa×b)·Ω. They do not depend on the turn about a.
pub(super) fn tilt(rotation: DQuat, a: DVec3, b: DVec3) -> [Angle; 2] {
    let (c, turned) = (a.cross(b), rotation * a);
    [(-c.dot(turned), c.cross(turned)), (b.dot(turned), turned.cross(b))]
}

/// The angle that equals `raw` up to whole turns and is nearest to `near`.
pub(super) fn unwind(raw: f64, near: f64) -> f64 {
    let gap = (raw - near).rem_euclid(TAU);
    near + if gap > PI { gap - TAU } else { gap }
}
