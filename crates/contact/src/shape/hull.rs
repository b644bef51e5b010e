//! Convex polyhedra.

use glam::{DMat3, DVec3};
use parry3d_f64::shape::ConvexPolyhedron;

use super::Shape;
use super::bounds::EMPTY;
use super::error::{ShapeError, finite, unfit};
use super::form::{Form, Role, ShapeSource};
use super::kind::ShapeKind;
use crate::Pose;
use crate::cores::Core;
use crate::mass::{MassProperties, outer};

/// Its name in files.
pub(super) const NAME: &str = "hull";

/// A hull from what a source says.
pub(super) fn read<S: ShapeSource>(source: &S) -> Result<Shape, S::Error> {
    Shape::convex_hull(&source.points("points")?).map_err(|error| source.refuse(error))
}

impl Shape {
    /// The convex hull of at least four points that are not all in one plane.
    pub fn convex_hull(points: &[DVec3]) -> Result<Self, ShapeError> {
        finite("hull point", points)?;
        Ok(Self::of(Hull::new(points)?))
    }
}

impl Form for Hull {
    fn kind(&self) -> ShapeKind<'_> {
        ShapeKind::ConvexHull { vertices: &self.vertices, triangles: &self.triangles }
    }

    fn role(&self) -> Role<'_> {
        Role::Convex(Core::Hull(self), 0.0)
    }

    fn bounds(&self, pose: &Pose) -> (DVec3, DVec3) {
        let rotation = DMat3::from_quat(pose.orientation);
        self.vertices.iter().fold(EMPTY, |(lower, upper), &vertex| {
            let point = pose.position + rotation * vertex;
            (lower.min(point), upper.max(point))
        })
    }

    /// Signed tetrahedra from a point inside to each triangle (a, b, c), with
    /// volume V = a·(b×c)/6, centroid (a+b+c)/4 and
    /// ∫ x xᵀ = V/20 (Σ vᵢ vᵢᵀ + s sᵀ), s = a + b + c.
    fn mass(&self, density: f64) -> Option<MassProperties> {
        let vertices = &self.vertices;
        let inside = vertices.iter().copied().sum::<DVec3>() / vertices.len() as f64;
        let (mut volume, mut moment, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
        for triangle in &self.triangles {
            let [a, b, c] = triangle.map(|corner| vertices[corner as usize] - inside);
            let part = a.dot(b.cross(c)) / 6.0;
            let sum = a + b + c;
            volume += part;
            moment += part / 4.0 * sum;
            second += part / 20.0 * (outer(a, a) + outer(b, b) + outer(c, c) + outer(sum, sum));
        }
        let mass = density * volume;
        let centre = moment / volume;
        let second = density * second - mass * outer(centre, centre);
        let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
        Some(MassProperties {
            mass,
            centre: centre + inside,
            inertia: DMat3::from_diagonal(DVec3::splat(trace)) - second,
        })
    }
}

/// A convex polyhedron with its flat faces whole.
#[derive(Debug)]
pub(crate) struct Hull {
    vertices: Vec<DVec3>,
    triangles: Vec<[u32; 3]>,
    faces: Vec<Face>,
    /// Corners of all faces, one after another, anticlockwise seen from outside.
    loops: Vec<u32>,
    /// Faces around vertex v: `around[starts[v]..starts[v + 1]]`.
    around: Vec<u32>,
    starts: Vec<usize>,
    /// A point inside, and the radius of a ball around it that is inside too.
    centre: DVec3,
    inner: f64,
}

/// One flat face: normal·x = offset.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Face {
    pub(crate) normal: DVec3,
    pub(crate) offset: f64,
    first: usize,
    count: usize,
}

/// Thinner than this share of its size is flat.
const FLAT: f64 = 1e-9;

