//! Derivatives of one part: columns of its residuals, and the implicit function theorem.

use stickslip_solve::Label;

use super::dense::Matrix;
use super::sets::{Equation, Sets};
use super::tangent::{BODY, coordinates, moved};
use super::{DerivativeError, Input};
use crate::state::BodyState;
use crate::stepper::replay::{Kind, Length, Part, Point, Replay, Solved, Values};
use crate::world::World;

/// Strides of differences: of places (parts of a body's reach, rad) and of speeds (m/s, rad/s).
const PLACE: f64 = 1e-5;
const SPEED: f64 = 1e-4;
/// Bodies count as no smaller than this (m).
const SMALLEST: f64 = 0.05;
/// The same of lengths of time, as a share.
const TIME: f64 = 1e-5;

/// What residuals are made of, and what they depend on.
pub(super) struct Context<'a> {
    pub(super) world: &'a mut World,
    pub(super) replay: &'a mut Replay,
    pub(super) inputs: &'a [Input],
    /// Whether anything in the world follows the clock.
    pub(super) follows_time: bool,
    /// Rows at a border, and parts at which several contacts meet at once.
    pub(super) borders: usize,
}

/// Derivatives of the end of a part, by the columns: states of the members at its beginning,
/// its length, its time, the inputs.
pub(super) struct Local {
    pub(super) ends: Matrix,
    /// The length of a part that ends in an impact.
    pub(super) length: Option<Matrix>,
}

/// Column of the length of a part with so many members; that of its time is the next.
pub(super) fn length_column(members: usize) -> usize {
    BODY * members
}

