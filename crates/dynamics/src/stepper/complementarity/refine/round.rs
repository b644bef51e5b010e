//! One round: rows of the end, for the whole step.
//!
//! At a guess x_k of the end, reached by v_k from the base, a violation is
//! φ(x⁺) ≈ φ_k + h J_k (v⁺ − v_k). To keep its promise, the row is
//!
//! w = J_k v⁺ + ε λ + (φ_k − h J_k v_k − (1 − γ) φ)/h,
//!
//! the same row as that of the beginning with another violation and γ = 1. In a step of two
//! steps (BDF2), whose velocity is that from (4x − x₋)/3, a damper that is to know of it needs
//! (4φ − φ₋)/3 in the place of φ.
//! Momentum is M(v⁺ − v_free) = J(x⁺)ᵀλ, and J turns with the bodies:
//! J(x⁺)ᵀλ ≈ J_kᵀλ − h K (v⁺ − v_k), so that the positive part of the geometric
//! stiffness K joins the inertia (`tension.rs`). Without it the rounds of a
//! light link under tension do not converge.

use stickslip_contact::Contact;

use super::super::linearisation::Linearisation;
use super::measure::{Promise, is_pushed};
use crate::collide::Collision;
use crate::rows::{Bodies, RowBuffer};
use crate::state::BodyState;
use crate::world::World;

/// Makes rows that were written at a guess of the end rows of the whole step.
/// The bodies have their v_k; `begun` are the rows of the beginning, and `earlier` the
/// violations of springs a step before, where steps look back.
#[allow(clippy::too_many_arguments)]
pub fn aim_at_the_end(
    lines: &mut Linearisation,
    begun: &Linearisation,
    world: &World,
    collision: &Collision,
    begin: &[BodyState],
    earlier: &[Option<f64>],
    h: f64,
) {
    lines.promises.clear();
    let bodies =
        Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
    let mut old = 0;
    for at in 0..lines.joint_rows.len() {
        // Both have the rows of joints in their order.
        let joint = lines.joint_rows[at];
        if begun.joint_rows[old] != joint {
            old += begun.joint_rows[old..].partition_point(|&other| other < joint);
        }
        let mut from = begun.promises[old].begun;
        if let Some(Some(before)) = earlier.get(at)
            && !is_pushed(&lines.rows.rows()[at])
        {
            from += (from - before) / 3.0;
        }
        aim_joint(&mut lines.rows, at, from, &bodies, h, &mut lines.promises);
        old += 1;
    }
    let starts = Bodies { bodies: world.model.bodies(), states: begin, vertices: &[] };
    for (contact, rows) in lines.contacts.iter().zip(&lines.contact_rows) {
        let row = &lines.rows.rows()[rows.first];
        let speed = lines.rows.speed(row, &bodies);
        let (aim, target) = match place_of(begun, contact) {
            Some(place) => {
                let first = begun.contact_rows[place].first;
                (begun.promises[first].begun, begun.rows.rows()[first].target)
            }
            None => {
                let [(_, one), (_, two)] = collision.parties(contact);
                let restitution = world.model.materials.between(one, two).restitution;
                let approach = lines.rows.speed(row, &starts);
                let bounces =
                    contact.gap <= 0.0 && -approach > world.settings.restitution_threshold;
                let target = if bounces { -restitution * approach } else { 0.0 };
                let begun = (contact.gap - h * speed).clamp(deepest(begun, contact), 0.0);
                (begun, target)
            }
        };
        let row = lines.rows.row_mut(rows.first);
        let gamma = if collision.has_overlapped(contact) && aim < 0.0 {
            // The row has the share of where the round begins.
            let [(_, one), (_, two)] = collision.parties(contact);
            let spring = world.model.materials.between(one, two).compliance.row(h);
            collision.released_share(contact, -aim, spring, rows.load, h)
        } else {
            row.gamma
        };
        let promise = Promise { begun: aim, gamma };
        if target > 0.0 {
            (row.error, row.gamma, row.target) = (0.0, 0.0, target);
        } else {
            row.error = contact.gap - h * speed - promise.remainder(row);
            (row.gamma, row.target) = (1.0, 0.0);
        }
        lines.promises.push(promise);
        let others = (rows.first + 1..rows.first + rows.count).map(|_| Promise::default());
        lines.promises.extend(others);
    }
}

fn aim_joint(
    rows: &mut RowBuffer,
    at: usize,
    begun: f64,
    bodies: &Bodies<'_>,
    h: f64,
    promises: &mut Vec<Promise>,
) {
    let speed = rows.speed(&rows.rows()[at], bodies);
    let row = rows.row_mut(at);
    let promise = Promise { begun, gamma: row.gamma };
    if row.gamma > 0.0 {
        row.error = row.error - h * speed - promise.remainder(row);
        row.gamma = 1.0;
    }
    promises.push(promise);
}

/// The place of the same features at the beginning.
pub fn place_of(begun: &Linearisation, contact: &Contact) -> Option<usize> {
    begun.contacts.binary_search_by_key(&contact.key(), Contact::key).ok()
}

/// The deepest gap between the same shapes at the beginning; 0 where there was none.
fn deepest(begun: &Linearisation, contact: &Contact) -> f64 {
    deepest_contact(begun, contact).map_or(0.0, |deepest| deepest.gap.min(0.0))
}

/// The deepest contact between the same shapes at the beginning.
pub fn deepest_contact<'a>(begun: &'a Linearisation, contact: &Contact) -> Option<&'a Contact> {
    let first = begun.contacts.partition_point(|other| other.sites < contact.sites);
    let own = begun.contacts[first..].iter().take_while(|other| other.sites == contact.sites);
    own.min_by(|one, two| one.gap.total_cmp(&two.gap))
}
