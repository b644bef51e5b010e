//! F_z dz = −F_x dx, and what becomes of the ends.
//!
//! Rows of a second kick know the impulses of the first, and not the other way round: the first
//! are solved before. A first kick is solved in rounds. The rows of round k know what bent them
//! where round k − 1 ended, and end as soon as the accuracy allows; so what the step has made is
//!
//! S_z dz_k + (F_z − S_z) dz_{k−1} + F_x dx = 0, and S_z dz_1 + S_x dx = 0,
//!
//! with the straight rows S that nothing bends, and not the limit F_z dz = −F_x dx, each with the
//! sets that it has found: friction may stick in one round and slip in the next. Rounds with the
//! same sets take one factor. Piece after piece, kicks begin with what bent the gaps before, and joints and
//! slips with nothing.

use super::dense::Matrix;
use super::equation::Equation;
use super::flat::Flat;
use super::part::Local;
use super::sets::Choice;
use crate::stepper::replay::{Kind, Part, RowRole, RowRoles};

pub(super) struct System<'a> {
    pub(super) part: &'a Part,
    pub(super) flat: &'a Flat<'a>,
    pub(super) by_impulses: &'a Matrix,
    pub(super) by_inputs: &'a Matrix,
    pub(super) places: &'a RowRoles,
    /// Of each round of a first kick the last time that it was solved: its equations, where its
    /// sets are not those of the last.
    pub(super) earlier: &'a [Option<Vec<Equation>>],
}

impl System<'_> {
    /// The ends with the rows in their sets, or with those at a border on one side.
    pub(super) fn solve(&self, choices: &[Choice], side: Option<usize>) -> Option<Local> {
        let equation = |choice: &'_ Choice| -> Equation {
            let sided = side.zip(choice.sides.as_ref()).map(|(at, sides)| &sides[at]);
            sided.unwrap_or(&choice.own).clone()
        };
        let equations: Vec<Equation> = choices.iter().map(equation).collect();
        let mut impulses = Matrix::zeros(equations.len(), self.by_inputs.columns());
        let mut last = 0;
        if let Kind::Kick { first, rounds, .. } = &self.part.kind {
            last = first.rows();
            let found = self.first(&equations[..last], rounds)?;
            (0..last).for_each(|row| impulses.row_mut(row).copy_from_slice(found.row(row)));
        }
        self.last(&equations[last..], last, &mut impulses)?;
        self.assemble(&impulses)
    }

    /// The impulses of a first kick after its rounds.
    fn first(&self, equations: &[Equation], rounds: &[usize]) -> Option<Matrix> {
        let Self { flat, by_impulses, by_inputs, places, .. } = self;
        let (rows, columns) = (equations.len(), by_inputs.columns());
        let mut straight = Matrix::zeros(rows, rows);
        let mut bends = Matrix::zeros(rows, rows);
        for row in 0..rows {
            let own = &by_impulses.row(flat.straight(row))[..rows];
            straight.row_mut(row).copy_from_slice(own);
            let all = by_impulses.row(row).iter().zip(own);
            bends.row_mut(row).iter_mut().zip(all).for_each(|(bend, (all, own))| *bend = all - own);
        }
        let write = |equations: &[Equation], inputs: &Matrix, left: &mut Matrix| {
            let mut right = Matrix::zeros(rows, columns);
            for (row, equation) in equations.iter().enumerate() {
                let both = [&straight, inputs];
                equation.write(flat, both, by_inputs, left.row_mut(row), right.row_mut(row));
            }
            right
        };
        let factorise = |equations: &[Equation]| {
            let mut left = Matrix::zeros(rows, rows);
            write(equations, by_inputs, &mut left);
            left.factorise()
        };
        let factor = factorise(equations)?;
        let mut found = Matrix::zeros(rows, columns);
        for (time, &count) in rounds.iter().enumerate() {
            let is_last = time + 1 == rounds.len() && self.earlier.len() == count;
            for round in 0..count {
                let mut inputs = bends.times(&found);
                for row in 0..rows {
                    let is_kept = time > 0 && places.rows[row] == RowRole::Normal;
                    if round > 0 || is_kept {
                        let own = inputs.row_mut(row).iter_mut().zip(by_inputs.row(row));
                        own.for_each(|(sum, value)| *sum += value);
                    } else {
                        let own = by_inputs.row(flat.straight(row));
                        inputs.row_mut(row).copy_from_slice(own);
                    }
                }
                let mut unused = Matrix::zeros(rows, rows);
                found = match self.earlier.get(round).filter(|_| is_last) {
                    Some(Some(own)) => factorise(own)?.solve(write(own, &inputs, &mut unused)),
                    _ => factor.solve(write(equations, &inputs, &mut unused)),
                };
            }
        }
        Some(found)
    }

    /// The impulses of the rows from `first` on, which know those before.
    fn last(&self, equations: &[Equation], first: usize, impulses: &mut Matrix) -> Option<()> {
        let Self { flat, by_impulses, by_inputs, .. } = self;
        let (rows, columns) = (equations.len(), by_inputs.columns());
        let (mut left, mut right) = (Matrix::zeros(rows, rows), Matrix::zeros(rows, columns));
        let mut own = vec![0.0; first + rows];
        for (row, equation) in equations.iter().enumerate() {
            own.fill(0.0);
            let both = [*by_impulses, *by_inputs];
            equation.write(flat, both, by_inputs, &mut own, right.row_mut(row));
            left.row_mut(row).copy_from_slice(&own[first..]);
            for (at, &factor) in own[..first].iter().enumerate().filter(|(_, own)| **own != 0.0) {
                let known = impulses.row(at).iter();
                right.row_mut(row).iter_mut().zip(known).for_each(|(sum, dz)| *sum -= factor * dz);
            }
        }
        let found = left.factorise()?.solve(right);
        (0..rows).for_each(|row| impulses.row_mut(first + row).copy_from_slice(found.row(row)));
        Some(())
    }

    /// Ends with what the impulses, and the length of a part that ends in an impact, do to them.
    fn assemble(&self, impulses: &Matrix) -> Option<Local> {
        let Self { part, flat, by_impulses, by_inputs, .. } = self;
        let columns = by_inputs.columns();
        let whole = |from: usize, own: &mut [f64]| {
            own.copy_from_slice(by_inputs.row(from));
            for (row, &factor) in by_impulses.row(from).iter().enumerate() {
                if factor != 0.0 {
                    own.iter_mut().zip(impulses.row(row)).for_each(|(sum, dz)| *sum += factor * dz);
                }
            }
        };
        let mut ends = Matrix::zeros(flat.chart.len, columns);
        (0..ends.rows()).for_each(|end| whole(flat.ends() + end, ends.row_mut(end)));
        if !part.length.is_found() {
            return Some(Local { ends, length: None });
        }
        // The gap closes: its length is what is found, and no input.
        let mut length = Matrix::zeros(1, columns);
        whole(flat.meeting(), length.row_mut(0));
        let mut length = length.row(0).to_vec();
        let own = flat.chart.len;
        let closing = std::mem::take(&mut length[own]);
        if closing == 0.0 || !closing.is_finite() {
            return None;
        }
        length.iter_mut().for_each(|value| *value /= -closing);
        for end in 0..ends.rows() {
            let row = ends.row_mut(end);
            let by_length = std::mem::take(&mut row[own]);
            row.iter_mut().zip(&length).for_each(|(sum, dh)| *sum += by_length * dh);
        }
        Some(Local { ends, length: Some(length) })
    }
}
