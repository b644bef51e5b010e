//! A tetrahedron with linear displacements.
//!
//! F = Σ x_a g_aᵀ with the gradients g_a of its shape functions at rest,
//! W = V Ψ(F), the force on corner a is −V P g_a. In the axes of F = U Σ Vᵀ, with
//! G_a = Vᵀ g_a, a block of the stiffness is V U K̂ Uᵀ where, for i ≠ j,
//! K̂ᵢⱼ = Ψᵢⱼ G_aᵢ G_bⱼ + (a − b)/2 G_aⱼ G_bᵢ and
//! K̂ⱼⱼ = Ψⱼⱼ G_aⱼ G_bⱼ + Σ_{l≠j} (a + b)/2 G_aₗ G_bₗ (see `energy.rs`).

use glam::{DMat3, DVec3};

use crate::element::{Local, Stiffness};
use crate::energy::{Energy, Principal};
use crate::material::Elasticity;
use crate::singular::{Singular, singular};

/// A tetrahedron of one material.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tetrahedron {
    /// Its corners, by their numbers in the mesh.
    pub vertices: [u32; 4],
    /// Gradients of the shape functions at rest (1/m).
    gradients: [DVec3; 4],
    /// Volume at rest (m³).
    volume: f64,
    mu: f64,
    lambda: f64,
    density: f64,
    energy: Energy,
}

impl Tetrahedron {
    /// The tetrahedron that is at rest with these corners; `None` where it is
    /// flat or inside out.
    pub fn new(
        vertices: [u32; 4],
        rest: [DVec3; 4],
        material: &Elasticity,
        energy: Energy,
    ) -> Option<Self> {
        let edges = DMat3::from_cols(rest[1] - rest[0], rest[2] - rest[0], rest[3] - rest[0]);
        let volume = edges.determinant() / 6.0;
        // Rows of the inverse are the gradients of corners 1, 2 and 3.
        let rows = edges.inverse().transpose();
        let gradients =
            [-(rows.x_axis + rows.y_axis + rows.z_axis), rows.x_axis, rows.y_axis, rows.z_axis];
        let is_whole = volume > 0.0 && gradients.iter().all(|gradient| gradient.is_finite());
        let (mu, lambda, density) = (material.shear(), material.lame(), material.density);
        is_whole.then_some(Self { vertices, gradients, volume, mu, lambda, density, energy })
    }

    /// Volume at rest (m³).
    pub fn volume(&self) -> f64 {
        self.volume
    }

    /// Mass (kg).
    pub fn mass(&self) -> f64 {
        self.density * self.volume
    }

    /// F at these corners.
    pub fn deformation(&self, corners: &[DVec3]) -> DMat3 {
        // From one corner, so that a rigid translation changes no bit of it.
        let outer = |x: DVec3, g: DVec3| DMat3::from_cols(x * g.x, x * g.y, x * g.z);
        (1..4)
            .fold(DMat3::ZERO, |sum, at| sum + outer(corners[at] - corners[0], self.gradients[at]))
    }

    /// The principal stretches' largest distance from 1: how strained it is.
    pub fn strain(&self, corners: &[DVec3]) -> f64 {
        (singular(&self.deformation(corners)).values - DVec3::ONE).abs().max_element()
    }

    /// Energy (J); infinite where the energy refuses the shape.
    pub fn energy(&self, corners: &[DVec3]) -> f64 {
        self.principal(corners).map_or(f64::INFINITY, |(_, found)| self.volume * found.value)
    }

    /// Forces and stiffness; `None` where the energy is infinite.
    pub fn evaluate(
        &self,
        corners: &[DVec3],
        stiffness: Stiffness,
        local: &mut Local,
    ) -> Option<()> {
        let (frame, principal) = self.principal(corners)?;
        let piola = match self.energy {
            Energy::Linear => self.linear_piola(&self.deformation(corners)),
            _ => {
                let spread = DMat3::from_diagonal(principal.gradient);
                frame.left * spread * frame.right.transpose()
            }
        };
        for (force, gradient) in local.force.iter_mut().zip(self.gradients) {
            *force = -self.volume * (piola * gradient);
        }
        let principal = match stiffness {
            Stiffness::None => return Some(()),
            Stiffness::Exact => principal,
            Stiffness::Positive => principal.projected(),
        };
        let turned = self.gradients.map(|gradient| frame.right.transpose() * gradient);
        for a in 0..4 {
            for b in 0..=a {
                let block = self.volume * principal.block(turned[a], turned[b]);
                let block = frame.left * block * frame.left.transpose();
                local.stiffness[a][b] = block;
                local.stiffness[b][a] = block.transpose();
            }
        }
        Some(())
    }

    fn linear_piola(&self, deformation: &DMat3) -> DMat3 {
        let strain = 0.5 * (*deformation + deformation.transpose()) - DMat3::IDENTITY;
        let trace = strain.x_axis.x + strain.y_axis.y + strain.z_axis.z;
        2.0 * self.mu * strain + self.lambda * trace * DMat3::IDENTITY
    }

    fn principal(&self, corners: &[DVec3]) -> Option<(Singular, Principal)> {
        let deformation = self.deformation(corners);
        if self.energy == Energy::Linear {
            let one = DMat3::IDENTITY;
            let frame = Singular { left: one, values: DVec3::ONE, right: one };
            let mut found = self.energy.principal(DVec3::ONE, self.mu, self.lambda)?;
            let stress = self.linear_piola(&deformation);
            let strain = 0.5 * (deformation + deformation.transpose()) - one;
            let dot = |a: DVec3, b: DVec3| a.dot(b);
            found.value = 0.5
                * (dot(stress.x_axis, strain.x_axis)
                    + dot(stress.y_axis, strain.y_axis)
                    + dot(stress.z_axis, strain.z_axis));
            return Some((frame, found));
        }
        let frame = singular(&deformation);
        Some((frame, self.energy.principal(frame.values, self.mu, self.lambda)?))
    }
}

impl Principal {
    /// K̂ of the corners a and b.
    fn block(&self, a: DVec3, b: DVec3) -> DMat3 {
        let mut block = DMat3::ZERO;
        for j in 0..3 {
            for i in 0..3 {
                block.col_mut(j)[i] += self.hessian.col(j)[i] * a[i] * b[j];
                if i != j {
                    let pair = 3 - i - j;
                    let (even, odd) = (self.even[pair], self.odd[pair]);
                    block.col_mut(j)[i] += 0.5 * (even - odd) * a[j] * b[i];
                    block.col_mut(j)[j] += 0.5 * (even + odd) * a[i] * b[i];
                }
            }
        }
        block
    }
}
