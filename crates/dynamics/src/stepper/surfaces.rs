//! What can touch: points, edges and faces of everything, and planes.
//!
//! A ball is a point and a capsule an edge, at whose radius others touch; cloth and ropes
//! have radii too. Where an edge has no face, a face with two equal corners stands for it,
//! and for a point one with three: so a vertex and a face, and two edges, are all there is.

use std::convert::Infallible;

use glam::DVec3;
use stickslip_contact::{Pose, Shape, ShapeKind};
use stickslip_geometry::mesh::{Topology, crossing_faces};

use crate::collide::{Owner, owners};
use crate::filter::Filter;
use crate::model::{MaterialId, Model, ModelError, Motion};

/// What moves a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Site {
    /// A vertex of a soft body, by its number among all of them.
    Vertex(usize),
    /// A body, and where the point is in its axes, seen from its centre of mass.
    Body(usize, DVec3),
}

/// One shape of a body, or the surface of a soft body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The body; soft bodies come after all others.
    pub(super) party: usize,
    /// Its place among the colliders that the filter knows.
    owner: usize,
    pub(super) material: MaterialId,
    /// Others touch at this distance from it (m).
    pub(super) radius: f64,
    /// Whether it is a point with a radius.
    pub(super) is_ball: bool,
    /// Whether its own features may touch each other.
    touches_itself: bool,
}

/// Some points of one part.
#[derive(Clone, Copy, Debug)]
pub(super) struct Feature<const N: usize> {
    pub(super) points: [u32; N],
    pub(super) part: u32,
}

/// A half-space that does not move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plane {
    pub(super) origin: DVec3,
    /// Unit vector out of it.
    pub(super) normal: DVec3,
    pub(super) part: u32,
}

/// Everything that can touch.
pub(super) struct Surfaces {
    /// What moves each point: vertices of soft bodies first, all of them.
    pub(super) sites: Vec<Site>,
    pub(super) parts: Vec<Part>,
    pub(super) vertices: Vec<Feature<1>>,
    pub(super) edges: Vec<Feature<2>>,
    /// Squared length of each edge at rest (m²).
    pub(super) squares: Vec<f64>,
    pub(super) faces: Vec<Feature<3>>,
    pub(super) planes: Vec<Plane>,
    owners: Vec<Owner>,
    filter: Filter,
    /// Whether forces move each party.
    moves: Vec<bool>,
    /// Soft bodies with the bodies that hold them.
    holders: Vec<(usize, usize)>,
}

impl Surfaces {
    /// Of a model at its beginning; the error names a body that `stepper` cannot step.
    pub(super) fn new(model: &Model, stepper: &str) -> Result<Self, ModelError> {
        Self::gather(model, |body, what| {
            let reason = format!(
                "{stepper} steps points, edges, faces and half-spaces that stand still: body \"{body}\" has {what}"
            );
            Err(ModelError::Setting { key: "stepper", reason })
        })
    }

    /// Of a model, without cylinders and half-spaces that move, which have no faces.
    pub(super) fn with_faces(model: &Model) -> Self {
        let Ok(surfaces) = Self::gather::<Infallible>(model, |_, _| Ok(()));
        surfaces
    }

