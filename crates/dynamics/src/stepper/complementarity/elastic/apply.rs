//! What the inertia of a soft body makes of momenta: velocities without contacts,
//! with them, and the part of its inverse that a problem sees.

use glam::DVec3;
use stickslip_linalg::SparseMatrix;

use super::mesh::MeshInertia;
use crate::settings::SoftInertia;
use crate::soft::SoftBody;

impl MeshInertia {
    /// The velocities that forces alone would give, as the inertia has them.
    pub fn accelerate(
        &mut self,
        body: &SoftBody,
        velocities: &[DVec3],
        pulls: &[DVec3],
        (h, gravity): (f64, DVec3),
    ) {
        self.right.clear();
        for &vertex in self.assembly.free() {
            let at = vertex as usize;
            let mass = body.mesh.masses()[at];
            let force = mass * gravity + self.forces[at] + pulls[at];
            self.right.extend((mass * velocities[at] + h * force).to_array());
        }
        self.note_velocities(velocities);
        match self.inertia {
            SoftInertia::Full => {}
            SoftInertia::Mass => {
                self.write_drag(body, h);
                subtract(&mut self.right, &self.other);
            }
            SoftInertia::Diagonal => {
                self.other.resize(self.right.len(), 0.0);
                self.matrix.multiply(&self.velocities, &mut self.other);
                subtract(&mut self.right, &self.other);
            }
        }
        self.solve();
        if self.inertia == SoftInertia::Diagonal {
            self.right.iter_mut().zip(&self.velocities).for_each(|(change, u)| *change += u);
        }
    }

    /// Takes note of u over the vertices that are not pinned.
    pub fn note_velocities(&mut self, velocities: &[DVec3]) {
        self.velocities.clear();
        let free = self.assembly.free().iter();
        self.velocities.extend(free.flat_map(|&at| velocities[at as usize].to_array()));
    }

    /// h B u of the velocities that were noted, into `other`.
    pub fn write_drag(&mut self, body: &SoftBody, h: f64) {
        self.other.clear();
        self.other.resize(self.velocities.len(), 0.0);
        let mut of_mass = h * body.description.damping[0];
        let (mass_in_matrix, share) = self.drag;
        if let Some(damping) = &self.damping {
            damping.multiply(&self.velocities, &mut self.other);
        } else if share > 0.0 {
            self.matrix.multiply(&self.velocities, &mut self.other);
            self.other.iter_mut().for_each(|value| *value *= share);
            of_mass -= share * mass_in_matrix;
        }
        for (at, &vertex) in self.assembly.free().iter().enumerate() {
            let mass = body.mesh.masses()[vertex as usize];
            for k in 3 * at..3 * at + 3 {
                self.other[k] += of_mass * mass * self.velocities[k];
            }
        }
    }

    /// H⁻¹ p of the momenta p of all vertices.
    pub fn solve_for(&mut self, momentum: &[DVec3]) {
        self.right.clear();
        for &vertex in self.assembly.free() {
            self.right.extend(momentum[self.first + vertex as usize].to_array());
        }
        self.solve();
    }

    /// H⁻¹ of what is in `right`, in its place.
    pub fn solve(&mut self) {
        if self.inertia != SoftInertia::Full {
            for (block, own) in self.blocks.iter().zip(self.right.chunks_exact_mut(3)) {
                own.copy_from_slice(&(*block * DVec3::from_slice(own)).to_array());
            }
        } else if let Some(factor) = &mut self.factor {
            factor.solve(&mut self.right);
        }
    }

    /// Puts what was found in the place of the velocities of its vertices.
    pub fn put(&self, velocities: &mut [DVec3]) {
        let own = &mut velocities[self.first..];
        for (&vertex, found) in self.assembly.free().iter().zip(self.right.chunks_exact(3)) {
            own[vertex as usize] = DVec3::from_slice(found);
        }
    }

    /// Adds so many times what was found to the velocities of its vertices.
    pub fn add(&self, factor: f64, velocities: &mut [DVec3]) {
        let own = &mut velocities[self.first..];
        for (&vertex, found) in self.assembly.free().iter().zip(self.right.chunks_exact(3)) {
            own[vertex as usize] += factor * DVec3::from_slice(found);
        }
    }

    /// Adds the rows of (H⁻¹)_SS to a block-diagonal matrix, in the columns from
    /// `first` on.
    pub fn push_inverse(&self, first: usize, matrix: &mut SparseMatrix) {
        if self.inertia == SoftInertia::Full {
            for row in self.inverse.chunks_exact(self.named_freedoms().max(1)) {
                matrix.extend_row(first, row);
                matrix.finish_row();
            }
            return;
        }
        for (place, &at) in self.named.iter().enumerate() {
            for row in 0..3 {
                // P⁻¹ is symmetric.
                matrix.extend_row(first + 3 * place, &self.blocks[at].col(row).to_array());
                matrix.finish_row();
            }
        }
    }
}

fn subtract(from: &mut [f64], what: &[f64]) {
    from.iter_mut().zip(what).for_each(|(value, what)| *value -= what);
}
