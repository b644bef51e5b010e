//! Edges of rigid shapes, and the parts of them that have none.

use glam::DVec3;
use stickslip_geometry::Bounds;

use super::edges::{Line, Sides};
use crate::Pose;
use crate::cores::{Core, Cuboid};
use crate::shape::{Edge, Hull, NONE, Role, Terrain, TerrainFeature};

/// Edges of boxes, hulls, terrains and meshes that come near a box, each with a number and
/// the radius by which it is rounded.
pub(super) fn each_line(
    role: Role<'_>,
    pose: &Pose,
    near: &Bounds,
    visit: &mut impl FnMut(u32, Line, f64),
) {
    let mut count = 0;
    let mut polyhedron = |core: Core<'_>, radius: f64, pose: &Pose| {
        let mut tell = |line: Line| {
            count += 1;
            visit(count, line, radius);
        };
        match core {
            Core::Cuboid(Cuboid(half_extents)) => cuboid(half_extents, pose, &mut tell),
            Core::Hull(hull) => self::hull(hull, pose, &mut tell),
            Core::Point(_) | Core::Line(_) | Core::Cylinder(_) | Core::Ellipsoid(_) => {}
        }
    };
    match role {
        Role::Convex(core, radius) => polyhedron(core, radius, pose),
        Role::Compound(parts) => {
            for (inner, part) in parts {
                if let Role::Convex(core, radius) = part.form.role() {
                    polyhedron(core, radius, &pose.compose(inner));
                }
            }
        }
        Role::Terrain(terrain) => ridges(terrain, pose, near, visit),
        Role::Mesh(mesh) => ridges(mesh.surface(), pose, near, visit),
        Role::HalfSpace(_) => {}
    }
}

/// Capsules, cylinders and ellipsoids, alone or in a compound, each with a number. Every
/// face meets balls itself.
pub(super) fn each_smooth(
    role: Role<'_>,
    pose: &Pose,
    visit: &mut impl FnMut(u32, Role<'_>, &Pose),
) {
    let is_smooth = |role: &Role<'_>| {
        matches!(role, Role::Convex(Core::Line(_) | Core::Cylinder(_) | Core::Ellipsoid(_), _))
    };
    if is_smooth(&role) {
        visit(0, role, pose);
    }
    if let Role::Compound(parts) = role {
        for (at, (inner, part)) in (1..).zip(parts) {
            let part = part.form.role();
            if is_smooth(&part) {
                visit(at, part, &pose.compose(inner));
            }
        }
    }
}

/// An edge that sticks out between two wings.
fn ridge(ends: [DVec3; 2], wings: [DVec3; 2]) -> Line {
    let along = (ends[1] - ends[0]).normalize_or_zero();
    let inward =
        wings.map(|wing| (wing - ends[0]).reject_from_normalized(along).normalize_or_zero());
    Line { ends, sides: Some(Sides { wings, outward: -(inward[0] + inward[1]) }) }
}

fn cuboid(half_extents: DVec3, pose: &Pose, visit: &mut impl FnMut(Line)) {
    for along in 0..3 {
        for signs in [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]] {
            let axes = [(along + 1) % 3, (along + 2) % 3];
            let mut corner = half_extents;
            axes.iter().zip(signs).for_each(|(&axis, sign)| corner[axis] *= sign);
            let flipped = |axis: usize| {
                let mut other = corner;
                other[axis] = -other[axis];
                pose.point(other)
            };
            visit(ridge([pose.point(corner), flipped(along)], axes.map(flipped)));
        }
    }
}

/// Where two flat faces of a hull meet.
fn hull(hull: &Hull, pose: &Pose, visit: &mut impl FnMut(Line)) {
    let place = |vertex: u32| pose.point(hull.vertices()[vertex as usize]);
    for face in 0..hull.faces().len() {
        let corners = hull.corners(face);
        for (at, &a) in corners.iter().enumerate() {
            let b = corners[(at + 1) % corners.len()];
            let other = hull.around(a).iter().map(|&other| other as usize);
            let beside = other.filter(|&other| other > face && hull.corners(other).contains(&b));
            for other in beside {
                let ends = [place(a), place(b)];
                let along = (ends[1] - ends[0]).normalize_or_zero();
                let far = |corner: &DVec3| {
                    (*corner - ends[0]).reject_from_normalized(along).length_squared()
                };
                let wing = |face: usize| {
                    let corners = hull.corners(face).iter().map(|&corner| place(corner));
                    corners.max_by(|one, two| far(one).total_cmp(&far(two))).unwrap_or(ends[0])
                };
                visit(ridge(ends, [wing(face), wing(other)]));
            }
        }
    }
}

/// Ridges of a terrain or mesh, and the rim of a terrain, which is solid behind it.
fn ridges(terrain: &Terrain, pose: &Pose, near: &Bounds, visit: &mut impl FnMut(u32, Line, f64)) {
    let corners = (0..8).map(|corner| {
        let pick = |axis: usize| if corner >> axis & 1 == 1 { near.upper } else { near.lower };
        pose.local_point(DVec3::new(pick(0).x, pick(1).y, pick(2).z))
    });
    let around = Bounds::around(corners);
    let vertex = |at: u32| terrain.vertices()[at as usize];
    terrain.query(&around, |part| {
        let TerrainFeature::Edge(index) = part else { return };
        let &Edge { ends, beside } = terrain.edge(index);
        let wing = |triangle: u32| {
            let corners = terrain.triangles()[triangle as usize];
            corners.into_iter().find(|corner| !ends.contains(corner)).map(vertex)
        };
        let Some(first) = wing(beside[0]) else { return };
        let behind = || {
            let from = vertex(ends[0]);
            from - terrain.normal(beside[0]) * (first - from).length()
        };
        let second = if beside[1] == NONE { Some(behind()) } else { wing(beside[1]) };
        let Some(second) = second else { return };
        let line = ridge(
            ends.map(vertex).map(|end| pose.point(end)),
            [first, second].map(|wing| pose.point(wing)),
        );
        visit(index, line, 0.0);
    });
}
