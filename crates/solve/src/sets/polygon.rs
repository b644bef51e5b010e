//! A convex polygon in the tangent plane, given by its vertices: any limit
//! surface that was sampled by direction.

use super::{AdmissibleSet, SetError, holds, in_place};

/// The convex hull of finitely many points; one point and a segment are
/// polygons too.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    /// Counter-clockwise, each with the edge to the next one.
    corners: Vec<Corner>,
}

/// A vertex and the edge that leaves it.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Corner {
    vertex: [f64; 2],
    /// Unit direction of the edge, zero for a single vertex.
    direction: [f64; 2],
    length: f64,
}

impl Corner {
    fn between(vertex: [f64; 2], next: [f64; 2]) -> Self {
        let edge = difference(next, vertex);
        let length = edge[0].hypot(edge[1]);
        let direction = if length > 0.0 { edge.map(|value| value / length) } else { [0.0; 2] };
        Self { vertex, direction, length }
    }

    /// How far `point` lies along the edge and to its inner side.
    fn coordinates(&self, point: [f64; 2]) -> (f64, f64) {
        let offset = difference(point, self.vertex);
        let [x, y] = self.direction;
        (x * offset[0] + y * offset[1], x * offset[1] - y * offset[0])
    }
}

impl Polygon {
    /// The hull of `points`, which for a convex polygon are its vertices in
    /// any order. Refuses no points at all and points that are not finite.
    pub fn hull(points: &[[f64; 2]]) -> Result<Self, SetError> {
        let bad = |point: &[f64; 2]| point.iter().any(|value| !value.is_finite());
        if let Some(vertex) = points.iter().position(bad) {
            return Err(SetError::Vertex { vertex, point: points[vertex] });
        }
        if points.is_empty() {
            return Err(SetError::NoVertices);
        }
        let vertices = hull(points.to_vec());
        let next = vertices.iter().cycle().skip(1);
        let corners = vertices.iter().zip(next).map(|(&at, &next)| Corner::between(at, next));
        Ok(Self { corners: corners.collect() })
    }

    /// The nearest point of the polygon to `point`.
    pub fn nearest(&self, point: [f64; 2]) -> [f64; 2] {
        let mut best = self.corners[0].vertex;
        let mut best_is_vertex = true;
        let mut inner_side_of_all = self.corners.len() > 2;
        for (at, corner) in self.corners.iter().enumerate() {
            let (along, inward) = corner.coordinates(point);
            inner_side_of_all &= inward >= 0.0;
            let (foot, is_vertex) = if along <= 0.0 {
                (corner.vertex, true)
            } else if along >= corner.length {
                (self.corners[(at + 1) % self.corners.len()].vertex, true)
            } else {
                let [x, y] = corner.direction;
                ([corner.vertex[0] + along * x, corner.vertex[1] + along * y], false)
            };
            if is_nearer(foot, best, point) {
                (best, best_is_vertex) = (foot, is_vertex);
            }
        }
        // No inner point has a vertex as its nearest boundary point. Without
        // this a point beyond the tip of a sliver would pass for an inner one.
        if point.iter().any(|value| value.is_nan()) || (inner_side_of_all && !best_is_vertex) {
            point
        } else {
            best
        }
    }
}

impl AdmissibleSet for Polygon {
    fn dimension(&self) -> usize {
        2
    }

    fn project(&self, point: &mut [f64]) {
        in_place(point, |point| self.nearest(point));
    }

    fn contains(&self, point: &[f64], slack: f64) -> bool {
        holds(point, |point| {
            let [x, y] = difference(point, self.nearest(point));
            x.hypot(y) <= slack
        })
    }

    fn name(&self) -> &'static str {
        "polygon"
    }
}

fn difference(a: [f64; 2], b: [f64; 2]) -> [f64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

/// Whether ‖a − z‖ < ‖b − z‖, as (a − b)ᵀ((a − z) + (b − z)) < 0: far from the
/// polygon the two lengths themselves round to the same number.
fn is_nearer(a: [f64; 2], b: [f64; 2], z: [f64; 2]) -> bool {
    let unit = |[x, y]: [f64; 2]| {
        let largest = x.abs().max(y.abs());
        if largest > 0.0 { [x / largest, y / largest] } else { [0.0; 2] }
    };
    let across = unit(difference(a, b));
    let outward = unit([0, 1].map(|i| 0.5 * (a[i] - z[i]) + 0.5 * (b[i] - z[i])));
    across[0] * outward[0] + across[1] * outward[1] < 0.0
}

/// Andrew's monotone chain: counter-clockwise, without points inside edges.
fn hull(mut points: Vec<[f64; 2]>) -> Vec<[f64; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    if points.len() < 3 {
        return points;
    }
    // Turns are judged at unit size, where products neither overflow nor vanish.
    let largest = points.iter().flatten().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    let turns_left = |a: [f64; 2], b: [f64; 2], c: [f64; 2]| {
        let [a, b, c] = [a, b, c].map(|point| point.map(|value| value / largest));
        let (first, second) = (difference(b, a), difference(c, a));
        first[0] * second[1] - first[1] * second[0] > 0.0
    };
    let chain = |points: &mut dyn Iterator<Item = [f64; 2]>| {
        let mut chain: Vec<[f64; 2]> = Vec::new();
        for point in points {
            while let [.., before, last] = chain[..]
                && !turns_left(before, last, point)
            {
                chain.pop();
            }
            chain.push(point);
        }
        // The other chain begins where this one ends.
        chain.pop();
        chain
    };
    let mut vertices = chain(&mut points.iter().copied());
    vertices.extend(chain(&mut points.iter().rev().copied()));
    vertices
}
