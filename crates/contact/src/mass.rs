//! Mass, centre and inertia of a shape.

use std::f64::consts::PI;

use glam::{DMat3, DVec3};

use crate::shape::{Geometry, Hull};
use crate::{Pose, Shape};

/// Mass properties of a rigid body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MassProperties {
    /// Mass in kg.
    pub mass: f64,
    /// Centre of mass in the shape's frame (m).
    pub center: DVec3,
    /// Inertia about the centre of mass, in the axes of the shape's frame (kg·m²).
    pub inertia: DMat3,
}

impl Shape {
    /// Mass, centre and inertia at a density in kg/m³. `None` for shapes
    /// without a volume (half-spaces and terrains), and for a density that is
    /// not a positive finite number.
    pub fn mass_properties(&self, density: f64) -> Option<MassProperties> {
        if !(density.is_finite() && density > 0.0) {
            return None;
        }
        Some(match &*self.geometry {
            &Geometry::Sphere { radius } => sphere(density, radius),
            &Geometry::Cuboid { half_extents } => cuboid(density, half_extents),
            &Geometry::Capsule { radius, half_length } => capsule(density, radius, half_length),
            &Geometry::Cylinder { radius, half_length } => cylinder(density, radius, half_length),
            Geometry::ConvexHull(hull) => polyhedron(density, hull),
            Geometry::HalfSpace { .. } | Geometry::Terrain(_) => return None,
            Geometry::Compound { parts } => {
                let part = |(pose, shape): &(Pose, Shape)| {
                    shape.mass_properties(density).map(|mass| mass.placed(pose))
                };
                parts.iter().filter_map(part).reduce(MassProperties::joined)?
            }
        })
    }
}

impl MassProperties {
    fn centered(mass: f64, inertia: DVec3) -> Self {
        Self { mass, center: DVec3::ZERO, inertia: DMat3::from_diagonal(inertia) }
    }

    /// The same body seen from a frame in which its own has this pose.
    pub fn placed(&self, pose: &Pose) -> Self {
        let rotation = DMat3::from_quat(pose.orientation);
        Self {
            mass: self.mass,
            center: pose.point(self.center),
            inertia: rotation * self.inertia * rotation.transpose(),
        }
    }

    /// Both as one body: I = Σ Iᵢ + mᵢ (|dᵢ|² 1 − dᵢ dᵢᵀ), dᵢ from the common centre (Steiner).
    pub fn joined(self, other: Self) -> Self {
        let mass = self.mass + other.mass;
        let center = (self.center * self.mass + other.center * other.mass) / mass;
        let inertia = self.inertia
            + steiner(self.mass, self.center - center)
            + other.inertia
            + steiner(other.mass, other.center - center);
        Self { mass, center, inertia }
    }
}

/// m (|d|² 1 − d dᵀ)
fn steiner(mass: f64, d: DVec3) -> DMat3 {
    mass * (DMat3::from_diagonal(DVec3::splat(d.length_squared())) - outer(d, d))
}

fn outer(a: DVec3, b: DVec3) -> DMat3 {
    DMat3::from_cols(a * b.x, a * b.y, a * b.z)
}

/// I = 2/5 m r²
fn sphere(density: f64, radius: f64) -> MassProperties {
    let mass = density * 4.0 / 3.0 * PI * radius.powi(3);
    MassProperties::centered(mass, DVec3::splat(0.4 * mass * radius * radius))
}

/// I_x = m/3 (h_y² + h_z²) by half extents
fn cuboid(density: f64, half: DVec3) -> MassProperties {
    let mass = density * 8.0 * half.element_product();
    let squares = half * half;
    MassProperties::centered(mass, mass / 3.0 * (DVec3::splat(squares.element_sum()) - squares))
}

/// I_y = m r²/2, I_x = I_z = m (r²/4 + h²/3), h half the height
fn cylinder(density: f64, radius: f64, half_length: f64) -> MassProperties {
    let mass = density * PI * radius * radius * 2.0 * half_length;
    let across = mass * (radius * radius / 4.0 + half_length * half_length / 3.0);
    MassProperties::centered(mass, DVec3::new(across, mass * radius * radius / 2.0, across))
}

/// A cylinder and two half balls, whose centres lie 3/8 r beyond its ends:
/// I_x = I_cylinder + m_ball (2/5 r² + h² + 3/4 h r), m_ball of both halves
fn capsule(density: f64, radius: f64, half_length: f64) -> MassProperties {
    let middle = cylinder(density, radius, half_length);
    let caps = sphere(density, radius);
    let lever = half_length * half_length + 0.75 * half_length * radius;
    let steiner = DVec3::new(1.0, 0.0, 1.0) * (caps.mass * lever);
    MassProperties {
        mass: middle.mass + caps.mass,
        center: DVec3::ZERO,
        inertia: middle.inertia + caps.inertia + DMat3::from_diagonal(steiner),
    }
}

/// Signed tetrahedra from a point inside to each triangle (a, b, c), with
/// volume V = a·(b×c)/6, centroid (a+b+c)/4 and
/// ∫ x xᵀ = V/20 (Σ vᵢ vᵢᵀ + s sᵀ), s = a + b + c.
fn polyhedron(density: f64, hull: &Hull) -> MassProperties {
    let vertices = hull.vertices();
    let inside = vertices.iter().copied().sum::<DVec3>() / vertices.len() as f64;
    let (mut volume, mut moment, mut second) = (0.0, DVec3::ZERO, DMat3::ZERO);
    for triangle in hull.triangles() {
        let [a, b, c] = triangle.map(|corner| vertices[corner as usize] - inside);
        let part = a.dot(b.cross(c)) / 6.0;
        let sum = a + b + c;
        volume += part;
        moment += part / 4.0 * sum;
        second += part / 20.0 * (outer(a, a) + outer(b, b) + outer(c, c) + outer(sum, sum));
    }
    let mass = density * volume;
    let center = moment / volume;
    let second = density * second - mass * outer(center, center);
    let trace = second.x_axis.x + second.y_axis.y + second.z_axis.z;
    MassProperties {
        mass,
        center: center + inside,
        inertia: DMat3::from_diagonal(DVec3::splat(trace)) - second,
    }
}
