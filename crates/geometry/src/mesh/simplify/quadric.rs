//! Sums of squared distances to planes.

use std::ops::AddAssign;

use glam::{DMat3, DVec3};

/// What keeps the new point near the middle of its edge where the planes do not say
/// where it is, as a share of the planes' weight.
const PULL: f64 = 1e-6;
/// Each repetition divides what the pull leaves across the planes by its share.
const REPETITIONS: usize = 3;

/// Q(v) = vᵀA v − 2 bᵀv + c = Σ area·(n·v − d)².
#[derive(Clone, Copy, Debug)]
pub struct Quadric {
    matrix: DMat3,
    vector: DVec3,
    constant: f64,
}

impl AddAssign for Quadric {
    fn add_assign(&mut self, other: Self) {
        self.matrix += other.matrix;
        self.vector += other.vector;
        self.constant += other.constant;
    }
}

impl Quadric {
    /// Of no plane.
    pub const ZERO: Self = Self { matrix: DMat3::ZERO, vector: DVec3::ZERO, constant: 0.0 };

    /// Of the plane of a face, weighted by its area; nothing where it has none.
    pub fn of_face([a, b, c]: [DVec3; 3]) -> Self {
        let twice = (b - a).cross(c - a);
        let (Some(normal), weight) = (twice.try_normalize(), twice.length() / 2.0) else {
            return Self::ZERO;
        };
        let offset = normal.dot((a + b + c) / 3.0);
        let weighted = normal * weight;
        Self {
            matrix: DMat3::from_cols(weighted * normal.x, weighted * normal.y, weighted * normal.z),
            vector: weighted * offset,
            constant: weight * offset * offset,
        }
    }

    /// Q(v).
    pub fn at(&self, place: DVec3) -> f64 {
        place.dot(self.matrix * place) - 2.0 * self.vector.dot(place) + self.constant
    }

    /// The sum of the areas: the trace of A, as normals have length one.
    pub fn area(&self) -> f64 {
        self.matrix.x_axis.x + self.matrix.y_axis.y + self.matrix.z_axis.z
    }

    /// The v with n·(v − m) = d and the smallest Q(v) + ε |v − m|².
    ///
    /// v ← v + H⁻¹(b − A v) − μ H⁻¹n with H = A + ε I and μ such that v lies on the plane.
    /// Repeated, that leaves the pull ε where A says nothing, and takes it away where A
    /// does: points of a ridge stay on it to rounding.
    pub fn least_on_plane(&self, middle: DVec3, normal: DVec3, offset: f64) -> DVec3 {
        let pull = PULL * self.area();
        let inverse = (self.matrix + DMat3::from_diagonal(DVec3::splat(pull))).inverse();
        let along = inverse * normal;
        let mut step = DVec3::ZERO;
        for _ in 0..REPETITIONS {
            step += inverse * (self.vector - self.matrix * (middle + step));
            step -= along * ((normal.dot(step) - offset) / normal.dot(along));
        }
        middle + step
    }
}
