//! Surfaces of triangles that are solid behind.

mod build;
mod features;
pub(super) mod height_field;
pub(super) mod triangle_mesh;

use glam::{DMat3, DVec3};
use stickslip_geometry::Bounds;
use stickslip_geometry::tree::Tree;

pub(crate) use features::Owned;

use super::bounds::{around, box_reach};
use super::form::{Form, Role};
use super::kind::ShapeKind;
use crate::Pose;
use crate::mass::MassProperties;

/// A height field or triangle mesh, with what is needed to tell real edges
/// from those that tessellation alone has made.
#[derive(Debug)]
pub(crate) struct Terrain {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    normals: Vec<DVec3>,
    /// How far behind each triangle is still solid.
    depths: Vec<f64>,
    /// Edges that stick out: those of ridges and of the rim.
    edges: Vec<Edge>,
    /// Neighbour across each side of a triangle; `NONE` at the rim.
    neighbours: Vec<[u32; 3]>,
    /// Vertices joined to vertex v by an edge: `joined[starts[v]..starts[v + 1]]`.
    joined: Vec<u32>,
    starts: Vec<usize>,
    /// Triangles with what is solid behind them, then edges.
    tree: Tree,
    /// Triangles alone.
    bare: Tree,
    /// What each triangle speaks for, see [`Owned`].
    owned: Vec<Owned>,
    bounds: Bounds,
    grid: Option<(usize, usize)>,
}

/// An edge that can be touched by itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    pub(crate) ends: [u32; 2],
    /// The triangles beside it; the second is `NONE` at the rim.
    pub(crate) beside: [u32; 2],
}

/// No triangle.
pub(crate) const NONE: u32 = u32::MAX;
/// Triangles that meet at a smaller angle (rad) count as one plane.
pub(crate) const FLAT_ANGLE: f64 = 1e-6;

impl Terrain {
    /// Whether the second triangle bends away behind the plane of the first.
    pub(crate) fn sticks_out(&self, first: u32, second: u32) -> bool {
        let (n, m) = (self.normals[first as usize], self.normals[second as usize]);
        let across = self.centre(second) - self.centre(first);
        (n - m).dot(across) < 0.0 && n.cross(m).length() > FLAT_ANGLE
    }

    fn centre(&self, triangle: u32) -> DVec3 {
        let [a, b, c] = self.corners(triangle);
        (a + b + c) / 3.0
    }

    pub(crate) fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    pub(crate) fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    pub(crate) fn grid(&self) -> Option<(usize, usize)> {
        self.grid
    }

    pub(crate) fn corners(&self, triangle: u32) -> [DVec3; 3] {
        self.triangles[triangle as usize].map(|corner| self.vertices[corner as usize])
    }

    pub(crate) fn normal(&self, triangle: u32) -> DVec3 {
        self.normals[triangle as usize]
    }

    pub(crate) fn depth(&self, triangle: u32) -> f64 {
        self.depths[triangle as usize]
    }

    pub(crate) fn neighbours(&self, triangle: u32) -> [u32; 3] {
        self.neighbours[triangle as usize]
    }

    pub(crate) fn edge(&self, index: u32) -> &Edge {
        &self.edges[index as usize]
    }

    /// The vertices that share an edge with one.
    pub(crate) fn joined(&self, vertex: u32) -> &[u32] {
        &self.joined[self.starts[vertex as usize]..self.starts[vertex as usize + 1]]
    }

    /// Visits triangles whose solid, and edges that, may touch a box.
    pub(crate) fn query(&self, bounds: &Bounds, mut visit: impl FnMut(TerrainFeature)) {
        let count = self.triangles.len() as u32;
        let mut bounds = *bounds;
        if self.grid.is_some() {
            bounds.upper.y = f64::INFINITY;
        }
        self.tree.overlapping(&bounds, |index| {
            visit(if index < count {
                TerrainFeature::Triangle(index)
            } else {
                TerrainFeature::Edge(index - count)
            });
        });
    }
}

impl Form for Terrain {
    fn kind(&self) -> ShapeKind<'_> {
        let (vertices, triangles) = (&self.vertices, &self.triangles);
        ShapeKind::Terrain { vertices, triangles, grid: self.grid }
    }

    fn role(&self) -> Role<'_> {
        Role::Terrain(self)
    }

    /// The box around the surface, and around what is solid behind it.
    fn bounds(&self, pose: &Pose) -> (DVec3, DVec3) {
        let rotation = DMat3::from_quat(pose.orientation);
        let local = match self.grid {
            Some(_) => self.bounds,
            None => self.bounds.grown(self.depths.iter().copied().fold(0.0, f64::max)),
        };
        let (middle, half) = ((local.lower + local.upper) / 2.0, (local.upper - local.lower) / 2.0);
        let (mut lower, mut upper) = around(pose.point(middle), box_reach(&rotation, half));
        if self.grid.is_some() {
            // Solid without end against the y axis.
            let axis = rotation.y_axis;
            lower = DVec3::select(axis.cmpgt(DVec3::ZERO), DVec3::NEG_INFINITY, lower);
            upper = DVec3::select(axis.cmplt(DVec3::ZERO), DVec3::INFINITY, upper);
        }
        (lower, upper)
    }

    fn mass(&self, _density: f64) -> Option<MassProperties> {
        None
    }
}

/// Part of a terrain.
pub(crate) enum TerrainFeature {
    Triangle(u32),
    Edge(u32),
}
