//! When something open closes.

use stickslip_contact::Contact;

use super::super::{Refinement, Work};
use super::second::APPROACH;
use super::{Held, Kicks, MET, Piece, Spring, poses, relative_velocity, slip_at};
use crate::step_error::StepError;

/// Foreseen meetings that are looked at in one piece.
const MAX_FORESEEN: usize = 8;
/// A gap that is as good as none (m), in the time of flight and of what touches already.
const TOUCHES: f64 = 1e-10;
const TOUCHES_HELD: f64 = 1e-7;
/// The part of a piece after which something that touched at its beginning is open.
const JUST_LEFT: f64 = 1e-3;
/// Steps of the search for the time.
const SEARCH: usize = 60;

/// Contacts that have closed within a piece.
pub(super) struct Met {
    /// The fastest approach among them (m/s).
    pub(super) approach: f64,
    /// Whether some of them are not closed at the end, but crossed the plane of contact.
    pub(super) passed: bool,
}

impl Refinement {
    /// Looks for contacts that were open and have closed too far where the members are, the
    /// end of the piece, or that they may have passed.
    pub(super) fn find_met(
        &mut self,
        kicks: &mut Kicks,
        work: &Work<'_>,
        piece: &Piece,
    ) -> Option<Met> {
        let deep = -MET * work.accuracy;
        kicks.watched.clear();
        let mut met = Met { approach: 0.0, passed: false };
        for contact in kicks.ends.iter().filter(|contact| contact.gap < deep) {
            if !kicks.holds(contact) {
                let speed = relative_velocity(work.world, work.collision, contact);
                let approach = -speed.dot(contact.normal);
                met.approach = met.approach.max(approach);
                kicks.watched.push((contact.key().0, contact.key().1));
            }
        }
        for contact in kicks.near.iter().filter(|contact| contact.gap >= 0.0) {
            if !kicks.holds(contact) {
                let end = self.end_of(kicks, work, contact);
                if end < deep {
                    met.approach = met.approach.max((contact.gap - end) / piece.h);
                    let pair = (contact.key().0, contact.key().1);
                    met.passed |= !kicks.watched.contains(&pair);
                    kicks.watched.push(pair);
                }
            }
        }
        kicks.watched.sort_unstable();
        kicks.watched.dedup();
        met.approach = met.approach.max(self.find_met_stops(kicks, work, piece));
        (!kicks.watched.is_empty() || !kicks.stops.watched.is_empty()).then_some(met)
    }

    /// The gap of a contact of the beginning between the same points, where the members are.
    fn end_of(&self, kicks: &Kicks, work: &Work<'_>, contact: &Contact) -> f64 {
        let bodies = work.collision.parties(contact).map(|(body, _)| body);
        let starts = bodies.map(|body| match self.members.binary_search(&body) {
            Ok(at) => kicks.start[at].pose,
            Err(_) => work.world.state.bodies[body].pose,
        });
        let held = Held::new(contact, glam::DVec3::ZERO, starts);
        held.tracked(poses(work.world, work.collision, contact)).0
    }

    /// The time from the beginning of the piece at which the first of the pairs that are
    /// watched closes; none where they were closed before, or do not.
    pub(super) fn time_of_meeting(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        piece: &Piece,
    ) -> Option<f64> {
        // Thin things that were passed are between the ends.
        let mut times = [piece.h; MAX_FORESEEN + 1];
        let mut count = 0;
        for contact in kicks.near.iter().filter(|contact| contact.gap >= 0.0) {
            let end = self.end_of(kicks, work, contact);
            if !kicks.holds(contact) && end < -MET * work.accuracy && count < MAX_FORESEEN {
                let speed = (contact.gap - end) / piece.h;
                times[count] = ((contact.gap + work.accuracy) / speed).min(piece.h);
                count += 1;
            }
        }
        times[..count].sort_unstable_by(f64::total_cmp);
        let mut open = (0.0, self.gap_after(kicks, work, piece, 0.0));
        if open.1 <= 0.0 {
            // What has just left may come back.
            open.0 = JUST_LEFT * piece.h;
            open.1 = self.gap_after(kicks, work, piece, open.0);
        }
        if open.1 <= 0.0 {
            return None;
        }
        for &time in &times[..=count] {
            let gap = self.gap_after(kicks, work, piece, time);
            if gap < 0.0 {
                return Some(self.close(kicks, work, piece, open, (time, gap)));
            }
            open = (time, gap);
        }
        None
    }

