//! The nearest point of a surface, by a tree over its faces or by looking at all.

use glam::DVec3;

use super::point_triangle::{PointTriangle, point_triangle};
use crate::Bounds;
use crate::tree::Tree;

/// The nearest point of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestPoint {
    /// The face it lies on; of several, the first.
    pub face: u32,
    /// Where on the face.
    pub region: PointTriangle,
    /// The point.
    pub point: DVec3,
    /// How far it is.
    pub distance: f64,
}

/// Faces with a tree over them.
#[derive(Clone, Debug)]
pub struct SurfaceTree {
    corners: Vec<[DVec3; 3]>,
    tree: Tree,
}

impl SurfaceTree {
    /// The tree of these faces.
    pub fn new(corners: Vec<[DVec3; 3]>) -> Self {
        let tree = Tree::new(corners.iter().map(|face| Bounds::around(face.iter().copied())));
        Self { corners, tree }
    }

    /// The corners of all faces.
    pub fn corners(&self) -> &[[DVec3; 3]] {
        &self.corners
    }

    /// The boxes.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The nearest point nearer than `limit`; none where nothing is.
    pub fn nearest(&self, point: DVec3, limit: f64) -> Option<NearestPoint> {
        let square =
            |face: u32| point_triangle(point, self.corners[face as usize]).squared_distance();
        let (face, _) = self.tree.nearest(point, limit * limit, square)?;
        Some(self.on_face(point, face))
    }

    /// The same by looking at every face.
    pub fn nearest_of_all(&self, point: DVec3) -> Option<NearestPoint> {
        let square =
            |&face: &u32| point_triangle(point, self.corners[face as usize]).squared_distance();
        let face = (0..self.corners.len() as u32).min_by(|a, b| square(a).total_cmp(&square(b)))?;
        Some(self.on_face(point, face))
    }

    fn on_face(&self, point: DVec3, face: u32) -> NearestPoint {
        let nearest = point_triangle(point, self.corners[face as usize]);
        NearestPoint {
            face,
            region: nearest.region,
            point: point - nearest.vector,
            distance: nearest.distance(),
        }
    }
}
