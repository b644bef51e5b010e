//! The common ground of ball, hinge, prismatic, fixed and six-DOF joints: each
//! says for six axes of a frame what they may do.

use glam::DVec3;

use super::axis::Axis;
use super::axis_rows::Moment;
use super::frames::{Coordinate, Frames, Relative};
use super::law::{Law, Layout};
use super::rotation::{Angle, rotation_vector, tilt, twist, unwind};
use crate::rows::{Bodies, RowBuffer};

const UNITS: [DVec3; 3] = [DVec3::X, DVec3::Y, DVec3::Z];

/// Travel along x, y, z and rotation about x, y, z of the first frame.
///
/// Where two rotations are held at zero, the third is an angle that is counted
/// over any number of turns, provided that a step turns less than half a
/// turn. Otherwise rotations are the components of the rotation vector, which
/// ends at half a turn.
#[derive(Debug)]
pub(super) struct SixAxes {
    frames: Frames,
    axes: [Axis; 6],
    /// Whether the error of a held axis counts as joint error.
    is_error: [bool; 6],
    /// The rotation that is counted over many turns.
    turning: Option<usize>,
}

impl SixAxes {
    /// Axes whose held errors all count as joint errors.
    pub(super) fn new(frames: Frames, axes: [Axis; 6]) -> Self {
        let zero = |at: usize| axes[3 + at].held_at() == Some(0.0);
        let turning = (0..3).find(|&at| !zero(at) && zero((at + 1) % 3) && zero((at + 2) % 3));
        Self { frames, axes, is_error: [true; 6], turning }
    }

    /// Says which held errors count as joint errors.
    pub(super) fn with_errors(self, is_error: [bool; 6]) -> Self {
        Self { is_error, ..self }
    }

    fn angles(&self, relative: &Relative, counted: f64) -> [Angle; 3] {
        let Some(turning) = self.turning else {
            return rotation_vector(relative.rotation);
        };
        let [a, b] = [turning, (turning + 1) % 3].map(|at| UNITS[at]);
        let (raw, gradient) = twist(relative.rotation, a);
        let [first, second] = tilt(relative.rotation, a, b);
        let mut angles = [(unwind(raw, counted), gradient), first, second];
        angles.rotate_right(turning);
        angles
    }

    fn coordinates(&self, relative: &Relative, counted: f64) -> [Coordinate; 6] {
        let angles = self.angles(relative, counted);
        std::array::from_fn(|at| match at.checked_sub(3) {
            None => relative.travel(relative.frame.direction(UNITS[at])),
            Some(turn) => relative.turn(angles[turn].0, angles[turn].1),
        })
    }

    /// The single axis whose coordinate is worth reporting: the one that is not
    /// held, if there is only one.
    fn only_loose(&self) -> Option<usize> {
        let mut loose = (0..6).filter(|&at| self.axes[at].held_at().is_none());
        loose.next().filter(|_| loose.next().is_none())
    }
}

impl Law for SixAxes {
    fn layout(&self) -> Layout {
        let holding = |axes: &[Axis]| axes.iter().map(Axis::holding_count).sum();
        Layout {
            travels: holding(&self.axes[..3]),
            turns: holding(&self.axes[3..]),
            drives: self.axes.iter().map(Axis::driving_count).sum(),
        }
    }

    fn holds_a_point(&self) -> bool {
        self.axes[..3].iter().all(|axis| axis.held_at().is_some())
    }

    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        let coordinates = self.coordinates(&self.frames.relative(bodies), memory[0]);
        if let Some(at) = self.turning.map(|turning| 3 + turning).or_else(|| self.only_loose()) {
            memory[0] = coordinates[at].value;
        }
    }

    fn write_rows(&self, moment: &Moment<'_>, rows: &mut RowBuffer) {
        let relative = self.frames.relative(moment.bodies);
        let coordinates = self.coordinates(&relative, moment.memory[0]);
        for (at, axis) in self.axes.iter().enumerate() {
            axis.write_holding(&coordinates[at], self.is_error[at], moment.h, rows);
        }
        for (at, axis) in self.axes.iter().enumerate() {
            let plain = match at.checked_sub(3) {
                None => coordinates[at],
                Some(turn) => relative.turn(0.0, UNITS[turn]),
            };
            axis.write_driving(&coordinates[at], &plain, moment, rows);
        }
    }
}