impl Hull {
    /// The hull of finite points.
    pub(super) fn new(points: &[DVec3]) -> Result<Self, ShapeError> {
        if points.len() < 4 {
            return unfit(format!(
                "a convex hull needs at least 4 points, but has {}",
                points.len()
            ));
        }
        if thickness(points) <= FLAT {
            return unfit("the points of a convex hull all lie in one plane".into());
        }
        let Some(polyhedron) = ConvexPolyhedron::from_convex_hull(points) else {
            return unfit("these points have no convex hull that closes".into());
        };
        let vertices = polyhedron.points().to_vec();
        let adjacent = polyhedron.vertices_adj_to_face();
        let mut hull = Self {
            vertices,
            triangles: Vec::new(),
            faces: Vec::new(),
            loops: Vec::new(),
            around: Vec::new(),
            starts: Vec::new(),
            centre: DVec3::ZERO,
            inner: 0.0,
        };
        for face in polyhedron.faces() {
            let first = face.first_vertex_or_edge as usize;
            let corners = &adjacent[first..first + face.num_vertices_or_edges as usize];
            hull.add_face(corners);
        }
        hull.link();
        hull.centre = hull.vertices.iter().copied().sum::<DVec3>() / hull.vertices.len() as f64;
        let inside = |face: &Face| face.offset - face.normal.dot(hull.centre);
        hull.inner = hull.faces.iter().map(inside).fold(f64::INFINITY, f64::min);
        Ok(hull)
    }

    fn add_face(&mut self, corners: &[u32]) {
        let at = |k: usize| self.vertices[corners[k] as usize];
        // Newell's normal, which no single thin corner can spoil.
        let normal: DVec3 =
            (1..corners.len() - 1).map(|k| (at(k) - at(0)).cross(at(k + 1) - at(0))).sum();
        let normal = normal.normalize_or(DVec3::Y);
        let offset = corners
            .iter()
            .map(|&corner| normal.dot(self.vertices[corner as usize]))
            .fold(f64::NEG_INFINITY, f64::max);
        self.faces.push(Face { normal, offset, first: self.loops.len(), count: corners.len() });
        self.loops.extend(corners);
        self.triangles
            .extend((1..corners.len() - 1).map(|k| [corners[0], corners[k], corners[k + 1]]));
    }

    fn link(&mut self) {
        let mut lists = vec![Vec::new(); self.vertices.len()];
        for (index, face) in self.faces.iter().enumerate() {
            for &corner in &self.loops[face.first..face.first + face.count] {
                lists[corner as usize].push(index as u32);
            }
        }
        self.starts.push(0);
        for list in lists {
            self.around.extend(list);
            self.starts.push(self.around.len());
        }
    }

    /// A point inside, and the radius of a ball around it that is inside too.
    pub(crate) fn inner(&self) -> (DVec3, f64) {
        (self.centre, self.inner)
    }

    pub(crate) fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// Its surface, anticlockwise seen from outside.
    pub(crate) fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    pub(crate) fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// The corners of a face, anticlockwise seen from outside.
    pub(crate) fn corners(&self, face: usize) -> &[u32] {
        let face = &self.faces[face];
        &self.loops[face.first..face.first + face.count]
    }

    /// The faces around a vertex.
    pub(crate) fn around(&self, vertex: u32) -> &[u32] {
        &self.around[self.starts[vertex as usize]..self.starts[vertex as usize + 1]]
    }

    /// The vertex farthest along a direction.
    pub(crate) fn support(&self, direction: DVec3) -> usize {
        let mut best = (0, f64::NEG_INFINITY);
        for (index, vertex) in self.vertices.iter().enumerate() {
            let along = vertex.dot(direction);
            if along > best.1 {
                best = (index, along);
            }
        }
        best.0
    }

    /// The face at the supporting vertex that looks most along a direction.
    pub(crate) fn facing(&self, direction: DVec3) -> usize {
        let vertex = self.support(direction);
        let mut best = (0, f64::NEG_INFINITY);
        for &face in self.around(vertex as u32) {
            let along = self.faces[face as usize].normal.dot(direction);
            if along > best.1 {
                best = (face as usize, along);
            }
        }
        best.0
    }
}

/// How far the points reach out of their best plane, as a share of their size.
fn thickness(points: &[DVec3]) -> f64 {
    let farthest = |measure: &dyn Fn(DVec3) -> f64| {
        points
            .iter()
            .copied()
            .max_by(|a, b| measure(*a).total_cmp(&measure(*b)))
            .unwrap_or(points[0])
    };
    let origin = points[0];
    let first = farthest(&|p| (p - origin).length_squared()) - origin;
    let size = first.length();
    if size == 0.0 {
        return 0.0;
    }
    let along = first / size;
    let second =
        farthest(&|p| (p - origin).reject_from_normalized(along).length_squared()) - origin;
    let Some(normal) = along.cross(second).try_normalize() else { return 0.0 };
    points.iter().map(|&p| (p - origin).dot(normal).abs()).fold(0.0, f64::max) / size
}
