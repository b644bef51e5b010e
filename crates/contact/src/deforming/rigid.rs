//! Surfaces that deform against rigid shapes.

use glam::DVec3;
use stickslip_geometry::Bounds;
use stickslip_geometry::distance::PointTriangle;

use super::facing::Facing;
use super::{DeformingContact, DeformingDetector, SiteCarrier, Skin};
use crate::contact::Contact;
use crate::cores::{Core, Point};
use crate::detector::Collider;
use crate::pairs::{Sink, collide};
use crate::shape::{Role, Shape, ShapeKind};
use crate::{Pose, Site};

/// Points on the rim of a cylinder that are held against faces.
const RIM: usize = 16;

/// Nearer than this, two places of a surface are one (m).
const SAME: f64 = 1e-9;

impl DeformingDetector {
    /// Vertices against the shape, then points of the shape against faces, then edges.
    pub(super) fn against_rigid(&mut self, skin: Skin<'_>, number: usize, collider: &Collider) {
        let surface = &skin.surface;
        let reach = collider.margin + surface.margin;
        let (lower, upper) = collider.shape.bounds(&collider.pose);
        let around = Bounds { lower, upper }.grown(reach + surface.radius);
        if !around.overlaps(&skin.found.bounds) {
            return;
        }
        let sites = [number, surface.collider].map(|collider| Site { collider });
        for &vertex in surface.vertices {
            let place = surface.position(vertex);
            if !around.contains(place) {
                continue;
            }
            self.found.clear();
            let mut sink = Sink {
                contacts: &mut self.found,
                sites,
                origin: collider.pose.position,
                flipped: false,
            };
            let ball = Role::Convex(Core::Point(Point), surface.radius);
            let shape = (collider.shape.form.role(), &collider.pose);
            collide(shape, (ball, &Pose::at(place)), reach, &mut self.scratch, &mut sink);
            for contact in &self.found {
                // A vertex has one name, whatever part of the shape it meets.
                let part = (contact.feature ^ (contact.feature >> 32)) & 0x7fff_ffff;
                let feature = u64::from(vertex) << 32 | part;
                let contact = Contact { feature, ..*contact };
                self.touches.push(DeformingContact {
                    contact,
                    holds: [SiteCarrier::Body, SiteCarrier::vertex(vertex)],
                });
            }
        }
        let mut index = 0;
        each_point(&collider.shape, &collider.pose, &mut |point, radius| {
            index += 1;
            self.met.clear();
            each_face(skin, point, radius, reach, &mut self.met, |name, mut touch| {
                touch.contact.sites = sites;
                touch.contact.feature = name << 32 | 1 << 31 | index;
                self.touches.push(touch);
            });
        });
        self.edges_against(skin, (number, collider), &around, reach);
    }
}

/// A point of a rigid shape against the nearest face; where it is rounded by a radius, also
/// against every other that it lies before, because a ball in a dent rests on many. Faces
/// have names above 0 then. What is nearest to a corner was met as a vertex, and an edge is
/// met once: `met` has the ways from the surface.
fn each_face(
    skin: Skin<'_>,
    point: DVec3,
    radius: f64,
    reach: f64,
    met: &mut Vec<DVec3>,
    mut tell: impl FnMut(u64, DeformingContact),
) {
    let surface = &skin.surface;
    let apart = radius + surface.radius;
    let limit = (reach + apart).max(skin.found.depth);
    if !skin.found.bounds.grown(limit).contains(point) {
        return;
    }
    let Some(nearest) = skin.nearest(point, limit, |_, _| true) else { return };
    let name = |face: u32| if radius > 0.0 { u64::from(face) + 1 } else { 0 };
    if let Some(touch) = against(skin, point, radius, reach, &nearest) {
        met.push(nearest.nearest.vector);
        tell(name(nearest.face), touch);
    }
    if radius == 0.0 {
        return;
    }
    skin.each_near(point, reach + apart, |found| {
        let way = found.nearest.vector;
        let is_hidden = surface.is_solid && found.is_behind();
        let is_known = met.iter().any(|known| known.distance_squared(way) <= SAME * SAME);
        if found.face == nearest.face || is_hidden || is_known {
            return;
        }
        if let Some(touch) = against(skin, point, radius, reach, &found) {
            met.push(way);
            tell(name(found.face), touch);
        }
    });
}

/// A point of a rigid shape, rounded by a radius, against one face.
fn against(
    skin: Skin<'_>,
    point: DVec3,
    radius: f64,
    reach: f64,
    found: &Facing,
) -> Option<DeformingContact> {
    let surface = &skin.surface;
    let apart = radius + surface.radius;
    if matches!(found.nearest.region, PointTriangle::Corner(_)) {
        return None;
    }
    let (away, gap) = found.away_and_gap(surface.is_solid, apart);
    if gap > reach {
        return None;
    }
    let foot = point - found.nearest.vector;
    let contact = Contact {
        sites: [0, 0].map(|collider| Site { collider }),
        feature: 0,
        point: 0.5 * (foot + surface.radius * away + point - radius * away),
        normal: -away,
        gap,
    };
    let (numbers, weights) = (surface.faces[found.face as usize], found.weights());
    Some(DeformingContact {
        contact,
        holds: [SiteCarrier::Body, SiteCarrier::Vertices { numbers, weights }],
    })
}

/// The points that stick out of a shape, with the radii by which they are rounded.
fn each_point(shape: &Shape, pose: &Pose, visit: &mut impl FnMut(DVec3, f64)) {
    match shape.kind() {
        ShapeKind::Sphere { radius } => visit(pose.position, radius),
        ShapeKind::Cuboid { half_extents } => {
            for corner in 0..8 {
                let sign = |axis: usize| if corner >> axis & 1 == 1 { 1.0 } else { -1.0 };
                visit(pose.point(half_extents * DVec3::new(sign(0), sign(1), sign(2))), 0.0);
            }
        }
        ShapeKind::Capsule { radius, half_length } => {
            for share in [-1.0, -0.5, 0.0, 0.5, 1.0] {
                visit(pose.point(DVec3::Y * share * half_length), radius);
            }
        }
        ShapeKind::Cylinder { radius, half_length } => {
            for at in 0..2 * RIM {
                let turn = (at / 2) as f64 / RIM as f64 * std::f64::consts::TAU;
                let end = if at % 2 == 0 { half_length } else { -half_length };
                visit(
                    pose.point(DVec3::new(radius * libm::cos(turn), end, radius * libm::sin(turn))),
                    0.0,
                );
            }
        }
        ShapeKind::ConvexHull { vertices, .. } | ShapeKind::Terrain { vertices, .. } => {
            vertices.iter().for_each(|&vertex| visit(pose.point(vertex), 0.0));
        }
        ShapeKind::HalfSpace { .. } => {}
        ShapeKind::Compound { parts } => {
            parts.iter().for_each(|(inner, part)| each_point(part, &pose.compose(inner), visit));
        }
    }
}
