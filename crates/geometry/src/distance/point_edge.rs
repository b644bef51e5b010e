//! A point and an edge.

use glam::DVec3;

use super::Nearest;
use super::derivative::{Derivatives, assemble};

/// Where on the edge the nearest point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointEdge {
    /// At an end.
    End(usize),
    /// Between the ends.
    Inside,
}

/// The nearest point of an edge, which may be a point.
pub fn point_edge(point: DVec3, edge: [DVec3; 2]) -> Nearest<PointEdge> {
    let along = edge[1] - edge[0];
    let (s, length_squared) = ((point - edge[0]).dot(along), along.length_squared());
    let end = |end: usize| {
        let mut weights = [1.0, 0.0, 0.0, 0.0];
        weights[1 + end] = -1.0;
        Nearest { region: PointEdge::End(end), vector: point - edge[end], weights }
    };
    if s <= 0.0 {
        return end(0);
    }
    if s >= length_squared {
        return end(1);
    }
    let s = s / length_squared;
    // Measured from the nearer end, where less cancels.
    let vector =
        if s <= 0.5 { point - edge[0] - along * s } else { point - edge[1] + along * (1.0 - s) };
    Nearest { region: PointEdge::Inside, vector, weights: [1.0, s - 1.0, -s, 0.0] }
}

impl Nearest<PointEdge> {
    /// The squared distance with its derivatives in the point and the two ends.
    pub fn derivatives(&self, point: DVec3, edge: [DVec3; 2]) -> Derivatives<9> {
        let weights = [self.weights[0], self.weights[1], self.weights[2]];
        let changes: &[[f64; 3]] = match self.region {
            PointEdge::End(_) => &[],
            PointEdge::Inside => &[[0.0, 1.0, -1.0]],
        };
        assemble(&[point, edge[0], edge[1]], &weights, changes)
    }
}
