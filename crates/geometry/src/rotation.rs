//! Rotations by functions that give the same bits on every processor.
//!
//! The system's sine and its like differ in their last bits from one machine to the next, and
//! those of `libm` do not. So rotations are made of angles here and nowhere else (a lint keeps
//! it so), with the formulas
//!
//! ```text
//! exp φ = (cos ½|φ|, sin ½|φ| φ/|φ|),   log q = 2 atan2(|v|, w) v/|v|
//! ```

use glam::{DQuat, DVec3};

/// Below this sine of half the angle there is no axis.
const NO_TURN: f64 = 1e-8;

/// The rotation about a unit axis by an angle (rad).
pub fn about(axis: DVec3, angle: f64) -> DQuat {
    let (sine, cosine) = libm::sincos(0.5 * angle);
    let imaginary = axis * sine;
    DQuat::from_xyzw(imaginary.x, imaginary.y, imaginary.z, cosine)
}

/// The rotation by a vector: about its direction, by its length (rad).
pub fn by_vector(turn: DVec3) -> DQuat {
    let angle = turn.length();
    if angle == 0.0 { DQuat::IDENTITY } else { about(turn / angle, angle) }
}

/// The vector that a rotation turns by, its angle in [0, 2π].
pub fn vector_of(rotation: DQuat) -> DVec3 {
    let imaginary = DVec3::new(rotation.x, rotation.y, rotation.z);
    let sine = imaginary.length();
    if sine < NO_TURN {
        return DVec3::ZERO;
    }
    imaginary / sine * (2.0 * libm::atan2(sine, rotation.w))
}

/// The angle (rad) from one rotation to another, in [0, π].
pub fn angle_between(one: DQuat, other: DQuat) -> f64 {
    2.0 * libm::acos(one.dot(other).abs().min(1.0))
}

/// The rotation at a share of the shorter way from one to another.
pub fn between(from: DQuat, to: DQuat, share: f64) -> DQuat {
    let cosine = from.dot(to);
    let (cosine, to) = if cosine < 0.0 { (-cosine, -to) } else { (cosine, to) };
    if cosine > 1.0 - f64::EPSILON {
        return (from + (to - from) * share).normalize();
    }
    let angle = libm::acos(cosine.min(1.0));
    let (one, other) = (libm::sin(angle * (1.0 - share)), libm::sin(angle * share));
    (from * one + to * other) * (1.0 / libm::sin(angle))
}

#[cfg(test)]
mod tests {
    use super::*;

    use rand::{Rng, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// All of them are those of `glam`, whose functions are the system's, but for rounding.
    #[test]
    fn they_are_those_of_another_library() {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        let close = |one: DQuat, other: DQuat| (one - other).length() < 1e-15;
        for _ in 0..1000 {
            let mut vector =
                || DVec3::from_array(std::array::from_fn(|_| random.random_range(-3.0..3.0)));
            let (turn, other) = (vector(), vector());
            let (p, q) = (by_vector(turn), by_vector(other));
            assert!(close(p, DQuat::from_scaled_axis(turn)), "{turn}");
            let axis = turn.normalize();
            assert!(close(about(axis, other.x), DQuat::from_axis_angle(axis, other.x)));
            assert!((vector_of(p) - p.to_scaled_axis()).length() < 1e-14, "{turn}");
            assert!((angle_between(p, q) - p.angle_between(q)).abs() < 1e-14);
            let share = 0.5 + other.y / 6.0;
            assert!(close(between(p, q, share), p.slerp(q, share)), "{turn} {other} {share}");
        }
        let tiny = by_vector(DVec3::X * 1e-12);
        let half = by_vector(DVec3::X * 5e-13);
        assert!(close(between(DQuat::IDENTITY, tiny, 0.5), half));
        assert_eq!((by_vector(DVec3::ZERO), vector_of(-tiny)), (DQuat::IDENTITY, DVec3::ZERO));
    }
}
