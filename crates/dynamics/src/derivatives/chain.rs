//! The chain rule over the parts of a sub-step.

use super::DerivativeError;
use super::dense::Matrix;
use super::part::{Context, Local, Sides, check_size, length_column};
use super::tangent::{BODY, coordinates};
use super::ways::Ways;
use super::{Block, Input};
use crate::state::BodyState;
use crate::stepper::replay::{Kind, Length, Part, Substep};

/// What is known of the members so far, by the columns: their states at the beginning of the
/// sub-step, the inputs.
#[derive(Clone)]
struct Course {
    states: Matrix,
    /// The time, what has passed of the sub-step, and the length of the last part.
    time: Vec<f64>,
    passed: Vec<f64>,
    last: Vec<f64>,
}

impl Course {
    fn new(members: usize, inputs: usize, whole: &[f64], time: Vec<f64>) -> Self {
        let columns = BODY * members + inputs;
        let mut states = Matrix::zeros(BODY * members, columns);
        (0..BODY * members).for_each(|at| states.set(at, at, 1.0));
        Self { states, time, passed: vec![0.0; columns], last: whole.to_vec() }
    }

    /// How the given length of a part changes; nothing where it is found.
    fn given(&self, part: &Part, whole: &[f64], h: f64) -> Vec<f64> {
        match part.length {
            Length::Share => whole.iter().map(|dh| part.span.h / h * dh).collect(),
            Length::Rest => whole.iter().zip(&self.passed).map(|(dh, past)| dh - past).collect(),
            Length::Moment => self.last.clone(),
            Length::Impact(_) | Length::Stop(_) => vec![0.0; whole.len()],
        }
    }

    /// Goes on through a part.
    fn go_on(&mut self, part: &Part, local: &Local, given: Vec<f64>, inputs: usize) {
        let before = stacked(&self.states, &given, &self.time, inputs);
        self.states = local.ends.times(&before);
        let length = match &local.length {
            Some(length) => {
                let mut row = Matrix::zeros(1, length.len());
                row.row_mut(0).copy_from_slice(length);
                row.times(&before).row(0).to_vec()
            }
            None => given,
        };
        if part.length != Length::Moment {
            for (at, dh) in length.iter().enumerate() {
                self.passed[at] += dh;
                self.time[at] += dh;
            }
        }
        self.last = length;
    }
}

