//! Columns of the derivatives of what a part comes to: central differences of explicit terms,
//! with the sets, the features of contacts and the sides of gaps held.

use super::DerivativeError;
use super::dense::Matrix;
use super::flat::Flat;
use super::part::Context;
use super::tangent::{BODY, moved};
use crate::stepper::replay::{FirstBlow, Kind, Part, Point};

/// Strides of differences: of places (parts of a body's reach, rad) and of speeds (m/s, rad/s).
const PLACE: f64 = 1e-5;
const SPEED: f64 = 1e-4;
/// Bodies count as no smaller than this (m).
const SMALLEST: f64 = 0.05;
/// The same of lengths of time, as a share.
const TIME: f64 = 1e-5;

impl Context<'_> {
    /// Derivatives of all values by the impulses.
    pub(super) fn by_impulses(
        &mut self,
        part: &Part,
        point: &Point,
        impulses: &[f64],
        counts: &[bool],
        flat: &Flat<'_>,
        by_inputs: &Matrix,
    ) -> Matrix {
        let mut columns = Matrix::zeros(flat.len(), impulses.len());
        let masses = part.members.iter().map(|&body| self.world.model.bodies()[body].mass.mass);
        let stride = SPEED * masses.fold(f64::INFINITY, f64::min);
        // Kicks of the end, and impacts, are linear in their impulses.
        let linear = match &part.kind {
            Kind::Kick { first, .. } => first.rows(),
            Kind::Strike { .. } => 0,
            _ => impulses.len(),
        };
        for at in (linear..impulses.len()).filter(|&at| counts[at]) {
            let (speeds, blows) = self.replay.last_blow(self.world, part, at - linear);
            for (row, speed) in speeds.into_iter().enumerate() {
                columns.set(linear + row, at, speed);
            }
            for (body, [velocity, spin]) in blows.into_iter().enumerate() {
                for axis in 0..3 {
                    let place = flat.ends() + BODY * body + 6 + axis;
                    columns.set(place, at, velocity[axis]);
                    columns.set(place + 3, at, spin[axis]);
                }
            }
        }
        if let Kind::Kick { .. } = part.kind {
            for at in (0..linear).filter(|&at| counts[at]) {
                self.first_kick(part, at, by_inputs, &mut columns);
            }
            return columns;
        }
        let mut shifted = impulses.to_vec();
        for at in (0..linear).filter(|&at| counts[at]) {
            let ends = [1.0, -1.0].map(|sign| {
                shifted[at] = impulses[at] + sign * stride;
                flat.of(&self.replay.finish(self.world, part, point, &shifted))
            });
            shifted[at] = impulses[at];
            set_column(&mut columns, at, &ends, stride);
        }
        columns
    }

    /// A blow of the first kick does what velocities at the beginning do, but for rows that know
    /// these alone.
    fn first_kick(&mut self, part: &Part, at: usize, by_inputs: &Matrix, columns: &mut Matrix) {
        let FirstBlow { blows, beyond } = self.replay.first_blow(self.world, part, at);
        let mut changes = Vec::with_capacity(6 * blows.len());
        for (member, blow) in blows.iter().enumerate() {
            for (half, change) in blow.iter().enumerate() {
                let first = BODY * member + 6 + 3 * half;
                changes.extend((0..3).map(|axis| (first + axis, change[axis])));
            }
        }
        changes.retain(|(_, change)| *change != 0.0);
        for row in 0..columns.rows() {
            let values = by_inputs.row(row);
            let sum: f64 = changes.iter().map(|&(from, change)| values[from] * change).sum();
            columns.set(row, at, sum);
        }
        beyond.into_iter().for_each(|(row, w)| columns.add(row, at, w));
    }

    /// Derivatives of all values by the states, the length, the time and the inputs.
    pub(super) fn by_inputs(
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
                if matches!(part.kind, Kind::Fly) && (coordinate / 3) % 2 == 0 {
                    // x + h v + ½ h² g.
                    let own = flat.ends() + BODY * at + coordinate;
                    columns.set(own, BODY * at + coordinate, 1.0);
                    if coordinate >= 6 {
                        columns.set(own - 6, BODY * at + coordinate, point.h);
                    }
                    continue;
                }
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