    /// Of a model; `unfit` hears the names of bodies with something that is left out, and what.
    fn gather<E>(
        model: &Model,
        unfit: impl Fn(&str, &'static str) -> Result<(), E>,
    ) -> Result<Self, E> {
        let owners = owners(model);
        let mut moves: Vec<bool> = model.bodies().iter().map(|body| body.is_dynamic()).collect();
        moves.resize(moves.len() + model.soft_bodies().len(), true);
        let mut surfaces = Self {
            sites: Vec::new(),
            parts: Vec::new(),
            vertices: Vec::new(),
            edges: Vec::new(),
            squares: Vec::new(),
            faces: Vec::new(),
            planes: Vec::new(),
            filter: Filter::new(model, &owners),
            owners,
            moves,
            holders: Vec::new(),
        };
        for (at, soft) in model.soft_bodies().iter().enumerate() {
            let first = surfaces.sites.len();
            surfaces.sites.extend((first..first + soft.vertices()).map(Site::Vertex));
            let party = model.bodies().len() + at;
            for attachment in &soft.description.attachments {
                let body = &model.bodies()[attachment.body.0];
                let begin = body.centre(&body.description.pose);
                for &vertex in &attachment.vertices {
                    let local = begin.local_point(soft.positions[vertex as usize]);
                    surfaces.sites[first + vertex as usize] = Site::Body(attachment.body.0, local);
                }
                surfaces.holders.push((attachment.body.0, party));
            }
        }
        for owner in 0..surfaces.owners.len() {
            let Owner { body, at, .. } = surfaces.owners[owner];
            match model.bodies().get(body) {
                Some(constants) => {
                    let collider = &constants.colliders[at];
                    let is_static = constants.description.motion == Motion::Static;
                    let place = constants.centre(&constants.description.pose);
                    let still = is_static.then_some(&place);
                    if let Err(what) =
                        surfaces.add_shape(owner, &collider.pose, &collider.shape, still)
                    {
                        unfit(&constants.description.name, what)?;
                    }
                }
                None => surfaces.add_soft(owner, model, body - model.bodies().len()),
            }
        }
        Ok(surfaces)
    }

    fn add_part(&mut self, owner: usize, radius: f64, touches_itself: bool) -> u32 {
        let Owner { body, material, .. } = self.owners[owner];
        let is_ball = false;
        self.parts.push(Part { party: body, owner, material, radius, is_ball, touches_itself });
        (self.parts.len() - 1) as u32
    }

    fn add_points(&mut self, body: usize, pose: &Pose, points: &[DVec3]) -> u32 {
        let first = self.sites.len() as u32;
        self.sites.extend(points.iter().map(|&point| Site::Body(body, pose.point(point))));
        first
    }

    fn add_edge(&mut self, points: [u32; 2], square: f64, part: u32) {
        self.edges.push(Feature { points, part });
        self.squares.push(square);
    }

    /// A shape; the error says what it is where there is no way to step it.
    fn add_shape(
        &mut self,
        owner: usize,
        pose: &Pose,
        shape: &Shape,
        still: Option<&Pose>,
    ) -> Result<(), &'static str> {
        let body = self.owners[owner].body;
        match shape.kind() {
            ShapeKind::Sphere { radius } => {
                let part = self.add_part(owner, radius, false);
                self.parts[part as usize].is_ball = true;
                let point = self.add_points(body, pose, &[DVec3::ZERO]);
                self.vertices.push(Feature { points: [point], part });
                self.faces.push(Feature { points: [point; 3], part });
            }
            ShapeKind::Capsule { radius, half_length } => {
                let part = self.add_part(owner, radius, false);
                let ends = [DVec3::Y * -half_length, DVec3::Y * half_length];
                let first = self.add_points(body, pose, &ends);
                self.vertices.extend([first, first + 1].map(|at| Feature { points: [at], part }));
                self.add_edge([first, first + 1], 4.0 * half_length * half_length, part);
                self.faces.push(Feature { points: [first, first + 1, first + 1], part });
            }
            ShapeKind::Cuboid { half_extents } => {
                let sign = |bit: usize| if bit == 0 { -1.0 } else { 1.0 };
                let corners: Vec<DVec3> = (0..8)
                    .map(|at| half_extents * DVec3::new(sign(at & 1), sign(at & 2), sign(at & 4)))
                    .collect();
                self.add_mesh(owner, pose, &corners, &CUBE);
            }
            ShapeKind::ConvexHull { vertices, triangles }
            | ShapeKind::Terrain { vertices, triangles, .. } => {
                self.add_mesh(owner, pose, vertices, triangles);
            }
            ShapeKind::HalfSpace { normal } => {
                let place = still.ok_or("a half-space that moves; make it a box")?.compose(pose);
                let part = self.add_part(owner, 0.0, false);
                let normal = place.direction(normal);
                self.planes.push(Plane { origin: place.position, normal, part });
            }
            ShapeKind::Compound { parts } => {
                for (inner, shape) in parts {
                    self.add_shape(owner, &pose.compose(inner), shape, still)?;
                }
            }
            ShapeKind::Cylinder { .. } => return Err("a cylinder; make it a hull or a mesh"),
        }
        Ok(())
    }