impl Context<'_> {
    /// The derivatives of a sub-step, which is the `number`th of `count`: one block for the
    /// bodies that were stepped together.
    pub(super) fn substep(
        &mut self,
        substep: &Substep,
        number: usize,
        count: usize,
    ) -> Result<Sides<Vec<Block>>, DerivativeError> {
        self.replay.enter_substep(self.world, substep);
        let (mut own, mut both) = (Vec::new(), [Vec::new(), Vec::new()]);
        let mut is_sided = false;
        for parts in substep.parts.chunk_by(|one, two| one.members == two.members) {
            let members = &parts[0].members;
            let inputs = self.inputs.len();
            let size = BODY * members.len();
            check_size(members.len(), size, size + inputs)?;
            let clock = |share: f64| {
                let mut row = vec![0.0; BODY * members.len() + inputs];
                let step = self.inputs.iter().position(|input| *input == Input::TimeStep);
                step.iter().for_each(|at| row[BODY * members.len() + at] = share / count as f64);
                row
            };
            let whole = clock(1.0);
            let mut course = Course::new(members.len(), inputs, &whole, clock(number as f64));
            let mut sides: Option<[Course; 2]> = None;
            self.follows_length = self.inputs.contains(&Input::TimeStep)
                || parts.iter().any(|part| part.length.is_found());
            for part in parts {
                let local = match &part.kind {
                    Kind::Halves { .. } => self.halves(part)?,
                    _ => self.differentiate(part)?,
                };
                if local.sides.is_some() && sides.is_none() {
                    sides = Some([course.clone(), course.clone()]);
                }
                for (at, side) in sides.iter_mut().flatten().enumerate() {
                    let given = side.given(part, &whole, substep.h);
                    side.go_on(part, local.side(at), given, inputs);
                }
                let given = course.given(part, &whole, substep.h);
                course.go_on(part, &local.own, given, inputs);
            }
            let block =
                |course: &Course| Block { members: members.clone(), matrix: course.states.clone() };
            is_sided |= sides.is_some();
            for (at, blocks) in both.iter_mut().enumerate() {
                blocks.push(block(sides.as_ref().map_or(&course, |sides| &sides[at])));
            }
            own.push(block(&course));
        }
        Ok(Sides { own, sides: is_sided.then_some(both) })
    }

    /// Two halves of a step and where they and a whole one point to.
    fn halves(&mut self, part: &Part) -> Result<Sides<Local>, DerivativeError> {
        let Kind::Halves { whole, halves, middle, extrapolated } = &part.kind else {
            return self.differentiate(part);
        };
        let half = 0.5 * part.span.h;
        let plain = |start: &[BodyState], from: f64, h: f64, solved: &_| {
            let mut span = part.span;
            (span.time, span.h, span.left) = (span.time + from, h, h);
            span.share *= part.span.h / h;
            let (members, kind) = (part.members.clone(), Kind::Closed(Clone::clone(solved)));
            Part { members, start: start.to_vec(), span, length: Length::Share, kind }
        };
        let first = self.differentiate(&plain(&part.start, 0.0, half, &halves[0]))?;
        let last = plain(middle, half, half, &halves[1]);
        let second = self.differentiate(&last)?;
        let mut extrapolation = None;
        if *extrapolated {
            let end = self.end_of(&last)?;
            let plain_whole = plain(&part.start, 0.0, part.span.h, whole);
            let by_whole = self.differentiate(&plain_whole)?;
            let whole = self.end_of(&plain_whole)?;
            extrapolation = Some((by_whole, self.extrapolation(part, &whole, &end)?));
        }
        let members = part.members.len();
        let side = |first: &Local, second: &Local, whole: Option<&Local>| {
            let ends = in_halves(members, &first.ends, &second.ends);
            let ends = match (&extrapolation, whole) {
                (Some((_, [on_whole, on_halves])), Some(whole)) => {
                    on_whole.times(&whole.ends).plus(&on_halves.times(&ends))
                }
                _ => ends,
            };
            Local { ends, length: None }
        };
        let whole = extrapolation.as_ref().map(|(whole, _)| whole);
        let own = side(&first.own, &second.own, whole.map(|whole| &whole.own));
        let is_sided = first.sides.is_some()
            || second.sides.is_some()
            || whole.is_some_and(|whole| whole.sides.is_some());
        let sides = is_sided.then(|| {
            [0, 1]
                .map(|at| side(first.side(at), second.side(at), whole.map(|whole| whole.side(at))))
        });
        Ok(Sides { own, sides })
    }

    /// Derivatives of an extrapolation by the ends of the whole step and of the halves.
    fn extrapolation(
        &mut self,
        part: &Part,
        whole: &[BodyState],
        halves: &[BodyState],
    ) -> Result<[Matrix; 2], DerivativeError> {
        let about = self.replay.extrapolate(self.world, part, whole, halves);
        let mut by = |on_whole: bool| -> Result<Matrix, DerivativeError> {
            let changed = if on_whole { whole } else { halves };
            let ways = Ways::new(self.world, self.replay, &part.members, changed)?;
            let mut columns = Matrix::zeros(BODY * whole.len(), ways.len());
            let values = |changed: &[BodyState]| {
                let (one, two) = if on_whole { (changed, halves) } else { (whole, changed) };
                let ends = self.replay.extrapolate(self.world, part, one, two);
                let all = ends.iter().zip(&about).map(|(end, about)| coordinates(end, about));
                Ok(all.collect::<Vec<_>>().concat())
            };
            ways.differences(changed, values, |way, slopes| columns.set_column(way, slopes))?;
            Ok(ways.by_coordinates(&columns))
        };
        Ok([by(true)?, by(false)?])
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

/// Ends after two halves of a part, which are half as long, and the second of which begins half
/// of it later.
fn in_halves(members: usize, first: &Matrix, second: &Matrix) -> Matrix {
    let length = length_column(members);
    let (rows, columns) = (first.rows(), first.columns());
    let mut to_middle = Matrix::zeros(columns, columns);
    (rows..columns).for_each(|at| to_middle.set(at, at, 1.0));
    to_middle.set(length, length, 0.5);
    let mut to_first = to_middle.clone();
    (0..rows).for_each(|at| to_first.set(at, at, 1.0));
    let first = first.times(&to_first);
    (0..rows).for_each(|row| to_middle.row_mut(row).copy_from_slice(first.row(row)));
    to_middle.set(length + 1, length, 0.5);
    second.times(&to_middle)
}
