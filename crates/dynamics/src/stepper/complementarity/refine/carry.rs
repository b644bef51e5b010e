//! Points that a round has found stay while the next rounds go on.
//!
//! Shapes meet in few points at a time, and which ones may change with the
//! smallest turn: pushed apart at one corner, two boxes meet at the next, and
//! pushed apart there, at the first again. With both points the round ends.

use glam::DVec3;
use stickslip_contact::{Contact, Pose};

use super::super::linearisation::Linearisation;
use super::{Refinement, Work};

/// A contact with its point on either body, in the body's axes.
#[derive(Clone, Copy, Debug)]
pub struct Carried {
    contact: Contact,
    locals: [DVec3; 2],
}

impl Carried {
    pub(super) fn new(contact: &Contact, poses: [Pose; 2]) -> Self {
        let half = 0.5 * contact.gap * contact.normal;
        let locals = [
            poses[0].local_point(contact.point - half),
            poses[1].local_point(contact.point + half),
        ];
        Self { contact: *contact, locals }
    }

    /// The contact where the bodies are now, its normal as it was.
    pub(super) fn at(&self, poses: [Pose; 2]) -> Contact {
        let [first, second] = [poses[0].point(self.locals[0]), poses[1].point(self.locals[1])];
        Contact {
            point: 0.5 * (first + second),
            gap: self.contact.normal.dot(second - first),
            ..self.contact
        }
    }
}

impl Refinement {
    /// Keeps the points that pushed in a round, of bodies that have missed.
    /// They go by names of their own: the detector may give theirs to others.
    pub(super) fn carry(&mut self, work: &Work<'_>, lines: &Linearisation, round: usize) {
        let before = |body: usize| match self.members.binary_search(&body) {
            Ok(place) => self.guess[place].pose,
            Err(_) => work.world.state.bodies[body].pose,
        };
        for (contact, rows) in lines.contacts.iter().zip(&lines.contact_rows) {
            let [(first, _), (second, _)] = work.collision.parties(contact);
            let found = contact.feature < OWN_NAMES;
            if found
                && self.missed[first]
                && self.missed[second]
                && lines.impulses[rows.first] > 0.0
            {
                let feature = contact.feature | ((round as u64 + 1) * OWN_NAMES);
                let own = Contact { feature, ..*contact };
                self.carried.push(Carried::new(&own, [before(first), before(second)]));
            }
        }
    }

    /// Adds the points that are carried to those that were found, where they
    /// are not among them.
    pub(super) fn add_carried(&mut self, work: &Work<'_>) {
        let found = self.found.len();
        for carried in &self.carried {
            let bodies = work.collision.parties(&carried.contact).map(|party| party.0);
            let contact = carried.at(bodies.map(|body| work.world.state.bodies[body].pose));
            let first = self.found[..found].partition_point(|it| it.sites < contact.sites);
            let pair = self.found[first..found].iter().take_while(|it| it.sites == contact.sites);
            let is_same = |other: &Contact| {
                other.normal.dot(contact.normal) > SAME_NORMAL
                    && other.point.distance(contact.point) < work.world.settings.margin
            };
            if !pair.into_iter().any(is_same) {
                self.found.push(contact);
            }
        }
        self.found.sort_unstable_by_key(Contact::key);
    }
}

/// Features are named below this; each round has names of its own above.
const OWN_NAMES: u64 = 1 << 59;

/// The cosine of the angle between normals of the same contact.
const SAME_NORMAL: f64 = 0.9995;
