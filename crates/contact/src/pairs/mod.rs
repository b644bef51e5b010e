//! One file per pair of shapes, and the table that chooses among them.
//!
//! Half-spaces and terrains do not meet each other: neither can belong to a
//! body that moves, since they have no mass.

mod closest;
mod convex_convex;
mod cuboid_cuboid;
mod ellipsoid;
mod face;
mod half_space;
mod line;
mod mesh;
mod sphere_cuboid;
mod sphere_cylinder;
mod sphere_sphere;
mod terrain;

use glam::DVec3;
use stickslip_geometry::Bounds;

use crate::Pose;
use crate::contact::Contact;
use crate::cores::{Core, Cuboid, Cylinder, Line};
use crate::feature;
use crate::manifold::{Manifold, Point};
use crate::shape::Role;
use crate::site::Site;
use crate::solid::Solid;

use closest::Search;

/// Memory that the searches keep from pair to pair.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) search: Search,
    points: Vec<Point>,
    terrain: terrain::Gathered,
    mesh: mesh::Gathered,
}

/// Where contacts of one pair of colliders go.
pub(crate) struct Sink<'a> {
    pub(crate) contacts: &'a mut Vec<Contact>,
    pub(crate) sites: [Site; 2],
    /// Contacts are computed relative to this point.
    pub(crate) origin: DVec3,
    /// Whether the shapes came in the other order.
    pub(crate) flipped: bool,
}

impl Sink<'_> {
    fn push(&mut self, feature: u64, point: DVec3, normal: DVec3, gap: f64) {
        self.contacts.push(Contact {
            sites: self.sites,
            feature,
            point: self.origin + point,
            normal: if self.flipped { -normal } else { normal },
            gap,
        });
    }

    fn manifold(&mut self, part: usize, other: usize, manifold: &Manifold) {
        for point in manifold.points() {
            let name = feature::name(part, other, point.feature);
            self.push(name, point.point, manifold.normal, point.gap);
        }
    }
}

