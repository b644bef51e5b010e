//! A triangle of cloth, St. Venant–Kirchhoff in its plane.
//!
//! F = [d₁ d₂] D⁻¹ (3 × 2), E = (FᵀF − I)/2, W = t A (μ E:E + λ'/2 tr²E) with the λ'
//! of a sheet; S = 2μE + λ' tr E, the force on corner a is −t A F S g_a. The
//! stiffness is t A (g_aᵀ S g_b I + F C_ab Fᵀ), whose second part is positive;
//! S is cut off below zero where a positive stiffness is asked for.

use glam::{DMat2, DMat3, DVec2, DVec3};

use crate::element::{Local, Stiffness};
use crate::material::Elasticity;

/// A triangle that resists stretching and shearing, and not bending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Membrane {
    /// Its corners, by their numbers in the mesh.
    pub vertices: [u32; 3],
    gradients: [DVec2; 3],
    /// Area times thickness at rest (m³).
    volume: f64,
    mu: f64,
    lambda: f64,
    density: f64,
}

impl Membrane {
    /// The triangle that is at rest with these corners; `None` where it has no
    /// area.
    pub fn new(
        vertices: [u32; 3],
        rest: [DVec3; 3],
        thickness: f64,
        material: &Elasticity,
    ) -> Option<Self> {
        let (first, second) = (rest[1] - rest[0], rest[2] - rest[0]);
        let along = first.try_normalize()?;
        let across = (second - second.dot(along) * along).try_normalize()?;
        let edges = DMat2::from_cols(
            DVec2::new(first.length(), 0.0),
            DVec2::new(second.dot(along), second.dot(across)),
        );
        let volume = 0.5 * edges.determinant() * thickness;
        let rows = edges.inverse().transpose();
        let gradients = [-(rows.x_axis + rows.y_axis), rows.x_axis, rows.y_axis];
        let (mu, lambda, density) = (material.shear(), material.lame_of_sheet(), material.density);
        let is_whole = volume > 0.0 && gradients.iter().all(|gradient| gradient.is_finite());
        is_whole.then_some(Self { vertices, gradients, volume, mu, lambda, density })
    }

    /// Mass (kg).
    pub fn mass(&self) -> f64 {
        self.density * self.volume
    }

    /// The two columns of F.
    fn deformation(&self, corners: &[DVec3]) -> [DVec3; 2] {
        let edges = [corners[1] - corners[0], corners[2] - corners[0]];
        let column =
            |axis: usize| edges[0] * self.gradients[1][axis] + edges[1] * self.gradients[2][axis];
        [column(0), column(1)]
    }

    fn green([x, y]: [DVec3; 2]) -> DMat2 {
        let metric = DMat2::from_cols(
            DVec2::new(x.length_squared(), x.dot(y)),
            DVec2::new(x.dot(y), y.length_squared()),
        );
        0.5 * (metric - DMat2::IDENTITY)
    }

    /// The principal stretches' larger distance from 1: how strained it is. An
    /// eigenvalue e of E belongs to the stretch √(1 + 2 e).
    pub fn strain(&self, corners: &[DVec3]) -> f64 {
        let green = Self::green(self.deformation(corners));
        let middle = 0.5 * (green.x_axis.x + green.y_axis.y);
        let apart = libm::hypot(0.5 * (green.x_axis.x - green.y_axis.y), green.x_axis.y);
        let strain = |e: f64| ((1.0 + 2.0 * e).max(0.0).sqrt() - 1.0).abs();
        strain(middle + apart).max(strain(middle - apart))
    }

    /// Energy (J).
    pub fn energy(&self, corners: &[DVec3]) -> f64 {
        let green = Self::green(self.deformation(corners));
        let trace = green.x_axis.x + green.y_axis.y;
        let square = green.x_axis.length_squared() + green.y_axis.length_squared();
        self.volume * (self.mu * square + 0.5 * self.lambda * trace * trace)
    }

    /// Forces and stiffness.
    pub fn evaluate(&self, corners: &[DVec3], stiffness: Stiffness, local: &mut Local) {
        let columns = self.deformation(corners);
        let green = Self::green(columns);
        let trace = green.x_axis.x + green.y_axis.y;
        let stress = 2.0 * self.mu * green + self.lambda * trace * DMat2::IDENTITY;
        let push = |g: DVec2| columns[0] * g.x + columns[1] * g.y;
        for (force, &gradient) in local.force.iter_mut().zip(&self.gradients) {
            *force = -self.volume * push(stress * gradient);
        }
        let stress = match stiffness {
            Stiffness::None => return,
            Stiffness::Exact => stress,
            Stiffness::Positive => positive_part(&stress),
        };
        let outer = |a: DVec3, b: DVec3| DMat3::from_cols(a * b.x, a * b.y, a * b.z);
        for a in 0..3 {
            for b in 0..3 {
                let (one, two) = (self.gradients[a], self.gradients[b]);
                let (left, right) = (push(one), push(two));
                // dE = sym(Fᵀ dx g_bᵀ), dS = 2μ dE + λ' tr dE.
                let shared = outer(columns[0], columns[0]) + outer(columns[1], columns[1]);
                let block = one.dot(stress * two) * DMat3::IDENTITY
                    + self.mu * (one.dot(two) * shared + outer(right, left))
                    + self.lambda * outer(left, right);
                local.stiffness[a][b] = self.volume * block;
            }
        }
    }
}

/// Sets the negative eigenvalues of a symmetric 2 × 2 matrix to zero.
fn positive_part(matrix: &DMat2) -> DMat2 {
    let (a, b, c) = (matrix.x_axis.x, matrix.x_axis.y, matrix.y_axis.y);
    let (middle, apart) = (0.5 * (a + c), libm::hypot(0.5 * (a - c), b));
    let (low, high) = (middle - apart, middle + apart);
    if low >= 0.0 {
        return *matrix;
    }
    if high <= 0.0 {
        return DMat2::ZERO;
    }
    // high/(high − low) (A − low I) has the eigenvalues high and 0.
    (high / (high - low)) * (*matrix - low * DMat2::IDENTITY)
}
