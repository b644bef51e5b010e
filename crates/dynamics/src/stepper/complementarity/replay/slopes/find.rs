//! Differences of the rows of one joint or one pair of shapes, and of the flight of one body.

use std::ops::Range;

use glam::{DMat3, DVec3};
use stickslip_contact::Contact;

use super::super::super::contact_rows::{ContactInput, ContactStep, Side};
use super::super::super::linearisation::Linearisation;
use super::super::super::refine::measure::write_joint;
use super::super::values::Replay;
use super::{Block, Numbers, Slopes, Turning};
use crate::derivatives::tangent::{coordinates, moved};
use crate::friction::FrictionShape;
use crate::joint::Interval;
use crate::parts::Surface;
use crate::rows::{Bodies, ContactRows, RowBuffer, Term};
use crate::state::BodyState;
use crate::world::World;

/// Strides of differences: of places (parts of a body's reach, rad), of spins (rad/s).
const PLACE: f64 = 1e-5;
const SPIN: f64 = 1e-4;
/// Bodies count as no smaller than this (m).
const SMALLEST: f64 = 0.05;

/// How rows are written and contacts are found.
pub(super) struct Writing<'a> {
    pub(super) interval: Interval,
    /// Seconds for which contacts are foreseen.
    pub(super) seconds: f64,
    /// Points of the contacts on their bodies, between which those are followed that are not
    /// found.
    pub(super) locals: &'a [[DVec3; 2]],
    /// Whether contacts keep the frames that they have in their rows.
    pub(super) keeps_frames: bool,
    /// Whether pairs were looked for before where the members are.
    pub(super) has_looked: bool,
}

impl Replay {
    /// The changes of the rows of `lines`, where the members are at `states`.
    pub(super) fn find_slopes(
        &mut self,
        world: &mut World,
        states: &[BodyState],
        lines: &Linearisation,
        writing: &Writing<'_>,
        slopes: &mut Slopes,
    ) {
        slopes.clear(states.len());
        if !writing.has_looked {
            self.near.clear();
        }
        for (&body, state) in self.members.iter().zip(states) {
            world.state.bodies[body] = *state;
        }
        let mut scratch = [RowBuffer::default(), RowBuffer::default()];
        let mut first = 0;
        for own in lines.joint_rows.chunk_by(|one, two| one == two) {
            let rows = first..first + own.len();
            first = rows.end;
            let joint = own[0];
            if world.forest.carries(joint) {
                continue;
            }
            let members = self.places_of(self.joint_bodies[joint].iter().copied());
            let count = lines.rows.rows()[rows.clone()].iter();
            let terms = count.map(|row| lines.rows.terms(row).len()).sum();
            let block = slopes.push(rows, members, terms);
            for slope in 0..6 * slopes.blocks[block].members.len() {
                let member = slopes.blocks[block].members[slope / 6];
                let stride = self.stride(member, slope % 6);
                let body = self.members[member];
                displaced(world, (body, &states[member]), (slope % 6, stride), |world, at| {
                    scratch[at].clear();
                    write_joint(world, joint, writing.interval, &mut scratch[at]);
                });
                slopes.put(block, slope, &scratch, 0, stride);
            }
        }
        let mut at = 0;
        for pair in lines.contacts.chunk_by(|one, two| one.sites == two.sites) {
            self.find_pair(world, states, (lines, at..at + pair.len()), writing, slopes);
            at += pair.len();
        }
    }

    /// The changes of the contacts of a pair of shapes.
    fn find_pair(
        &mut self,
        world: &mut World,
        states: &[BodyState],
        (lines, range): (&Linearisation, Range<usize>),
        writing: &Writing<'_>,
        slopes: &mut Slopes,
    ) {
        let pair = &lines.contacts[range.clone()];
        let sides = self.collision.parties(&pair[0]);
        let bodies = sides.map(|(body, _)| body);
        let mut surface = world.model.materials.between(sides[0].1, sides[1].1);
        // Whether it bounces is not asked here.
        surface.restitution = 0.0;
        let members = self.places_of(bodies.into_iter());
        let first = slopes.blocks.len();
        for at in range.clone() {
            let rows = &lines.contact_rows[at];
            let own = rows.first..rows.first + rows.count;
            let count = lines.rows.rows()[own.clone()].iter();
            let terms = count.map(|row| lines.rows.terms(row).len()).sum();
            slopes.push(own, members.clone(), terms);
        }
        let changes = self.contact_slopes(
            world,
            (states, &members),
            (lines, range.start),
            range.len(),
            writing,
        );
        let mut scratch = [RowBuffer::default(), RowBuffer::default()];
        for slope in 0..6 * members.len() {
            let member = members[slope / 6];
            let (body, stride) = (self.members[member], self.stride(member, slope % 6));
            let own = &changes[slope * range.len()..][..range.len()];
            let contacts = lines.contacts[range.clone()].iter().zip(own);
            displaced(world, (body, &states[member]), (slope % 6, stride), |world, side| {
                let (by, rows) = ([stride, -stride][side], &mut scratch[side]);
                rows.clear();
                let written = &lines.contact_rows[range.clone()];
                for (own, (contact, change)) in written.iter().zip(contacts.clone()) {
                    let contact = change.moved(contact, by);
                    let frame = if writing.keeps_frames { own.frame } else { contact.frame() };
                    let contact = (&contact, frame);
                    write_contact(world, bodies, &surface, own.has_tangents(), contact, rows);
                }
            });
            let begin = lines.contact_rows[range.start].first;
            for (at, change) in range.clone().zip(own) {
                let block = first + at - range.start;
                let from = lines.contact_rows[at].first - begin;
                slopes.put(block, slope, &scratch, from, stride);
                slopes.put_gap(block, slope, change.gap);
            }
        }
    }

