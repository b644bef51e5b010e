//! From the contacts of a pair to manifolds in lanes, and what they carry from look to look.

use stickslip_contact::{Contact, tangents};

use super::bodies::Bodies;
use super::carried::{Carried, inherit};
use super::colours::{Colours, Seat};
use super::group::POINTS;
use super::lane::{put, put_symmetric, take};
use super::pairs::{NONE, Pairs};
use super::softness::Softness;
use crate::friction::FrictionModel;
use crate::state::{CONTACT_ROWS, ContactMemory};
use crate::world::World;
use stickslip_solve::Label;

/// A point may inherit from one that was this part of the smaller shape's radius away.
pub const NEAR: f64 = 0.1;

/// A manifold and where it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manifold {
    pub(super) seat: Seat,
    /// The next manifold of the same pair.
    pub(super) next: u32,
    pub(super) count: usize,
    pub(super) features: [u64; POINTS],
}

/// A manifold that has no seat yet.
#[derive(Clone, Copy, Debug)]
struct Fresh {
    pair: u32,
    colour: usize,
    begin: usize,
    end: usize,
    /// Whether it is the only one of its pair.
    is_alone: bool,
}

/// All manifolds. Keeps its memory from step to step.
#[derive(Debug, Default)]
pub(super) struct Manifolds {
    pub(super) all: Vec<Manifold>,
    free: Vec<u32>,
    carried: Vec<Carried>,
    fresh: Vec<Fresh>,
    contacts: Vec<Contact>,
}

/// How contacts give way, rub and bounce in a sub-step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Length of the sub-step (s).
    pub(super) h: f64,
    /// Between bodies that forces move, and where one is held.
    pub(super) usual: [Softness; 2],
    pub(super) has_friction: bool,
    /// Kept impulses are multiplied by this.
    pub(super) scale: f64,
}

impl Manner {
    pub(super) fn new(world: &World, h: f64, scale: f64) -> Self {
        Self {
            h,
            usual: [Softness::of_substep(h, 1.0), Softness::of_substep(h, 2.0)],
            has_friction: world.settings.friction != FrictionModel::Frictionless,
            scale,
        }
    }
}

/// What manifolds are written into.
pub(super) struct Desk<'a> {
    pub(super) world: &'a World,
    pub(super) bodies: &'a Bodies,
    pub(super) colours: &'a mut Colours,
    pub(super) manner: &'a Manner,
}

impl Desk<'_> {
    fn moves(&self, bodies: [u32; 2]) -> [bool; 2] {
        bodies.map(|body| self.bodies.constants[body as usize].is_dynamic)
    }
}

