//! {(t, s) ∈ μ n P}: the cone over any convex polygon P that holds the origin,
//! as limit surfaces that were sampled by direction (SIGGRAPH 2022 course,
//! §6.1.4) and bounds that differ by direction (Eq 337–338) make it.
//!
//! Its faces are the planes through the origin and the edges (1, μ c), (1, μ d).
//! The nearest point is the nearest of all feet on faces, feet on the rays of
//! corners, and the tip.

use super::{AdmissibleSet, Polygon, SetError, Spot, holds, in_place};

type Point = [f64; 3];

/// The nearest point to (n, t, s) of the cone over μ times the polygon.
pub fn project(polygon: &Polygon, mu: f64, point: Point) -> Point {
    let [n, t, s] = point;
    if contains(polygon, mu * n, n, [t, s]) || point.iter().any(|value| value.is_nan()) {
        return point;
    }
    // At unit size, and with unit rays, products neither overflow nor vanish.
    let size = point.iter().fold(0.0, |size: f64, value| size.max(value.abs()));
    let point = point.map(|value| value / size);
    let ray = |[x, y]: [f64; 2]| {
        let length = libm::hypot(libm::hypot(1.0, mu * x), mu * y);
        [1.0 / length, mu * x / length, mu * y / length]
    };
    let mut best = [0.0; 3];
    let mut consider = |foot: Point| {
        if distance(foot, point) < distance(best, point) {
            best = foot;
        }
    };
    let vertices = || polygon.vertices().map(ray);
    for (one, two) in vertices().zip(vertices().cycle().skip(1)) {
        let along = dot(point, one) / dot(one, one);
        if along > 0.0 {
            consider(one.map(|value| along * value));
        }
        // α one + β two of the foot: the 2 × 2 normal equations.
        let (aa, ab, bb) = (dot(one, one), dot(one, two), dot(two, two));
        let (pa, pb) = (dot(point, one), dot(point, two));
        let determinant = aa * bb - ab * ab;
        let (alpha, beta) = (bb * pa - ab * pb, aa * pb - ab * pa);
        if determinant > 0.0 && alpha > 0.0 && beta > 0.0 {
            let [alpha, beta] = [alpha / determinant, beta / determinant];
            consider(std::array::from_fn(|at| alpha * one[at] + beta * two[at]));
        }
    }
    best.map(|value| size * value)
}

/// Whether the tangent lies in the polygon of this size over a normal n.
fn contains(polygon: &Polygon, size: f64, n: f64, tangent: [f64; 2]) -> bool {
    if size > 0.0 {
        let (nearest, spot) = polygon.find(tangent.map(|value| value / size));
        spot == Spot::Inside || nearest.map(|value| value * size) == tangent
    } else {
        n >= 0.0 && tangent == [0.0; 2]
    }
}

fn dot(a: Point, b: Point) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn distance(a: Point, b: Point) -> f64 {
    let offset: Point = std::array::from_fn(|at| a[at] - b[at]);
    dot(offset, offset)
}

/// The cone over a polygon that holds the origin.
#[derive(Clone, Debug, PartialEq)]
pub struct PolygonCone {
    polygon: Polygon,
    mu: f64,
}

impl PolygonCone {
    /// Refuses a polygon without the origin, where no load would mean a force,
    /// and a friction coefficient that is not a finite number ≥ 0.
    pub fn new(polygon: Polygon, mu: f64) -> Result<Self, SetError> {
        polygon.check_origin()?;
        let mu = SetError::check_size("polygon-cone", "friction coefficient", mu)?;
        Ok(Self { polygon, mu })
    }
}

impl AdmissibleSet for PolygonCone {
    fn dimension(&self) -> usize {
        3
    }

    fn project(&self, point: &mut [f64]) {
        in_place(point, |point| project(&self.polygon, self.mu, point));
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |[n, t, s]| {
            let size = self.mu * n.max(0.0);
            let scaled = if size > 0.0 { [t / size, s / size] } else { [0.0; 2] };
            let [x, y] = self.polygon.nearest(scaled).map(|value| value * size);
            n >= -slack && libm::hypot(t - x, s - y) <= slack
        })
    }

    fn name(&self) -> &'static str {
        "polygon-cone"
    }
}
