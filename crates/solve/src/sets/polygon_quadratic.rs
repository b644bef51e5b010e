//! The least value of ½ xᵀA x + bᵀx on a regular polygon, A a symmetric 2 × 2
//! matrix without negative curvature: friction of one contact in a prism at a
//! given normal impulse (Preclik et al., Table 1 and §3.1).
//!
//! If x = −A⁻¹b lies inside, it sticks. Otherwise the minimiser is on an edge,
//! and that of every edge is known in closed form.

use std::f64::consts::TAU;

use super::{Directions, regular_polygon};

/// The minimiser on radius times the hull of the directions; zero for a radius
/// that is not positive.
///
/// ```
/// use stickslip_solve::sets::{Directions, polygon_quadratic::minimise};
/// let square = Directions::new(4)?;
/// let sticks = minimise(&square, 4.0, [[2.0, 0.0], [0.0, 4.0]], [-2.0, 4.0]);
/// assert_eq!(sticks, [1.0, -1.0]);
/// // On the edge x + y = 1 the least of x² + y² − 8x − 6y is at (1, 0).
/// let slides = minimise(&square, 1.0, [[2.0, 0.0], [0.0, 2.0]], [-8.0, -6.0]);
/// assert!((slides[0] - 1.0).abs() < 1e-15 && slides[1].abs() < 1e-15);
/// # Ok::<(), stickslip_solve::sets::SetError>(())
/// ```
pub fn minimise(directions: &Directions, radius: f64, a: [[f64; 2]; 2], b: [f64; 2]) -> [f64; 2] {
    if radius.is_nan() || radius <= 0.0 {
        return [0.0; 2];
    }
    let determinant = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    let free = [
        (a[0][1] * b[1] - a[1][1] * b[0]) / determinant,
        (a[1][0] * b[0] - a[0][0] * b[1]) / determinant,
    ];
    if regular_polygon::project(directions, radius, free) == free {
        return free;
    }
    let gradient = |x: [f64; 2]| [dot(a[0], x) + b[0], dot(a[1], x) + b[1]];
    let value = |x: [f64; 2]| 0.5 * (dot(x, gradient(x)) + dot(x, b));
    let corner = |k: usize| {
        let (sine, cosine) = libm::sincos(TAU * k as f64 / directions.count() as f64);
        [radius * cosine, radius * sine]
    };
    let on_edge = |k: usize| {
        let (from, to) = (corner(k), corner(k + 1));
        let along = [to[0] - from[0], to[1] - from[1]];
        let (slope, bend) =
            (dot(along, gradient(from)), dot(along, [dot(a[0], along), dot(a[1], along)]));
        let share =
            if bend > 0.0 { (-slope / bend).clamp(0.0, 1.0) } else { f64::from(slope < 0.0) };
        [from[0] + share * along[0], from[1] + share * along[1]]
    };
    let edges = (0..directions.count()).map(on_edge);
    edges.min_by(|one, two| value(*one).total_cmp(&value(*two))).unwrap_or([0.0; 2])
}

fn dot(left: [f64; 2], right: [f64; 2]) -> f64 {
    left[0] * right[0] + left[1] * right[1]
}
