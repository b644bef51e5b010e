//! The chain rule over the parts of a sub-step.

use super::DerivativeError;
use super::dense::Matrix;
use super::part::{Context, Local, length_column};
use super::tangent::{BODY, coordinates, moved};
use super::{Block, Input};
use crate::state::BodyState;
use crate::stepper::replay::{Kind, Length, Part, Substep};

/// What is known of the members so far, by the columns: their states at the beginning of the
/// sub-step, the inputs.
struct Course {
    states: Matrix,
    /// The time, what has passed of the sub-step, and the length of the last part.
    time: Vec<f64>,
    passed: Vec<f64>,
    last: Vec<f64>,
}

impl Context<'_> {
    /// The derivatives of a sub-step, which is the `number`th of `count`: one block for the
    /// bodies that were stepped together.
    pub(super) fn substep(
        &mut self,
        substep: &Substep,
        number: usize,
        count: usize,
    ) -> Result<Vec<Block>, DerivativeError> {
        self.replay.enter_substep(self.world, substep);
        let mut blocks = Vec::new();
        for parts in substep.parts.chunk_by(|one, two| one.members == two.members) {
            let members = parts[0].members.len();
            let columns = BODY * members + self.inputs.len();
            let mut states = Matrix::zeros(BODY * members, columns);
            (0..BODY * members).for_each(|at| states.set(at, at, 1.0));
            let clock = |share: f64| {
                let mut row = vec![0.0; columns];
                let step = self.inputs.iter().position(|input| *input == Input::TimeStep);
                step.iter().for_each(|at| row[BODY * members + at] = share / count as f64);
                row
            };
            let whole = clock(1.0);
            let mut course = Course {
                states,
                time: clock(number as f64),
                passed: vec![0.0; columns],
                last: whole.clone(),
            };
            for part in parts {
                self.go_on(part, &whole, substep.h, &mut course)?;
            }
            blocks.push(Block { members: parts[0].members.clone(), matrix: course.states });
        }
        Ok(blocks)
    }

    fn go_on(
        &mut self,
        part: &Part,
        whole: &[f64],
        h: f64,
        course: &mut Course,
    ) -> Result<(), DerivativeError> {
        let given: Vec<f64> = match part.length {
            Length::Share => whole.iter().map(|dh| part.span.h / h * dh).collect(),
            Length::Rest => {
                whole.iter().zip(&course.passed).map(|(dh, passed)| dh - passed).collect()
            }
            Length::Moment => course.last.clone(),
            Length::Meeting(_) => vec![0.0; whole.len()],
        };
        let before = stacked(&course.states, &given, &course.time, self.inputs.len());
        let local = match &part.kind {
            Kind::Halves { .. } => self.halves(part)?,
            _ => self.differentiate(part)?,
        };
        course.states = local.ends.times(&before);
        let length = match &local.length {
            Some(length) => length.times(&before).row(0).to_vec(),
            None => given,
        };
        if part.length != Length::Moment {
            for (at, dh) in length.iter().enumerate() {
                course.passed[at] += dh;
                course.time[at] += dh;
            }
        }
        course.last = length;
        Ok(())
    }

    /// Two halves of a step and where they and a whole one point to.
    fn halves(&mut self, part: &Part) -> Result<Local, DerivativeError> {
        let Kind::Halves { whole, halves, middle, extrapolated } = &part.kind else {
            return self.differentiate(part);
        };
        let half = 0.5 * part.span.h;
        let plain = |start: &[BodyState], from: f64, h: f64, solved: &_| {
            let mut span = part.span;
            (span.time, span.h, span.left) = (span.time + from, h, h);
            let (members, kind) = (part.members.clone(), Kind::Plain(Clone::clone(solved)));
            Part { members, start: start.to_vec(), span, length: Length::Share, kind }
        };
        let length = length_column(part.members.len());
        let first = self.differentiate(&plain(&part.start, 0.0, half, &halves[0]))?;
        // The halves are half as long as the part, and the second begins half of it later.
        let columns = first.ends.columns();
        let rows = first.ends.rows();
        let mut to_middle = Matrix::zeros(columns, columns);
        (rows..columns).for_each(|at| to_middle.set(at, at, 1.0));
        to_middle.set(length, length, 0.5);
        let mut to_first = to_middle.clone();
        (0..rows).for_each(|at| to_first.set(at, at, 1.0));
        let first = first.ends.times(&to_first);
        for row in 0..rows {
            to_middle.row_mut(row).copy_from_slice(first.row(row));
        }
        to_middle.set(length + 1, length, 0.5);
        let second = self.differentiate(&plain(middle, half, half, &halves[1]))?;
        let ends = second.ends.times(&to_middle);
        if !extrapolated {
            return Ok(Local { ends, length: None });
        }
        let end = self.end_of(&plain(middle, half, half, &halves[1]))?;
        let plain_whole = plain(&part.start, 0.0, part.span.h, whole);
        let by_whole = self.differentiate(&plain_whole)?.ends;
        let whole = self.end_of(&plain_whole)?;
        let [on_whole, on_halves] = self.extrapolation(part, &whole, &end);
        let mut sum = on_whole.times(&by_whole);
        let other = on_halves.times(&ends);
        for row in 0..rows {
            sum.row_mut(row).iter_mut().zip(other.row(row)).for_each(|(sum, value)| *sum += value);
        }
        Ok(Local { ends: sum, length: None })
    }

    /// Derivatives of an extrapolation by the ends of the whole step and of the halves.
    fn extrapolation(
        &mut self,
        part: &Part,
        whole: &[BodyState],
        halves: &[BodyState],
    ) -> [Matrix; 2] {
        let size = BODY * whole.len();
        let about = self.replay.extrapolate(self.world, part, whole, halves);
        [true, false].map(|on_whole| {
            let mut columns = Matrix::zeros(size, size);
            for at in 0..size {
                let stride = if at % BODY < 6 { 1e-5 } else { 1e-4 };
                let ends = [1.0, -1.0].map(|sign| {
                    let (mut one, mut two) = (whole.to_vec(), halves.to_vec());
                    let changed = if on_whole { &mut one } else { &mut two };
                    changed[at / BODY] = moved(&changed[at / BODY], at % BODY, sign * stride);
                    let ends = self.replay.extrapolate(self.world, part, &one, &two);
                    let all = ends.iter().zip(&about).map(|(end, about)| coordinates(end, about));
                    all.collect::<Vec<_>>().concat()
                });
                for row in 0..size {
                    columns.set(row, at, (ends[0][row] - ends[1][row]) / (2.0 * stride));
                }
            }
            columns
        })
    }
}

/// The columns of a part: the states, its length, its time, the inputs.
fn stacked(states: &Matrix, length: &[f64], time: &[f64], inputs: usize) -> Matrix {
    let (rows, columns) = (states.rows(), states.columns());
    let mut all = Matrix::zeros(rows + 2 + inputs, columns);
    (0..rows).for_each(|row| all.row_mut(row).copy_from_slice(states.row(row)));
    all.row_mut(rows).copy_from_slice(length);
    all.row_mut(rows + 1).copy_from_slice(time);
    (0..inputs).for_each(|at| all.set(rows + 2 + at, rows + at, 1.0));
    all
}
