//! Masses, centres and inertias of shapes and of bodies made of them.

use glam::{DMat3, DQuat, DVec3};
use stickslip_contact::{Pose, Shape, ShapeKind};
use stickslip_geometry::mesh::Surface;

use crate::mechanism::{GeomShape, MeshMass};

/// Mass, centre and inertia about the centre, in some frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Mass {
    pub(crate) mass: f64,
    pub(crate) centre: DVec3,
    pub(crate) inertia: DMat3,
}

impl Mass {
    /// Nothing.
    pub(crate) const NONE: Self = Self { mass: 0.0, centre: DVec3::ZERO, inertia: DMat3::ZERO };

    /// The same seen from the frame that it stands in at `pose`.
    pub(crate) fn moved(&self, pose: &Pose) -> Self {
        Self {
            mass: self.mass,
            centre: pose.point(self.centre),
            inertia: turned(pose.orientation, self.inertia),
        }
    }

    /// With so much mass in the place of its own.
    pub(crate) fn with_mass(&self, mass: f64) -> Self {
        let inertia = if self.mass > 0.0 { self.inertia * (mass / self.mass) } else { DMat3::ZERO };
        Self { mass, inertia, ..*self }
    }

    /// All of them as one: m = Σ mᵢ, c = Σ mᵢ cᵢ/m, I = Σ Iᵢ + mᵢ(|d|² − d dᵀ), d = cᵢ − c.
    pub(crate) fn sum(parts: &[Self]) -> Self {
        let mass: f64 = parts.iter().map(|part| part.mass).sum();
        if mass <= 0.0 {
            return Self::NONE;
        }
        let centre = parts.iter().map(|part| part.mass * part.centre).sum::<DVec3>() / mass;
        let inertia = parts.iter().fold(DMat3::ZERO, |sum, part| {
            let d = part.centre - centre;
            sum + part.inertia
                + (DMat3::from_diagonal(DVec3::splat(d.dot(d))) - outer(d)) * part.mass
        });
        Self { mass, centre, inertia }
    }
}

fn outer(d: DVec3) -> DMat3 {
    DMat3::from_cols(d * d.x, d * d.y, d * d.z)
}

/// R I Rᵀ.
pub(crate) fn turned(turn: DQuat, inertia: DMat3) -> DMat3 {
    let turn = DMat3::from_quat(turn);
    turn * inertia * turn.transpose()
}

/// A solid of density 1, or a shell of 1 kg/m², about the middle of the shape.
/// `None` for what has no inside, such as planes, and for meshes.
pub(crate) fn of_shape(shape: &GeomShape, shell: bool) -> Option<Mass> {
    use std::f64::consts::PI;
    let (volume, inertia) = match (shape, shell) {
        (&GeomShape::Sphere(r), false) => (4.0 / 3.0 * PI * r.powi(3), DVec3::splat(0.4 * r * r)),
        (&GeomShape::Sphere(r), true) => (4.0 * PI * r * r, DVec3::splat(2.0 / 3.0 * r * r)),
        (&GeomShape::Capsule(r, half), false) => {
            // A cylinder of height h and two half balls, whose centres are 3 r/8 beyond its ends.
            let h = 2.0 * half;
            let volume = PI * (r * r * h + 4.0 / 3.0 * r.powi(3));
            let ball = 4.0 * r / (4.0 * r + 3.0 * h);
            let rod = 1.0 - ball;
            let across = rod * (3.0 * r * r + h * h) / 12.0
                + ball * (0.4 * r * r + h * (3.0 * r + 2.0 * h) / 8.0);
            let along = rod * r * r / 2.0 + ball * 0.4 * r * r;
            (volume, DVec3::new(across, across, along))
        }
        (&GeomShape::Cylinder(r, half), false) => {
            let across = (3.0 * r * r + 4.0 * half * half) / 12.0;
            (2.0 * PI * r * r * half, DVec3::new(across, across, r * r / 2.0))
        }
        (&GeomShape::Ellipsoid(radii), false) => {
            let s = radii * radii;
            let inertia = DVec3::new(s.y + s.z, s.z + s.x, s.x + s.y) / 5.0;
            (4.0 / 3.0 * PI * radii.x * radii.y * radii.z, inertia)
        }
        (&GeomShape::Box(half), false) => {
            let s = half * half;
            let inertia = DVec3::new(s.y + s.z, s.z + s.x, s.x + s.y) / 3.0;
            (8.0 * half.x * half.y * half.z, inertia)
        }
        _ => return None,
    };
    let inertia = DMat3::from_diagonal(inertia * volume);
    Some(Mass { mass: volume, centre: DVec3::ZERO, inertia })
}

/// How the inside of a mesh is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MeshInertia {
    /// Of its convex hull.
    Convex,
    /// Σ |tetrahedra| about the centre of the faces: not exact, and the format's default.
    Legacy,
    /// Σ of signed tetrahedra.
    Exact,
    /// Of the faces alone.
    Shell,
}

