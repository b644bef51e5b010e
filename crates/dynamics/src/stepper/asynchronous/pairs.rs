//! Two features that may touch, how far apart they are, and for how long that is certain.

use glam::DVec3;
use stickslip_barrier::{Closest, Kind};
use stickslip_geometry::Bounds;
use stickslip_geometry::tree::Tree;

use super::super::surfaces::{Feature, Part, Surfaces};
use crate::model::Model;
use crate::stepper::penalty::damping_ratio;

/// What two features are; the numbers name them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Key {
    /// A vertex and a half-space.
    Plane(u32, u32),
    /// A vertex and a face.
    Face(u32, u32),
    /// Two edges.
    Edges(u32, u32),
}

/// Two features that may come near each other in a step.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) key: Key,
    /// Those of the first feature before those of the second; of a half-space one alone.
    pub(super) points: [u32; 4],
    pub(super) parts: [u32; 2],
    /// They touch at this distance (m).
    offset: f64,
    pub(super) friction: f64,
    /// ζ of every layer.
    pub(super) ratio: f64,
    /// 1/m of the lightest point of either side, summed (1/kg).
    pub(super) inverse_mass: f64,
    /// Layers 1 to this push.
    pub(super) open: u32,
    /// When each layer ticks next, as far as the queue knows; 0 for never.
    pub(super) ticks: Vec<u64>,
    /// When the certificate ends; 0 for never.
    pub(super) look: u64,
}

/// Where two features are nearest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Near {
    /// Between their surfaces (m).
    pub(super) distance: f64,
    /// Unit vector from the second to the first.
    pub(super) normal: DVec3,
    /// Of the points: the velocity of the first against the second is Σ w v.
    pub(super) weights: [f64; 4],
}

impl Pair {
    /// How many of its points belong to the first feature.
    pub(super) fn split(&self) -> usize {
        match self.key {
            Key::Plane(..) => 4,
            Key::Face(..) => 1,
            Key::Edges(..) => 2,
        }
    }

    /// Where they are nearest, with their points at these places.
    pub(super) fn near(&self, surfaces: &Surfaces, x: &[DVec3; 4]) -> Near {
        let kind = match self.key {
            Key::Plane(plane, _) => {
                let plane = &surfaces.planes[plane as usize];
                let distance = (x[0] - plane.origin).dot(plane.normal) - self.offset;
                return Near { distance, normal: plane.normal, weights: [1.0, 0.0, 0.0, 0.0] };
            }
            Key::Face(..) => Kind::VertexFace,
            Key::Edges(..) => Kind::EdgeEdge,
        };
        let Closest { distance, normal, weights, .. } = Closest::new(kind, x);
        Near { distance: distance - self.offset, normal, weights }
    }
}

/// How far points may get from where they are.
pub(super) struct Reaches<'a> {
    pub(super) places: &'a [DVec3],
    /// Of each point until the end of the step (m).
    pub(super) travel: &'a [f64],
    /// 1/m of each point; 0 where forces do not move it.
    pub(super) inverse_masses: &'a [f64],
    /// η₁.
    pub(super) thickness: f64,
    /// Whether there is friction.
    pub(super) rubs: bool,
}

impl Reaches<'_> {
    fn bounds<const N: usize>(&self, feature: &Feature<N>, parts: &[Part]) -> Bounds {
        let around = Bounds::around(feature.points.map(|at| self.places[at as usize]));
        let far = feature.points.map(|at| self.travel[at as usize]).into_iter().fold(0.0, f64::max);
        // A little more than half the layer, for rounding.
        around.grown(parts[feature.part as usize].radius + far + 0.51 * self.thickness)
    }

    /// All pairs that may come within the first layer, in the order of their keys.
    pub(super) fn pairs(&self, surfaces: &Surfaces, model: &Model) -> Vec<Pair> {
        let mut pairs = Vec::new();
        let parts = &surfaces.parts;
        for (number, plane) in surfaces.planes.iter().enumerate() {
            for (at, vertex) in surfaces.vertices.iter().enumerate() {
                let point = vertex.points[0] as usize;
                let height = (self.places[point] - plane.origin).dot(plane.normal);
                let radius = parts[vertex.part as usize].radius;
                if height - radius - self.travel[point] < self.thickness {
                    let key = Key::Plane(number as u32, at as u32);
                    let points = [vertex.points[0]; 4];
                    let sides = [vertex.part, plane.part];
                    pairs.extend(self.pair(surfaces, model, key, points, sides));
                }
            }
        }
        let tree = Tree::new(surfaces.faces.iter().map(|face| self.bounds(face, parts)));
        for (number, vertex) in surfaces.vertices.iter().enumerate() {
            tree.overlapping(&self.bounds(vertex, parts), |at| {
                let face = &surfaces.faces[at as usize];
                let [a, b, c] = face.points;
                let [one, two] = [vertex.part, face.part].map(|part| parts[part as usize].is_ball);
                // Balls look at faces, and of two balls one at the other.
                let is_looked_at = if two { one && vertex.points[0] < a } else { true };
                if is_looked_at && !face.points.contains(&vertex.points[0]) {
                    let key = Key::Face(number as u32, at);
                    let points = [vertex.points[0], a, b, c];
                    pairs.extend(self.pair(surfaces, model, key, points, [vertex.part, face.part]));
                }
            });
        }
        let tree = Tree::new(surfaces.edges.iter().map(|edge| self.bounds(edge, parts)));
        for (number, edge) in surfaces.edges.iter().enumerate() {
            tree.overlapping(&self.bounds(edge, parts), |at| {
                let other = &surfaces.edges[at as usize];
                let [a, b] = edge.points;
                let [c, d] = other.points;
                if (number as u32) < at && !other.points.contains(&a) && !other.points.contains(&b)
                {
                    let key = Key::Edges(number as u32, at);
                    let parts = [edge.part, other.part];
                    pairs.extend(self.pair(surfaces, model, key, [a, b, c, d], parts));
                }
            });
        }
        pairs.sort_unstable_by_key(|pair| pair.key);
        pairs
    }

    fn pair(
        &self,
        surfaces: &Surfaces,
        model: &Model,
        key: Key,
        points: [u32; 4],
        parts: [u32; 2],
    ) -> Option<Pair> {
        if !surfaces.may_touch(parts[0], parts[1]) {
            return None;
        }
        let [one, two] = parts.map(|part| &surfaces.parts[part as usize]);
        let surface = model.materials.between(one.material, two.material);
        let mut pair = Pair {
            key,
            points,
            parts,
            offset: one.radius + two.radius,
            friction: if self.rubs { surface.friction } else { 0.0 },
            ratio: damping_ratio(surface.restitution),
            inverse_mass: 0.0,
            open: 0,
            ticks: Vec::new(),
            look: 0,
        };
        let lightest = |points: &[u32]| {
            points.iter().map(|&at| self.inverse_masses[at as usize]).fold(0.0, f64::max)
        };
        let (first, second) = points.split_at(pair.split());
        pair.inverse_mass = lightest(first) + lightest(second);
        (pair.inverse_mass > 0.0).then_some(pair)
    }
}
