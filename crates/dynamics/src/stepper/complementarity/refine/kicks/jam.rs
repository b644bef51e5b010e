//! Friction that jams: Painlevé's paradox.
//!
//! A contact that slides along t under the load λ parts with u̇ₙ = b + p λ and
//! p = n·A(n − μ t), where A = J M⁻¹ Jᵀ is that of its point. Where p < 0, friction presses the
//! bodies together by more than the load parts them. No force then keeps b < 0 from closing the
//! gap, and more than one suits b > 0 (Painlevé 1895; Génot and Brogliato 1999): Coulomb's law
//! with rigid bodies leaves nothing but a jump of the velocities without an approach, which is
//! what kicks come to. For a slender rod that is pushed ahead of itself, at θ above the ground,
//! it begins at μ = (1 + 3 cos²θ)/(3 sin θ cos θ).
//!
//! Several contacts of two bodies, with the loads λ that were found, do so together where
//! nᵢ·A Σ λⱼ(nⱼ − μ tⱼ) < 0 for each of them: a matrix with such loads is no P-matrix.
//!
//! Joints of the bodies answer as well. They are not asked: of bodies on joints nothing is said.

use glam::DVec3;

use super::super::{Refinement, Work};
use super::{Held, Kicks};
use crate::friction::FrictionShape;
use crate::rows::{ContactRows, Term};

impl Refinement {
    /// How many pairs of bodies have slid faster than `slow` at the beginning of a piece and been
    /// jammed by its first kick.
    pub(super) fn count_jams(&self, kicks: &Kicks, work: &Work<'_>, slow: f64) -> usize {
        if !kicks.joints.is_empty() {
            return 0;
        }
        let parties = |held: &Held| work.collision.parties(&held.contact).map(|(body, _)| body);
        let mut rest = &kicks.first.contact_rows[..];
        let pairs = kicks.held.chunk_by(|one, two| parties(one) == parties(two));
        let jams = pairs.filter(|pair| {
            let (own, others) = rest.split_at(pair.len());
            rest = others;
            jams(kicks, work, pair.iter().zip(own), slow)
        });
        jams.count()
    }
}

/// Whether the contacts of a pair that slide under a load draw each other together.
fn jams<'a>(
    kicks: &Kicks,
    work: &Work<'_>,
    pair: impl Iterator<Item = (&'a Held, &'a ContactRows)> + Clone,
    slow: f64,
) -> bool {
    let (lines, bodies) = (&kicks.first, work.world.model.bodies());
    let sliding = pair.filter(|(held, rows)| {
        let is_disc = rows.friction_shape == FrictionShape::Disc && rows.bound.is_none();
        rows.has_tangents() && is_disc && held.load > 0.0 && along(held).length() > slow
    });
    let terms = |row: usize| lines.rows.terms(&lines.rows.rows()[row]).iter();
    // What their loads and the friction that belongs to them change of the motion.
    let mut changes: Vec<(usize, DVec3, DVec3)> = Vec::new();
    let mut push = |term: &Term, impulse: f64| {
        let (velocity, spin) = lines.inertia.apply_inverse(bodies, term, impulse);
        match changes.iter_mut().find(|change| change.0 == term.mover) {
            Some(change) => (change.1, change.2) = (change.1 + velocity, change.2 + spin),
            None => changes.push((term.mover, velocity, spin)),
        }
    };
    for (held, rows) in sliding.clone() {
        terms(rows.first).for_each(|term| push(term, held.load));
        let direction = along(held).normalize();
        for tangent in [1, 2] {
            let rub = -rows.mu * held.load * direction.dot(rows.frame.col(tangent));
            terms(rows.first + tangent).for_each(|term| push(term, rub));
        }
    }
    let parts = |rows: &ContactRows| {
        let of = |term: &Term| {
            let change = changes.iter().find(|change| change.0 == term.mover);
            change.map_or(0.0, |(_, velocity, spin)| {
                term.linear.dot(*velocity) + term.angular.dot(*spin)
            })
        };
        terms(rows.first).map(of).sum::<f64>()
    };
    !changes.is_empty() && sliding.clone().all(|(_, rows)| parts(rows) < 0.0)
}

/// The slip of the surfaces at the beginning (m/s).
fn along(held: &Held) -> DVec3 {
    let normal = held.contact.normal;
    held.velocity - held.velocity.dot(normal) * normal
}
