//! The nearest points of two features, of whatever kind.

use glam::DVec3;
use stickslip_geometry::ccd::Kind;
use stickslip_geometry::distance::{edge_edge, point_triangle};

/// The nearest points of a vertex and a face, or of two edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// How far apart they are.
    pub distance: f64,
    /// Unit vector from the second feature's point to the first's; zero at distance 0.
    pub normal: DVec3,
    /// w of the four points: normal · distance = Σ wᵢ xᵢ.
    pub weights: [f64; 4],
    /// ∂w/∂s for the parameters s that are free, at most two.
    pub changes: &'static [[f64; 4]],
}

impl Closest {
    /// Of the vertex 0 and the face 1, 2, 3, or of the edges 0, 1 and 2, 3.
    pub fn new(kind: Kind, x: &[DVec3; 4]) -> Self {
        let (vector, weights, changes) = match kind {
            Kind::VertexFace => {
                let nearest = point_triangle(x[0], [x[1], x[2], x[3]]);
                (nearest.vector, nearest.weights, nearest.changes())
            }
            Kind::EdgeEdge => {
                let nearest = edge_edge([x[0], x[1]], [x[2], x[3]]);
                (nearest.vector, nearest.weights, nearest.changes())
            }
        };
        let distance = vector.length();
        let normal = if distance > 0.0 { vector / distance } else { DVec3::ZERO };
        Self { distance, normal, weights, changes }
    }
}
