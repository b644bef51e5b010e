//! Vectors and matrices in space, as far as the generators need them.

/// A vector in space.
pub type Vector3 = [f64; 3];

/// A 3 × 3 matrix by rows.
pub type Matrix3 = [Vector3; 3];

/// The unit axes, and the identity by rows.
pub const AXES: Matrix3 = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// a + b.
pub fn add(a: Vector3, b: Vector3) -> Vector3 {
    std::array::from_fn(|k| a[k] + b[k])
}

/// a − b.
pub fn subtract(a: Vector3, b: Vector3) -> Vector3 {
    std::array::from_fn(|k| a[k] - b[k])
}

/// s·a.
pub fn scale(s: f64, a: Vector3) -> Vector3 {
    a.map(|value| s * value)
}

/// a × b.
pub fn cross(a: Vector3, b: Vector3) -> Vector3 {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// a / ‖a‖; the upward axis when a is zero.
pub fn unit(a: Vector3) -> Vector3 {
    let length = stickslip_linalg::norm(&a);
    if length > 0.0 { scale(1.0 / length, a) } else { AXES[2] }
}

/// The rows n, t, b of a right-handed frame; t is perpendicular to the axis
/// that n is farthest from.
pub fn frame(normal: Vector3) -> Matrix3 {
    let least = (0..3).min_by(|&i, &j| normal[i].abs().total_cmp(&normal[j].abs())).unwrap_or(0);
    let tangent = unit(cross(AXES[least], normal));
    [normal, tangent, cross(normal, tangent)]
}

/// Rotation by ‖a‖ radians about a (Rodrigues).
pub fn rotation(a: Vector3) -> Matrix3 {
    let angle = stickslip_linalg::norm(&a);
    let axis = unit(a);
    let (sine, cosine) = angle.sin_cos();
    std::array::from_fn(|row| {
        // Row i of R is (Rᵀ eᵢ): the rotation by −angle of the axis eᵢ.
        let e = AXES[row];
        let along = scale((1.0 - cosine) * axis[row], axis);
        add(add(scale(cosine, e), scale(-sine, cross(axis, e))), along)
    })
}
