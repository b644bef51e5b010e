//! Ridges, peaks and the rim of a terrain.

use glam::{DMat3, DVec3};

use super::super::closest::Search;
use super::super::convex_convex::convex_convex;
use super::super::face::CLIP_TOLERANCE;
use super::{Found, Gathered};
use crate::cores::{Core, Line};
use crate::feature;
use crate::shape::{Edge, NONE, Terrain};
use crate::solid::Solid;

/// A normal across an edge to this (as a cosine) touches the edge, not its ends.
const ACROSS: f64 = 1e-6;

impl Gathered {
    /// Adds the points at which a part touches edges that stick out.
    pub(super) fn gather_edges(
        &mut self,
        terrain: &Terrain,
        solid: &Solid,
        reach: f64,
        search: &mut Search,
    ) {
        for k in 0..self.edges.len() {
            let index = self.edges[k];
            let edge = *terrain.edge(index);
            let [a, b] = edge.ends.map(|end| terrain.vertices()[end as usize]);
            let middle = (a + b) / 2.0;
            let line = Solid {
                core: Core::Line(Line(a - middle, b - middle)),
                radius: 0.0,
                position: middle,
                rotation: DMat3::IDENTITY,
            };
            let manifold = convex_convex(&line, solid, reach, search);
            let tolerance = CLIP_TOLERANCE * (b - a).length();
            for &point in manifold.points() {
                if points_out(terrain, &edge, manifold.normal, point.point) {
                    let triangles = edge.beside.into_iter().filter(|&triangle| triangle != NONE);
                    self.beside.extend(triangles.map(|triangle| (triangle, point.gap)));
                    let group = self.group(manifold.normal);
                    let found = Found { group, place: feature::EDGES + index, point };
                    // Every edge at a peak finds it; the first one keeps it.
                    self.add(found, tolerance);
                }
            }
        }
    }
}

/// Whether a normal leads away from the surface around the place that is
/// touched: from all vertices joined to an end, or from the triangles beside
/// the edge. Strictly, since normals of triangles are dealt with already.
fn points_out(terrain: &Terrain, edge: &Edge, normal: DVec3, point: DVec3) -> bool {
    let vertex = |index: u32| terrain.vertices()[index as usize];
    let leads_away =
        |from: u32, to: u32| normal.dot((vertex(to) - vertex(from)).normalize_or_zero()) < -ACROSS;
    let [a, b] = edge.ends;
    let is_above = |&triangle: &u32| triangle == NONE || normal.dot(terrain.normal(triangle)) > 0.0;
    if !edge.beside.iter().all(is_above) {
        return false;
    }
    let along = (vertex(b) - vertex(a)).normalize_or_zero();
    if normal.dot(along).abs() > ACROSS {
        let to_first = (point - vertex(a)).length_squared();
        let end = if to_first < (point - vertex(b)).length_squared() { a } else { b };
        return terrain.joined(end).iter().all(|&other| leads_away(end, other));
    }
    edge.beside.iter().filter(|&&triangle| triangle != NONE).all(|&triangle| {
        let corners = terrain.triangles()[triangle as usize];
        corners.into_iter().filter(|&corner| corner != a && corner != b).all(|c| leads_away(a, c))
    })
}
