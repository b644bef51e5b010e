//! The chain rule over the parts of a sub-step.

use std::sync::Arc;

use glam::DMat3;

use super::DerivativeError;
use super::Input;
use super::block::Block;
use super::dense::Matrix;
use super::part::{Context, Local, Sides, check_size};
use super::tangent::BODY;
use super::tangents::Tangents;
use crate::state::BodyState;
use crate::stepper::replay::{Chart, Kind, Length, Part, Substep};

/// What is known of the coordinates of the members so far, by the columns: these coordinates at
/// the beginning of the sub-step, the inputs.
#[derive(Clone)]
struct Course {
    states: Matrix,
    /// The time, what has passed of the sub-step, and the length of the last part.
    time: Vec<f64>,
    passed: Vec<f64>,
    last: Vec<f64>,
}

impl Course {
    fn new(count: usize, inputs: usize, whole: &[f64], time: Vec<f64>) -> Self {
        let columns = count + inputs;
        let mut states = Matrix::zeros(count, columns);
        (0..count).for_each(|at| states.set(at, at, 1.0));
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
    /// The derivatives of a sub-step, which is the `number`th of `count`, with all bodies as they
    /// are at its `end`: one block for the bodies that were stepped together.
    pub(super) fn substep(
        &mut self,
        substep: &Substep,
        (number, count): (usize, usize),
        end: &[BodyState],
    ) -> Result<Sides<Vec<Block>>, DerivativeError> {
        self.replay.enter_substep(self.world, substep);
        let (mut own, mut both): (Vec<Block>, Vec<Option<[Block; 2]>>) = Default::default();
        for parts in substep.parts.chunk_by(|one, two| one.members == two.members) {
            let members = &parts[0].members;
            let inputs = self.inputs.len();
            let chart = Chart::new(self.world, members);
            let size = BODY * members.len();
            check_size(members.len(), size, size + inputs)?;
            if chart.has_trees {
                // Other bodies may have gone on to their ends.
                self.world.state.bodies.copy_from_slice(&substep.begin.bodies);
                self.replay.drive(self.world, parts[0].span.time, parts[0].span.h);
            }
            let begin = Tangents::new(self.world, &chart, (members, &parts[0].start), true)?;
            let size = chart.len;
            let clock = |share: f64| {
                let mut row = vec![0.0; size + inputs];
                let step = self.inputs.iter().position(|input| *input == Input::TimeStep);
                step.iter().for_each(|at| row[size + at] = share / count as f64);
                row
            };
            let whole = clock(1.0);
            let mut course = Course::new(size, inputs, &whole, clock(number as f64));
            let mut sides: Option<[Course; 2]> = None;
            self.follows_length = self.inputs.contains(&Input::TimeStep)
                || parts.iter().any(|part| part.length.is_found());
            for part in parts {
                let local = match &part.kind {
                    Kind::Halves { .. } => self.halves(part)?,
                    _ => self.differentiate(part)?.0,
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
            if chart.has_trees {
                self.world.state.bodies.copy_from_slice(end);
            }
            let states: Vec<BodyState> = members.iter().map(|&body| end[body]).collect();
            let last = Tangents::new(self.world, &chart, (members, &states), false)?;
            let ways = chart.has_trees.then(|| Arc::new([begin, last]));
            let block = |course: &Course| Block {
                members: members.clone(),
                matrix: course.states.clone(),
                ways: ways.clone(),
            };
            own.push(block(&course));
            both.push(sides.as_ref().map(|sides| sides.each_ref().map(&block)));
        }
        let sides = both.iter().any(Option::is_some).then(|| {
            let side = |at: usize| {
                let all = own.iter().zip(&both);
                all.map(|(own, both)| both.as_ref().map_or(own, |both| &both[at]).clone()).collect()
            };
            [side(0), side(1)]
        });
        Ok(Sides { own, sides })
    }

    /// Two halves of a step and where they and a whole one point to.
    fn halves(&mut self, part: &Part) -> Result<Sides<Local>, DerivativeError> {
        let Kind::Halves { whole, halves, middle, extrapolated } = &part.kind else {
            return Ok(self.differentiate(part)?.0);
        };
        let half = 0.5 * part.span.h;
        let plain = |start: &[BodyState], from: f64, h: f64, solved: &_| {
            let mut span = part.span;
            (span.time, span.h, span.left) = (span.time + from, h, h);
            span.share *= part.span.h / h;
            let (members, kind) = (part.members.clone(), Kind::Closed(Clone::clone(solved)));
            Part { members, start: start.to_vec(), span, length: Length::Share, kind }
        };
        let (first, _) = self.differentiate(&plain(&part.start, 0.0, half, &halves[0]))?;
        let (second, end) = self.differentiate(&plain(middle, half, half, &halves[1]))?;
        let mut extrapolation = None;
        if *extrapolated {
            let plain_whole = plain(&part.start, 0.0, part.span.h, whole);
            let (by_whole, whole) = self.differentiate(&plain_whole)?;
            extrapolation = Some((by_whole, self.extrapolation(part, [&whole, &end])));
        }
        let side = |first: &Local, second: &Local, whole: Option<&Local>| {
            let ends = in_halves(&first.ends, &second.ends);
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

    /// Derivatives of an extrapolation x₂ + (x₂ − x₁) by the ends of the whole step and of the
    /// halves: −1 and 2, and of turns exp(dφ₂) D exp(dφ₂ − dφ₁) with D = R₂R₁⁻¹: −D and 1 + D.
    fn extrapolation(&mut self, part: &Part, ends: [&[BodyState]; 2]) -> [Matrix; 2] {
        let chart = Chart::new(self.world, &part.members);
        let mut both = [-1.0, 2.0].map(|entry| {
            let mut matrix = Matrix::zeros(chart.len, chart.len);
            (0..chart.len).for_each(|at| matrix.set(at, at, entry));
            matrix
        });
        let postures = ends.map(|states| {
            let mut postures = Vec::new();
            chart.postures(self.world, &part.members, states, &mut postures);
            postures
        });
        let mut put = |first: usize, turn: DMat3| {
            for row in 0..3 {
                for column in 0..3 {
                    let own = turn.col(column)[row];
                    both[0].set(first + row, first + column, -own);
                    let unit = f64::from(u8::from(row == column));
                    both[1].set(first + row, first + column, unit + own);
                }
            }
        };
        let mut trees = postures[0].iter().zip(&postures[1]);
        for piece in &chart.pieces {
            match piece.tree {
                None => {
                    let [whole, halves] = ends.map(|states| states[piece.members[0]].pose);
                    let turn = halves.orientation * whole.orientation.inverse();
                    put(piece.first + 3, DMat3::from_quat(turn));
                }
                Some(number) => {
                    if let Some((whole, halves)) = trees.next() {
                        let tree = &self.world.forest.trees[number];
                        halves.each_ball(tree, whole, |freedom, turn| {
                            put(piece.first + freedom, DMat3::from_quat(turn));
                        });
                    }
                }
            }
        }
        both
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
fn in_halves(first: &Matrix, second: &Matrix) -> Matrix {
    let (rows, columns) = (first.rows(), first.columns());
    let length = rows;
    let mut to_middle = Matrix::zeros(columns, columns);
    for row in 0..rows {
        let own = to_middle.row_mut(row);
        own.copy_from_slice(first.row(row));
        own[length] *= 0.5;
    }
    (rows..columns).for_each(|at| to_middle.set(at, at, 1.0));
    to_middle.set(length, length, 0.5);
    to_middle.set(length + 1, length, 0.5);
    second.times(&to_middle)
}
