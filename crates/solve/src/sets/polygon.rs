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

/// Where on a polygon a point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    /// Inside, or on an edge by itself.
    Inside,
    /// At the vertex of that number.
    Vertex(usize),
    /// On the edge that leaves the vertex of that number.
    Edge(usize),
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
        let length = libm::hypot(edge[0], edge[1]);
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

    /// Refuses a polygon without the origin, up to rounding of its corners.
    pub fn check_origin(&self) -> Result<(), SetError> {
        let [x, y] = self.nearest([0.0; 2]);
        if libm::hypot(x, y) <= 1e-12 * self.reach() { Ok(()) } else { Err(SetError::NoOrigin) }
    }

    /// Its vertices, counter-clockwise.
    pub fn vertices(&self) -> impl ExactSizeIterator<Item = [f64; 2]> + Clone + '_ {
        self.corners.iter().map(|corner| corner.vertex)
    }

    /// The vertex of that number and the unit direction of the edge that leaves it.
    pub(crate) fn corner(&self, at: usize) -> ([f64; 2], [f64; 2]) {
        (self.corners[at].vertex, self.corners[at].direction)
    }

    /// max v·x over its points x.
    pub fn support(&self, [t, s]: [f64; 2]) -> f64 {
        let along = self.corners.iter().map(|Corner { vertex: [x, y], .. }| x * t + y * s);
        along.fold(f64::NEG_INFINITY, f64::max)
    }

    /// The farthest of its points from the origin.
    pub fn reach(&self) -> f64 {
        self.corners.iter().map(|it| libm::hypot(it.vertex[0], it.vertex[1])).fold(0.0, f64::max)
    }

    /// The size at which the polygon, which must hold the origin, has `point`
    /// on its boundary. Edges through the origin grow with no size and do not
    /// count; a segment ends at its vertices.
    pub fn gauge(&self, point: [f64; 2]) -> f64 {
        let dot = |a: [f64; 2], b: [f64; 2]| a[0] * b[0] + a[1] * b[1];
        let least = 1e-12 * self.reach();
        let mut size: f64 = 0.0;
        for Corner { vertex, direction: [x, y], .. } in &self.corners {
            let outward = [*y, -*x];
            if dot(outward, *vertex) > least {
                size = size.max(dot(outward, point) / dot(outward, *vertex));
            }
            let length = dot(*vertex, *vertex);
            if self.corners.len() <= 2 && length > least * least {
                size = size.max(dot(point, *vertex) / length);
            }
        }
        size
    }

    /// The nearest point of the polygon to `point`.
    pub fn nearest(&self, point: [f64; 2]) -> [f64; 2] {
        self.find(point).0
    }

    /// The nearest point, and where on the polygon it lies.
    pub(crate) fn find(&self, point: [f64; 2]) -> ([f64; 2], Spot) {
        let mut best = self.corners[0].vertex;
        let mut spot = Spot::Vertex(0);
        let mut inner_side_of_all = self.corners.len() > 2;
        for (at, corner) in self.corners.iter().enumerate() {
            let (along, inward) = corner.coordinates(point);
            inner_side_of_all &= inward >= 0.0;
            let (foot, here) = if along <= 0.0 {
                (corner.vertex, Spot::Vertex(at))
            } else if along >= corner.length {
                let next = (at + 1) % self.corners.len();
                (self.corners[next].vertex, Spot::Vertex(next))
            } else {
                let [x, y] = corner.direction;
                ([corner.vertex[0] + along * x, corner.vertex[1] + along * y], Spot::Edge(at))
            };
            if is_nearer(foot, best, point) {
                (best, spot) = (foot, here);
            }
        }
        // No inner point has a vertex as its nearest boundary point. Without
        // this a point beyond the tip of a sliver would pass for an inner one.
        let is_inner = inner_side_of_all && matches!(spot, Spot::Edge(_));
        if point.iter().any(|value| value.is_nan()) || is_inner {
            (point, Spot::Inside)
        } else {
            (best, spot)
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
            libm::hypot(x, y) <= slack
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
