//! What a step was made of, as it was accepted.

use std::ops::Range;

use stickslip_contact::Contact;
use stickslip_solve::Label;

use super::super::linearisation::{Linearisation, Span};
use super::super::refine::Order;
use crate::collide::Collision;
use crate::state::{BodyState, State};
use crate::world::World;

/// The sub-steps of a step; kept only while someone wants its derivatives.
#[derive(Debug, Default)]
pub struct Record {
    /// One after the other.
    pub substeps: Vec<Substep>,
    /// Why the derivatives of this step are not known, if they are not.
    pub refused: Option<String>,
}

/// A sub-step.
#[derive(Debug, Default)]
pub struct Substep {
    /// The state at its beginning.
    pub begin: State,
    /// Its length (s).
    pub h: f64,
    /// Parts in the order in which they were taken; those with the same members follow
    /// each other.
    pub parts: Vec<Part>,
}

/// A part of the sub-step of some bodies.
#[derive(Clone, Debug)]
pub struct Part {
    /// The bodies, ascending, and how they were at its beginning.
    pub members: Vec<usize>,
    /// See `members`.
    pub start: Vec<BodyState>,
    /// Its interval; a strike has none, but the rows of one.
    pub span: Span,
    /// How its length comes about.
    pub length: Length,
    /// What happens in it.
    pub kind: Kind,
}

/// How the length of a part depends on that of its sub-step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Length {
    /// A fixed share of it.
    Share,
    /// What is left of it.
    Rest,
    /// Up to the time at which this contact closes.
    Impact((usize, usize, u64)),
    /// Up to the time at which the stop of this row of a joint does.
    Stop(usize),
    /// No time passes.
    Moment,
}

/// What happens in a part.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Nothing touches a body that flies.
    Fly,
    /// The members sleep.
    Rest,
    /// A step that is linear at its beginning.
    Plain(Solved),
    /// The same as a part of `Halves`: loops of trees are closed where it ends.
    Closed(Solved),
    /// Two steps of half the length, and where nothing begins to push what they and one whole
    /// step point to.
    Halves { whole: Solved, halves: [Solved; 2], middle: Vec<BodyState>, extrapolated: bool },
    /// Two kicks.
    Kick {
        first: Solved,
        second: Solved,
        held: Vec<KickContact>,
        /// Rounds of each time that the first kick was solved.
        rounds: Vec<usize>,
        /// Those of the last time.
        sets: Vec<KickRound>,
        /// Other contacts that close at the same time as the one that ends the piece.
        ties: usize,
    },
    /// A step that is linearised where it ends.
    Rounds(Box<Rounds>),
    /// An impact; who bounces of its contacts, and the seconds by which scripts are driven.
    Strike { solved: Solved, bounces: Vec<bool>, driven: f64 },
}

/// What a round of a first kick has found.
#[derive(Clone, Debug, Default)]
pub struct KickRound {
    /// The index set of each row.
    pub labels: Vec<Label>,
    /// Whether each contact slides on, as the next round takes it.
    pub slides: Vec<bool>,
}

/// How the first kick holds a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KickContact {
    /// Whether it slides at both ends, so that it rubs against its velocity at the beginning.
    pub slides_on: bool,
    /// Whether it was open at the beginning and met within the piece, and bounces.
    pub meets: bool,
}

/// Rounds, as the last of them was accepted.
#[derive(Clone, Debug)]
pub struct Rounds {
    /// The rows of the end.
    pub solved: Solved,
    /// How far the step looks back.
    pub order: Order,
    /// The members at the end.
    pub ends: Vec<BodyState>,
    /// What each contact knows of the beginning.
    pub contacts: Vec<RoundContact>,
    /// Violations of the rows of joints a step before, of those that look back.
    pub earlier: Vec<Option<f64>>,
}

impl Rounds {
    /// Whether they begin where the members were a step before, too.
    pub fn looks_back(&self) -> bool {
        self.order == Order::Second
    }
}

/// What a contact of a round knows of the beginning of the step.
#[derive(Clone, Copy, Debug)]
pub struct RoundContact {
    /// How deep it was.
    pub depth: Depth,
    /// Whether the same features touched at the beginning.
    pub is_old: bool,
    /// Whether it was open where its row was written last.
    pub was_open: bool,
}

/// How deep a contact of a round was at the beginning.
#[derive(Clone, Copy, Debug)]
pub enum Depth {
    /// As deep as this contact of the beginning.
    Of(Contact),
    /// Not at all.
    None,
    /// As deep as its velocity at the end says, looking back.
    Foreseen,
}

/// Rows with what a solve has found.
#[derive(Clone, Debug, Default)]
pub struct Solved {
    /// The contacts where the rows were written, in the order of their rows.
    pub contacts: Vec<Contact>,
    /// Contacts whose row aims at a speed of bouncing.
    pub bounces: Vec<bool>,
    /// Impulse and index set of each row of joints, and then of contacts.
    pub impulses: Vec<f64>,
    /// See `impulses`.
    pub labels: Vec<Label>,
    /// Whether each row was in the problem.
    pub counts: Vec<bool>,
}

