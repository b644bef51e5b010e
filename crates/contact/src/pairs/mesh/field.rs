//! Vertices and faces of one body in the signed distances of another (SIGGRAPH 2022
//! course, §2.3.1–2.3.2, Eq. 104–110).
//!
//! A point x touches where s(x) is at most the reach: φ = s(x), n = ∇s/|∇s|, out of the
//! field. Of a face the point counts where s is smallest, if it is smaller than at
//! its corners: so a needle through a big triangle is found.

use glam::DVec3;
use stickslip_geometry::sdf::{Field, smallest_over_triangle};

use super::reduce::Gathered;
use super::{Between, Placed};
use crate::Pose;
use crate::cores::{Core, Cylinder, Line, cuboid_corners};
use crate::feature;
use crate::pairs::{Scratch, Sink};
use crate::shape::{SolidMesh, WholeField};
use crate::solid::Solid;

/// Names of faces begin here, after those of vertices.
const FACES: u64 = 1 << 27;
/// Names of what the first of two meshes feels of the second.
const FIRST: u64 = 1 << 62;
/// Depths of this share of a cell count as equal on a face.
const SHARE_OF_CELL: f64 = 0.25;
/// Points on the rim of a cylinder.
const RIM: usize = 32;

/// Points and triangles that are held against a field.
struct Probe<'a> {
    points: &'a [DVec3],
    triangles: &'a [[u32; 3]],
    /// The surface lies so far outside of them.
    radius: f64,
}

/// A field, which comes first, against a convex part.
pub(in crate::pairs) fn field_part(
    (field, pose): (&WholeField<'_>, &Pose),
    (part, solid): (usize, &Solid),
    reach: f64,
    scratch: &mut Scratch,
    sink: &mut Sink,
) {
    let gathered = &mut scratch.mesh;
    gathered.clear();
    let mut points = std::mem::take(&mut gathered.corners);
    let mut triangles = std::mem::take(&mut gathered.triangles);
    points.clear();
    triangles.clear();
    outline(solid.core, &mut points, &mut triangles);
    for point in &mut points {
        *point = pose.local_point(solid.world(*point) + sink.origin);
    }
    let probe = Probe { points: &points, triangles: &triangles, radius: solid.radius };
    let base = feature::name(part, 0, 0);
    let cell = SHARE_OF_CELL * field.spacing();
    hold(field, &probe, (reach, Some(cell)), |name, point, normal, gap| {
        gathered.keep(base | name, point, normal, gap);
    });
    (gathered.corners, gathered.triangles) = (points, triangles);
    gathered.give(reach, pose, sink);
}

/// Two meshes, at least one of which is a field: each is held against the other.
pub(super) fn meshes(
    (first, first_pose): Placed<SolidMesh>,
    (second, second_pose): Placed<SolidMesh>,
    reach: f64,
    scratch: &mut Scratch,
    sink: &mut Sink,
) {
    let gathered = &mut scratch.mesh;
    gathered.clear();
    let there = Between::new(first_pose, second_pose);
    held((first, second), &there, reach, gathered, |found, name, point, normal, gap| {
        found.keep(name, point, normal, gap);
    });
    held((second, first), &there.inverse(), reach, gathered, |found, name, point, normal, gap| {
        let normal = -(there.rotation * normal);
        found.keep(FIRST | name, there.point(point), normal, gap);
    });
    gathered.give(reach, first_pose, sink);
}

/// Holds the second mesh, at its place seen from the first, against the first.
fn held(
    (field, mesh): (&SolidMesh, &SolidMesh),
    there: &Between,
    reach: f64,
    gathered: &mut Gathered,
    mut keep: impl FnMut(&mut Gathered, u64, DVec3, DVec3, f64),
) {
    let mut points = std::mem::take(&mut gathered.corners);
    points.clear();
    points.extend(mesh.surface().vertices().iter().map(|&vertex| there.point(vertex)));
    let probe = Probe { points: &points, triangles: mesh.surface().triangles(), radius: 0.0 };
    let mut visit = |name, point, normal, gap| keep(gathered, name, point, normal, gap);
    match field.field() {
        Some(grid) => {
            let cell = SHARE_OF_CELL * grid.spacing();
            hold(&grid, &probe, (reach, Some(cell)), &mut visit);
        }
        // The coarse grid tells what is near, and the exact distance the rest.
        None => {
            let near = Near { mesh: field, reach };
            hold(&near, &probe, (reach, None), &mut visit);
        }
    }
    gathered.corners = points;
}

/// The exact distance near a mesh, and something larger than the reach elsewhere.
struct Near<'a> {
    mesh: &'a SolidMesh,
    reach: f64,
}

