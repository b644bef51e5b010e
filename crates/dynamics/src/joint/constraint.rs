//! What a joint does in a step.

use std::fmt::Debug;
use std::sync::Arc;

use glam::DVec3;

use super::axis::Motor;
use super::axis_rows::Moment;
use super::coordinates::{Coordinates, Placement};
use crate::rows::{Bodies, RowBuffer};
use crate::tree::Passage;

/// How many rows a joint has, in the order in which it writes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowCounts {
    /// Rows that hold or stop travel: their impulses are in N·s.
    pub(super) travels: usize,
    /// Rows that hold or stop rotation: N·m·s.
    pub(super) turns: usize,
    /// Rows of motors and dry friction.
    pub(super) drives: usize,
}

/// A joint, checked and with its frames on its bodies.
pub(super) trait Constraint: Debug + Send + Sync {
    /// The rows that [`Constraint::write_rows`] adds, the same in every step.
    fn row_counts(&self) -> RowCounts;

    /// Whether the first three rows hold the three directions of travel.
    fn holds_a_point(&self) -> bool {
        false
    }

    /// Whether an axis has an armature, which needs the speed before the step.
    fn has_armature(&self) -> bool {
        false
    }

    /// How the rate of its only axis with an armature changes on the way (see
    /// [`Moment::drift`]); none where there is no such axis, or where its memory is full.
    /// In midpoint steps the second number of its memory is how much that was changed by
    /// the last step.
    fn drift(&self, _moment: &Moment<'_>) -> Option<f64> {
        None
    }

    /// The coordinates that it keeps, at the beginning.
    fn initial_memory(&self) -> [f64; 2] {
        [0.0; 2]
    }

    /// Brings unwound coordinates up to date with the poses.
    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]);

    /// Its motors by axis, in the order in which they are told from outside.
    fn motors(&self) -> Vec<(usize, &Motor)> {
        Vec::new()
    }

    /// The coordinates that are free to move.
    fn coordinates(&self, _bodies: &Bodies<'_>, _memory: &[f64; 2]) -> Coordinates {
        Vec::new()
    }

    /// Where those coordinates have these values and rates; `None` where they
    /// cannot be set.
    fn placement(&self, _coordinates: &[(f64, f64)]) -> Option<Placement> {
        None
    }

    /// What it lets free, where it hangs one body on another as a link of a tree; or why it
    /// cannot, although it is of a kind that does.
    fn passage(&self) -> Result<Option<Passage>, &'static str> {
        Ok(None)
    }

    /// Where it runs through the world, of what is a string: corners of lines (m).
    fn lines(&self, _bodies: &Bodies<'_>, _memory: &[f64; 2]) -> Vec<Vec<DVec3>> {
        Vec::new()
    }

    /// Whether the bounds of its last rows follow the impulses of the others (see
    /// [`Constraint::capstans`]).
    fn has_capstans(&self) -> bool {
        false
    }

    /// Of a belt whose first row is its tension: tanh(½μφ) of each row of friction.
    fn capstans(&self, _bodies: &Bodies<'_>) -> Vec<f64> {
        Vec::new()
    }

    /// Adds the rows.
    fn write_rows(&self, moment: &Moment<'_>, rows: &mut RowBuffer);
}

/// A law that clones cheaply.
pub(super) type SharedConstraint = Arc<dyn Constraint>;
