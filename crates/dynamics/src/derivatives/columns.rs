//! Columns of the derivatives of what a part comes to.
//!
//! Those by states and by impulses are followed from row to row (`replay/slopes`), and so are those
//! by inputs that bend no rows (`known.rs`). Those by the length, the time and other inputs, which
//! may be anywhere, are central differences of the whole part, and so are all of steps that are linearised at their end and of trees with loops, along
//! their ways (`ways.rs`). The sets, the features of contacts and the sides of gaps are held.

use super::DerivativeError;
use super::dense::Matrix;
use super::flat::Flat;
use super::part::Context;
use super::ways::{SPEED, Ways};
use crate::state::BodyState;
use crate::stepper::replay::{Column, Kind, Part, Point, Seed};

/// Stride of differences by lengths of time, as a share.
const TIME: f64 = 1e-5;

/// Derivatives of all values: by the states, the length, the time and the inputs; and by the
/// impulses.
pub(super) struct Columns {
    pub(super) by_inputs: Matrix,
    pub(super) by_impulses: Matrix,
}

impl Context<'_> {
    /// All columns of a part that was finished at the place of the step itself.
    pub(super) fn columns(
        &mut self,
        part: &Part,
        point: &Point,
        (impulses, counts): (&[f64], &[bool]),
        flat: &Flat<'_>,
    ) -> Result<Columns, DerivativeError> {
        self.known.clear();
        self.known.resize(self.inputs.len(), false);
        if let Kind::Rounds(_) = part.kind {
            return self.columns_of_rounds(part, point, (impulses, counts), flat);
        }
        let states = flat.chart.len;
        let mut by_inputs = Matrix::zeros(flat.len(), states + 2 + self.inputs.len());
        let mut by_impulses = Matrix::zeros(flat.len(), impulses.len());
        let is_known = self.replay.find_columns(self.world, part, point, flat.chart);
        if is_known {
            let mut column = Column::default();
            for (at, seed) in flat.chart.seeds().enumerate() {
                self.replay.column(self.world, part, point, flat.nominal, seed, &mut column);
                flat.put(&column, at, &mut by_inputs);
            }
            for at in (0..impulses.len()).filter(|&at| counts[at]) {
                let seed = Seed::Impulse(at);
                self.replay.column(self.world, part, point, flat.nominal, seed, &mut column);
                flat.put(&column, at, &mut by_impulses);
            }
            self.by_known(part, point, flat, (states + 2, &mut by_inputs))?;
        } else {
            self.impulses_by_differences(part, point, (impulses, counts), flat, &mut by_impulses);
            self.states_by_differences(part, point, impulses, flat, &mut by_inputs)?;
        }
        self.by_time(part, point, impulses, flat, (states, &mut by_inputs))?;
        self.by_inputs(part, point, impulses, flat, (states + 2, &mut by_inputs))?;
        Ok(Columns { by_inputs, by_impulses })
    }

    /// Columns of the states.
    pub(super) fn states_by_differences(
        &mut self,
        part: &Part,
        point: &Point,
        impulses: &[f64],
        flat: &Flat<'_>,
        columns: &mut Matrix,
    ) -> Result<(), DerivativeError> {
        self.replay.place(self.world, part, point, point.h);
        let ways = Ways::new(self.world, self.replay, &part.members, &point.states);
        let values = |states: &[BodyState]| {
            let shifted = Point { states: states.to_vec(), ..point.clone() };
            self.values(part, &shifted, impulses, flat, true)
        };
        ways.differences(&point.states, values, |way, slopes| columns.set_column(way, slopes))
    }

    /// Columns of the impulses, by which all is linear.
    pub(super) fn impulses_by_differences(
        &mut self,
        part: &Part,
        point: &Point,
        (impulses, counts): (&[f64], &[bool]),
        flat: &Flat<'_>,
        columns: &mut Matrix,
    ) {
        let masses = part.members.iter().map(|&body| self.world.model.bodies()[body].mass.mass);
        let stride = SPEED * masses.fold(f64::INFINITY, f64::min);
        let mut shifted = impulses.to_vec();
        for at in (0..impulses.len()).filter(|&at| counts[at]) {
            let ends = [1.0, -1.0].map(|sign| {
                shifted[at] = impulses[at] + sign * stride;
                let values = self.replay.finish(self.world, part, point, &shifted);
                flat.of(self.world, &values)
            });
            shifted[at] = impulses[at];
            put_difference(columns, at, &ends, stride);
        }
    }

    /// Columns of the length and the time of a part, from the `first` on, where anything follows
    /// them.
    pub(super) fn by_time(
        &mut self,
        part: &Part,
        point: &Point,
        impulses: &[f64],
        flat: &Flat<'_>,
        (first, columns): (usize, &mut Matrix),
    ) -> Result<(), DerivativeError> {
        let stride = TIME * point.h;
        for (column, is_time) in [(first, false), (first + 1, true)] {
            if !(if is_time { self.follows_time } else { self.follows_length }) {
                continue;
            }
            let mut ends = Vec::with_capacity(2);
            for sign in [1.0, -1.0] {
                let mut shifted = point.clone();
                *(if is_time { &mut shifted.time } else { &mut shifted.h }) += sign * stride;
                ends.push(self.values(part, &shifted, impulses, flat, false)?);
            }
            put_difference(columns, column, &ends, stride);
        }
        Ok(())
    }

    /// Columns of the inputs, from the `first` on.
    pub(super) fn by_inputs(
        &mut self,
        part: &Part,
        point: &Point,
        impulses: &[f64],
        flat: &Flat<'_>,
        (first, columns): (usize, &mut Matrix),
    ) -> Result<(), DerivativeError> {
        for (at, &input) in self.inputs.iter().enumerate() {
            if self.known[at] || !input.acts_on(self.world, &part.members) {
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
            put_difference(columns, first + at, &ends, stride);
        }
        Ok(())
    }

    pub(super) fn values(
        &mut self,
        part: &Part,
        point: &Point,
        impulses: &[f64],
        flat: &Flat<'_>,
        holds: bool,
    ) -> Result<Vec<f64>, DerivativeError> {
        self.replay.begin(self.world, part, point, holds)?;
        let values = self.replay.finish(self.world, part, point, impulses);
        Ok(flat.of(self.world, &values))
    }
}

impl Flat<'_> {
    /// Puts a column among those of all values.
    pub(super) fn put(&self, column: &Column, at: usize, columns: &mut Matrix) {
        let Column { w, straight, ends, meeting } = column;
        for (first, values) in [(0, w), (self.straight(0), straight), (self.ends(), ends)] {
            for (row, value) in values.iter().enumerate().filter(|(_, value)| **value != 0.0) {
                columns.set(first + row, at, *value);
            }
        }
        columns.set(self.meeting(), at, *meeting);
    }
}

/// (f(x + δ) − f(x − δ))/(2δ) as a column.
pub(super) fn put_difference(columns: &mut Matrix, at: usize, ends: &[Vec<f64>], stride: f64) {
    let slope = |(ahead, behind): (&f64, &f64)| (ahead - behind) / (2.0 * stride);
    let slopes: Vec<f64> = ends[0].iter().zip(&ends[1]).map(slope).collect();
    columns.set_column(at, &slopes);
}