impl Field for Near<'_> {
    fn sample(&self, point: DVec3) -> (f64, DVec3) {
        let (rough, gradient) = self.mesh.grid().sample(point);
        let far = self.reach + 2.0 * self.mesh.grid().spacing();
        if rough > far { (rough, gradient) } else { self.mesh.exact().sample(point) }
    }
}

/// Tells all points of a probe within reach of a field; of its faces too where a cell is
/// given, which is then the depth within which depths count as equal.
fn hold(
    field: &impl Field,
    probe: &Probe,
    (reach, cell): (f64, Option<f64>),
    mut visit: impl FnMut(u64, DVec3, DVec3, f64),
) {
    let mut tell = |name: u64, point: DVec3| {
        let (value, gradient) = field.sample(point);
        let gap = value - probe.radius;
        if let Some(normal) = gradient.try_normalize()
            && gap <= reach
        {
            visit(name, point - normal * (probe.radius + gap / 2.0), normal, gap);
        }
    };
    for (number, &point) in probe.points.iter().enumerate() {
        tell(number as u64, point);
    }
    let Some(cell) = cell else { return };
    for (number, triangle) in probe.triangles.iter().enumerate() {
        let corners = triangle.map(|corner| probe.points[corner as usize]);
        let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
        let size = corners.iter().map(|corner| corner.distance(middle)).fold(0.0, f64::max);
        if field.value(middle) - size > reach + probe.radius {
            continue;
        }
        let least = corners.iter().map(|&at| field.value(at)).fold(f64::INFINITY, f64::min);
        let smallest = smallest_over_triangle(field, &corners, cell);
        if smallest.value < least - cell {
            let [x, y, z] = smallest.weights.to_array();
            tell(FACES | number as u64, corners[0] * x + corners[1] * y + corners[2] * z);
        }
    }
}

/// The corners and triangles of a core, in its own frame.
fn outline(core: Core<'_>, points: &mut Vec<DVec3>, triangles: &mut Vec<[u32; 3]>) {
    match core {
        Core::Point(_) => points.push(DVec3::ZERO),
        Core::Line(Line(a, b)) => {
            points.extend([a, b]);
            triangles.push([0, 1, 1]);
        }
        Core::Cuboid(cuboid) => {
            for face in 0..6 {
                let begin = points.len() as u32;
                let sign = if face < 3 { 1.0 } else { -1.0 };
                points.extend(cuboid_corners(cuboid.0, face % 3, sign));
                triangles.extend([[begin, begin + 1, begin + 2], [begin, begin + 2, begin + 3]]);
            }
        }
        Core::Cylinder(Cylinder(radius, half)) => {
            let rim = RIM as u32;
            for side in [-1.0, 1.0] {
                points.extend((0..RIM).map(|k| {
                    let (sin, cos) = libm::sincos(std::f64::consts::TAU * k as f64 / RIM as f64);
                    DVec3::new(radius * cos, side * half, radius * sin)
                }));
            }
            points.extend([DVec3::Y * -half, DVec3::Y * half]);
            for k in 0..rim {
                let next = (k + 1) % rim;
                triangles.extend([[2 * rim, k, next], [2 * rim + 1, rim + k, rim + next]]);
                triangles.extend([[k, rim + k, rim + next], [k, rim + next, next]]);
            }
        }
        Core::Ellipsoid(ellipsoid) => ellipsoid.outline(points, triangles),
        Core::Hull(hull) => {
            points.extend_from_slice(hull.vertices());
            triangles.extend_from_slice(hull.triangles());
        }
    }
}
