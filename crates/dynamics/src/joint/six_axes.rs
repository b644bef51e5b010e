//! The common ground of ball, hinge, prismatic, fixed and six-DOF joints: each
//! says for six axes of a frame what they may do.

use glam::{DQuat, DVec3};
use stickslip_geometry::rotation;

use super::Rule;
use super::axis::{Axis, Motor};
use super::axis_rows::Moment;
use super::constraint::{Constraint, RowCounts};
use super::coordinates::{Coordinates, Placement, spin_of};
use super::frames::{Coordinate, Frame, Frames, Measured, Relative};
use super::passive_rows::Kind;
use super::rotation::{Angle, rotation_vector, tilt, twist, unwind, whole_turn};
use crate::parts::Compliance;
use crate::rows::{Bodies, RowBuffer};
use crate::tree::{Direction, HeldRow, Passage, Step};

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
    /// The same where nothing else is free, driven or stopped.
    axle: Option<usize>,
    /// What the angle of the whole rotation may do, if it is stopped.
    cone: Option<Axis>,
}

impl SixAxes {
    /// Axes whose held errors all count as joint errors.
    pub(super) fn new(frames: Frames, axes: [Axis; 6]) -> Self {
        let zero = |at: usize| axes[3 + at].held_at() == Some(axes[3 + at].reference);
        let turning = (0..3).find(|&at| !zero(at) && zero((at + 1) % 3) && zero((at + 2) % 3));
        let is_still = |at: usize| axes[at].held_at().is_some() && !axes[at].is_driven();
        let axle = turning.filter(|turn| (0..6).all(|at| at == 3 + turn || is_still(at)));
        Self { frames, axes, is_error: [true; 6], turning, axle, cone: None }
    }

    /// Says which held errors count as joint errors.
    pub(super) fn with_errors(self, is_error: [bool; 6]) -> Self {
        Self { is_error, ..self }
    }

    /// Stops the whole rotation at an angle (rad).
    pub(super) fn with_cone(self, angle: f64, compliance: Compliance) -> Self {
        let limits = Some([f64::NEG_INFINITY, angle]);
        Self { cone: Some(Axis { limits, compliance, ..Axis::FREE }), axle: None, ..self }
    }

    /// What the speed of a coordinate has to do with that about its axis.
    fn kind(&self, at: usize) -> Kind {
        if at >= 3 && self.turning.is_none() { Kind::Bent } else { Kind::Plain }
    }

    fn angles(&self, rotation: DQuat, counted: f64) -> [Angle; 3] {
        let Some(turning) = self.turning else {
            return rotation_vector(rotation);
        };
        let [a, b] = [turning, (turning + 1) % 3].map(|at| UNITS[at]);
        let (raw, gradient) = twist(rotation, a);
        let [first, second] = tilt(rotation, a, b);
        let mut angles = [(unwind(raw, counted), gradient), first, second];
        angles.rotate_right(turning);
        angles
    }

    /// The value of the counted rotation at the initial poses.
    fn counted_from(&self) -> f64 {
        self.turning.map_or(0.0, |turning| self.axes[3 + turning].reference)
    }

    fn all_coordinates(&self, relative: &Relative, counted: f64) -> [Coordinate; 6] {
        let angles = self.angles(relative.rotation, counted - self.counted_from());
        std::array::from_fn(|at| {
            let mut coordinate = match at.checked_sub(3) {
                None => relative.travel(relative.frame.direction(UNITS[at])),
                Some(turn) => match self.turning {
                    None => relative.turn(angles[turn].0, angles[turn].1),
                    Some(turning) if turning == turn => {
                        relative.spin(angles[turn].0, angles[turn].1)
                    }
                    Some(turning) => {
                        let (a, b) = (UNITS[turning], UNITS[(turning + 1) % 3]);
                        let fixed = if turn == (turning + 1) % 3 { a.cross(b) } else { -b };
                        relative.tilt(angles[turn].0, fixed, relative.rotation * a)
                    }
                },
            };
            coordinate.value = shifted(coordinate.value, self.axes[at].reference);
            coordinate
        })
    }

    /// The coordinate of an axis that is not held, of a joint whose others are closed.
    fn loose_coordinate(&self, at: usize, relative: &Relative, counted: f64) -> Coordinate {
        match at.checked_sub(3) {
            None => self.travel(at, relative),
            Some(turn) if self.turning == Some(turn) => relative.spin(counted, UNITS[turn]),
            Some(_) => self.all_coordinates(relative, counted)[at],
        }
    }

