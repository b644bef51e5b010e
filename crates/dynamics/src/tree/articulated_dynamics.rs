//! Masses, forces and energies of one tree for whoever asks.

use glam::DVec3;

use super::articulated::Articulated;
use crate::parts::BodyId;

impl Articulated {
    /// Mass of all links, and their common centre.
    pub fn centre_of_mass(&self) -> (f64, DVec3) {
        let links = self.tree.links.iter().filter(|link| !link.is_massless);
        let (mass, moment) = links.fold((0.0, DVec3::ZERO), |(mass, moment), link| {
            let own = self.model.bodies()[link.body].mass.mass;
            (mass + own, moment + own * self.states[link.body].pose.position)
        });
        (mass, moment / mass)
    }

    /// Kinetic energy, that of armatures included, and potential energy (J): that of the
    /// weight of all links, from the origin of the world on.
    pub fn energy(&mut self, gravity: DVec3) -> [f64; 2] {
        self.write_mass();
        let rates = &self.dynamics.posture.rates;
        let mut momentum = vec![0.0; rates.len()];
        self.dynamics.mass.multiply(&self.tree, rates, &mut momentum);
        let kinetic: f64 = rates.iter().zip(&momentum).map(|(u, p)| 0.5 * u * p).sum();
        let links = self.tree.links.iter().filter(|link| !link.is_massless);
        let potential = links.map(|link| {
            let of = &self.model.bodies()[link.body];
            let weight = of.mass.mass * of.description.gravity_scale * gravity;
            -weight.dot(self.states[link.body].pose.position)
        });
        [kinetic, potential.sum()]
    }

    /// Jacobian of the centre of mass of all links.
    pub fn centre_jacobian(&self) -> Vec<DVec3> {
        let mut columns = vec![DVec3::ZERO; self.freedoms()];
        let mut whole = 0.0;
        for link in self.tree.links.iter().filter(|link| !link.is_massless) {
            let mass = self.model.bodies()[link.body].mass.mass;
            whole += mass;
            let centre = self.states[link.body].pose.position;
            for (sum, [linear, _]) in
                columns.iter_mut().zip(self.jacobian(BodyId(link.body), centre))
            {
                *sum += mass * linear;
            }
        }
        columns.iter_mut().for_each(|column| *column /= whole);
        columns
    }

    /// The mass matrix row by row, armature included.
    pub fn mass_matrix(&mut self) -> Vec<f64> {
        self.write_mass();
        let size = self.freedoms();
        let entry = |at: usize| self.dynamics.mass.get(&self.tree, at / size, at % size);
        (0..size * size).map(entry).collect()
    }

    fn write_mass(&mut self) {
        self.dynamics.write_mass(&self.tree);
        for (freedom, of) in self.freedoms.iter().enumerate() {
            let row = self.dynamics.mass.row_mut(&self.tree, freedom);
            if let Some(diagonal) = row.last_mut() {
                *diagonal += of.armature;
            }
        }
    }

    /// Forces along all freedoms that keep the rates as they are against gravity and what
    /// turning does: the bias C.
    pub fn bias(&mut self, gravity: DVec3) -> Vec<f64> {
        let bodies = self.model.bodies();
        let links = &self.tree.links;
        let massless = |body: usize| links.iter().any(|link| link.body == body && link.is_massless);
        let weight = |body: usize| {
            let of = &bodies[body];
            let mass = if massless(body) { 0.0 } else { of.mass.mass };
            (mass * of.description.gravity_scale * gravity, DVec3::ZERO)
        };
        self.dynamics.gather_bias(&self.tree, &self.states, true, weight);
        let mut forces = vec![0.0; self.tree.freedoms()];
        self.dynamics.project(&self.tree, 1.0, &mut forces);
        forces
    }

    /// Forces along all freedoms that give these accelerations: H u̇ + C.
    pub fn inverse_dynamics(&mut self, qacc: &[f64], gravity: DVec3) -> Vec<f64> {
        let mut forces = self.bias(gravity);
        self.write_mass();
        let mut own = vec![0.0; forces.len()];
        self.dynamics.mass.multiply(&self.tree, qacc, &mut own);
        forces.iter_mut().zip(own).for_each(|(sum, own)| *sum += own);
        forces
    }

    /// Accelerations that forces along all freedoms give: H⁻¹ (τ − C); `None` where
    /// something has no inertia.
    pub fn forward_dynamics(&mut self, forces: &[f64], gravity: DVec3) -> Option<Vec<f64>> {
        let mut right = self.bias(gravity);
        right.iter_mut().zip(forces).for_each(|(bias, force)| *bias = force - *bias);
        self.write_mass();
        self.dynamics.factorise(&self.tree).ok()?;
        self.dynamics.mass.solve(&self.tree, &mut right);
        Some(right)
    }

    /// Forces along all freedoms that hold it still where it is.
    pub fn gravity_compensation(&mut self, gravity: DVec3) -> Vec<f64> {
        let (qpos, qvel) = (self.qpos(), self.qvel().to_vec());
        // The coordinates are its own, and zeros are finite.
        let resting = self.set(&qpos, &vec![0.0; qvel.len()]);
        let forces = self.bias(gravity);
        let moving = resting.and_then(|()| self.set(&qpos, &qvel));
        debug_assert!(moving.is_ok());
        forces
    }
}
