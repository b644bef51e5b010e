//! Convex parts as the general algorithms see them: a core with corners, edges
//! and flat faces, rounded by a radius, at a place.

use std::f64::consts::TAU;

use glam::{DMat3, DVec3};
use parry3d_f64::shape::SupportMap;

use crate::Pose;
use crate::polygon::{MAX_CORNERS, Patch};
use crate::shape::{Geometry, Hull};

/// The core of a convex part in its own frame.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Core<'a> {
    Point,
    Line(DVec3, DVec3),
    Cuboid(DVec3),
    /// Along y: radius and half length.
    Cylinder(f64, f64),
    Hull(&'a Hull),
}

/// A convex part at its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Solid<'a> {
    pub(crate) core: Core<'a>,
    pub(crate) radius: f64,
    pub(crate) position: DVec3,
    pub(crate) rotation: DMat3,
}

/// The number of a cylinder's side, after its two caps.
const SIDE: usize = 2;
/// Corners of the polygon that stands for a cylinder's cap.
const RIM: usize = 16;
/// Within this angle (rad) a cap lies flat, and its corners stay where they
/// are on it; tilted more, the first corner is the lowest point of the rim.
const FLAT_CAP: f64 = 1e-3;
/// An edge within this angle (rad) of a plane lies in it.
pub(crate) const FLAT_EDGE: f64 = 1e-3;

impl<'a> Solid<'a> {
    /// `None` for what is not convex or has no volume.
    pub(crate) fn new(geometry: &'a Geometry, pose: &Pose, origin: DVec3) -> Option<Self> {
        let (core, radius) = match geometry {
            &Geometry::Sphere { radius } => (Core::Point, radius),
            &Geometry::Cuboid { half_extents } => (Core::Cuboid(half_extents), 0.0),
            &Geometry::Capsule { radius, half_length } => {
                (Core::Line(-half_length * DVec3::Y, half_length * DVec3::Y), radius)
            }
            &Geometry::Cylinder { radius, half_length } => {
                (Core::Cylinder(radius, half_length), 0.0)
            }
            Geometry::ConvexHull(hull) => (Core::Hull(hull), 0.0),
            Geometry::HalfSpace { .. } | Geometry::Terrain(_) | Geometry::Compound { .. } => {
                return None;
            }
        };
        let rotation = DMat3::from_quat(pose.orientation);
        Some(Self { core, radius, position: pose.position - origin, rotation })
    }

    pub(crate) fn local(&self, direction: DVec3) -> DVec3 {
        self.rotation.transpose() * direction
    }

    pub(crate) fn world(&self, point: DVec3) -> DVec3 {
        self.position + self.rotation * point
    }

    /// The point of the core farthest along a direction.
    pub(crate) fn support(&self, direction: DVec3) -> DVec3 {
        self.world(self.core.support(self.local(direction)))
    }

    /// Normal and offset of a flat face: normal·x = offset.
    pub(crate) fn face(&self, index: usize) -> (DVec3, f64) {
        let (normal, offset) = self.core.face(index);
        let normal = self.rotation * normal;
        (normal, offset + normal.dot(self.position))
    }

    /// The face, or the side of a cylinder or line, that looks along a direction.
    pub(crate) fn facing(&self, direction: DVec3) -> usize {
        self.core.facing(self.local(direction))
    }

    /// The corners of a face, or of the side that looks along a direction.
    pub(crate) fn corners(&self, face: usize, direction: DVec3) -> Patch {
        let mut patch = Patch::new();
        self.core.corners(face, self.local(direction), |point| patch.push(self.world(point)));
        patch
    }

    /// The straight edge that lies across a direction and is farthest along it.
    pub(crate) fn edge(&self, direction: DVec3) -> Option<[DVec3; 2]> {
        self.core.edge(self.local(direction)).map(|ends| ends.map(|end| self.world(end)))
    }

    /// A length that tells how large the core is.
    pub(crate) fn size(&self) -> f64 {
        match self.core {
            Core::Line(a, b) => (b - a).length() / 2.0,
            _ => self.core.inner().1,
        }
    }

    /// A point inside the core, and the radius of a ball around it that is inside too.
    pub(crate) fn inner(&self) -> (DVec3, f64) {
        let (center, radius) = self.core.inner();
        (self.world(center), radius)
    }
}

impl SupportMap for Solid<'_> {
    fn local_support_point(&self, direction: DVec3) -> DVec3 {
        self.support(direction)
    }
}

