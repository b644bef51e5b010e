//! Making a terrain: its checks, its neighbours and its depth.

use glam::DVec3;
use stickslip_geometry::Bounds;
use stickslip_geometry::tree::Tree;

use super::super::error::{ShapeError, unfit};
use super::{Edge, NONE, Terrain};
use crate::feature::MAX_TRIANGLES;

impl Terrain {
    /// A surface of finite vertices, a grid of (rows, columns) or not.
    pub(in crate::shape) fn assemble(
        vertices: Vec<DVec3>,
        triangles: Vec<[u32; 3]>,
        grid: Option<(usize, usize)>,
    ) -> Result<Self, ShapeError> {
        if triangles.is_empty() {
            return unfit("a triangle mesh needs at least one triangle".into());
        }
        if triangles.len() > MAX_TRIANGLES {
            return unfit(format!(
                "{} triangles; at most {MAX_TRIANGLES} are possible",
                triangles.len()
            ));
        }
        let mut normals = Vec::with_capacity(triangles.len());
        for (index, triangle) in triangles.iter().enumerate() {
            if let Some(corner) = triangle.iter().find(|&&corner| corner as usize >= vertices.len())
            {
                let count = vertices.len();
                return unfit(format!(
                    "triangle {index} names vertex {corner} of {count} vertices"
                ));
            }
            let [a, b, c] = triangle.map(|corner| vertices[corner as usize]);
            let cross = (b - a).cross(c - a);
            let size = (b - a).length_squared().max((c - a).length_squared());
            if cross.length() <= 1e-12 * size {
                return unfit(format!("triangle {index} has no area"));
            }
            normals.push(cross.normalize());
        }
        let bounds = vertices.iter().fold(Bounds::EMPTY, |all, &vertex| {
            all.union(&Bounds { lower: vertex, upper: vertex })
        });
        let mut terrain = Self {
            normals,
            depths: vec![0.0; triangles.len()],
            edges: Vec::new(),
            neighbours: vec![[NONE; 3]; triangles.len()],
            vertices,
            triangles,
            joined: Vec::new(),
            starts: Vec::new(),
            tree: Tree::default(),
            bare: Tree::default(),
            owned: Vec::new(),
            bounds,
            grid,
        };
        terrain.link();
        terrain.share_out();
        // Without depth for now: measuring depths needs the bare triangles, and
        // a height field is solid all the way down, so that queries look up instead.
        terrain.build_tree();
        if grid.is_some() {
            terrain.depths.fill(f64::INFINITY);
        } else {
            terrain.measure_depths();
            terrain.build_tree();
        }
        Ok(terrain)
    }

    /// Finds neighbours, edges that stick out, and the vertices around each vertex.
    fn link(&mut self) {
        let mut sides: Vec<(u32, u32, u32, u32)> = Vec::with_capacity(3 * self.triangles.len());
        for (index, triangle) in self.triangles.iter().enumerate() {
            for side in 0..3 {
                let (a, b) = (triangle[side], triangle[(side + 1) % 3]);
                sides.push((a.min(b), a.max(b), index as u32, side as u32));
            }
        }
        sides.sort_unstable();
        let mut pairs = Vec::new();
        for group in sides.chunk_by(|one, two| (one.0, one.1) == (two.0, two.1)) {
            let (a, b, first, side) = group[0];
            pairs.push((a, b));
            pairs.push((b, a));
            let second = group.get(1).map_or(NONE, |other| other.2);
            if let Some(&(_, _, second, other_side)) = group.get(1) {
                self.neighbours[first as usize][side as usize] = second;
                self.neighbours[second as usize][other_side as usize] = first;
            }
            if second == NONE || self.sticks_out(first, second) {
                self.edges.push(Edge { ends: [a, b], beside: [first, second] });
            }
        }
        pairs.sort_unstable();
        self.starts = vec![0; self.vertices.len() + 1];
        for &(from, to) in &pairs {
            self.starts[from as usize + 1] += 1;
            self.joined.push(to);
        }
        for vertex in 0..self.vertices.len() {
            self.starts[vertex + 1] += self.starts[vertex];
        }
    }

    /// Half the way to whatever lies behind each triangle's centre.
    fn measure_depths(&mut self) {
        let limit = (self.bounds.upper - self.bounds.lower).length() / 2.0;
        for index in 0..self.triangles.len() as u32 {
            let (origin, down) = (self.centre(index), -self.normals[index as usize]);
            let mut depth = limit;
            let end = origin + 2.0 * limit * down;
            self.tree.meeting(
                |bounds| bounds.meets_segment(origin, end),
                |other| {
                    if other < self.triangles.len() as u32
                        && other != index
                        && let Some(distance) = self.hit(other, origin, down)
                    {
                        depth = depth.min(distance / 2.0);
                    }
                },
            );
            self.depths[index as usize] = depth;
        }
    }

    /// Where a ray meets a triangle (Möller and Trumbore).
    fn hit(&self, triangle: u32, origin: DVec3, direction: DVec3) -> Option<f64> {
        let [a, b, c] = self.corners(triangle);
        let (u, v) = (b - a, c - a);
        let p = direction.cross(v);
        let determinant = u.dot(p);
        if determinant.abs() < 1e-14 * u.length() * v.length() {
            return None;
        }
        let t = origin - a;
        let q = t.cross(u);
        let (s, r) = (t.dot(p) / determinant, direction.dot(q) / determinant);
        let distance = v.dot(q) / determinant;
        (s >= 0.0 && r >= 0.0 && s + r <= 1.0 && distance > 0.0).then_some(distance)
    }

    fn build_tree(&mut self) {
        let triangles = (0..self.triangles.len() as u32).map(|index| {
            let behind = -self.normals[index as usize] * self.depths[index as usize];
            let corners = self.corners(index);
            let bounds = corners.into_iter().fold(Bounds::EMPTY, |all, corner| {
                let solid = Bounds {
                    lower: corner.min(corner + behind),
                    upper: corner.max(corner + behind),
                };
                all.union(&solid)
            });
            (index, bounds)
        });
        let count = self.triangles.len() as u32;
        let edges = self.edges.iter().enumerate().map(|(index, edge)| {
            let [a, b] = edge.ends.map(|end| self.vertices[end as usize]);
            (count + index as u32, Bounds { lower: a.min(b), upper: a.max(b) })
        });
        let mut tree = Tree::default();
        tree.rebuild_numbered(triangles.chain(edges));
        self.tree = tree;
    }
}
