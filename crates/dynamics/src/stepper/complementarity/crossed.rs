//! Faces of soft bodies that have crossed others and that no contact holds.
//!
//! Contacts are found between features that are near. What has passed through another
//! unseen, too fast or too deep, has none: only its faces tell, by exact predicates. Faces
//! that press into each other under a load cross too; a contact holds a vertex of these.

use glam::DVec3;
use stickslip_contact::{DeformingContact, SiteCarrier};
use stickslip_geometry::Bounds;
use stickslip_geometry::mesh::crossing_faces;

use super::super::surfaces::{Feature, Site, Surfaces};
use crate::collide::Collision;
use crate::model::Model;
use crate::state::State;

/// Counts them; keeps its memory from step to step.
pub(super) struct Crossed {
    /// Where there is anything that a soft body could cross.
    surfaces: Option<Surfaces>,
    /// The number of the first soft body among all bodies.
    first: usize,
    points: Vec<DVec3>,
    near: Vec<Feature<3>>,
    corners: Vec<[u32; 3]>,
    /// Two bodies, and a vertex that a contact of both holds; ascending.
    held: Vec<(usize, usize, u32)>,
}

impl Crossed {
    pub(super) fn new(model: &Model) -> Self {
        let first = model.bodies().len();
        let has_faces = |surfaces: &Surfaces| {
            let is_other = |face: &Feature<3>| surfaces.parts[face.part as usize].party < first;
            model.soft_bodies().len() > 1
                || model.soft_bodies().iter().any(|soft| soft.description.touches_itself)
                || surfaces.faces.iter().any(is_other)
        };
        let is_soft = !model.soft_bodies().is_empty();
        let surfaces = is_soft.then(|| Surfaces::with_faces(model)).filter(has_faces);
        let (points, near, corners, held) = Default::default();
        Self { surfaces, first, points, near, corners, held }
    }

    /// How many pairs of faces have crossed where the state is.
    pub(super) fn count(&mut self, state: &State, collision: &Collision) -> usize {
        let Some(surfaces) = &self.surfaces else { return 0 };
        let soft = &state.vertices.positions;
        let rigid = surfaces.sites[soft.len()..].iter().map(|site| match *site {
            Site::Vertex(vertex) => soft[vertex],
            Site::Body(body, local) => state.bodies[body].pose.point(local),
        });
        self.points.clear();
        self.points.extend(soft.iter().copied().chain(rigid));
        let around = Bounds::around(soft.iter().copied());
        let is_near = |face: &&Feature<3>| {
            let [a, b, c] = face.points;
            let is_whole = a != b && b != c && c != a;
            let corners = face.points.map(|at| self.points[at as usize]);
            is_whole && Bounds::around(corners).overlaps(&around)
        };
        self.near.clear();
        self.near.extend(surfaces.faces.iter().filter(is_near));
        self.corners.clear();
        self.corners.extend(self.near.iter().map(|face| face.points));
        let (first, near) = (self.first, &self.near);
        let party = |face: usize| surfaces.parts[near[face].part as usize].party;
        let may_cross = |one: usize, two: usize| {
            party(one).max(party(two)) >= first
                && surfaces.may_touch(near[one].part, near[two].part)
        };
        let crossing = crossing_faces(&self.points, &self.corners, may_cross);
        if crossing.is_empty() {
            return 0;
        }
        hold(&mut self.held, collision);
        let is_free = |pair: &&[u32; 2]| {
            let [one, two] = pair.map(|face| party(face as usize));
            let corners = pair.iter().flat_map(|&face| near[face as usize].points);
            let mut keys = corners.map(|vertex| (one.min(two), one.max(two), vertex));
            !keys.any(|key| self.held.binary_search(&key).is_ok())
        };
        crossing.iter().filter(is_free).count()
    }
}

/// Lists what the contacts that were found last hold.
fn hold(held: &mut Vec<(usize, usize, u32)>, collision: &Collision) {
    held.clear();
    for DeformingContact { contact, holds } in collision.touches() {
        let [one, two] = contact.sites.map(|site| collision.body(site.collider));
        for side in holds {
            if let SiteCarrier::Vertices { numbers, weights } = side {
                let of = numbers.iter().zip(weights).filter(|(_, weight)| **weight != 0.0);
                held.extend(of.map(|(&vertex, _)| (one.min(two), one.max(two), vertex)));
            }
        }
    }
    held.sort_unstable();
}
