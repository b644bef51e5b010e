//! A terrain against a convex part, in the frame of the terrain.
//!
//! Each triangle takes the points of the part that lie above or below it, with
//! its own normal exactly; so nothing catches on the edges that tessellation
//! alone has made, and what has sunk in is pushed out again, as deep as the
//! terrain is solid. Edges count only where the surface bends away on both sides.

mod edges;

use glam::{DMat3, DVec3};

use super::face::CLIP_TOLERANCE;
use super::{Scratch, Sink};
use crate::Pose;
use crate::feature;
use crate::manifold::{Manifold, Point};
use crate::polygon::Patch;
use crate::shape::{NONE, Terrain, TerrainFeature};
use crate::solid::Solid;

/// Normals this close (as a difference of unit vectors) are one.
const SAME_NORMAL: f64 = 1e-6;

/// Deeper than this share of its size a part is deep, and it matters which way
/// out is the shortest; less deep, all triangles may hold it.
const DEEP: f64 = 0.02;

/// What was found on a terrain before it is reduced.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    triangles: Vec<u32>,
    edges: Vec<u32>,
    /// Triangles beside edges that are touched, and the gap there.
    beside: Vec<(u32, f64)>,
    /// One normal for each group of triangles in one direction.
    normals: Vec<DVec3>,
    found: Vec<Found>,
    chosen: Vec<Point>,
}

/// A point, its normal, and where on the terrain it is.
#[derive(Clone, Copy, Debug)]
struct Found {
    group: usize,
    place: u32,
    point: Point,
}

/// Puts the contacts of a terrain, which comes first, with a part into the sink.
pub(crate) fn terrain(
    (terrain, pose): (&Terrain, &Pose),
    (part, solid): (usize, &Solid),
    reach: f64,
    scratch: &mut Scratch,
    sink: &mut Sink,
) {
    let rotation = DMat3::from_quat(pose.orientation);
    let place = pose.position - sink.origin;
    let solid = Solid {
        position: rotation.transpose() * (solid.position - place),
        rotation: rotation.transpose() * solid.rotation,
        ..*solid
    };
    let Scratch { terrain: gathered, search, .. } = scratch;
    gathered.look_around(terrain, &solid, reach);
    gathered.gather_edges(terrain, &solid, reach, search);
    gathered.gather_triangles(terrain, &solid, reach);
    gathered.reduce(|normal, found| {
        let name = feature::name(part, found.place as usize, found.point.feature);
        let point = place + rotation * found.point.point;
        sink.push(name, point, rotation * normal, found.point.gap);
    });
}

impl Gathered {
    /// Finds what is near the part.
    fn look_around(&mut self, terrain: &Terrain, solid: &Solid, reach: f64) {
        self.triangles.clear();
        self.edges.clear();
        self.beside.clear();
        self.normals.clear();
        self.found.clear();
        terrain.query(&solid.bounds().grown(reach), |touch| match touch {
            TerrainFeature::Triangle(index) => self.triangles.push(index),
            TerrainFeature::Edge(index) => self.edges.push(index),
        });
        self.triangles.sort_unstable();
        self.edges.sort_unstable();
    }

    /// Adds the points above and below all triangles near the part.
    fn gather_triangles(&mut self, terrain: &Terrain, solid: &Solid, reach: f64) {
        for k in 0..self.triangles.len() {
            let index = self.triangles[k];
            let separation = separation(terrain, index, solid);
            let in_reach = separation <= reach && separation >= -terrain.depth(index);
            // What is far deeper behind a triangle than behind its edge touches the edge alone.
            let deep = separation + DEEP * solid.size();
            let is_beside = self.beside.iter().any(|&(other, gap)| other == index && gap > deep);
            if in_reach && !is_beside && !is_hidden(terrain, index, separation, solid) {
                self.triangle(terrain, index, solid, reach);
            }
        }
    }