    fn add_mesh(&mut self, owner: usize, pose: &Pose, points: &[DVec3], faces: &[[u32; 3]]) {
        let part = self.add_part(owner, 0.0, false);
        let first = self.add_points(self.owners[owner].body, pose, points);
        let mut used: Vec<u32> = faces.iter().flatten().copied().collect();
        used.sort_unstable();
        used.dedup();
        self.vertices.extend(used.iter().map(|at| Feature { points: [first + at], part }));
        self.faces
            .extend(faces.iter().map(|face| Feature { points: face.map(|at| first + at), part }));
        for edge in Topology::new(faces).edges {
            let [from, to] = edge.map(|at| points[at as usize]);
            self.add_edge(edge.map(|at| first + at), from.distance_squared(to), part);
        }
    }

    fn add_soft(&mut self, owner: usize, model: &Model, soft: usize) {
        let first: usize = model.soft_bodies()[..soft].iter().map(|body| body.vertices()).sum();
        let body = &model.soft_bodies()[soft];
        let part = self.add_part(owner, body.radius, body.description.touches_itself);
        let place = |at: u32| first as u32 + at;
        self.vertices.extend(body.outside.iter().map(|&at| Feature { points: [place(at)], part }));
        self.faces.extend(body.faces.iter().map(|face| Feature { points: face.map(place), part }));
        let pieces = body.pieces.iter().map(|&[from, to]| [from, to, to]);
        self.faces.extend(pieces.map(|face| Feature { points: face.map(place), part }));
        let sides = Topology::new(&body.faces).edges;
        for edge in sides.iter().chain(&body.pieces) {
            let [from, to] = edge.map(|at| body.mesh.rest()[at as usize]);
            self.add_edge(edge.map(place), from.distance_squared(to), part);
        }
    }

    /// Parts whose faces cross, by exact predicates, for every two faces that do.
    pub(super) fn crossing_parts(&self, points: &[DVec3]) -> Vec<[u32; 2]> {
        let whole = |it: &&Feature<3>| {
            let [a, b, c] = it.points;
            a != b && b != c && c != a
        };
        let faces: Vec<_> = self.faces.iter().filter(whole).collect();
        let corners: Vec<[u32; 3]> = faces.iter().map(|face| face.points).collect();
        let may_meet = |one: usize, two: usize| self.may_touch(faces[one].part, faces[two].part);
        let crossing = crossing_faces(points, &corners, may_meet);
        crossing.into_iter().map(|pair| pair.map(|at| faces[at as usize].part)).collect()
    }

    /// The sentence about two parts that are not apart where steps begin.
    pub(super) fn not_apart(&self, stepper: &str, model: &Model, parts: [u32; 2]) -> String {
        let [one, two] = parts.map(|part| model.party_name(self.parts[part as usize].party));
        format!(
            "{stepper} needs everything apart, but \"{one}\" and \"{two}\" touch at the beginning"
        )
    }

    /// Whether two parts may touch.
    pub(super) fn may_touch(&self, first: u32, second: u32) -> bool {
        let (one, two) = (&self.parts[first as usize], &self.parts[second as usize]);
        if one.party == two.party {
            return first == second && one.touches_itself;
        }
        let parties = (one.party.min(two.party), one.party.max(two.party));
        (self.moves[one.party] || self.moves[two.party])
            && !self.holders.contains(&parties)
            && self.filter.may_touch(
                &self.owners,
                one.owner.min(two.owner),
                one.owner.max(two.owner),
            )
    }
}

/// The faces of a box, outwards; corner k has bits for its upper x, y and z.
const CUBE: [[u32; 3]; 12] = [
    [0, 2, 1],
    [1, 2, 3],
    [4, 5, 6],
    [5, 7, 6],
    [0, 1, 4],
    [1, 5, 4],
    [2, 6, 3],
    [3, 6, 7],
    [0, 4, 2],
    [2, 4, 6],
    [1, 3, 5],
    [3, 7, 5],
];
