//! Stops of joints, and ropes that become taut, at their time.
//!
//! A stop that is open at the beginning of a piece does nothing in its first kick. Where it has
//! closed too far at the end, the piece is shortened to the time at which it closes, and a blow
//! without a bounce ends its approach; as with contacts, one that closes slowly, or when impacts
//! are no longer split, is held from the beginning of the piece.

use super::super::super::linearisation::Linearisation;
use super::super::measure::{is_pushed, write_joints};
use super::super::{Refinement, Work};
use super::joints::JointKick;
use super::{Kicks, MET, Piece};
use crate::rows::{Bodies, Role, Row};

/// The stops of the members' joints in a piece, by their rows among those of the joints.
#[derive(Debug, Default)]
pub(super) struct Stops {
    /// Whether all are held from the beginning.
    all_held: bool,
    /// Those that are.
    held: Vec<usize>,
    /// Those that have closed at the end, whose time is looked for.
    pub(super) watched: Vec<usize>,
    /// The one that decides how long the piece is, if one does.
    pub(super) closing: Option<usize>,
    /// Whether one is struck at the end of the piece.
    pub(super) is_struck: bool,
}

impl Stops {
    pub(super) fn begin(&mut self, all_held: bool) {
        (self.all_held, self.is_struck, self.closing) = (all_held, false, None);
        self.held.clear();
        self.watched.clear();
    }

    /// Lets the open ones do nothing in the first kick.
    pub(super) fn open(&self, joints: &mut [JointKick], first: &mut Linearisation, closed: f64) {
        for (at, joint) in joints.iter_mut().enumerate() {
            let row = first.rows.row_mut(at);
            joint.is_stop = is_stop(row);
            joint.is_open = joint.is_stop
                && row.error > closed
                && !self.all_held
                && self.held.binary_search(&at).is_err();
            if joint.is_open {
                row.hi = 0.0;
            }
        }
    }

    /// Holds those that are watched from the beginning; whether there are any.
    pub(super) fn hold_watched(&mut self) -> bool {
        let any = !self.watched.is_empty();
        self.held.append(&mut self.watched);
        self.held.sort_unstable();
        any
    }
}

/// Whether a row pushes one way at the end of a way.
fn is_stop(row: &Row) -> bool {
    row.role == Role::Constraint && row.gamma > 0.0 && is_pushed(row)
}

impl Kicks {
    /// Lets stops that have closed at the end of a piece, and are approached faster than `slow`,
    /// do nothing in the second kick: they are struck.
    pub(super) fn spare_struck(
        &mut self,
        lines: &mut Linearisation,
        bodies: &Bodies<'_>,
        closed: f64,
        slow: f64,
    ) {
        for (at, _) in self.joints.iter().enumerate().filter(|(_, joint)| joint.is_open) {
            let row = &lines.rows.rows()[at];
            if row.error <= closed && lines.rows.speed(row, bodies) < -slow {
                lines.rows.row_mut(at).hi = 0.0;
                self.stops.is_struck = true;
            }
        }
    }
}

impl Refinement {
    /// Writes the rows of the joints where the members are.
    fn measure_stops(&mut self, kicks: &Kicks, work: &Work<'_>, piece: &Piece) {
        let joints = &kicks.first.joint_rows;
        let named = joints.chunk_by(|one, two| one == two).map(|rows| rows[0]);
        write_joints(work.world, named, piece.time, piece.h, &mut self.scratch);
    }

    /// Looks for stops that were open and have closed too far at the end of a piece; the fastest
    /// mean approach among them.
    pub(super) fn find_met_stops(
        &mut self,
        kicks: &mut Kicks,
        work: &Work<'_>,
        piece: &Piece,
    ) -> f64 {
        kicks.stops.watched.clear();
        if !kicks.joints.iter().any(|joint| joint.is_open) {
            return 0.0;
        }
        self.measure_stops(kicks, work, piece);
        let mut approach = 0.0_f64;
        for (at, (joint, end)) in kicks.joints.iter().zip(self.scratch.rows()).enumerate() {
            if joint.is_open && end.error < -MET * work.accuracy {
                approach = approach.max((joint.error - end.error) / piece.h);
                kicks.stops.watched.push(at);
            }
        }
        approach
    }

    /// The least opening of the stops that are watched where the members are, with the speed at
    /// which it closes and its row.
    pub(super) fn least_opening(
        &mut self,
        kicks: &Kicks,
        work: &Work<'_>,
        piece: &Piece,
    ) -> Option<(f64, f64, Option<usize>)> {
        if kicks.stops.watched.is_empty() {
            return None;
        }
        self.measure_stops(kicks, work, piece);
        let world = &*work.world;
        let bodies =
            Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
        let opening = |&at: &usize| {
            let row = &self.scratch.rows()[at];
            (row.error, -self.scratch.speed(row, &bodies), Some(at))
        };
        kicks.stops.watched.iter().map(opening).min_by(|one, two| one.0.total_cmp(&two.0))
    }
}
