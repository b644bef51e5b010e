//! A terrain against a convex part, in the frame of the terrain.
//!
//! Each triangle takes the points of the part that lie above or below it, with
//! its own normal exactly; so nothing catches on the edges that tessellation
//! alone has made. Edges count only where the surface bends away on both
//! sides, and only with normals that point out of all triangles around.

use glam::{DMat3, DVec3};

use super::face::CLIP_TOLERANCE;
use super::{Scratch, Sink, convex_convex};
use crate::Pose;
use crate::feature::{self, MAX_TRIANGLES};
use crate::manifold::{Manifold, Point};
use crate::polygon::Patch;
use crate::shape::{Edge, NONE, Terrain, Touch};
use crate::solid::{Core, Solid};

/// Normals this close (as a difference of unit vectors) are one.
const SAME_NORMAL: f64 = 1e-6;

/// What was found on the triangles before it is reduced.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    touched: Vec<u32>,
    edges: Vec<u32>,
    groups: Vec<Group>,
    points: Vec<(u32, Point)>,
    chosen: Vec<Point>,
}

/// Points with one normal.
#[derive(Clone, Copy, Debug)]
struct Group {
    normal: DVec3,
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
    gathered.gather(terrain, &solid, reach);
    gathered.reduce(|group, normal, point| {
        let name = feature::name(part, group, point.feature);
        sink.push(name, place + rotation * point.point, rotation * normal, point.gap);
    });
    let core_reach = reach + solid.radius;
    for &index in &gathered.edges {
        let edge = terrain.edge(index);
        let [a, b] = edge.ends.map(|end| terrain.vertices()[end as usize]);
        let middle = (a + b) / 2.0;
        let line = Solid {
            core: Core::Line(a - middle, b - middle),
            radius: 0.0,
            position: middle,
            rotation: DMat3::IDENTITY,
        };
        let manifold =
            convex_convex::convex_convex(&line, &solid, core_reach - solid.radius, search);
        if sticks_out_along(terrain, edge, manifold.normal, &manifold) {
            let other =
                MAX_TRIANGLES + (MAX_TRIANGLES >> 1) + index as usize % (MAX_TRIANGLES >> 1);
            let placed = manifold;
            for point in placed.points() {
                let name = feature::name(part, other, point.feature);
                sink.push(
                    name,
                    place + rotation * point.point,
                    rotation * placed.normal,
                    point.gap,
                );
            }
        }
    }
}

impl Gathered {
    /// Finds the points above and below all triangles near the part.
    fn gather(&mut self, terrain: &Terrain, solid: &Solid, reach: f64) {
        self.touched.clear();
        self.edges.clear();
        self.groups.clear();
        self.points.clear();
        terrain.query(&solid.bounds().grown(reach), |touch| match touch {
            Touch::Triangle(index) => self.touched.push(index),
            Touch::Edge(index) => self.edges.push(index),
        });
        self.touched.sort_unstable();
        self.edges.sort_unstable();
        for k in 0..self.touched.len() {
            self.triangle(terrain, self.touched[k], solid, reach);
        }
    }

