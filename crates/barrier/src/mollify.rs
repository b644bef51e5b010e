//! What keeps edges that are nearly parallel smooth (SIGGRAPH 2022 course, §5.3.1).
//!
//! c = |u × v|² of the edges u and v, and with x = c/ε
//!
//! m = x (2 − x) for c < ε, and 1 beyond; ε = 10⁻³ |ū|² |v̄|² of the edges at rest.
//!
//! m b is continuously differentiable where the nearest points jump along parallel edges.
//!
//! ∂c/∂u = 2(|v|² u − (u·v) v), ∂²c/∂u² = 2(|v|² I − v vᵀ),
//! ∂²c/∂u∂v = 2(2 u vᵀ − v uᵀ − (u·v) I), and likewise for v.

use glam::{DMat3, DVec3};

use crate::pair::Local;

/// ε of two edges by their squared lengths at rest: below this c is mollified.
pub fn mollified_below(first: f64, second: f64) -> f64 {
    1e-3 * first * second
}

/// m with its gradient and Hessian in the ends of both edges; `None` where it is 1.
pub fn mollifier(points: &[DVec3; 4], below: f64) -> Option<Local> {
    let (u, v) = (points[1] - points[0], points[3] - points[2]);
    let square = u.cross(v).length_squared();
    if square >= below {
        return None;
    }
    let x = square / below;
    let (slope, curvature) = (2.0 * (1.0 - x) / below, -2.0 / (below * below));
    let (uu, vv, uv) = (u.length_squared(), v.length_squared(), u.dot(v));
    let gradient = [2.0 * (vv * u - uv * v), 2.0 * (uu * v - uv * u)];
    let one = DMat3::IDENTITY;
    let mixed = 2.0 * (2.0 * outer(u, v) - outer(v, u) - uv * one);
    let second = [
        [2.0 * (vv * one - outer(v, v)), mixed],
        [mixed.transpose(), 2.0 * (uu * one - outer(u, u))],
    ];
    let mut local = Local { value: x * (2.0 - x), ..Local::ZERO };
    // Points 0 and 2 are the beginnings of the edges, 1 and 3 their ends.
    let (edge, sign) = (|point: usize| point / 2, |point: usize| (2 * (point % 2)) as f64 - 1.0);
    for a in 0..4 {
        local.gradient[a] = sign(a) * slope * gradient[edge(a)];
        for b in 0..4 {
            let (i, j) = (edge(a), edge(b));
            let block = slope * second[i][j] + curvature * outer(gradient[i], gradient[j]);
            local.hessian[a][b] = sign(a) * sign(b) * block;
        }
    }
    Some(local)
}

/// a bᵀ.
pub fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}