impl Manifolds {
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.free.clear();
        self.fresh.clear();
        self.contacts.clear();
    }

    /// Becomes the same as another.
    pub(super) fn copy(&mut self, other: &Self) {
        self.all.clone_from(&other.all);
        self.free.clone_from(&other.free);
    }

    /// The manifolds of a pair, by their numbers.
    pub(super) fn of(&self, head: u32) -> impl Iterator<Item = u32> + '_ {
        let own = |at: u32| (at != NONE).then_some(at);
        std::iter::successors(own(head), move |&at| own(self.all[at as usize].next))
    }

    /// Removes the manifolds of a pair.
    pub(super) fn drop_all(&mut self, head: u32, colours: &mut Colours, nobody: u32) {
        let mut at = head;
        while at != NONE {
            let own = self.all[at as usize];
            colours.vacate(own.seat, nobody);
            self.free.push(at);
            at = own.next;
        }
    }

    /// At the beginning of a step: notes what was found of a pair, to be seated with all
    /// others.
    pub(super) fn note(
        &mut self,
        pairs: &Pairs,
        pair: usize,
        contacts: &[Contact],
        desk: &mut Desk<'_>,
    ) {
        let bodies = pairs.bodies(pair);
        let moves = desk.moves(bodies);
        let is_alone = parts(contacts).count() == 1;
        for part in parts(contacts) {
            let begin = self.contacts.len();
            self.contacts.extend_from_slice(part);
            let colour = desk.colours.choose(bodies, moves);
            let end = self.contacts.len();
            self.fresh.push(Fresh { pair: pair as u32, colour, begin, end, is_alone });
        }
    }

    /// Seats what was noted, those with as many points together.
    pub(super) fn seat_noted(&mut self, pairs: &mut Pairs, desk: &mut Desk<'_>) {
        let mut fresh = std::mem::take(&mut self.fresh);
        let contacts = std::mem::take(&mut self.contacts);
        fresh.sort_unstable_by_key(|it| (it.colour, POINTS - (it.end - it.begin), it.begin));
        for it in &fresh {
            let own = &contacts[it.begin..it.end];
            self.recall(own, &desk.world.state.contacts, desk.manner.scale, it.is_alone);
            let bodies = pairs.bodies(it.pair as usize);
            let seat =
                desk.colours.seat(it.colour, bodies, desk.moves(bodies), desk.bodies.nobody());
            let head = &mut pairs.manifolds[it.pair as usize];
            let at = self.add(Manifold { seat, next: *head, ..Manifold::default() });
            *head = at;
            self.write(at, own, pairs, desk);
        }
        (self.fresh, self.contacts) = (fresh, contacts);
    }

    /// What the state keeps of a manifold: of its own features, or of all of its pair where it
    /// is the only one.
    fn recall(&mut self, own: &[Contact], memories: &[ContactMemory], scale: f64, is_alone: bool) {
        self.carried.clear();
        let (t, b) = tangents(own[0].normal);
        let pair = own[0].sites.map(|site| site.collider);
        let of = |memory: &ContactMemory| [memory.key.0, memory.key.1];
        let memories = &memories[memories.partition_point(|memory| of(memory) < pair)..];
        for memory in memories.iter().take_while(|memory| of(memory) == pair) {
            let [normal, x, y, ..] = memory.impulses;
            if is_alone || own.iter().any(|contact| contact.feature == memory.key.2) {
                self.carried.push(Carried {
                    feature: memory.key.2,
                    normal: scale * normal,
                    friction: scale * (x * t + y * b),
                    ..Carried::default()
                });
            }
        }
    }

    /// Within a step: a pair was looked at again.
    pub(super) fn renew(
        &mut self,
        pairs: &mut Pairs,
        pair: usize,
        contacts: &[Contact],
        desk: &mut Desk<'_>,
    ) {
        let head = pairs.manifolds[pair];
        if head == NONE && contacts.is_empty() {
            return;
        }
        self.carried.clear();
        let mut at = head;
        let mut old = 0;
        while at != NONE {
            let own = self.all[at as usize];
            let group = desk.colours.group(own.seat);
            let lane = own.seat.lane as usize;
            let (n, t) = (take(&group.normal, lane), take(&group.tangent, lane));
            for (point, feature) in group.at[..own.count].iter().zip(own.features) {
                let [x, y] = point.tangent_impulse.map(|own| f64::from(own.get(lane)));
                self.carried.push(Carried {
                    feature,
                    normal: point.normal_impulse.get(lane).into(),
                    friction: x * t + y * n.cross(t),
                    approach: point.approach.get(lane).into(),
                    arms: Some([take(&point.arms[0], lane), take(&point.arms[1], lane)]),
                    is_taken: false,
                });
            }
            at = own.next;
            old += 1;
        }
        let bodies = pairs.bodies(pair);
        let nobody = desk.bodies.nobody();
        let mut spare = head;
        if parts(contacts).count() != old {
            self.drop_all(head, desk.colours, nobody);
            pairs.manifolds[pair] = NONE;
            spare = NONE;
        }
        for part in parts(contacts) {
            let at = match spare {
                NONE => {
                    let moves = desk.moves(bodies);
                    let colour = desk.colours.choose(bodies, moves);
                    let seat = desk.colours.seat(colour, bodies, moves, nobody);
                    let next = pairs.manifolds[pair];
                    let at = self.add(Manifold { seat, next, ..Manifold::default() });
                    pairs.manifolds[pair] = at;
                    at
                }
                at => {
                    spare = self.all[at as usize].next;
                    at
                }
            };
            self.write(at, part, pairs, desk);
        }
    }

    fn add(&mut self, manifold: Manifold) -> u32 {
        match self.free.pop() {
            Some(at) => {
                self.all[at as usize] = manifold;
                at
            }
            None => {
                self.all.push(manifold);
                self.all.len() as u32 - 1
            }
        }
    }

    /// Writes a manifold into its lane, with what its points inherit.
    fn write(&mut self, at: u32, contacts: &[Contact], pairs: &Pairs, desk: &mut Desk<'_>) {
        let (bodies, manner) = (desk.bodies, desk.manner);
        let n = contacts[0].normal;
        let (t, b) = tangents(n);
        let [one, two] = contacts[0].sites.map(|site| site.collider);
        let surface = pairs.surface(one, two);
        let own = &mut self.all[at as usize];
        own.count = contacts.len();
        for (feature, contact) in own.features.iter_mut().zip(contacts) {
            *feature = contact.feature;
        }
        let (seat, lane) = (own.seat, own.seat.lane as usize);
        let group = desk.colours.group_mut(seat);
        let parties = [group.bodies[0][lane] as usize, group.bodies[1][lane] as usize];
        let inertia = [bodies.inverse_inertia(parties[0]), bodies.inverse_inertia(parties[1])];
        let constants = [&bodies.constants[parties[0]], &bodies.constants[parties[1]]];
        let centres = [bodies.poses[parties[0]].position, bodies.poses[parties[1]].position];
        let held = !(constants[0].is_dynamic && constants[1].is_dynamic);
        let inverse_mass = constants[0].inverse_mass + constants[1].inverse_mass;
        let near = NEAR * pairs.radii[one].min(pairs.radii[two]);
        let points = inherit(&mut self.carried, contacts, centres, near);
        let usual = manner.usual[usize::from(held)];
        put(&mut group.normal, lane, n);
        put(&mut group.tangent, lane, t);
        for side in 0..2 {
            put_symmetric(&mut group.inertia[side], lane, &inertia[side]);
        }
        group.friction.set(lane, if manner.has_friction { surface.friction as f32 } else { 0.0 });
        group.restitution.set(lane, surface.restitution as f32);
        group.points = group.points.max(contacts.len());
        let (way_a, way_b) =
            (bodies.deltas[parties[0]].motion(), bodies.deltas[parties[1]].motion());
        for k in 0..POINTS {
            let point = &mut group.at[k];
            let Some(contact) = contacts.get(k) else {
                point.blank(lane);
                continue;
            };
            let arms = [contact.point - centres[0], contact.point - centres[1]];
            let levers = [
                [arms[0].cross(n), arms[1].cross(n)],
                [arms[0].cross(t), arms[1].cross(t)],
                [arms[0].cross(b), arms[1].cross(b)],
            ];
            let mass = |one: usize, two: usize| {
                levers[one][0].dot(inertia[0] * levers[two][0])
                    + levers[one][1].dot(inertia[1] * levers[two][1])
            };
            let (tt, tb, bb) = (inverse_mass + mass(1, 1), mass(1, 2), inverse_mass + mass(2, 2));
            let largest = 0.5 * (tt + bb) + (0.25 * (tt - bb) * (tt - bb) + tb * tb).sqrt();
            let normal_mass = 1.0 / (inverse_mass + mass(0, 0));
            let softness = Softness::of(&surface.compliance, manner.h, normal_mass, usual);
            let moved =
                n.dot(way_b.0 - way_a.0) + levers[0][1].dot(way_b.1) - levers[0][0].dot(way_a.1);
            for side in 0..2 {
                put(&mut point.arms[side], lane, arms[side]);
            }
            point.gap.set(lane, (contact.gap - moved) as f32);
            point.normal_mass.set(lane, normal_mass as f32);
            point.tangent_mass.set(lane, (1.0 / largest) as f32);
            point.share.set(lane, softness.share(normal_mass) as f32);
            let own = &points[k];
            point.normal_impulse.set(lane, own.normal as f32);
            point.tangent_impulse[0].set(lane, own.friction.dot(t) as f32);
            point.tangent_impulse[1].set(lane, own.friction.dot(b) as f32);
            point.approach.set(lane, own.approach as f32);
            if k == 0 {
                group.rate.set(lane, softness.rate as f32);
                group.relaxes.set(lane, if softness.relaxes { 1.0 } else { 0.0 });
            }
        }
    }

    /// What the state keeps of a manifold, with impulses of the length that it is asked for.
    pub(super) fn memories(
        &self,
        at: u32,
        (first, second): (u32, u32),
        colours: &Colours,
        scale: f64,
        memories: &mut Vec<ContactMemory>,
    ) {
        let own = &self.all[at as usize];
        let (group, lane) = (colours.group(own.seat), own.seat.lane as usize);
        for (point, feature) in group.at[..own.count].iter().zip(own.features) {
            let mut impulses = [0.0; CONTACT_ROWS];
            impulses[0] = scale * f64::from(point.normal_impulse.get(lane));
            for k in 0..2 {
                impulses[1 + k] = scale * f64::from(point.tangent_impulse[k].get(lane));
            }
            let key = (first as usize, second as usize, feature);
            memories.push(ContactMemory { key, impulses, labels: [Label::Free; CONTACT_ROWS] });
        }
    }
}

/// Contacts of one pair in manifolds: at most four points with one normal.
pub fn parts(contacts: &[Contact]) -> impl Iterator<Item = &[Contact]> {
    contacts.chunk_by(|one, two| one.normal == two.normal).flat_map(|own| own.chunks(POINTS))
}