    fn triangle(&mut self, terrain: &Terrain, index: u32, solid: &Solid, reach: f64) {
        let normal = terrain.normal(index);
        let corners = terrain.corners(index);
        let offset = normal.dot(corners[0]);
        let separation = separation(solid, normal, offset);
        if separation > reach || separation < -terrain.depth(index) {
            return;
        }
        // A neighbour beyond a ridge that is less deep in the part takes its place.
        let hidden = terrain.neighbours(index).into_iter().any(|other| {
            other != NONE && terrain.sticks_out(index, other) && {
                let normal = terrain.normal(other);
                let offset = normal.dot(terrain.corners(other)[0]);
                let shallower = self::separation(solid, normal, offset);
                shallower < 0.0 && shallower > separation + CLIP_TOLERANCE * solid.size()
                    || shallower > reach
            }
        });
        if hidden && separation < 0.0 {
            return;
        }
        // Columns of a height field are upright, so that every point is in one of them.
        let upward = if terrain.grid().is_some() { DVec3::Y } else { normal };
        let face = solid.facing(-normal);
        let mut patch = solid.corners(face, -normal);
        let tolerance = CLIP_TOLERANCE * (corners[1] - corners[0]).length();
        clip_to_triangle(&mut patch, corners, upward, tolerance);
        let group = self.group(normal);
        for corner in patch.corners() {
            let gap = normal.dot(corner.point) - offset - solid.radius;
            if gap > reach {
                continue;
            }
            let point = corner.point - normal * (solid.radius + gap / 2.0);
            let is_own = corner.id < 0x8000;
            // A corner of the part is the same point on whichever triangle it lies.
            let id = if is_own {
                feature::local(face as u32, corner.id)
            } else {
                feature::local(index, corner.id)
            };
            let repeated = self.points.iter().any(|(other, known)| {
                *other == group
                    && (known.feature == id || (known.point - point).length() <= tolerance)
            });
            if !repeated {
                self.points.push((group, Point { feature: id, point, gap }));
            }
        }
    }

    fn group(&mut self, normal: DVec3) -> u32 {
        let same = |group: &Group| (group.normal - normal).length() <= SAME_NORMAL;
        if let Some(place) = self.groups.iter().position(same) {
            return place as u32;
        }
        self.groups.push(Group { normal });
        self.groups.len() as u32 - 1
    }

    /// At most four points for each normal.
    fn reduce(&mut self, mut visit: impl FnMut(usize, DVec3, &Point)) {
        for (place, group) in self.groups.iter().enumerate() {
            self.chosen.clear();
            let own = self.points.iter().filter(|(other, _)| *other as usize == place);
            self.chosen.extend(own.map(|(_, point)| *point));
            let manifold = Manifold::reduced(group.normal, &self.chosen);
            for point in manifold.points() {
                visit(MAX_TRIANGLES + place, group.normal, point);
            }
        }
    }
}

/// How far a part is above a plane.
fn separation(solid: &Solid, normal: DVec3, offset: f64) -> f64 {
    normal.dot(solid.support(-normal)) - solid.radius - offset
}

fn clip_to_triangle(patch: &mut Patch, corners: [DVec3; 3], upward: DVec3, tolerance: f64) {
    for k in 0..3 {
        let (from, to) = (corners[k], corners[(k + 1) % 3]);
        if let Some(side) = (to - from).cross(upward).try_normalize() {
            patch.clip(side, side.dot(from), k as u8, tolerance);
        }
    }
}

/// Whether a normal points strictly out of the surface around an edge: away from
/// every vertex joined to the end that was touched, or from both triangles.
fn sticks_out_along(terrain: &Terrain, edge: &Edge, normal: DVec3, manifold: &Manifold) -> bool {
    let Some(first) = manifold.points().first() else { return false };
    let vertex = |index: u32| terrain.vertices()[index as usize];
    let away = |from: DVec3, to: DVec3| normal.dot((to - from).normalize_or_zero()) < -1e-9;
    let [a, b] = edge.ends;
    let along = (vertex(b) - vertex(a)).normalize_or_zero();
    if normal.dot(along).abs() > 1e-6 {
        // One end is touched, and each of its edges would find it: the first one keeps it.
        let end = if (first.point - vertex(a)).length() < (first.point - vertex(b)).length() {
            a
        } else {
            b
        };
        return terrain.joined(end).iter().all(|&other| away(vertex(end), vertex(other)));
    }
    edge.beside.iter().filter(|&&triangle| triangle != NONE).all(|&triangle| {
        let opposite =
            terrain.triangles()[triangle as usize].into_iter().find(|end| *end != a && *end != b);
        opposite.is_some_and(|end| away(vertex(a), vertex(end)))
    })
}
