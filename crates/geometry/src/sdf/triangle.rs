//! The smallest value of a field over a triangle (§2.3.2, Eq. 109–110).
//!
//! min s(Σ yᵢ xᵢ) over yᵢ ≥ 0, Σ yᵢ = 1. A field that grows no faster than distance is on a
//! piece of the triangle at least its value in the middle less the piece's radius; the
//! piece with the least bound is cut in four until the bounds leave no more than a gap,
//! so that a needle through a big triangle is found. From the best point on, steps
//! y ← proj(y − α ∇) go down as the text has it, and steps against the
//! shortest mean of the gradients around it where the field has a kink.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use glam::{DVec2, DVec3};

use super::Field;

/// Pieces looked at before the bounds are taken as they are.
const MAX_PIECES: usize = 4000;
/// Steps down of each kind.
const MAX_STEPS: usize = 400;
/// What was found on a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Smallest {
    /// The smallest value.
    pub value: f64,
    /// Weights of the corners where it is.
    pub weights: DVec3,
    /// No value is below this, if the field grows no faster than distance.
    pub bound: f64,
}

struct Piece {
    bound: f64,
    corners: [DVec3; 3],
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Piece {}

impl PartialOrd for Piece {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Piece {
    /// The heap gives the greatest first: that is the least bound.
    fn cmp(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound)
    }
}

/// The smallest value of `field` over a triangle. Minima that differ by less than `gap`
/// may be taken for each other.
pub fn smallest_over_triangle(field: &impl Field, triangle: &[DVec3; 3], gap: f64) -> Smallest {
    let point = |y: DVec3| triangle[0] * y.x + triangle[1] * y.y + triangle[2] * y.z;
    let value = |y: DVec3| field.value(point(y));
    let mut best = (f64::INFINITY, DVec3::X);
    let mut bound = f64::NEG_INFINITY;
    for corner in DVec3::AXES {
        improve(&mut best, corner, value(corner));
    }
    let mut heap = BinaryHeap::from([Piece { bound, corners: DVec3::AXES }]);
    for _ in 0..MAX_PIECES {
        let Some(piece) = heap.pop() else { break };
        bound = piece.bound;
        if bound >= best.0 - gap {
            break;
        }
        let [a, b, c] = piece.corners;
        let [ab, bc, ca] = [(a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0];
        for corners in [[a, ab, ca], [ab, b, bc], [ca, bc, c], [bc, ca, ab]] {
            let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
            let here = value(middle);
            improve(&mut best, middle, here);
            let radius = corners
                .iter()
                .fold(0.0_f64, |all, &corner| all.max(point(corner).distance(point(middle))));
            heap.push(Piece { bound: here - radius, corners });
        }
    }
    descend(field, triangle, &mut best);
    follow_kinks(field, triangle, &mut best);
    Smallest { value: best.0, weights: best.1, bound: bound.min(best.0) }
}

fn improve(best: &mut (f64, DVec3), y: DVec3, value: f64) -> bool {
    let better = value < best.0;
    if better {
        *best = (value, y);
    }
    better
}

/// Projected gradient steps, as long as they go down (Eq. 110 with the step inside).
fn descend(field: &impl Field, triangle: &[DVec3; 3], best: &mut (f64, DVec3)) {
    let point = |y: DVec3| triangle[0] * y.x + triangle[1] * y.y + triangle[2] * y.z;
    let size = triangle[1].distance(triangle[0]).max(triangle[2].distance(triangle[0]));
    if size <= 0.0 {
        return;
    }
    let mut step = 0.1 / size;
    for _ in 0..MAX_STEPS {
        let y = best.1;
        let gradient = field.sample(point(y)).1;
        let slope = DVec3::from_array(triangle.map(|corner| gradient.dot(corner - triangle[0])));
        let next = onto_simplex(y - slope * step);
        if improve(best, next, field.value(point(next))) {
            step *= 1.5;
        } else {
            step *= 0.3;
        }
        if step * size < 1e-12 {
            return;
        }
    }
}

/// Steps against the shortest mean of the slopes around the best point, which leads down
/// along a kink too; the circle around it shrinks where none does.
fn follow_kinks(field: &impl Field, triangle: &[DVec3; 3], best: &mut (f64, DVec3)) {
    let [a, b] = [triangle[1] - triangle[0], triangle[2] - triangle[0]];
    let normal = a.cross(b);
    let (size, area) = (a.length().max(b.length()), normal.length());
    if area <= 0.0 {
        return;
    }
    let (along, across) = (a.normalize(), (normal / area).cross(a.normalize()));
    let flat = |v: DVec3| DVec2::new(v.dot(along), v.dot(across));
    // Weights that move the point by d in the plane.
    let weights = |d: DVec2| {
        let (u, v) = (d.perp_dot(flat(b)) / area, flat(a).perp_dot(d) / area);
        DVec3::new(-u - v, u, v)
    };
    let point = |y: DVec3| triangle[0] * y.x + triangle[1] * y.y + triangle[2] * y.z;
    let mut radius = 0.01 * size;
    for _ in 0..MAX_STEPS {
        let y = best.1;
        let slopes: [DVec2; 9] = std::array::from_fn(|k| {
            let angle = std::f64::consts::FRAC_PI_4 * k as f64;
            let offset = (along * libm::cos(angle) + across * libm::sin(angle)) * radius;
            // The last is that of the middle.
            let around = if k == 8 { DVec3::ZERO } else { offset };
            flat(field.sample(point(y) + around).1)
        });
        let slope = shortest(&slopes);
        let down = -slope.normalize_or_zero();
        let moved = slope.length() > 1e-10
            && (-3..7).any(|halvings| {
                let step = weights(down * (radius * 0.5_f64.powi(halvings)));
                let next = onto_simplex(y + step);
                improve(best, next, field.value(point(next)))
            });
        if !moved {
            radius *= 0.3;
        }
        if radius < 1e-13 * size {
            return;
        }
    }
}

/// The shortest vector on segments between some; inside their hull it points nowhere
/// better, and the circle shrinks.
fn shortest(vectors: &[DVec2]) -> DVec2 {
    let mut best = vectors[0];
    for (at, &a) in vectors.iter().enumerate() {
        for &b in &vectors[at..] {
            let (along, length) = (b - a, (b - a).length_squared());
            let s = if length > 0.0 { (-a.dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
            let nearest = a + along * s;
            if nearest.length_squared() < best.length_squared() {
                best = nearest;
            }
        }
    }
    best
}

/// The nearest point of the simplex.
fn onto_simplex(y: DVec3) -> DVec3 {
    let mut sorted = y.to_array();
    sorted.sort_by(|a, b| b.total_cmp(a));
    let mut sum = 0.0;
    let mut shift = sorted[0] - 1.0;
    for (count, value) in sorted.into_iter().enumerate() {
        sum += value;
        let candidate = (sum - 1.0) / (count + 1) as f64;
        if value > candidate {
            shift = candidate;
        }
    }
    (y - shift).max(DVec3::ZERO)
}
