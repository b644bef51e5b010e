//! One proximal step of one unit (SIGGRAPH 2022 course, Alg 11–12).
//!
//! z = λ − R w is formed once per contact. Then for a boxed row, λ = clamp(z);
//! for `ncp`, λ_n = max(0, z_n) and λ_t = the nearest point to z_t of the
//! section at λ_n; for `ccp`, λ = the nearest point to z of the whole cone.

use super::factors::{BlockFactor, Factors};
use super::metric;
use crate::problem::{FrictionContact, Kind, MAX_ROWS, Problem};
use crate::sets::interval;
use crate::splitting::{Access, Unit, UnitUpdate};

/// The law with its r-factors.
pub struct ProxUpdate<'a> {
    problem: &'a Problem,
    factors: Factors,
    /// What the factors are multiplied by.
    pub share: f64,
    /// Whether friction follows the normal just found or the one before.
    fresh_normals: bool,
}

impl<'a> ProxUpdate<'a> {
    /// With whole factors.
    pub fn new(problem: &'a Problem, factors: Factors, fresh_normals: bool) -> Self {
        Self { problem, factors, share: 1.0, fresh_normals }
    }

    fn contact(&self, index: usize, contact: &FrictionContact, access: &mut impl Access) {
        let count = contact.tangents.len() + 1;
        let (mut x, mut w) = ([0.0; MAX_ROWS], [0.0; MAX_ROWS]);
        for (at, row) in contact.rows().enumerate() {
            ([x[at]], [w[at]]) = (access.impulses([row]), access.velocities([row]));
        }
        let block = self.factors.blocks[index];
        let mut z = x;
        if self.problem.kind() == Kind::Ccp {
            for at in 0..count {
                z[at] -= self.share * scalar(block) * w[at];
            }
            contact.project(&mut z[..count]);
        } else {
            z[0] = (x[0] - self.share * self.factors.rows[contact.normal] * w[0]).max(0.0);
            let normal = if self.fresh_normals { z[0] } else { x[0].max(0.0) };
            self.friction(contact, block, normal, &mut z[1..count], &w[1..count]);
        }
        for (at, row) in contact.rows().enumerate() {
            access.set([row], [z[at]]);
        }
    }

    /// z holds λ_t and becomes the nearest admissible λ_t − R w_t.
    fn friction(
        &self,
        contact: &FrictionContact,
        block: BlockFactor,
        normal: f64,
        z: &mut [f64],
        w: &[f64],
    ) {
        let radius = contact.mu * normal;
        match block {
            _ if self.problem.kind() == Kind::Blcp => {
                for (at, &row) in contact.tangents.iter().enumerate() {
                    let trial = z[at] - self.share * self.factors.rows[row] * w[at];
                    z[at] = interval::project(trial, -radius, radius);
                }
            }
            BlockFactor::Scalar(r) => {
                z.iter_mut().zip(w).for_each(|(z, w)| *z -= self.share * r * w);
                contact.project_tangents(normal, z);
            }
            BlockFactor::Metric { inverse, metric } => {
                for (z, line) in z.iter_mut().zip(inverse) {
                    *z -= self.share * (line[0] * w[0] + line[1] * w[1]);
                }
                z.copy_from_slice(&metric::project_disc(&metric, radius, [z[0], z[1]]));
            }
        }
    }
}

fn scalar(block: BlockFactor) -> f64 {
    match block {
        BlockFactor::Scalar(r) => r,
        BlockFactor::Metric { inverse, .. } => inverse[0][0].min(inverse[1][1]),
    }
}

impl UnitUpdate for ProxUpdate<'_> {
    type Unit = Unit;

    fn for_each_row(&self, unit: Unit, visit: &mut dyn FnMut(usize)) {
        unit.for_each_row(self.problem, visit);
    }

    fn visit(&self, unit: Unit, access: &mut impl Access) {
        match unit {
            Unit::Row(row) => {
                let ([x], [w]) = (access.impulses([row]), access.velocities([row]));
                let trial = x - self.share * self.factors.rows[row] * w;
                let (lo, hi) = (self.problem.lo()[row], self.problem.hi()[row]);
                access.set([row], [interval::project(trial, lo, hi)]);
            }
            Unit::Contact(index) => {
                self.contact(index, &self.problem.contacts()[index], access);
            }
        }
    }
}
