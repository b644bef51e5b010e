//! Two edges.

use glam::DVec3;

use super::Nearest;
use super::derivative::{Derivatives, assemble};
use super::point_edge::{PointEdge, point_edge};

/// Where on the two edges the nearest points lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeEdge {
    /// At an end of the first and an end of the second.
    Ends(usize, usize),
    /// At an end of the first, inside the second.
    EndInside(usize),
    /// Inside the first, at an end of the second.
    InsideEnd(usize),
    /// Inside both.
    Inside,
}

/// The nearest points of two edges, which may be points or parallel.
pub fn edge_edge(first: [DVec3; 2], second: [DVec3; 2]) -> Nearest<EdgeEdge> {
    if let Some(inside) = crossing(first, second) {
        return inside;
    }
    let of_first = (0..2).map(|end| {
        let nearest = point_edge(first[end], second);
        let mut weights = [0.0, 0.0, nearest.weights[1], nearest.weights[2]];
        weights[end] = 1.0;
        let region = match nearest.region {
            PointEdge::End(other) => EdgeEdge::Ends(end, other),
            PointEdge::Inside => EdgeEdge::EndInside(end),
        };
        Nearest { region, vector: nearest.vector, weights }
    });
    let of_second = (0..2).map(|end| {
        let nearest = point_edge(second[end], first);
        let mut weights = [-nearest.weights[1], -nearest.weights[2], 0.0, 0.0];
        weights[2 + end] = -1.0;
        let region = match nearest.region {
            PointEdge::End(other) => EdgeEdge::Ends(other, end),
            PointEdge::Inside => EdgeEdge::InsideEnd(end),
        };
        Nearest { region, vector: -nearest.vector, weights }
    });
    let start = Nearest {
        region: EdgeEdge::Ends(0, 0),
        vector: first[0] - second[0],
        weights: [1.0, 0.0, -1.0, 0.0],
    };
    of_first.chain(of_second).fold(start, |best, next| {
        if next.squared_distance() < best.squared_distance() { next } else { best }
    })
}

/// The feet of the common perpendicular, where they lie inside both edges.
fn crossing(first: [DVec3; 2], second: [DVec3; 2]) -> Option<Nearest<EdgeEdge>> {
    let (u, v) = (first[1] - first[0], second[1] - second[0]);
    let normal = u.cross(v);
    let square = normal.length_squared();
    // Nor where it overflows.
    let crosses = square > 0.0 && square.is_finite();
    if !crosses {
        return None;
    }
    let between = second[0] - first[0];
    let s = between.cross(v).dot(normal) / square;
    let t = between.cross(u).dot(normal) / square;
    let inside = |place: f64| place > 0.0 && place < 1.0;
    if !inside(s) || !inside(t) {
        return None;
    }
    // From the ends next to the feet, where the gap is reported with the least rounding.
    let between = second[usize::from(t > 0.5)] - first[usize::from(s > 0.5)];
    let vector = normal * (-between.dot(normal) / square);
    // Nearly parallel edges have a normal of noise: then the vector is too short to be true.
    let feet = first[0] + u * s - second[0] - v * t;
    let size = feet.length().max(between.length());
    if (feet - vector).length() > 1e-6 * size {
        return None;
    }
    Some(Nearest { region: EdgeEdge::Inside, vector, weights: [1.0 - s, s, t - 1.0, -t] })
}

impl Nearest<EdgeEdge> {
    /// ∂w/∂s for the parameters s that are free: along the edges inside of which the
    /// nearest points lie.
    pub fn changes(&self) -> &'static [[f64; 4]] {
        const BOTH: [[f64; 4]; 2] = [[-1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, -1.0]];
        match self.region {
            EdgeEdge::Ends(..) => &[],
            EdgeEdge::EndInside(_) => &BOTH[1..],
            EdgeEdge::InsideEnd(_) => &BOTH[..1],
            EdgeEdge::Inside => &BOTH,
        }
    }

    /// The squared distance with its derivatives in the ends of both edges.
    pub fn derivatives(&self, first: [DVec3; 2], second: [DVec3; 2]) -> Derivatives<12> {
        let points = [first[0], first[1], second[0], second[1]];
        assemble(&points, &self.weights, self.changes())
    }
}
