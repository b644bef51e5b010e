//! Forces at points of one tree as forces along its freedoms.
//!
//! The power of a force f and a moment n at a point p of a link is f·v_p + n·ω, so that they act
//! along the freedoms as τ = J_pᵀ (f, n).

use glam::DVec3;

use super::articulated::Articulated;
use super::spatial::Wrench;
use crate::parts::BodyId;
use crate::report::ContactReport;

impl Articulated {
    /// Forces along all freedoms of a force and a torque at a point of a body: Jᵀ (f, n).
    pub fn generalised_force(
        &self,
        body: BodyId,
        point: DVec3,
        force: DVec3,
        torque: DVec3,
    ) -> Vec<f64> {
        let mut forces = vec![0.0; self.freedoms()];
        self.add_force(body, point, force, torque, &mut forces);
        forces
    }

    /// Forces along all freedoms of contacts, whose impulses acted for so many seconds:
    /// Σ Jᵀ (f, n) over the sides that are its links. With the contacts of a plain step, and
    /// where the tree was when it began, H u̇ + C = τ + these.
    pub fn contact_forces(&self, contacts: &[ContactReport], seconds: f64) -> Vec<f64> {
        let mut forces = vec![0.0; self.freedoms()];
        for contact in contacts {
            for (body, sign) in [(contact.first, -1.0), (contact.second, 1.0)] {
                let share = sign / seconds;
                let (force, torque) = (share * contact.impulse, share * contact.moment);
                self.add_force(BodyId(body), contact.point, force, torque, &mut forces);
            }
        }
        forces
    }

    fn add_force(
        &self,
        body: BodyId,
        point: DVec3,
        force: DVec3,
        torque: DVec3,
        forces: &mut [f64],
    ) {
        let wrench = Wrench::at(point - self.dynamics.posture.origin, force, torque);
        for &freedom in self.moving(body) {
            forces[freedom] += self.dynamics.posture.axes[freedom].dot(&wrench);
        }
    }
}