impl Context<'_> {
    /// Derivatives of a part, in which `solved` are the rows.
    pub(super) fn differentiate(&mut self, part: &Part) -> Result<Local, DerivativeError> {
        let (impulses, labels, counts) = unknowns(&part.kind);
        let point = Point { states: part.start.clone(), time: part.span.time, h: part.span.h };
        self.replay.enter(part);
        self.replay.begin(self.world, part, &point, true)?;
        let nominal = self.replay.finish(self.world, part, &point, &impulses);
        let places = self.replay.places(part);
        let flat = Flat { nominal: &nominal };
        let by_impulses = self.by_impulses(part, &point, &impulses, &counts, &flat);
        let by_inputs = self.by_inputs(part, &point, &impulses, &flat)?;
        let rows = impulses.len();
        let diagonal = |row: usize| by_impulses.at(row, row);
        let sets = Sets {
            friction: self.world.settings.friction,
            impulses: &impulses,
            labels: &labels,
            counts: &counts,
            places: &places,
            values: &nominal,
        };
        let equations = sets.equations(diagonal);
        self.borders += sets.borders(&equations, diagonal);
        if let Kind::Kick { ties, .. } = part.kind {
            self.borders += ties;
        }
        let meets = matches!(part.length, Length::Meeting(_));
        let size = rows + usize::from(meets);
        let (mut matrix, mut right) =
            (Matrix::zeros(size, size), Matrix::zeros(size, by_inputs.columns()));
        for (row, equation) in equations.iter().enumerate() {
            equation.write(row, &flat, &by_impulses, &by_inputs, &mut matrix, &mut right);
        }
        let length = length_column(part.members.len());
        if meets {
            let gap = flat.meeting();
            for column in 0..rows {
                matrix.set(rows, column, by_impulses.at(gap, column));
            }
            (0..right.columns()).for_each(|at| right.set(rows, at, -by_inputs.at(gap, at)));
            // The length is what is found, and no input.
            for row in 0..size {
                let by_length = -right.at(row, length);
                matrix.set(row, rows, by_length);
                right.set(row, length, 0.0);
            }
        }
        let singular = || DerivativeError::Singular {
            name: self.world.model.bodies()[part.members[0]].description.name.clone(),
        };
        let found = match size {
            0 => right,
            _ => matrix.solve(right).ok_or_else(singular)?,
        };
        Ok(assemble(&flat, part, &by_impulses, &by_inputs, &found))
    }

    /// Derivatives of all values by the impulses.
    fn by_impulses(
        &mut self,
        part: &Part,
        point: &Point,
        impulses: &[f64],
        counts: &[bool],
        flat: &Flat<'_>,
    ) -> Matrix {
        let mut columns = Matrix::zeros(flat.len(), impulses.len());
        let masses = part.members.iter().map(|&body| self.world.model.bodies()[body].mass.mass);
        let stride = SPEED * masses.fold(f64::INFINITY, f64::min);
        let mut shifted = impulses.to_vec();
        let first = match &part.kind {
            Kind::Kick { first, .. } => first.rows(),
            _ => impulses.len(),
        };
        // The second kick is linear in its impulses.
        for at in (first..impulses.len()).filter(|&at| counts[at]) {
            let (speeds, blows) = self.replay.second_blow(self.world, part, at - first);
            for (row, speed) in speeds.into_iter().enumerate() {
                columns.set(first + row, at, speed);
            }
            for (body, [velocity, spin]) in blows.into_iter().enumerate() {
                for axis in 0..3 {
                    let place = flat.ends() + BODY * body + 6 + axis;
                    columns.set(place, at, velocity[axis]);
                    columns.set(place + 3, at, spin[axis]);
                }
            }
        }
        for at in (0..first).filter(|&at| counts[at]) {
            let ends = [1.0, -1.0].map(|sign| {
                shifted[at] = impulses[at] + sign * stride;
                flat.of(&self.replay.finish(self.world, part, point, &shifted))
            });
            shifted[at] = impulses[at];
            set_column(&mut columns, at, &ends, stride);
        }
        columns
    }

    /// Derivatives of all values by the states, the length, the time and the inputs.
    fn by_inputs(
        &mut self,
        part: &Part,
        point: &Point,
        impulses: &[f64],
        flat: &Flat<'_>,
    ) -> Result<Matrix, DerivativeError> {
        let states = BODY * part.members.len();
        let mut columns = Matrix::zeros(flat.len(), states + 2 + self.inputs.len());
        // Rows of kicks do not depend on velocities, which come first for that.
        let is_kick = matches!(part.kind, Kind::Kick { .. });
        for coordinate in (0..BODY).rev() {
            for (at, &body) in part.members.iter().enumerate() {
                let reach = self.replay.reach(body).max(SMALLEST);
                let stride = match coordinate / 3 {
                    0 => PLACE * reach,
                    1 => PLACE,
                    2 => SPEED,
                    _ => SPEED / reach,
                };
                let mut ends = Vec::with_capacity(2);
                for sign in [1.0, -1.0] {
                    let mut shifted = point.clone();
                    shifted.states[at] = moved(&point.states[at], coordinate, sign * stride);
                    ends.push(if is_kick && coordinate >= 6 {
                        flat.of(&self.replay.finish(self.world, part, &shifted, impulses))
                    } else {
                        self.values(part, &shifted, impulses, flat, true)?
                    });
                }
                set_column(&mut columns, BODY * at + coordinate, &ends, stride);
            }
        }
        let stride = TIME * point.h;
        for (column, is_time) in [(states, false), (states + 1, true)] {
            if is_time && !self.follows_time {
                continue;
            }
            let mut ends = Vec::with_capacity(2);
            for sign in [1.0, -1.0] {
                let mut shifted = point.clone();
                *(if is_time { &mut shifted.time } else { &mut shifted.h }) += sign * stride;
                ends.push(self.values(part, &shifted, impulses, flat, false)?);
            }
            set_column(&mut columns, column, &ends, stride);
        }
        for (at, &input) in self.inputs.iter().enumerate() {
            if !input.acts_on(self.world, &part.members) {
                continue;
            }
            let stride = input.stride(self.world);
            let mut ends = Vec::with_capacity(2);
            for sign in [1.0, -1.0] {
                let undo = input.shift(self.world, sign * stride)?;
                let values = self.values(part, point, impulses, flat, false);
                undo.put_back(self.world);
                ends.push(values?);
            }
            set_column(&mut columns, states + 2 + at, &ends, stride);
        }
        Ok(columns)
    }

    /// Where a part ends.
    pub(super) fn end_of(&mut self, part: &Part) -> Result<Vec<BodyState>, DerivativeError> {
        let point = Point { states: part.start.clone(), time: part.span.time, h: part.span.h };
        self.replay.enter(part);
        self.replay.begin(self.world, part, &point, true)?;
        let (impulses, ..) = unknowns(&part.kind);
        Ok(self.replay.finish(self.world, part, &point, &impulses).ends)
    }

    fn values(
        &mut self,
        part: &Part,
        point: &Point,
        impulses: &[f64],
        flat: &Flat<'_>,
        holds: bool,
    ) -> Result<Vec<f64>, DerivativeError> {
        self.replay.begin(self.world, part, point, holds)?;
        Ok(flat.of(&self.replay.finish(self.world, part, point, impulses)))
    }
}

/// (f(x + δ) − f(x − δ))/(2δ) as a column.
fn set_column(columns: &mut Matrix, at: usize, ends: &[Vec<f64>], stride: f64) {
    for row in 0..columns.rows() {
        columns.set(row, at, (ends[0][row] - ends[1][row]) / (2.0 * stride));
    }
}

/// Impulses, index sets and whether rows were in the problem.
fn unknowns(kind: &Kind) -> (Vec<f64>, Vec<Label>, Vec<bool>) {
    let mut all = (Vec::new(), Vec::new(), Vec::new());
    let mut add = |solved: &Solved| {
        all.0.extend_from_slice(&solved.impulses);
        all.1.extend_from_slice(&solved.labels);
        all.2.extend_from_slice(&solved.counts);
    };
    match kind {
        Kind::Fly | Kind::Rest | Kind::Halves { .. } => {}
        Kind::Plain(solved) | Kind::Strike { solved, .. } => add(solved),
        Kind::Kick { first, second, .. } => {
            add(first);
            add(second);
        }
    }
    all
}

