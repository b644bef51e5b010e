//! What rounds and halves leave for derivatives.

use stickslip_contact::Contact;

use super::super::linearisation::{Linearisation, Span};
use super::super::replay::{Depth, Kind, Length, Part, RoundContact, Rounds, Solved};
use super::carry::Carried;
use super::round::{deepest_contact, place_of};
use super::{OVERLAPPED, Order, Refinement, Work};
use crate::collide::Collision;
use crate::state::BodyState;
use crate::world::World;

impl Refinement {
    /// Notes rounds that were accepted, of a step from where the members begin; they are at its
    /// end, where contacts were found.
    pub(super) fn record_rounds(
        &self,
        work: &mut Work<'_>,
        lines: &Linearisation,
        begun: &Linearisation,
        whole: &Span,
        order: Order,
    ) {
        let Work { world, collision, .. } = work;
        let Some(record) = &mut world.record else { return };
        if lines.contacts.iter().any(|contact| collision.has_overlapped(contact)) {
            record.refuse(|| OVERLAPPED.into());
        }
        let is_member = |body: usize| self.is_member.get(body).is_some_and(|&is| is);
        let mut solved = Solved::of(lines, world, collision, is_member);
        let rows = lines.contacts.iter().zip(&lines.contact_rows);
        let own = rows.filter(|(contact, _)| {
            collision.parties(contact).iter().any(|&(body, _)| is_member(body))
        });
        let mut contacts = Vec::with_capacity(solved.contacts.len());
        for ((written, rows), end) in own.zip(&mut solved.contacts) {
            let first = rows.first;
            let is_old = place_of(begun, written).is_some();
            let depth = match place_of(begun, written) {
                Some(place) => Depth::Of(begun.contacts[place]),
                None => {
                    // As `round.rs` has it.
                    let depth = lines.promises[first].begun;
                    match deepest_contact(begun, written) {
                        _ if depth >= 0.0 => Depth::None,
                        Some(deepest) if depth <= deepest.gap => Depth::Of(*deepest),
                        _ => Depth::Foreseen,
                    }
                }
            };
            contacts.push(RoundContact { depth, is_old, was_open: written.gap > 0.0 });
            *end = self.at_end(world, collision, written);
        }
        let (members, start) = self.members_at_start();
        let world = &mut *work.world;
        let ends = members.iter().map(|&body| world.state.bodies[body]).collect();
        let earlier = match order {
            Order::First => Vec::new(),
            Order::Second => self.earlier.clone(),
        };
        let kind = Kind::Rounds(Box::new(Rounds { solved, order, ends, contacts, earlier }));
        world.record_part(|_| Part { members, start, span: *whole, length: Length::Share, kind });
    }

    /// Notes a half of a step that is linear at its beginning.
    pub(super) fn record_half(&self, work: &mut Work<'_>, lines: &Linearisation, span: &Span) {
        let Work { world, collision, .. } = work;
        let Some(record) = &mut world.record else { return };
        if lines.contacts.iter().any(|contact| collision.has_overlapped(contact)) {
            record.refuse(|| OVERLAPPED.into());
        }
        if lines.inertia.has_added() {
            record.refuse(|| "a half of it is held back by the pull of its joints".into());
        }
        let is_member = |body: usize| self.is_member.get(body).is_some_and(|&is| is);
        let kind = Kind::Plain(Solved::of(lines, world, collision, is_member));
        let (members, start) = self.members_at_start();
        world.record_part(|_| Part { members, start, span: *span, length: Length::Share, kind });
    }

    /// Rounds that end elsewhere than they tend to have no derivatives.
    pub(super) fn refuse_unsettled(&self, world: &mut World) {
        let Some(record) = &mut world.record else { return };
        let name = &world.model.bodies()[self.members[0]].description.name;
        record.refuse(|| {
            format!("neither kicks nor rounds of \"{name}\" converge; take a shorter time_step")
        });
    }

    /// The members, and how they were where the step or the half of it begins.
    fn members_at_start(&self) -> (Vec<usize>, Vec<BodyState>) {
        let start = self.members.iter().map(|&body| self.begin[body]).collect();
        (self.members.clone(), start)
    }

    /// A contact of the last round where the members have come to: as it was found there, or
    /// between the same points.
    fn at_end(&self, world: &World, collision: &Collision, contact: &Contact) -> Contact {
        if let Ok(at) = self.found.binary_search_by_key(&contact.key(), Contact::key) {
            return self.found[at];
        }
        let states = &world.state.bodies;
        let bodies = collision.parties(contact).map(|(body, _)| body);
        let before = |body: usize| match self.members.binary_search(&body) {
            Ok(place) => self.guess[place].pose,
            Err(_) => states[body].pose,
        };
        Carried::new(contact, bodies.map(before)).at(bodies.map(|body| states[body].pose))
    }
}
