//! What can touch: points with radii, edges and faces of everything, and planes.

use glam::DVec3;
use stickslip_contact::{Pose, Shape, ShapeKind};
use stickslip_geometry::mesh::Topology;
use stickslip_geometry::mesh::generate::box_surface;

use crate::collide::{Owner, owners};
use crate::filter::Filter;
use crate::model::{MaterialId, Model, ModelError, Motion};

/// What moves a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Site {
    /// A vertex of a soft body, by its number among all of them.
    Vertex(usize),
    /// The middle of a ball that forces move.
    Ball(usize),
    /// A body that forces do not move, and where the point is in its axes, seen from its
    /// centre of mass.
    Led(usize, DVec3),
}

/// One shape of a body, or the surface of a soft body.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// The body; soft bodies come after all others.
    pub(super) party: usize,
    owner: usize,
    pub(super) material: MaterialId,
    /// Others touch at this distance from it (m).
    pub(super) radius: f64,
    pub(super) is_ball: bool,
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
    pub(super) normal: DVec3,
    pub(super) part: u32,
}

/// Everything that can touch. A ball is also a face with three equal corners, which only
/// other balls look at, and a piece of rope one with two.
pub(super) struct Features {
    /// Vertices of soft bodies first, all of them.
    pub(super) sites: Vec<Site>,
    pub(super) parts: Vec<Part>,
    pub(super) vertices: Vec<Feature<1>>,
    pub(super) edges: Vec<Feature<2>>,
    pub(super) faces: Vec<Feature<3>>,
    pub(super) planes: Vec<Plane>,
    owners: Vec<Owner>,
    filter: Filter,
    /// Whether forces move each party.
    moves: Vec<bool>,
    /// Soft bodies with the bodies that hold them.
    holders: Vec<(usize, usize)>,
}

fn wrong(reason: String) -> ModelError {
    ModelError::Setting { key: "stepper", reason }
}

impl Features {
    /// Of a model at its beginning; the error names what has no such features.
    pub(super) fn new(model: &Model) -> Result<Self, ModelError> {
        let owners = owners(model);
        let mut moves: Vec<bool> = model.bodies().iter().map(|body| body.is_dynamic()).collect();
        moves.resize(moves.len() + model.soft_bodies().len(), true);
        let mut features = Self {
            sites: Vec::new(),
            parts: Vec::new(),
            vertices: Vec::new(),
            edges: Vec::new(),
            faces: Vec::new(),
            planes: Vec::new(),
            filter: Filter::new(model, &owners),
            owners,
            moves,
            holders: Vec::new(),
        };
        for soft in 0..model.soft_bodies().len() {
            features.hold(model, soft)?;
        }
        for owner in 0..features.owners.len() {
            let Owner { body, at, .. } = features.owners[owner];
            let Some(constants) = model.bodies().get(body) else {
                features.add_soft(owner, model, body - model.bodies().len());
                continue;
            };
            let collider = &constants.colliders[at];
            let place = constants.center(&constants.description.pose);
            let is_static = constants.description.motion == Motion::Static;
            let added = if constants.is_dynamic() {
                features.add_ball(owner, &collider.pose, &collider.shape)
            } else {
                let still = is_static.then_some(&place);
                features.add_shape(owner, &collider.pose, &collider.shape, still)
            };
            let name = &constants.description.name;
            added.map_err(|what| wrong(format!("asynchronous has {what}, unlike \"{name}\"")))?;
        }
        for (body, constants) in model.bodies().iter().enumerate() {
            let balls = features.sites.iter().filter(|site| **site == Site::Ball(body)).count();
            if constants.is_dynamic() && balls > 1 {
                let name = &constants.description.name;
                return Err(wrong(format!(
                    "asynchronous has rigid bodies of one ball, unlike \"{name}\""
                )));
            }
        }
        Ok(features)
    }

    /// The vertices of a soft body, and what holds them.
    fn hold(&mut self, model: &Model, at: usize) -> Result<(), ModelError> {
        let soft = &model.soft_bodies()[at];
        let first = self.sites.len();
        self.sites.extend((first..first + soft.vertices()).map(Site::Vertex));
        for attachment in &soft.description.attachments {
            let body = &model.bodies()[attachment.body.0];
            if body.is_dynamic() {
                return Err(wrong(format!(
                    "these steps hold vertices by bodies that forces do not move, and \"{}\" holds \"{}\"",
                    body.description.name, soft.description.name
                )));
            }
            let begin = body.center(&body.description.pose);
            for &vertex in &attachment.vertices {
                let local = begin.local_point(soft.positions[vertex as usize]);
                self.sites[first + vertex as usize] = Site::Led(attachment.body.0, local);
            }
            self.holders.push((attachment.body.0, model.bodies().len() + at));
        }
        Ok(())
    }

