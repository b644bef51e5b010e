//! A soft cube above the ground: its matrices, its motion, its energy.

use stickslip_elastic::glam::DVec3;
use stickslip_elastic::{Assembly, ElasticMesh, Elasticity, Energy, Inertia, Stiffness};
use stickslip_geometry::mesh::generate::tetrahedral_box;
use stickslip_linalg::SparseMatrix;

use crate::error::ExperimentError;

/// Half its side (m).
const HALF: f64 = 0.1;
/// m/s².
const GRAVITY: f64 = 9.81;
/// B = DAMPING K (s).
const DAMPING: f64 = 1e-3;

/// A cube of linear material, its lowest vertices those that can touch.
pub struct Cube {
    /// Of every freedom (kg).
    pub masses: Vec<f64>,
    pub touching: Vec<usize>,
    stiffness: SparseMatrix,
    rest: Vec<f64>,
}

/// Where its freedoms are, and how fast.
#[derive(Clone)]
pub struct Motion {
    pub positions: Vec<f64>,
    pub velocities: Vec<f64>,
}

impl Cube {
    /// Cut so many times along each side.
    pub fn new(cut: usize, young: f64) -> Result<Self, ExperimentError> {
        let told = |error: &dyn std::fmt::Display| ExperimentError::Missing(error.to_string());
        let cells = tetrahedral_box(DVec3::splat(HALF), [cut; 3]).map_err(|error| told(&error))?;
        let material = Elasticity { young, poisson: 0.3, density: 1000.0 };
        let mesh =
            ElasticMesh::solid(&cells, &material, Energy::Linear).map_err(|error| told(&error))?;
        let mut assembly = Assembly::new(&mesh, |_| false);
        assembly.evaluate(&mesh, mesh.rest(), Stiffness::Exact).map_err(|error| told(&error))?;
        let mut stiffness = assembly.pattern().clone();
        assembly.write_matrix(&mesh, Inertia::Lumped, (0.0, 1.0), &mut stiffness);
        let rest: Vec<f64> =
            mesh.rest().iter().flat_map(|point| (*point + HALF * DVec3::Y).to_array()).collect();
        let touching =
            (0..mesh.rest().len()).map(|v| 3 * v + 1).filter(|&at| rest[at] < 1e-9).collect();
        let masses = mesh.masses().iter().flat_map(|&mass| [mass; 3]).collect();
        Ok(Self { masses, touching, stiffness, rest })
    }

    /// At rest, this far above the ground and moving down.
    pub fn falling(&self, height: f64, speed: f64) -> Motion {
        let vertical = |value: f64| (0..self.rest.len()).map(move |at| [0.0, value, 0.0][at % 3]);
        let positions = self.rest.iter().zip(vertical(height)).map(|(q, y)| q + y).collect();
        Motion { positions, velocities: vertical(-speed).collect() }
    }

    /// A = M + h B + h² K.
    pub fn system(&self, h: f64) -> SparseMatrix {
        let mut matrix = self.stiffness.clone();
        matrix.values_mut().iter_mut().for_each(|value| *value *= h * (h + DAMPING));
        matrix.sum(&SparseMatrix::diagonal_matrix(&self.masses))
    }

    /// f_ext + f_e, and f_d where it is taken at the beginning of a step.
    pub fn forces(&self, motion: &Motion, damped: bool) -> Vec<f64> {
        let size = self.rest.len();
        let bent: Vec<f64> = (0..size)
            .map(|at| {
                let damping = if damped { DAMPING * motion.velocities[at] } else { 0.0 };
                motion.positions[at] - self.rest[at] + damping
            })
            .collect();
        let mut forces = vec![0.0; size];
        self.stiffness.multiply(&bent, &mut forces);
        for (at, force) in forces.iter_mut().enumerate() {
            *force = -*force - if at % 3 == 1 { GRAVITY * self.masses[at] } else { 0.0 };
        }
        forces
    }

    /// b = h (f_ext + f_e) + M u.
    pub fn push(&self, motion: &Motion, h: f64) -> Vec<f64> {
        let forces = self.forces(motion, false);
        (0..forces.len())
            .map(|at| h * forces[at] + self.masses[at] * motion.velocities[at])
            .collect()
    }

    /// Of motion, height and bending (J).
    pub fn energy(&self, motion: &Motion) -> f64 {
        let bent: Vec<f64> =
            motion.positions.iter().zip(&self.rest).map(|(q, rest)| q - rest).collect();
        let mut forces = vec![0.0; bent.len()];
        self.stiffness.multiply(&bent, &mut forces);
        (0..bent.len())
            .map(|at| {
                let height = if at % 3 == 1 { motion.positions[at] } else { 0.0 };
                self.masses[at] * (0.5 * motion.velocities[at].powi(2) + GRAVITY * height)
                    + 0.5 * bent[at] * forces[at]
            })
            .sum()
    }
}
