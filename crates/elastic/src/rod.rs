//! Ropes, and what resists bending.

use glam::{DMat3, DVec3};

use crate::element::{Local, Stiffness};

/// A piece of rope that resists being longer or shorter:
/// W = k/2 (l − L)² with k = E A/L.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Its ends, by their numbers in the mesh.
    pub vertices: [u32; 2],
    /// Length at rest (m).
    pub length: f64,
    /// k (N/m).
    pub stiffness: f64,
    /// Mass (kg).
    pub mass: f64,
}

impl Stretch {
    /// How much longer or shorter it is, by its length at rest.
    pub fn strain(&self, corners: &[DVec3]) -> f64 {
        ((corners[1] - corners[0]).length() / self.length - 1.0).abs()
    }

    /// Energy (J).
    pub fn energy(&self, corners: &[DVec3]) -> f64 {
        let longer = (corners[1] - corners[0]).length() - self.length;
        0.5 * self.stiffness * longer * longer
    }

    /// Forces and stiffness. A piece without length pulls nowhere.
    pub fn evaluate(&self, corners: &[DVec3], stiffness: Stiffness, local: &mut Local) {
        let between = corners[1] - corners[0];
        let length = between.length();
        let along = if length > 0.0 { between / length } else { DVec3::ZERO };
        let tension = self.stiffness * (length - self.length);
        (local.force[0], local.force[1]) = (tension * along, -tension * along);
        if stiffness == Stiffness::None {
            return;
        }
        let parallel = DMat3::from_cols(along * along.x, along * along.y, along * along.z);
        let mut across = if length > 0.0 { tension / length } else { 0.0 };
        if stiffness == Stiffness::Positive {
            across = across.max(0.0);
        }
        let block = self.stiffness * parallel + across * (DMat3::IDENTITY - parallel);
        local.stiffness[0][0] = block;
        local.stiffness[1][1] = block;
        local.stiffness[0][1] = -block;
        local.stiffness[1][0] = -block;
    }
}

/// Resists bending out of a straight line or a plane: W = k/2 |Σ c_a x_a|² with
/// Σ c_a = 0 and Σ c_a X_a = 0, so that no rigid motion costs anything. The
/// stiffness never changes and is positive (Bergou et al., SGP 2006).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bend {
    /// Three vertices of a rope, or the ends of an edge of cloth and the corners
    /// opposite to it.
    pub vertices: [u32; 4],
    /// How many of them there are.
    pub count: usize,
    /// c_a.
    pub weights: [f64; 4],
    /// k (N/m).
    pub stiffness: f64,
}

impl Bend {
    /// Between two pieces of rope, each of this length, whose resistance to
    /// bending is E I (N·m²): the curvature is |x₀ − 2x₁ + x₂|/L².
    pub fn of_rope(vertices: [u32; 3], length: f64, rigidity: f64) -> Self {
        let [a, b, c] = vertices;
        Self {
            vertices: [a, b, c, c],
            count: 3,
            weights: [1.0, -2.0, 1.0, 0.0],
            stiffness: rigidity / (length * length * length),
        }
    }

    /// At an edge of flat cloth, with the corners opposite to it last and the
    /// rigidity D = E t³/(12 (1 − ν²)) (N·m): W = D/2 θ² |e|²/(A₁ + A₂) for small
    /// angles θ, which is a plate on regular meshes (Seung and Nelson 1988). `None`
    /// where a triangle has no area.
    pub fn of_cloth(vertices: [u32; 4], rest: [DVec3; 4], rigidity: f64) -> Option<Self> {
        let cotangent = |at: DVec3, one: DVec3, two: DVec3| {
            let (a, b) = (one - at, two - at);
            a.dot(b) / a.cross(b).length()
        };
        let area = |a: DVec3, b: DVec3, c: DVec3| 0.5 * (b - a).cross(c - a).length();
        let [x, y, left, right] = rest;
        let (first, second) = (cotangent(x, y, left), cotangent(x, y, right));
        let (third, fourth) = (cotangent(y, x, left), cotangent(y, x, right));
        let weights = [third + fourth, first + second, -first - third, -second - fourth];
        let stiffness = rigidity / (area(x, y, left) + area(x, y, right));
        let is_whole = weights.iter().all(|weight| weight.is_finite()) && stiffness.is_finite();
        is_whole.then_some(Self { vertices, count: 4, weights, stiffness })
    }

    fn sum(&self, corners: &[DVec3]) -> DVec3 {
        // From one corner, so that a rigid translation changes no bit of it.
        let weights = self.weights[1..self.count].iter();
        weights.zip(&corners[1..]).map(|(weight, corner)| *weight * (*corner - corners[0])).sum()
    }

    /// Energy (J).
    pub fn energy(&self, corners: &[DVec3]) -> f64 {
        0.5 * self.stiffness * self.sum(corners).length_squared()
    }

    /// Forces and stiffness.
    pub fn evaluate(&self, corners: &[DVec3], stiffness: Stiffness, local: &mut Local) {
        let sum = self.stiffness * self.sum(corners);
        for a in 0..self.count {
            local.force[a] = -self.weights[a] * sum;
            if stiffness != Stiffness::None {
                for b in 0..self.count {
                    let value = self.stiffness * self.weights[a] * self.weights[b];
                    local.stiffness[a][b] = DMat3::from_diagonal(DVec3::splat(value));
                }
            }
        }
    }
}