impl Core<'_> {
    fn support(&self, direction: DVec3) -> DVec3 {
        match *self {
            Self::Point => DVec3::ZERO,
            Self::Line(a, b) => {
                if direction.dot(b - a) > 0.0 {
                    b
                } else {
                    a
                }
            }
            Self::Cuboid(half) => half.copysign(direction),
            Self::Cylinder(radius, half) => {
                let across = DVec3::new(direction.x, 0.0, direction.z);
                across.normalize_or_zero() * radius + DVec3::Y * half.copysign(direction.y)
            }
            Self::Hull(hull) => hull.vertices()[hull.support(direction)],
        }
    }

    fn inner(&self) -> (DVec3, f64) {
        match *self {
            Self::Point => (DVec3::ZERO, 0.0),
            Self::Line(a, b) => ((a + b) / 2.0, 0.0),
            Self::Cuboid(half) => (DVec3::ZERO, half.min_element()),
            Self::Cylinder(radius, half) => (DVec3::ZERO, radius.min(half)),
            Self::Hull(hull) => hull.inner(),
        }
    }

    pub(crate) fn face_count(&self) -> usize {
        match self {
            Self::Point | Self::Line(..) => 0,
            Self::Cuboid(_) => 6,
            Self::Cylinder(..) => 2,
            Self::Hull(hull) => hull.faces().len(),
        }
    }

    /// Normal and offset of a flat face in the core's own frame.
    pub(crate) fn face(&self, index: usize) -> (DVec3, f64) {
        let sign = if index.is_multiple_of(2) { 1.0 } else { -1.0 };
        match *self {
            Self::Point | Self::Line(..) => (DVec3::Y, 0.0),
            Self::Cuboid(half) => (sign * DVec3::AXES[index / 2], half[index / 2]),
            Self::Cylinder(_, half) => (sign * DVec3::Y, half),
            Self::Hull(hull) => (hull.faces()[index].normal, hull.faces()[index].offset),
        }
    }

    fn facing(&self, direction: DVec3) -> usize {
        match *self {
            Self::Point | Self::Line(..) => 0,
            Self::Cuboid(_) => {
                let (axis, sign) = cuboid_face(direction);
                2 * axis + usize::from(sign < 0.0)
            }
            Self::Cylinder(..) => {
                if direction.x.hypot(direction.z) >= direction.y.abs() {
                    SIDE
                } else {
                    usize::from(direction.y < 0.0)
                }
            }
            Self::Hull(hull) => hull.facing(direction),
        }
    }

    fn corners(&self, face: usize, direction: DVec3, mut push: impl FnMut(DVec3)) {
        match *self {
            Self::Point => push(DVec3::ZERO),
            Self::Line(a, b) => {
                push(a);
                push(b);
            }
            Self::Cuboid(half) => {
                let sign = if face.is_multiple_of(2) { 1.0 } else { -1.0 };
                cuboid_corners(half, face / 2, sign).into_iter().for_each(push);
            }
            Self::Cylinder(radius, half) => {
                let across = DVec3::new(direction.x, 0.0, direction.z);
                if face == SIDE {
                    let side = across.normalize_or_zero() * radius;
                    push(side - DVec3::Y * half);
                    push(side + DVec3::Y * half);
                    return;
                }
                let axis = if face == 0 { DVec3::Y } else { DVec3::NEG_Y };
                let tilt = across.length();
                let first = if tilt > FLAT_CAP { across / tilt } else { DVec3::X };
                let second = axis.cross(first);
                for k in 0..RIM {
                    let (sin, cos) = (TAU * k as f64 / RIM as f64).sin_cos();
                    push(radius * (cos * first + sin * second) + half * axis);
                }
            }
            Self::Hull(hull) => {
                let corners = hull.corners(face);
                // Evenly chosen corners where there are too many.
                let count = corners.len().min(MAX_CORNERS);
                for k in 0..count {
                    push(hull.vertices()[corners[k * corners.len() / count] as usize]);
                }
            }
        }
    }

    fn edge(&self, direction: DVec3) -> Option<[DVec3; 2]> {
        match *self {
            Self::Point => None,
            Self::Line(a, b) => lies_across(direction, b - a).then_some([a, b]),
            Self::Cuboid(half) => {
                let axis = direction.abs().min_position();
                if direction[axis].abs() > FLAT_EDGE {
                    return None;
                }
                let mut ends = [half.copysign(direction); 2];
                ends[0][axis] = -half[axis];
                ends[1][axis] = half[axis];
                Some(ends)
            }
            Self::Cylinder(radius, half) => {
                let across = DVec3::new(direction.x, 0.0, direction.z).normalize_or_zero() * radius;
                lies_across(direction, DVec3::Y)
                    .then_some([across - DVec3::Y * half, across + DVec3::Y * half])
            }
            Self::Hull(hull) => {
                let face = hull.corners(hull.facing(direction));
                let support = hull.support(direction) as u32;
                let place = face.iter().position(|&corner| corner == support)?;
                let at = |k: usize| hull.vertices()[face[k % face.len()] as usize];
                let (before, here, after) = (at(place + face.len() - 1), at(place), at(place + 1));
                if lies_across(direction, after - here) {
                    Some([here, after])
                } else {
                    lies_across(direction, here - before).then_some([before, here])
                }
            }
        }
    }
}

fn lies_across(direction: DVec3, edge: DVec3) -> bool {
    direction.dot(edge).abs() <= FLAT_EDGE * edge.length()
}

/// Axis and sign of the face of a box that looks along a direction.
pub(crate) fn cuboid_face(direction: DVec3) -> (usize, f64) {
    let axis = direction.abs().max_position();
    (axis, 1.0_f64.copysign(direction[axis]))
}

/// The corners of a face of a box, anticlockwise seen from outside.
pub(crate) fn cuboid_corners(half: DVec3, axis: usize, sign: f64) -> [DVec3; 4] {
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(a, b)| {
        let mut corner = DVec3::ZERO;
        corner[axis] = sign * half[axis];
        corner[u] = a * half[u] * sign;
        corner[v] = b * half[v];
        corner
    })
}