/// Puts the contacts of two shapes at most `reach` apart into the sink.
pub(crate) fn collide(
    (first, first_pose): (Role<'_>, &Pose),
    (second, second_pose): (Role<'_>, &Pose),
    reach: f64,
    scratch: &mut Scratch,
    sink: &mut Sink,
) {
    match (first, second) {
        (Role::HalfSpace(normal), Role::Mesh(mesh)) => {
            mesh::half_space((normal, first_pose), (mesh, second_pose), reach, scratch, sink);
        }
        (Role::Terrain(terrain), Role::Mesh(mesh)) => {
            let (first, second) = ((terrain, first_pose), (mesh.surface(), second_pose));
            mesh::surfaces(first, second, [None, Some(mesh)], reach, scratch, sink);
        }
        (Role::Mesh(one), Role::Mesh(two)) => {
            mesh::meshes((one, first_pose), (two, second_pose), reach, scratch, sink);
        }
        (Role::HalfSpace(normal), _) => {
            let normal = first_pose.direction(normal);
            let offset = normal.dot(first_pose.position - sink.origin);
            each_part(second, second_pose, sink.origin, |part, solid| {
                let found =
                    half_space::half_space(normal, offset, solid, reach, &mut scratch.points);
                sink.manifold(0, part, &found);
            });
        }
        (Role::Terrain(terrain), _) => {
            each_part(second, second_pose, sink.origin, |part, solid| {
                terrain::terrain((terrain, first_pose), (part, solid), reach, scratch, sink);
            });
        }
        (Role::Mesh(mesh), Role::Convex(..) | Role::Compound(_)) => {
            each_part(second, second_pose, sink.origin, |part, solid| match mesh.field() {
                None => {
                    let surface = (mesh.surface(), first_pose);
                    terrain::terrain(surface, (part, solid), reach, scratch, sink);
                }
                Some(field) => {
                    mesh::field_part((&field, first_pose), (part, solid), reach, scratch, sink);
                }
            });
        }
        (_, Role::HalfSpace(_) | Role::Terrain(_) | Role::Mesh(_)) => {
            sink.flipped = !sink.flipped;
            collide((second, second_pose), (first, first_pose), reach, scratch, sink);
            sink.flipped = !sink.flipped;
        }
        _ => each_part(first, first_pose, sink.origin, |part, one| {
            let around = one.bounds().grown(reach);
            each_part(second, second_pose, sink.origin, |other, two| {
                if around.overlaps(&two.bounds()) {
                    let manifold = convex(one, two, reach, &mut scratch.search);
                    sink.manifold(part, other, &manifold);
                }
            });
        }),
    }
}

/// Puts the contacts of two convex shapes at most `reach` apart into the sink; gives the
/// separation of their manifold.
pub(crate) fn collide_convex(
    solids: &[Solid<'_>; 2],
    reach: f64,
    scratch: &mut Scratch,
    sink: &mut Sink,
) -> f64 {
    let manifold = convex(&solids[0], &solids[1], reach, &mut scratch.search);
    sink.manifold(0, 0, &manifold);
    manifold.separation
}

/// The convex parts of a shape, with positions relative to an origin; none of
/// those that have no volume.
fn each_part(role: Role<'_>, pose: &Pose, origin: DVec3, mut visit: impl FnMut(usize, &Solid)) {
    match role {
        Role::Convex(core, radius) => visit(0, &Solid::new((core, radius), pose, origin)),
        Role::Compound(parts) => {
            for (index, (inner, part)) in parts.iter().enumerate() {
                if let Role::Convex(core, radius) = part.form.role() {
                    visit(index, &Solid::new((core, radius), &pose.compose(inner), origin));
                }
            }
        }
        Role::HalfSpace(_) | Role::Terrain(_) | Role::Mesh(_) => {}
    }
}

/// The table of convex pairs.
fn convex(one: &Solid, two: &Solid, reach: f64, search: &mut Search) -> Manifold {
    let ball = |solid: &Solid| (solid.position, solid.radius);
    let line = |solid: &Solid, a: DVec3, b: DVec3| ([solid.world(a), solid.world(b)], solid.radius);
    match (one.core, two.core) {
        (Core::Point(_), Core::Point(_)) => {
            sphere_sphere::sphere_sphere(ball(one), ball(two), reach)
        }
        (Core::Point(_), Core::Line(Line(a, b))) => {
            line::sphere_capsule(ball(one), line(two, a, b), reach)
        }
        (Core::Point(_), Core::Cuboid(Cuboid(half))) => {
            sphere_cuboid::sphere_cuboid(one, two, half, reach)
        }
        (Core::Point(_), Core::Cylinder(Cylinder(radius, half))) => {
            sphere_cylinder::sphere_cylinder(one, two, (radius, half), reach)
        }
        (Core::Point(_) | Core::Ellipsoid(_), Core::Ellipsoid(_)) => {
            ellipsoid::ellipsoids(one, two, reach, search)
        }
        (Core::Line(Line(a, b)), Core::Line(Line(c, d))) => {
            line::capsule_capsule(line(one, a, b), line(two, c, d), reach)
        }
        (Core::Cuboid(Cuboid(a)), Core::Cuboid(Cuboid(b))) => {
            cuboid_cuboid::cuboid_cuboid((one, a), (two, b), reach, search)
        }
        _ if one.core.rank() > two.core.rank() => convex(two, one, reach, search).flipped(),
        _ => convex_convex::convex_convex(one, two, reach, search),
    }
}

impl Solid<'_> {
    fn bounds(&self) -> Bounds {
        let upper = DVec3::AXES.map(|axis| self.support(axis).dot(axis) + self.radius);
        let lower = DVec3::AXES.map(|axis| self.support(-axis).dot(axis) - self.radius);
        Bounds { lower: lower.into(), upper: upper.into() }
    }
}