    /// The root of the gap between an open and a closed moment, by false position with halved
    /// ends (Illinois).
    fn close(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        piece: &Piece,
        mut open: (f64, f64),
        mut closed: (f64, f64),
    ) -> f64 {
        for at in 0..SEARCH {
            let width = closed.0 - open.0;
            if width <= 1e-14 * piece.h {
                break;
            }
            let regular = open.1.is_finite() && at % 8 < 6;
            let part = if regular { open.1 / (open.1 - closed.1) } else { 0.5 };
            let time = open.0 + part.clamp(1e-9, 1.0 - 1e-9) * width;
            let gap = self.gap_after(kicks, work, piece, time);
            if gap.abs() <= TOUCHES {
                return time;
            }
            if gap > 0.0 {
                open = (time, gap);
                closed.1 *= 0.5;
            } else {
                closed = (time, gap);
                open.1 *= 0.5;
            }
        }
        closed.0
    }

    /// The smallest gap of the pairs and stops that are watched, but for what is held, after
    /// a part of the piece; infinite where nothing is near.
    fn gap_after(&mut self, kicks: &mut Kicks, work: &mut Work<'_>, piece: &Piece, h: f64) -> f64 {
        self.drift(kicks, work, piece, h);
        self.find_ends(kicks, work);
        self.nearest(kicks, work, piece).map_or(f64::INFINITY, |(gap, ..)| gap)
    }

    /// The smallest gap of the pairs and stops that are watched where the members are, with
    /// the speed at which it closes, and the row of a stop.
    fn nearest(
        &mut self,
        kicks: &Kicks,
        work: &Work<'_>,
        piece: &Piece,
    ) -> Option<(f64, f64, Option<usize>)> {
        let contact = self.least_gap(kicks).map(|contact| {
            let speed = relative_velocity(work.world, work.collision, &contact);
            (contact.gap, -speed.dot(contact.normal), None)
        });
        let stop = self.least_opening(kicks, work, piece);
        contact.into_iter().chain(stop).min_by(|one, two| one.0.total_cmp(&two.0))
    }

    pub(super) fn least_gap(&self, kicks: &Kicks) -> Option<Contact> {
        let watched = kicks.ends.iter().filter(|contact| {
            let pair = (contact.key().0, contact.key().1);
            kicks.watched.binary_search(&pair).is_ok() && !kicks.holds(contact)
        });
        watched.copied().min_by(|one, two| one.gap.total_cmp(&two.gap))
    }

    /// Kicks the shortened piece: what touches already changes its way a little, and so the
    /// time. Whether that converges.
    pub(super) fn settle_meeting(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        piece: &mut Piece,
        whole: &super::Span,
    ) -> Result<bool, StepError> {
        for _ in 0..4 {
            if !self.first_kick(kicks, work, piece)? {
                return Ok(false);
            }
            let nearest = self.nearest(kicks, work, piece);
            let Some((gap, approach, stop)) = nearest else { return Ok(true) };
            kicks.stops.closing = stop;
            if kicks.is_free() || gap.abs() <= TOUCHES_HELD || approach < APPROACH {
                return Ok(true);
            }
            let time = piece.h + gap / approach;
            if !(super::SHORTEST * whole.h..=whole.h).contains(&time) {
                return Ok(true);
            }
            *piece = Piece::new(whole, piece.time, time);
        }
        Ok(true)
    }

    /// Holds what has met from the beginning of the piece on, and what was passed, if asked
    /// for; whether there was any. The members are at the end.
    pub(super) fn hold_met(
        &mut self,
        kicks: &mut Kicks,
        work: &mut Work<'_>,
        piece: &Piece,
        passed: bool,
    ) -> bool {
        let deep = -MET * work.accuracy;
        let met = |contact: &&Contact, kicks: &Kicks| !kicks.holds(contact);
        let mut more = Vec::new();
        for contact in kicks.near.iter().filter(|contact| met(contact, kicks)) {
            let end = kicks.ends.binary_search_by_key(&contact.key(), Contact::key);
            let tracked = self.end_of(kicks, work, contact);
            if end.is_ok_and(|at| kicks.ends[at].gap < deep) || (passed && tracked < deep) {
                more.push((*contact, None));
            }
        }
        for contact in kicks.ends.iter().filter(|contact| contact.gap < deep) {
            let known = |(other, _): &(Contact, Option<Held>)| other.key() == contact.key();
            if !kicks.holds(contact) && !more.iter().any(known) {
                let ends = poses(work.world, work.collision, contact);
                more.push((*contact, Some(Held::new(contact, glam::DVec3::ZERO, ends))));
            }
        }
        let stops = kicks.stops.hold_watched();
        if more.is_empty() {
            return stops;
        }
        self.place_start(kicks, work, piece);
        for (mut contact, carried) in more {
            let starts = poses(work.world, work.collision, &contact);
            if let Some(carried) = carried {
                (contact.gap, contact.point) = carried.tracked(starts);
            }
            let slip = slip_at(work.world, work.collision, &contact, contact.point, piece.time);
            let mut held = Held::new(&contact, slip, starts);
            held.meets = Some(slip.dot(contact.normal));
            held.spring = Spring::of(&work.world.model, work.collision, &contact, kicks.whole);
            kicks.held.push(held);
        }
        kicks.held.sort_unstable_by_key(|held| held.contact.key());
        true
    }
}
