//! Which triangle speaks for which vertex and edge.
//!
//! Every vertex and every edge that sticks out belongs to one of its triangles, so
//! that whoever looks at pairs of triangles meets each pair of features once.

use glam::DVec3;
use stickslip_geometry::Bounds;
use stickslip_geometry::tree::Tree;

use super::{NONE, Terrain};

/// The features of a triangle that it speaks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Owned {
    /// Which of its corners.
    pub(crate) corners: [bool; 3],
    /// Numbers of its edges that stick out, `NONE` where they do not or are another's.
    pub(crate) edges: [u32; 3],
}

impl Terrain {
    /// Gives every vertex and every edge that sticks out to its first triangle.
    pub(super) fn share_out(&mut self) {
        let nothing = Owned { corners: [false; 3], edges: [NONE; 3] };
        self.owned = vec![nothing; self.triangles.len()];
        let mut taken = vec![false; self.vertices.len()];
        for (owned, triangle) in self.owned.iter_mut().zip(&self.triangles) {
            for (corner, &vertex) in triangle.iter().enumerate() {
                owned.corners[corner] = !taken[vertex as usize];
                taken[vertex as usize] = true;
            }
        }
        for (number, edge) in self.edges.iter().enumerate() {
            let triangle = self.triangles[edge.beside[0] as usize];
            let is_it = |side: usize| {
                let ends = [triangle[side], triangle[(side + 1) % 3]];
                ends == edge.ends || ends == [edge.ends[1], edge.ends[0]]
            };
            if let Some(side) = (0..3).find(|&side| is_it(side)) {
                self.owned[edge.beside[0] as usize].edges[side] = number as u32;
            }
        }
        let boxes: Vec<(u32, Bounds)> =
            (0..self.triangles.len() as u32).map(|at| (at, around(self.corners(at)))).collect();
        let mut tree = Tree::default();
        tree.rebuild_numbered(boxes);
        self.bare = tree;
    }

    /// What a triangle speaks for.
    pub(crate) fn owned(&self, triangle: u32) -> &Owned {
        &self.owned[triangle as usize]
    }

    /// The tree of the triangles alone, without what is solid behind them.
    pub(crate) fn bare(&self) -> &Tree {
        &self.bare
    }

    /// The box around all vertices.
    pub(crate) fn extent(&self) -> Bounds {
        self.bounds
    }
}

/// The smallest box around three points.
pub(crate) fn around(corners: [DVec3; 3]) -> Bounds {
    let [a, b, c] = corners;
    Bounds { lower: a.min(b).min(c), upper: a.max(b).max(c) }
}