impl Solved {
    /// Of the rows that name members.
    pub fn of(
        lines: &Linearisation,
        world: &World,
        collision: &Collision,
        is_member: impl Fn(usize) -> bool,
    ) -> Self {
        let joints = joints_of(lines).filter(|rows| names(lines, world, rows, &is_member));
        let has = |at: &usize| {
            let parties = collision.parties(&lines.contacts[*at]);
            parties.iter().any(|&(body, _)| is_member(body))
        };
        let contacts = (0..lines.contacts.len()).filter(has);
        Self::of_rows(lines, joints, contacts, &is_member)
    }

    /// Of the rows of some joints and of some contacts.
    fn of_rows(
        lines: &Linearisation,
        joints: impl Iterator<Item = Range<usize>>,
        contacts: impl Iterator<Item = usize>,
        is_member: impl Fn(usize) -> bool,
    ) -> Self {
        let mut own = Self::default();
        let has = |row: usize| {
            let terms = lines.rows.terms(&lines.rows.rows()[row]);
            terms.iter().any(|term| is_member(term.mover))
        };
        let take = |rows: Range<usize>, own: &mut Self| {
            own.impulses.extend_from_slice(&lines.impulses[rows.clone()]);
            own.labels.extend_from_slice(&lines.labels[rows.clone()]);
            own.counts.extend(rows.map(has));
        };
        joints.for_each(|rows| take(rows, &mut own));
        for at in contacts {
            let rows = &lines.contact_rows[at];
            own.contacts.push(lines.contacts[at]);
            own.bounces.push(lines.rows.rows()[rows.first].target > 0.0);
            take(rows.first..rows.first + rows.count, &mut own);
        }
        own
    }
}

/// The rows of each joint.
fn joints_of(lines: &Linearisation) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut first = 0;
    lines.joint_rows.chunk_by(|one, two| one == two).map(move |joint| {
        let rows = first..first + joint.len();
        first = rows.end;
        rows
    })
}

/// Whether a joint, by its rows, names a member.
fn names(
    lines: &Linearisation,
    world: &World,
    rows: &Range<usize>,
    is_member: impl Fn(usize) -> bool,
) -> bool {
    let named = world.model.joints()[lines.joint_rows[rows.start]].description().named_bodies();
    named.iter().any(|(_, body)| is_member(body.0))
}

/// Rows by the islands of their bodies.
pub(super) struct Grouped {
    joints: Vec<Vec<Range<usize>>>,
    contacts: Vec<Vec<usize>>,
}

impl Grouped {
    /// Of so many islands, with that of each body.
    pub(super) fn new(
        lines: &Linearisation,
        world: &World,
        collision: &Collision,
        (islands, of): (usize, &[usize]),
    ) -> Self {
        let mut own =
            Self { joints: vec![Vec::new(); islands], contacts: vec![Vec::new(); islands] };
        let tell = |bodies: &mut dyn Iterator<Item = usize>, put: &mut dyn FnMut(usize)| {
            let mut found: Vec<usize> = bodies.map(|body| of[body]).collect();
            found.sort_unstable();
            found.dedup();
            found.into_iter().filter(|&island| island < islands).for_each(put);
        };
        for rows in joints_of(lines) {
            let joint = &world.model.joints()[lines.joint_rows[rows.start]];
            let named = joint.description().named_bodies();
            let mut bodies = named.iter().map(|(_, body)| body.0);
            tell(&mut bodies, &mut |island| own.joints[island].push(rows.clone()));
        }
        for (at, contact) in lines.contacts.iter().enumerate() {
            let mut bodies = collision.parties(contact).into_iter().map(|(body, _)| body);
            tell(&mut bodies, &mut |island| own.contacts[island].push(at));
        }
        own
    }

    /// The rows of one island.
    pub(super) fn solved(
        &self,
        lines: &Linearisation,
        island: usize,
        is_member: impl Fn(usize) -> bool,
    ) -> Solved {
        let joints = self.joints[island].iter().cloned();
        Solved::of_rows(lines, joints, self.contacts[island].iter().copied(), is_member)
    }
}

impl Record {
    /// Begins a sub-step.
    pub fn begin(&mut self, state: &State, h: f64) {
        self.substeps.push(Substep { begin: state.clone(), h, parts: Vec::new() });
    }

    /// Says why derivatives are not known; the first reason stays.
    pub fn refuse(&mut self, reason: impl FnOnce() -> String) {
        if self.refused.is_none() {
            self.refused = Some(reason());
        }
    }

    /// The parts of the sub-step at hand.
    pub fn parts(&mut self) -> &mut Vec<Part> {
        if self.substeps.is_empty() {
            self.substeps.push(Substep::default());
        }
        let last = self.substeps.len() - 1;
        &mut self.substeps[last].parts
    }
}

impl World {
    /// Adds a part to the record, if there is one.
    pub fn record_part(&mut self, part: impl FnOnce(&Self) -> Part) {
        if let Some(mut record) = self.record.take() {
            record.parts().push(part(self));
            self.record = Some(record);
        }
    }
}