/// All values as one list: w, bounds, friction, the ends, the gap of a meeting.
pub(super) struct Flat<'a> {
    nominal: &'a Values,
}

impl Flat<'_> {
    fn rows(&self) -> usize {
        self.nominal.w.len()
    }

    fn len(&self) -> usize {
        4 * self.rows() + BODY * self.nominal.ends.len() + 1
    }

    /// Places of lower and upper bound and of friction of a row; w is at its own number.
    pub(super) fn lo(&self, row: usize) -> usize {
        self.rows() + row
    }

    pub(super) fn hi(&self, row: usize) -> usize {
        2 * self.rows() + row
    }

    pub(super) fn mu(&self, row: usize) -> usize {
        3 * self.rows() + row
    }

    fn ends(&self) -> usize {
        4 * self.rows()
    }

    fn meeting(&self) -> usize {
        self.len() - 1
    }

    fn of(&self, values: &Values) -> Vec<f64> {
        let finite = |value: &f64| if value.is_finite() { *value } else { 0.0 };
        let mut flat = Vec::with_capacity(self.len());
        flat.extend_from_slice(&values.w);
        flat.extend(values.lo.iter().map(finite));
        flat.extend(values.hi.iter().map(finite));
        flat.extend_from_slice(&values.mu);
        for (state, about) in values.ends.iter().zip(&self.nominal.ends) {
            flat.extend(coordinates(state, about));
        }
        flat.push(finite(&values.meeting));
        flat
    }
}

/// Ends with what the impulses, and the length of a part that ends in an impact, do to them.
fn assemble(
    flat: &Flat<'_>,
    part: &Part,
    by_impulses: &Matrix,
    by_inputs: &Matrix,
    found: &Matrix,
) -> Local {
    let (rows, inputs) = (flat.rows(), by_inputs.columns());
    let length = length_column(part.members.len());
    let meets = matches!(part.length, Length::Meeting(_));
    let mut ends = Matrix::zeros(BODY * part.members.len(), inputs);
    for end in 0..ends.rows() {
        let from = flat.ends() + end;
        let own = ends.row_mut(end);
        own.copy_from_slice(by_inputs.row(from));
        if meets {
            own[length] = 0.0;
            let by_length = by_inputs.at(from, length);
            own.iter_mut().zip(found.row(rows)).for_each(|(sum, dh)| *sum += by_length * dh);
        }
        for row in 0..rows {
            let factor = by_impulses.at(from, row);
            if factor != 0.0 {
                own.iter_mut().zip(found.row(row)).for_each(|(sum, dz)| *sum += factor * dz);
            }
        }
    }
    let length = meets.then(|| {
        let mut row = Matrix::zeros(1, inputs);
        row.row_mut(0).copy_from_slice(found.row(rows));
        row
    });
    Local { ends, length }
}

impl Equation {
    /// Writes the equation of a row: matrix · dz = right · dx.
    fn write(
        &self,
        row: usize,
        flat: &Flat<'_>,
        by_impulses: &Matrix,
        by_inputs: &Matrix,
        matrix: &mut Matrix,
        right: &mut Matrix,
    ) {
        let rows = by_impulses.columns();
        let add_speed = |speed: usize, factor: f64, matrix: &mut Matrix, right: &mut Matrix| {
            for column in 0..rows {
                matrix.add(row, column, factor * by_impulses.at(speed, column));
            }
            for column in 0..right.columns() {
                right.add(row, column, -factor * by_inputs.at(speed, column));
            }
        };
        let add_value = |from: usize, factor: f64, right: &mut Matrix| {
            for column in 0..right.columns() {
                right.add(row, column, factor * by_inputs.at(from, column));
            }
        };
        match *self {
            Self::Nothing => matrix.set(row, row, 1.0),
            Self::Open => add_speed(row, 1.0, matrix, right),
            Self::Lower => {
                matrix.set(row, row, 1.0);
                add_value(flat.lo(row), 1.0, right);
            }
            Self::Upper => {
                matrix.set(row, row, 1.0);
                add_value(flat.hi(row), 1.0, right);
            }
            Self::Same(other) => {
                matrix.set(row, row, 1.0);
                matrix.set(row, other, -1.0);
            }
            Self::Slips { normal, sign, mu, load } => {
                matrix.set(row, row, 1.0);
                matrix.add(row, normal, -sign * mu);
                add_value(flat.mu(row), sign * load, right);
            }
            Self::Slides { normal, along, mu, load, speeds, turn } => {
                // λt + μ λn u = 0 with u = wt/|wt|.
                matrix.set(row, row, 1.0);
                matrix.add(row, normal, mu * along);
                add_value(flat.mu(row), -load * along, right);
                for (speed, factor) in speeds.into_iter().zip(turn) {
                    add_speed(speed, mu * load * factor, matrix, right);
                }
            }
        }
    }
}