    /// How far a member is moved along a coordinate.
    pub(super) fn stride(&self, member: usize, coordinate: usize) -> f64 {
        let reach = self.reach(self.members[member]).max(SMALLEST);
        if coordinate < 3 { PLACE * reach } else { PLACE }
    }

    fn places_of(&self, bodies: impl Iterator<Item = usize>) -> Vec<usize> {
        let mut places: Vec<usize> =
            bodies.filter_map(|body| self.members.binary_search(&body).ok()).collect();
        places.sort_unstable();
        places.dedup();
        places
    }
}

/// Looks at a world in which a body is moved along a coordinate by a stride, ahead (0) and back
/// (1).
pub(super) fn displaced(
    world: &mut World,
    (body, state): (usize, &BodyState),
    (coordinate, stride): (usize, f64),
    mut look: impl FnMut(&World, usize),
) {
    for (at, sign) in [1.0, -1.0].into_iter().enumerate() {
        world.state.bodies[body] = moved(state, coordinate, sign * stride);
        look(world, at);
    }
    world.state.bodies[body] = *state;
}

/// Writes the rows of one contact, with a frame.
pub(super) fn write_contact(
    world: &World,
    bodies: [usize; 2],
    surface: &Surface,
    has_tangents: bool,
    (contact, frame): (&Contact, DMat3),
    into: &mut RowBuffer,
) -> ContactRows {
    let step = ContactStep {
        h: 1.0,
        left: 1.0,
        restitution_threshold: f64::INFINITY,
        friction: has_tangents,
    };
    let contact_input = ContactInput {
        sides: bodies.map(Side::Body),
        point: contact.point,
        frame,
        gap: contact.gap,
        surface: *surface,
        load: 0.0,
        friction_shape: FrictionShape::Disc,
        bound: None,
        surface_velocity: DVec3::ZERO,
    };
    let states = &world.state.bodies;
    let bodies = Bodies { bodies: world.model.bodies(), states, vertices: &[] };
    step.write(&bodies, &contact_input, into)
}

/// How a state that goes on by `go` turns, by its orientation and its spin.
pub(super) fn turning(state: &BodyState, go: impl Fn(&mut BodyState)) -> Turning {
    std::array::from_fn(|at| {
        // Orientation, then spin.
        let (coordinate, stride) = if at < 3 { (3 + at, PLACE) } else { (6 + at, SPIN) };
        let [ahead, behind] = [1.0, -1.0].map(|sign| {
            let mut state = moved(state, coordinate, sign * stride);
            go(&mut state);
            state
        });
        let change = coordinates(&ahead, &behind);
        let of = |first: usize| {
            DVec3::new(change[first], change[first + 1], change[first + 2]) / (2.0 * stride)
        };
        [of(3), of(9)]
    })
}

impl Slopes {
    fn push(&mut self, rows: Range<usize>, members: Vec<usize>, terms: usize) -> usize {
        let (block, slopes) = (self.blocks.len(), 6 * members.len());
        members.iter().for_each(|&member| self.of[member].push(block));
        self.blocks.push(Block {
            first_term: self.terms.len(),
            first_number: self.numbers.len(),
            terms,
            members,
            rows: rows.clone(),
        });
        self.terms.resize(self.terms.len() + slopes * terms, Term::default());
        self.numbers.resize(self.numbers.len() + slopes * rows.len(), Numbers::default());
        block
    }

    /// Notes what a block, whose rows begin at `from`, was a stride ahead and back.
    fn put(
        &mut self,
        block: usize,
        slope: usize,
        [ahead, behind]: &[RowBuffer; 2],
        from: usize,
        stride: f64,
    ) {
        let block = &self.blocks[block];
        let scale = 0.5 / stride;
        let mut terms =
            self.terms[block.first_term + slope * block.terms..][..block.terms].iter_mut();
        let numbers = &mut self.numbers[block.first_number + slope * block.rows.len()..];
        let rows = ahead.rows()[from..].iter().zip(&behind.rows()[from..]);
        for ((one, two), number) in rows.zip(&mut numbers[..block.rows.len()]) {
            number.error = scale * (one.error - two.error);
            number.target = scale * (one.target - two.target);
            let both = ahead.terms(one).iter().zip(behind.terms(two));
            for ((one, two), own) in both.zip(&mut terms) {
                own.mover = one.mover;
                own.linear = scale * (one.linear - two.linear);
                own.angular = scale * (one.angular - two.angular);
            }
        }
    }

    /// Lets the error of a row be what it is.
    pub(super) fn hold_error(&mut self, row: usize) {
        let Some(block) = self.blocks.iter().find(|block| block.rows.start == row) else { return };
        let count = 6 * block.members.len() * block.rows.len();
        let numbers = &mut self.numbers[block.first_number..][..count];
        numbers.iter_mut().for_each(|number| number.error = 0.0);
    }

    /// Notes how the gap of a contact changes.
    fn put_gap(&mut self, block: usize, slope: usize, gap: f64) {
        let block = &self.blocks[block];
        let numbers = &mut self.numbers[block.first_number + slope * block.rows.len()..];
        numbers[..block.rows.len()].fill(Numbers::default());
        numbers[0].error = gap;
    }
}
