//! A point and a triangle.

use glam::DVec3;

use super::Nearest;
use super::derivative::{Derivatives, assemble};
use super::point_edge::{PointEdge, point_edge};

/// Where on the triangle the nearest point lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PointTriangle {
    /// At a corner.
    Corner(usize),
    /// Inside the side that runs from this corner to the next.
    Side(usize),
    /// Inside the face.
    Inside,
}

/// The nearest point of a triangle, which may be a segment or a point.
pub fn point_triangle(point: DVec3, corners: [DVec3; 3]) -> Nearest<PointTriangle> {
    if let Some(inside) = foot(point, &corners) {
        return inside;
    }
    let mut best: Option<Nearest<PointTriangle>> = None;
    for side in 0..3 {
        let ends = [side, (side + 1) % 3];
        let nearest = point_edge(point, ends.map(|end| corners[end]));
        if best.is_none_or(|best| nearest.squared_distance() < best.squared_distance()) {
            let mut weights = [1.0, 0.0, 0.0, 0.0];
            weights[1 + ends[0]] = nearest.weights[1];
            weights[1 + ends[1]] = nearest.weights[2];
            let region = match nearest.region {
                PointEdge::End(end) => PointTriangle::Corner(ends[end]),
                PointEdge::Inside => PointTriangle::Side(side),
            };
            best = Some(Nearest { region, vector: nearest.vector, weights });
        }
    }
    // Three sides were looked at.
    best.unwrap_or(Nearest {
        region: PointTriangle::Corner(0),
        vector: point - corners[0],
        weights: [1.0, -1.0, 0.0, 0.0],
    })
}

/// The foot of the point in the plane, where it lies inside.
fn foot(point: DVec3, corners: &[DVec3; 3]) -> Option<Nearest<PointTriangle>> {
    let [a, b, c] = corners.map(|corner| corner - point);
    let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]);
    let area_squared = normal.length_squared();
    let areas = [normal.dot(b.cross(c)), normal.dot(c.cross(a)), normal.dot(a.cross(b))];
    let inside = area_squared > 0.0 && areas.iter().all(|&area| area > 0.0);
    if !inside {
        return None;
    }
    let weights = areas.map(|area| area / (areas[0] + areas[1] + areas[2]));
    // From the nearest corner, where the height is reported with the least rounding.
    let nearest = [a, b, c].into_iter().min_by(|x, y| x.length().total_cmp(&y.length()))?;
    let vector = normal * (-nearest.dot(normal) / area_squared);
    Some(Nearest {
        region: PointTriangle::Inside,
        vector,
        weights: [1.0, -weights[0], -weights[1], -weights[2]],
    })
}

impl Nearest<PointTriangle> {
    /// ∂w/∂s for the parameters s that are free: along a side, or in the face.
    pub fn changes(&self) -> &'static [[f64; 4]] {
        const SIDES: [[f64; 4]; 3] =
            [[0.0, 1.0, -1.0, 0.0], [0.0, 0.0, 1.0, -1.0], [0.0, -1.0, 0.0, 1.0]];
        match self.region {
            PointTriangle::Corner(_) => &[],
            PointTriangle::Side(side) => &SIDES[side..=side],
            PointTriangle::Inside => &SIDES[..2],
        }
    }

    /// The squared distance with its derivatives in the point and the corners.
    pub fn derivatives(&self, point: DVec3, corners: [DVec3; 3]) -> Derivatives<12> {
        let points = [point, corners[0], corners[1], corners[2]];
        assemble(&points, &self.weights, self.changes())
    }
}
