//! What kicks leave for derivatives.

use stickslip_contact::Contact;

use super::super::super::linearisation::Linearisation;
use super::super::super::replay::{KickContact, Kind, Length, Part, Solved};
use super::super::{Refinement, Work};
use super::{END, Kicks, Piece, SHORTEST, Span};
use crate::world::World;

/// Gaps that differ by less than this close at the same time (m).
const TIED: f64 = 1e-9;

impl Refinement {
    /// Notes a piece that was accepted; `struck` says whether it ends in an impact. The members
    /// are at its end.
    pub(super) fn record_piece(
        &self,
        kicks: &Kicks,
        work: &mut Work<'_>,
        lines: &Linearisation,
        piece: &Piece,
        whole: &Span,
        struck: bool,
    ) {
        let Work { world, collision, .. } = work;
        let Some(record) = &mut world.record else { return };
        let is_near = |contact: &Contact| {
            kicks.near.binary_search_by_key(&contact.key(), Contact::key).is_ok()
        };
        if !kicks.held.iter().all(|held| is_near(&held.contact)) {
            record.refuse(|| "a contact was found at the end of a piece alone".into());
        }
        if kicks.held.iter().any(|held| held.spring.is_some()) {
            record.refuse(|| "a contact gives way as a spring".into());
        }
        let overlapped = lines.contacts.iter().chain(kicks.held.iter().map(|held| &held.contact));
        if overlapped.into_iter().any(|contact| collision.has_overlapped(contact)) {
            record.refuse(|| OVERLAPPED.into());
        }
        let is_met = struck && piece.h > SHORTEST * whole.h;
        let length = match (kicks.stops.closing, self.least_gap(kicks)) {
            (Some(row), _) if is_met => Length::Stop(row),
            (None, Some(contact)) if is_met => Length::Impact(contact.key()),
            _ => Length::of(&piece.span(), whole),
        };
        let is_member = |body: usize| self.is_member.get(body).is_some_and(|&is| is);
        // The last round has taken its slips from the one before.
        let before = kicks.sets.len().checked_sub(2).map(|at| &kicks.sets[at].slides);
        let threshold = world.settings.restitution_threshold;
        let held = kicks.held.iter().enumerate().map(|(at, held)| KickContact {
            slides_on: before.map_or_else(|| held.slides_on(), |slides| slides[at]),
            meets: held.meets.is_some_and(|speed| -speed > threshold),
        });
        let held = held.collect();
        let first = match kicks.is_free() {
            true => Solved::default(),
            false => Solved::of(&kicks.first, world, collision, is_member),
        };
        let second = Solved::of(lines, world, collision, is_member);
        let (members, start) = (self.members.clone(), kicks.start.clone());
        let least = self.least_gap(kicks).map_or(f64::INFINITY, |contact| contact.gap);
        let closes = |contact: &&Contact| {
            let pair = (contact.key().0, contact.key().1);
            let is_watched = kicks.watched.binary_search(&pair).is_ok();
            is_watched && !kicks.holds(contact) && contact.gap <= least + TIED
        };
        let closing = match kicks.stops.closing {
            Some(_) => kicks.stops.watched.len(),
            None => kicks.ends.iter().filter(closes).count(),
        };
        let ties = if struck { closing.saturating_sub(1) } else { 0 };
        let (rounds, sets) = match kicks.is_free() {
            true => Default::default(),
            false => (kicks.rounds.clone(), kicks.sets.clone()),
        };
        let kind = Kind::Kick { first, second, held, rounds, sets, ties };
        world.record_part(|_| Part { members, start, span: piece.span(), length, kind });
    }

    /// Notes an impact; the states before it are those of the guess.
    pub(super) fn record_strike(
        &self,
        kicks: &Kicks,
        work: &mut Work<'_>,
        piece: &Piece,
        targets: &[f64],
    ) {
        let Work { world, collision, .. } = work;
        if world.record.is_none() {
            return;
        }
        let is_member = |body: usize| self.is_member.get(body).is_some_and(|&is| is);
        let solved = Solved::of(&kicks.strike, world, collision, is_member);
        let bounces = targets.iter().map(|&target| target > 0.0).collect();
        let mut span = piece.span();
        let mut driven = piece.h;
        if !kicks.strikes_first {
            span.time += piece.h;
            driven *= END;
        }
        let (members, start) = (self.members.clone(), self.guess.clone());
        let kind = Kind::Strike { solved, bounces, driven };
        world.record_part(|_| Part { members, start, span, length: Length::Moment, kind });
    }

    /// Derivatives do not know of blows that are blended with plastic ones.
    pub(super) fn refuse_blend(&self, world: &mut World) {
        if let Some(record) = &mut world.record {
            record.refuse(|| {
                "an impact with friction would have made energy, and was blended with a plastic one"
                    .into()
            });
        }
    }

    /// Derivatives do not know of impacts on softer surfaces.
    pub(super) fn refuse_soft_blow(&self, world: &mut World) {
        if let Some(record) = &mut world.record {
            record.refuse(|| "an impact was solved with softer surfaces than others".into());
        }
    }
}

/// Why pairs that began inside each other are refused.
pub const OVERLAPPED: &str = "two shapes began inside each other, and are let apart slowly";