    fn triangle(&mut self, terrain: &Terrain, index: u32, solid: &Solid, reach: f64) {
        let normal = terrain.normal(index);
        let corners = terrain.corners(index);
        let offset = normal.dot(corners[0]);
        let face = solid.facing(-normal);
        let mut patch = solid.corners(face, -normal);
        // Columns of a height field are upright, so that every point is in one of them.
        let upward = if terrain.grid().is_some() { DVec3::Y } else { normal };
        let tolerance = CLIP_TOLERANCE * (corners[1] - corners[0]).length();
        let height = (normal.dot(solid.support(-normal)) - offset).max(0.0);
        clip_to_triangle(&mut patch, corners, upward, height * normal, tolerance);
        let group = self.group(normal);
        for corner in patch.corners() {
            let height = normal.dot(corner.point) - offset;
            let gap = height - solid.radius;
            let is_deep = height < -DEEP * solid.size().max(solid.radius);
            let leave = |other| is_nearer(terrain, other, corner.point, height);
            if gap > reach || (is_deep && self.triangles.iter().any(leave)) {
                continue;
            }
            // A corner of the part is the same point on whichever triangle it lies.
            let (place, feature) = if corner.is_cut() {
                (index, feature::local(face as u32, corner.id))
            } else {
                (feature::GROUPS + group as u32, feature::local(face as u32, corner.id))
            };
            let point = corner.point - normal * (solid.radius + gap / 2.0);
            self.add(Found { group, place, point: Point { feature, point, gap } }, tolerance);
        }
    }

    /// Adds a point unless there is one with this name, or with this normal at this place.
    fn add(&mut self, found: Found, tolerance: f64) {
        let is_known = self.found.iter().any(|known| {
            let same_name =
                known.place == found.place && known.point.feature == found.point.feature;
            let apart = (known.point.point - found.point.point).length();
            same_name || (known.group == found.group && apart <= tolerance)
        });
        if !is_known {
            self.found.push(found);
        }
    }

    /// The group of a normal, new or old.
    fn group(&mut self, normal: DVec3) -> usize {
        let same = |other: &DVec3| (*other - normal).length() <= SAME_NORMAL;
        self.normals.iter().position(same).unwrap_or_else(|| {
            self.normals.push(normal);
            self.normals.len() - 1
        })
    }

    /// At most four points for each normal.
    fn reduce(&mut self, mut visit: impl FnMut(DVec3, &Found)) {
        for (group, &normal) in self.normals.iter().enumerate() {
            let own = || self.found.iter().filter(|found| found.group == group);
            self.chosen.clear();
            self.chosen.extend(own().map(|found| found.point));
            let manifold = Manifold::reduced(normal, &self.chosen);
            let is_chosen = |found: &&Found| manifold.points().contains(&found.point);
            own().filter(is_chosen).for_each(|found| visit(normal, found));
        }
    }
}

/// How far a part is above the plane of a triangle.
fn separation(terrain: &Terrain, index: u32, solid: &Solid) -> f64 {
    let normal = terrain.normal(index);
    normal.dot(solid.support(-normal) - terrain.corners(index)[0]) - solid.radius
}

/// Whether a point that is deep below some triangle is less deep below this
/// one: it came in here, and its way out leads here.
fn is_nearer(terrain: &Terrain, index: &u32, point: DVec3, deep: f64) -> bool {
    let (normal, corners) = (terrain.normal(*index), terrain.corners(*index));
    let height = normal.dot(point - corners[0]);
    let is_inside = |k: usize| {
        let side = corners[(k + 1) % 3] - corners[k];
        side.cross(normal).dot(point - corners[k]) <= 0.0
    };
    height < 0.0 && height > deep * (1.0 - CLIP_TOLERANCE) && (0..3).all(is_inside)
}

/// Whether a part that is behind a triangle is less deep, or not at all, behind
/// its neighbour across a ridge: then the way out leads past the neighbour.
fn is_hidden(terrain: &Terrain, index: u32, deep: f64, solid: &Solid) -> bool {
    let bias = CLIP_TOLERANCE * solid.size().max(solid.radius);
    deep < 0.0
        && terrain.neighbours(index).into_iter().any(|other| {
            other != NONE
                && terrain.sticks_out(index, other)
                && separation(terrain, other, solid) > deep + bias
        })
}

/// Cuts a patch to the prism over a triangle that was lifted to the height of
/// the patch: the core of a rounded part may be far above.
fn clip_to_triangle(
    patch: &mut Patch,
    corners: [DVec3; 3],
    upward: DVec3,
    lift: DVec3,
    tolerance: f64,
) {
    for k in 0..3 {
        let (from, to) = (corners[k], corners[(k + 1) % 3]);
        if let Some(side) = (to - from).cross(upward).try_normalize() {
            patch.clip(side, side.dot(from + lift), k as u8, tolerance);
        }
    }
}