    /// The rows of a closed joint whose only axis turns: rotations are not asked for.
    fn write_axle(&self, turn: usize, moment: &Moment<'_>, rows: &mut RowBuffer) {
        let own = self.frames.axle(moment.memory[0], UNITS[turn], moment.bodies);
        let (place, axis) = (3 + turn, &self.axes[3 + turn]);
        for at in 0..6 {
            match at == place {
                true => axis.write_holding(&own, self.is_error[at], moment, rows),
                false => rows.add_none(),
            }
        }
        let mut plain = own;
        plain.value = 0.0;
        let mut controls = moment.controls.iter();
        axis.write_driving((&own, &plain, self.kind(place)), &mut controls, moment, rows);
    }

    /// The coordinate of an axis that travels.
    fn travel(&self, at: usize, relative: &Relative) -> Coordinate {
        let mut travel = relative.travel(relative.frame.direction(UNITS[at]));
        travel.value = shifted(travel.value, self.axes[at].reference);
        travel
    }

    /// The rows that hold, by their places.
    fn held_rows(&self) -> Vec<HeldRow> {
        let mut row = 0;
        let each = (0..6).filter_map(|at| {
            let is_held = self.axes[at].held_at().is_some();
            let direction = Direction::First(UNITS[at % 3]);
            let held = is_held.then_some(HeldRow { row, direction });
            row += self.axes[at].holding_count();
            held
        });
        each.collect()
    }

    /// The axes that are not held.
    fn loose(&self) -> impl Iterator<Item = usize> + '_ {
        (0..6).filter(|&at| self.axes[at].held_at().is_none())
    }

    /// The only axis with an armature, if there is just one.
    fn only_armature(&self) -> Option<usize> {
        let mut all = (0..6).filter(|&at| self.axes[at].has_armature());
        all.next().filter(|_| all.next().is_none())
    }

    /// The single axis whose coordinate is worth reporting: the one that is not
    /// held, if there is only one.
    fn only_loose(&self) -> Option<usize> {
        let mut loose = self.loose();
        loose.next().filter(|_| loose.next().is_none())
    }
}

impl Constraint for SixAxes {
    fn row_counts(&self) -> RowCounts {
        let holding = |axes: &[Axis]| axes.iter().map(Axis::holding_count).sum();
        RowCounts {
            travels: holding(&self.axes[..3]),
            turns: holding(&self.axes[3..]) + self.cone.as_ref().map_or(0, Axis::holding_count),
            drives: (0..6).map(|at| self.axes[at].driving_count(self.kind(at))).sum(),
        }
    }

    fn holds_a_point(&self) -> bool {
        self.axes[..3].iter().all(|axis| axis.held_at().is_some())
    }

    fn has_armature(&self) -> bool {
        self.axes.iter().any(Axis::has_armature)
    }

    fn drift(&self, moment: &Moment<'_>) -> Option<f64> {
        let at = self.only_armature()?;
        let relative = self.frames.relative(moment.bodies);
        Some(moment.drift(&self.all_coordinates(&relative, moment.memory[0])[at]))
    }

    fn initial_memory(&self) -> [f64; 2] {
        let remembered = self.turning.map(|turning| 3 + turning).or_else(|| self.only_loose());
        [remembered.map_or(0.0, |at| self.axes[at].reference), 0.0]
    }

    fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        if let Some(turning) = self.turning {
            let raw = twist(self.frames.rotation(bodies), UNITS[turning]).0;
            let reference = self.axes[3 + turning].reference;
            memory[0] = shifted(unwind(raw, memory[0] - reference), reference);
        } else if let Some(at) = self.only_loose() {
            let relative = self.frames.relative(bodies);
            memory[0] = self.loose_coordinate(at, &relative, memory[0]).value;
        }
    }

    fn motors(&self) -> Vec<(usize, &Motor)> {
        let axes = self.axes.iter().enumerate();
        axes.flat_map(|(at, axis)| axis.motors.iter().map(move |motor| (at, motor))).collect()
    }

    fn coordinates(&self, bodies: &Bodies<'_>, memory: &[f64; 2]) -> Coordinates {
        let all = self.all_coordinates(&self.frames.relative(bodies), memory[0]);
        self.loose().map(|at| (all[at].value, all[at].rate(bodies))).collect()
    }

    fn placement(&self, coordinates: &[(f64, f64)]) -> Option<Placement> {
        let mut all: [(f64, f64); 6] =
            std::array::from_fn(|at| (self.axes[at].held_at().unwrap_or(0.0), 0.0));
        self.loose().zip(coordinates).for_each(|(at, &given)| all[at] = given);
        let values = all;
        for (coordinate, axis) in all.iter_mut().zip(&self.axes) {
            coordinate.0 -= axis.reference;
        }
        let [x, y, z, turns @ ..] = all;
        let [offset, travel] = [[x.0, y.0, z.0], [x.1, y.1, z.1]].map(DVec3::from_array);
        let angles = DVec3::from_array(turns.map(|turn| turn.0));
        let counted = self.turning.map_or(0.0, |turning| angles[turning]);
        // The axis of a turn that is counted is the only one about which there is any.
        let rotation = rotation::by_vector(angles);
        let gradients = self.angles(rotation, counted).map(|angle| angle.1);
        let spin = spin_of(gradients, turns.map(|turn| turn.1));
        let remembered = self.turning.map(|turning| 3 + turning).or_else(|| self.only_loose());
        let memory = [remembered.map_or(0.0, |at| values[at].0), 0.0];
        Some(Placement { frames: self.frames, offset, rotation, travel, spin, memory })
    }

    /// Slides along the axes that travel, then the turn that is counted, or all three.
    fn passage(&self) -> Result<Option<Passage>, &'static str> {
        let held = |at: usize| self.axes[at].held_at();
        if (0..6).any(|at| held(at).is_some_and(|value| value != self.axes[at].reference)) {
            return Err("it is held elsewhere than where it begins");
        }
        if (0..6).any(|at| held(at).is_some() && self.axes[at].compliance != Compliance::JOINT) {
            return Err("it holds with a compliance of its own");
        }
        let slides = (0..3).filter(|&at| held(at).is_none()).map(|at| Step::Slide(UNITS[at]));
        let mut steps: Vec<Step> = slides.collect();
        match (0..3).filter(|&at| held(3 + at).is_none()).collect::<Vec<_>>()[..] {
            [] => {}
            [turn] => steps.push(Step::Turn(UNITS[turn])),
            [_, _, _] => steps.push(Step::Ball),
            _ => return Err("two of its three rotations are free"),
        }
        let [first, second] = [self.frames.first(), self.frames.second()].map(Frame::local);
        Ok(Some(Passage { first, second, steps, held: self.held_rows() }))
    }

    fn write_rows(&self, moment: &Moment<'_>, rows: &mut RowBuffer) {
        if let Some(turn) = self.axle.filter(|_| moment.rule == Rule::Carried) {
            return self.write_axle(turn, moment, rows);
        }
        let kept = self.only_armature().map(|_| moment.with_jump());
        let moment = kept.as_ref().unwrap_or(moment);
        let relative = self.frames.relative(moment.bodies);
        let is_carried = moment.rule == Rule::Carried;
        let counted = moment.memory[0];
        let all = (!is_carried).then(|| self.all_coordinates(&relative, counted));
        let coordinate = |at: usize| match &all {
            Some(all) => all[at],
            None => self.loose_coordinate(at, &relative, counted),
        };
        for (at, axis) in self.axes.iter().enumerate() {
            if is_carried && axis.held_at().is_some() {
                rows.add_none();
                continue;
            }
            axis.write_holding(&coordinate(at), self.is_error[at], moment, rows);
        }
        if let Some(cone) = &self.cone {
            let (angle, gradient) = whole_turn(relative.rotation);
            cone.write_holding(&relative.turn(angle, gradient), true, moment, rows);
        }
        let mut controls = moment.controls.iter();
        for (at, axis) in self.axes.iter().enumerate().filter(|(_, axis)| axis.is_driven()) {
            let own = coordinate(at);
            let plain = match at.checked_sub(3) {
                None => own,
                Some(turn) => relative.turn(0.0, UNITS[turn]),
            };
            let measured = (&own, &plain, self.kind(at));
            axis.write_driving(measured, &mut controls, moment, rows);
        }
    }
}

/// A value with that at the initial poses: adding zero would turn −0 into 0.
fn shifted(value: f64, reference: f64) -> f64 {
    if reference == 0.0 { value } else { value + reference }
}
