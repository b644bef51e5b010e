//! Meshes against each other, against terrains, planes and fields.
//!
//! Two surfaces meet where a vertex meets a face or an edge meets an edge (`features`);
//! what is deep inside is pushed out by the signed distance. Where a mesh stands for a
//! field of distances, vertices and faces are held against that (`field`). Whatever is
//! found is reduced to the points that carry load (`reduce`).

mod features;
mod field;
mod geometry;
mod reduce;

use glam::{DMat3, DVec3};

use super::{Scratch, Sink};
use crate::Pose;
use crate::manifold::Point;
use crate::shape::{SolidMesh, Terrain};

pub(super) use field::field_part;
pub(crate) use reduce::Gathered;

/// A surface at its place.
pub(super) type Placed<'a, T> = (&'a T, &'a Pose);

/// Where the second of two is, seen from the first.
#[derive(Clone, Copy, Debug)]
struct Between {
    rotation: DMat3,
    position: DVec3,
}

impl Between {
    const NONE: Self = Self { rotation: DMat3::IDENTITY, position: DVec3::ZERO };

    fn new(first: &Pose, second: &Pose) -> Self {
        let back = first.orientation.inverse();
        Self {
            rotation: DMat3::from_quat((back * second.orientation).normalize()),
            position: back * (second.position - first.position),
        }
    }

    fn inverse(&self) -> Self {
        let rotation = self.rotation.transpose();
        Self { rotation, position: -(rotation * self.position) }
    }

    fn point(&self, point: DVec3) -> DVec3 {
        self.rotation * point + self.position
    }
}

/// A half-space, which comes first, against all vertices of a mesh.
pub(super) fn half_space(
    (normal, plane): (DVec3, &Pose),
    (mesh, pose): Placed<SolidMesh>,
    reach: f64,
    scratch: &mut Scratch,
    sink: &mut Sink,
) {
    let normal = plane.direction(normal);
    let inward = pose.local_direction(normal);
    let offset = normal.dot(plane.position - pose.position);
    let gathered = &mut scratch.mesh;
    gathered.clear();
    for (number, &vertex) in mesh.surface().vertices().iter().enumerate() {
        let gap = inward.dot(vertex) - offset;
        if gap <= reach {
            gathered.keep(number as u64, vertex - inward * (gap / 2.0), inward, gap);
        }
    }
    gathered.give(reach, pose, sink);
}

/// Two meshes.
pub(super) fn meshes(
    first: Placed<SolidMesh>,
    second: Placed<SolidMesh>,
    reach: f64,
    scratch: &mut Scratch,
    sink: &mut Sink,
) {
    if first.0.field().is_none() && second.0.field().is_none() {
        let surfaces = [(first.0.surface(), first.1), (second.0.surface(), second.1)];
        let solids = [Some(first.0), Some(second.0)];
        features::surfaces(surfaces[0], surfaces[1], solids, reach, scratch, sink);
    } else {
        field::meshes(first, second, reach, scratch, sink);
    }
}

/// Two surfaces, of which each may be that of a solid.
pub(super) fn surfaces(
    first: Placed<Terrain>,
    second: Placed<Terrain>,
    solids: [Option<&SolidMesh>; 2],
    reach: f64,
    scratch: &mut Scratch,
    sink: &mut Sink,
) {
    features::surfaces(first, second, solids, reach, scratch, sink);
}

/// A point of the reduction, named by its place in the list.
fn numbered(number: usize, point: DVec3, gap: f64) -> Point {
    Point { feature: number as u32, point, gap }
}
