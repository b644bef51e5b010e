//! How the contacts of a pair of shapes change as its bodies move.
//!
//! A pair is looked for a stride ahead and back along the coordinates of one of its bodies. Where
//! the other is moved by a turn e about its centre c and a shift s, the same contacts are those of
//! the first moved the other way, carried along: with the first at a,
//!
//! d(point) = s + e × (point − c) − ∂(point)·(s + e × (a − c), e), d(normal) = e × normal − …,
//!
//! and the gap likewise with nothing that is carried. So no pair is looked for twice.

use glam::DVec3;
use stickslip_contact::Contact;

use super::super::super::linearisation::Linearisation;
use super::super::finding::follow;
use super::super::values::Replay;
use super::find::{Writing, displaced};
use crate::state::BodyState;
use crate::world::World;

/// What was found of a pair, twice for each of six coordinates of one of its bodies.
#[derive(Default)]
pub(in super::super) struct Near {
    pair: (usize, usize),
    contacts: Vec<Contact>,
    /// Where those of each place end.
    ends: Vec<usize>,
}

/// How a contact changes with a coordinate.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ContactSlope {
    point: DVec3,
    normal: DVec3,
    pub(super) gap: f64,
}

impl Near {
    fn at(&self, place: usize) -> &[Contact] {
        let first = if place == 0 { 0 } else { self.ends[place - 1] };
        &self.contacts[first..self.ends[place]]
    }
}

impl ContactSlope {
    fn between(ahead: &Contact, behind: &Contact, stride: f64) -> Self {
        let scale = 0.5 / stride;
        Self {
            point: scale * (ahead.point - behind.point),
            normal: scale * (ahead.normal - behind.normal),
            gap: scale * (ahead.gap - behind.gap),
        }
    }

    fn less(self, factor: f64, other: &Self) -> Self {
        Self {
            point: self.point - factor * other.point,
            normal: self.normal - factor * other.normal,
            gap: self.gap - factor * other.gap,
        }
    }

    /// A contact that has changed by so much.
    pub(super) fn moved(&self, contact: &Contact, by: f64) -> Contact {
        Contact {
            point: contact.point + by * self.point,
            normal: (contact.normal + by * self.normal).normalize(),
            gap: contact.gap + by * self.gap,
            ..*contact
        }
    }
}

impl Replay {
    /// The changes of the contacts of a pair with the six coordinates of each of its members, one
    /// list after the other.
    pub(super) fn contact_slopes(
        &mut self,
        world: &mut World,
        (states, members): (&[BodyState], &[usize]),
        (lines, first): (&Linearisation, usize),
        count: usize,
        writing: &Writing<'_>,
    ) -> Vec<ContactSlope> {
        let pair = &lines.contacts[first..first + count];
        let bodies = self.collision.parties(&pair[0]).map(|(body, _)| body);
        let near = self.near(world, states, &pair[0], members[0], writing);
        let (near, mut lost) = (&self.near[near], 0);
        let body = self.members[members[0]];
        let mut slopes = Vec::with_capacity(6 * members.len() * count);
        for coordinate in 0..6 {
            let stride = self.stride(members[0], coordinate);
            let mut sides = [const { Vec::new() }; 2];
            let own = (body, &states[members[0]]);
            displaced(world, own, (coordinate, stride), |world, side| {
                let poses = bodies.map(|body| world.state.bodies[body].pose);
                for (contact, locals) in pair.iter().zip(&writing.locals[first..]) {
                    let near = near.at(2 * coordinate + side).iter();
                    let same = near.clone().find(|other| other.feature == contact.feature);
                    sides[side].push(same.copied().unwrap_or_else(|| {
                        lost += 1;
                        follow(contact, poses, locals)
                    }));
                }
            });
            let both = sides[0].iter().zip(&sides[1]);
            slopes.extend(both.map(|(one, two)| ContactSlope::between(one, two, stride)));
        }
        self.lost += lost;
        if let [one, two] = *members {
            let [own, other] = [one, two].map(|member| states[member].pose.position);
            for coordinate in 0..6 {
                let mut axis = DVec3::ZERO;
                axis[coordinate % 3] = 1.0;
                for (at, contact) in pair.iter().enumerate() {
                    let of = |coordinate: usize| &slopes[coordinate * count + at];
                    let slope = if coordinate < 3 {
                        let carried = ContactSlope { point: axis, ..ContactSlope::default() };
                        carried.less(1.0, of(coordinate))
                    } else {
                        let carried = ContactSlope {
                            point: axis.cross(contact.point - other),
                            normal: axis.cross(contact.normal),
                            gap: 0.0,
                        };
                        let shift = axis.cross(own - other);
                        let turned = carried.less(1.0, of(coordinate));
                        (0..3).fold(turned, |sum, k| sum.less(shift[k], of(k)))
                    };
                    slopes.push(slope);
                }
            }
        }
        slopes
    }

    /// Where a pair is among those that were looked for.
    fn near(
        &mut self,
        world: &mut World,
        states: &[BodyState],
        contact: &Contact,
        member: usize,
        writing: &Writing<'_>,
    ) -> usize {
        let pair = (contact.sites[0].collider, contact.sites[1].collider);
        let at = match self.near.binary_search_by_key(&pair, |near| near.pair) {
            Ok(known) => return known,
            Err(at) => at,
        };
        let mut near = Near { pair, ..Near::default() };
        for coordinate in 0..6 {
            let (body, stride) = (self.members[member], self.stride(member, coordinate));
            let collision = &mut self.collision;
            displaced(world, (body, &states[member]), (coordinate, stride), |world, _| {
                let bodies = &world.state.bodies;
                let found = collision.detect_pair(&world.model, bodies, writing.seconds, pair);
                near.contacts.extend_from_slice(found);
                near.ends.push(near.contacts.len());
            });
        }
        self.near.insert(at, near);
        at
    }
}