/// Volume, centre and inertia at density 1; a sentence where there is none.
///
/// A face abc and a point o span a tetrahedron of volume V = (a−o)·(b−o)×(c−o)/6 with centre
/// (a+b+c+o)/4; about a centre at 0, ∫ x xᵀ = V/20 (a aᵀ + b bᵀ + c cᵀ + s sᵀ), s = a + b + c.
/// Of a face of area A, ∫ x xᵀ = A/12 (the same).
pub(crate) fn of_mesh(surface: &Surface, how: MeshInertia) -> Result<MeshMass, String> {
    if how == MeshInertia::Convex {
        let (points, faces) = hull(surface.points())?;
        let hull = Surface::new(points, faces).map_err(|error| error.to_string())?;
        return of_mesh(&hull, MeshInertia::Exact);
    }
    let corners = surface.all_corners();
    let area = |[a, b, c]: [DVec3; 3]| (b - a).cross(c - a).length() / 2.0;
    let whole: f64 = corners.iter().map(|face| area(*face)).sum();
    if whole <= 0.0 {
        return Err("its faces have no area".into());
    }
    let middle = |[a, b, c]: [DVec3; 3]| (a + b + c) / 3.0;
    let face_centre = corners.iter().map(|face| area(*face) * middle(*face)).sum::<DVec3>() / whole;
    let part = |face: [DVec3; 3], about: DVec3| {
        let [a, b, c] = face.map(|corner| corner - about);
        let volume = a.dot(b.cross(c)) / 6.0;
        match how {
            MeshInertia::Legacy => volume.abs(),
            MeshInertia::Shell => area(face),
            _ => volume,
        }
    };
    let centre = match how {
        MeshInertia::Shell => face_centre,
        _ => {
            let volume: f64 = corners.iter().map(|face| part(*face, face_centre)).sum();
            if volume < 1e-15 {
                return Err("it encloses no volume: it is open, flat or inside out".into());
            }
            let weigh = |face: [DVec3; 3]| {
                part(face, face_centre) * (0.75 * middle(face) + 0.25 * face_centre)
            };
            corners.iter().map(|face| weigh(*face)).sum::<DVec3>() / volume
        }
    };
    let share = if how == MeshInertia::Shell { 12.0 } else { 20.0 };
    let (mut volume, mut second) = (0.0, DMat3::ZERO);
    for face in corners {
        let [a, b, c] = face.map(|corner| corner - centre);
        let weight = part(face, centre);
        volume += weight;
        second += (outer(a) + outer(b) + outer(c) + outer(a + b + c)) * (weight / share);
    }
    let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
    let inertia = DMat3::from_diagonal(DVec3::splat(trace)) - second;
    Ok(MeshMass { volume, centre, inertia })
}

/// Points and faces of the convex hull.
pub(crate) fn hull(points: &[DVec3]) -> Result<(Vec<DVec3>, Vec<[u32; 3]>), String> {
    let shape = Shape::convex_hull(points).map_err(|error| error.to_string())?;
    match shape.kind() {
        ShapeKind::ConvexHull { vertices, triangles } => {
            Ok((vertices.to_vec(), triangles.to_vec()))
        }
        _ => Err("it has no convex hull".into()),
    }
}

/// Eigenvalues and eigenvectors (columns) of a symmetric matrix, by Jacobi's rotations.
pub(crate) fn principal(matrix: DMat3) -> (DVec3, DMat3) {
    let mut a = matrix.to_cols_array_2d();
    let mut v = DMat3::IDENTITY;
    for _ in 0..50 {
        let off = a[0][1].powi(2) + a[0][2].powi(2) + a[1][2].powi(2);
        let size = a[0][0].powi(2) + a[1][1].powi(2) + a[2][2].powi(2);
        if off <= 1e-32 * size || off == 0.0 {
            break;
        }
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if a[p][q] == 0.0 {
                continue;
            }
            let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
            let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
            let c = 1.0 / (t * t + 1.0).sqrt();
            let mut turn = DMat3::IDENTITY.to_cols_array_2d();
            (turn[p][p], turn[q][q], turn[q][p], turn[p][q]) = (c, c, t * c, -t * c);
            let turn = DMat3::from_cols_array_2d(&turn);
            let m = turn.transpose() * DMat3::from_cols_array_2d(&a) * turn;
            a = ((m + m.transpose()) * 0.5).to_cols_array_2d();
            v *= turn;
        }
    }
    (DVec3::new(a[0][0], a[1][1], a[2][2]), v)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn principal_axes_give_the_matrix_back() {
        let turn = DMat3::from_quat(DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), 0.7));
        let matrix = turn * DMat3::from_diagonal(DVec3::new(3.0, 1.0, 2.0)) * turn.transpose();
        let (values, axes) = principal(matrix);
        let mut sorted = values.to_array();
        sorted.sort_by(f64::total_cmp);
        assert!(sorted.iter().zip([1.0, 2.0, 3.0]).all(|(a, b)| (a - b).abs() < 1e-14));
        let again = axes * DMat3::from_diagonal(values) * axes.transpose();
        assert!(again.abs_diff_eq(matrix, 1e-14));
    }
}
