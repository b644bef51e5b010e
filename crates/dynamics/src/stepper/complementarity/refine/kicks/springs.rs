//! Contacts that give way like springs, and that a step follows.
//!
//! F = −k φ − d φ̇ ≥ 0 acts with its mean over both ends of a piece, half in either kick:
//! λ₀ = λ₁ = −½h (k ½(φ₀ + φ₁) + d (φ₁ − φ₀)/h). With φ₁ = φ₀ + h J₀v̄ that is the row
//! J₀v̄ + ε λ₀ + γ φ₀/h = 0 with 1/ε = ¼h²k + ½h d and γ = ½h²k ε. Nothing strikes. What is
//! closed at one end alone pushes for a part of the piece: its load is that of the last round,
//! on the way that this had.

use stickslip_contact::Contact;

use super::super::super::linearisation::Linearisation;
use super::{Held, Kicks};
use crate::collide::Collision;
use crate::model::Model;
use crate::parts::{Compliance, MaterialId};
use crate::rows::{Bodies, Row};

/// How little the second kick may change of the load of the first, as a share of what would
/// stop the bodies.
const FIXED: f64 = 1e-6;

/// Stiffness and damping of a contact.
#[derive(Clone, Copy, Debug)]
pub struct Spring {
    stiffness: f64,
    damping: f64,
    /// 1/m₁ + 1/m₂.
    mobility: f64,
}

impl Spring {
    /// The spring between two sides, each a body and its material, that steps of `h` seconds
    /// follow: h²k/m ≤ 4 and h d/m ≤ 2, as for those of joints. What bounces by a coefficient
    /// is none.
    pub fn between(model: &Model, sides: [(usize, MaterialId); 2], h: f64) -> Option<Self> {
        let surface = model.materials.between(sides[0].1, sides[1].1);
        let Compliance::Spring { stiffness, damping } = surface.compliance else { return None };
        let inverse =
            |(body, _): (usize, _)| model.bodies().get(body).map_or(0.0, |body| body.inverse_mass);
        let mobility: f64 = sides.map(inverse).into_iter().sum();
        let follows = h * h * stiffness * mobility <= 4.0 && h * damping * mobility <= 2.0;
        let is_spring = surface.restitution == 0.0 && mobility > 0.0 && follows;
        is_spring.then_some(Self { stiffness, damping, mobility })
    }

    /// That of a contact.
    pub(super) fn of(
        model: &Model,
        collision: &Collision,
        contact: &Contact,
        h: f64,
    ) -> Option<Self> {
        Self::between(model, collision.parties(contact), h)
    }

    /// Writes the row of the first kick of a piece of `h` seconds.
    pub(super) fn write_first(&self, row: &mut Row, h: f64) {
        row.epsilon = 1.0 / (0.25 * h * h * self.stiffness + 0.5 * h * self.damping);
        row.gamma = 0.5 * h * h * self.stiffness * row.epsilon;
    }

    /// Writes a row whose load is known: that of a second kick, which repeats the first, and
    /// of what is closed for a part of the piece.
    pub(super) fn write_load(&self, row: &mut Row, load: f64) {
        (row.epsilon, row.gamma) = (self.mobility / FIXED, 0.0);
        row.target = row.epsilon * load;
    }

    /// The speed that one load gives more than another (m/s).
    pub(super) fn change_of(&self, loads: [f64; 2]) -> f64 {
        self.mobility * (loads[1] - loads[0]).abs()
    }

    /// Half of the impulse of a piece of `h` seconds in which a gap opens or closes evenly:
    /// ½ ∫ (−k φ − d φ̇) dt while φ < 0 and that pushes; none where it has the same sign at
    /// both ends.
    pub(super) fn partial_load(&self, [begun, end]: [f64; 2], h: f64) -> Option<f64> {
        if (begun < 0.0) == (end < 0.0) {
            return None;
        }
        let speed = (end - begun) / h;
        // From the depth at which it no longer pushes, or first does.
        let deep = begun.min(end);
        let loss = self.damping * speed;
        let [most, least] = [-self.stiffness * deep - loss, -loss];
        let seconds = deep.abs() / speed.abs();
        let share = if least < 0.0 { (most / (most - least)).max(0.0) } else { 1.0 };
        let mean = 0.5 * (most.max(0.0) + least.max(0.0));
        Some(0.5 * mean * share * seconds)
    }
}

/// Half a piece of what the forces of springs change on its way, with their rows in the second
/// kick: −½h (k (φ₁ − φ₀) + d (φ̇₁ − φ̇₀)).
pub(super) fn changes<'a>(
    kicks: &'a Kicks,
    lines: &'a Linearisation,
    bodies: &'a Bodies<'a>,
    h: f64,
) -> impl Iterator<Item = (usize, f64)> + 'a {
    let rows = lines.contacts.iter().zip(&lines.contact_rows);
    rows.filter_map(move |(contact, rows)| {
        let held = kicks.find(contact)?;
        let spring = held.spring?;
        let row = &lines.rows.rows()[rows.first];
        let faster = lines.rows.speed(row, bodies) - held.velocity.dot(held.contact.normal);
        let closer = contact.gap - held.contact.gap;
        Some((rows.first, -0.5 * h * (spring.stiffness * closer + spring.damping * faster)))
    })
}

impl Kicks {
    /// What is held of a contact.
    pub(super) fn find(&self, contact: &Contact) -> Option<&Held> {
        let at = self.held.binary_search_by_key(&contact.key(), |held| held.contact.key());
        at.ok().map(|at| &self.held[at])
    }
}