    fn add_part(&mut self, owner: usize, radius: f64, touches_itself: bool) -> u32 {
        let Owner { body, material, .. } = self.owners[owner];
        let is_ball = false;
        self.parts.push(Part { party: body, owner, material, radius, is_ball, touches_itself });
        (self.parts.len() - 1) as u32
    }

    /// A rigid body that forces move is a ball about its centre of mass.
    fn add_ball(&mut self, owner: usize, pose: &Pose, shape: &Shape) -> Result<(), &'static str> {
        let only = "rigid bodies that are balls, besides those that forces do not move";
        let ShapeKind::Sphere { radius } = shape.kind() else { return Err(only) };
        if pose.position.length() > 1e-9 * radius {
            return Err("balls about their centre of mass");
        }
        let site = Site::Ball(self.owners[owner].body);
        self.add_point(owner, radius, site);
        Ok(())
    }

    fn add_point(&mut self, owner: usize, radius: f64, site: Site) {
        let part = self.add_part(owner, radius, false);
        self.parts[part as usize].is_ball = true;
        let point = self.sites.len() as u32;
        self.sites.push(site);
        self.vertices.push(Feature { points: [point], part });
        self.faces.push(Feature { points: [point; 3], part });
    }

    /// A shape that forces do not move; the error says what there is instead of it.
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
                self.add_point(owner, radius, Site::Led(body, pose.position));
            }
            ShapeKind::Capsule { radius, half_length } => {
                let ends = [DVec3::Y * -half_length, DVec3::Y * half_length];
                let part = self.add_part(owner, radius, false);
                self.add_mesh(part, body, pose, &ends, &[], &[[0, 1]]);
            }
            ShapeKind::Cuboid { half_extents } => {
                let skin = box_surface(half_extents, [1; 3]).map_err(|_| "boxes of some size")?;
                let part = self.add_part(owner, 0.0, false);
                self.add_mesh(part, body, pose, skin.points(), skin.faces(), &[]);
            }
            ShapeKind::ConvexHull { vertices, triangles }
            | ShapeKind::Terrain { vertices, triangles, .. } => {
                let part = self.add_part(owner, 0.0, false);
                self.add_mesh(part, body, pose, vertices, triangles, &[]);
            }
            ShapeKind::HalfSpace { normal } => {
                let place = still.ok_or("half-spaces that stand still")?.compose(pose);
                let part = self.add_part(owner, 0.0, false);
                let normal = place.direction(normal);
                self.planes.push(Plane { origin: place.position, normal, part });
            }
            ShapeKind::Compound { parts } => {
                for (inner, shape) in parts {
                    self.add_shape(owner, &pose.compose(inner), shape, still)?;
                }
            }
            ShapeKind::Cylinder { .. } => return Err("hulls and meshes in the place of cylinders"),
        }
        Ok(())
    }

    fn add_mesh(
        &mut self,
        part: u32,
        body: usize,
        pose: &Pose,
        points: &[DVec3],
        faces: &[[u32; 3]],
        pieces: &[[u32; 2]],
    ) {
        let first = self.sites.len() as u32;
        self.sites.extend(points.iter().map(|&point| Site::Led(body, pose.point(point))));
        self.add_features(part, first, faces, pieces);
    }

    fn add_soft(&mut self, owner: usize, model: &Model, soft: usize) {
        let first: usize = model.soft_bodies()[..soft].iter().map(|body| body.vertices()).sum();
        let body = &model.soft_bodies()[soft];
        let part = self.add_part(owner, body.radius, body.description.touches_itself);
        self.add_features(part, first as u32, &body.faces, &body.pieces);
    }

    fn add_features(&mut self, part: u32, first: u32, faces: &[[u32; 3]], pieces: &[[u32; 2]]) {
        let mut used: Vec<u32> =
            faces.iter().flatten().chain(pieces.iter().flatten()).copied().collect();
        used.sort_unstable();
        used.dedup();
        self.vertices.extend(used.iter().map(|at| Feature { points: [first + at], part }));
        let flat = pieces.iter().map(|&[from, to]| [from, to, to]);
        let all = faces.iter().copied().chain(flat);
        self.faces.extend(all.map(|face| Feature { points: face.map(|at| first + at), part }));
        let sides = Topology::new(faces).edges;
        for edge in sides.iter().chain(pieces) {
            self.edges.push(Feature { points: edge.map(|at| first + at), part });
        }
    }

    /// Whether two parts may touch.
    pub(super) fn may_touch(&self, first: u32, second: u32) -> bool {
        let (one, two) = (&self.parts[first as usize], &self.parts[second as usize]);
        if one.party == two.party {
            return first == second && one.touches_itself;
        }
        let parties = (one.party.min(two.party), one.party.max(two.party));
        let owners = (one.owner.min(two.owner), one.owner.max(two.owner));
        (self.moves[one.party] || self.moves[two.party])
            && !self.holders.contains(&parties)
            && self.filter.may_touch(&self.owners, owners.0, owners.1)
    }
}
