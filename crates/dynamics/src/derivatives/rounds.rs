//! Columns of a step that is linearised where it ends.
//!
//! Its velocities u at the end are unknowns besides λ: V(u; λ, x) = u. With λ held this is a
//! system of its own, du = (1 − V_u)⁻¹ (V_x dx + V_λ dλ), and what is left of u in w and in the
//! ends goes with it. It holds where the step was accepted, whatever led there: rounds end as soon
//! as the accuracy allows, so that a step may be off from it by as much.

use super::DerivativeError;
use super::columns::{Columns, put_difference};
use super::dense::Matrix;
use super::flat::Flat;
use super::part::Context;
use super::tangent::BODY;
use super::ways::{SMALLEST, SPEED};
use crate::stepper::replay::{Part, Point};

impl Context<'_> {
    pub(super) fn columns_of_rounds(
        &mut self,
        part: &Part,
        point: &Point,
        (impulses, counts): (&[f64], &[bool]),
        flat: &Flat<'_>,
    ) -> Result<Columns, DerivativeError> {
        let states = flat.chart.len;
        let mut by_inputs = Matrix::zeros(flat.len(), states + 2 + self.inputs.len());
        let mut by_impulses = Matrix::zeros(flat.len(), impulses.len());
        self.impulses_by_differences(part, point, (impulses, counts), flat, &mut by_impulses);
        self.states_by_differences(part, point, impulses, flat, &mut by_inputs)?;
        self.by_time(part, point, impulses, flat, (states, &mut by_inputs))?;
        self.by_inputs(part, point, impulses, flat, (states + 2, &mut by_inputs))?;
        let by_velocities = self.by_velocities(part, point, impulses, flat)?;
        // (1 − V_u) du = V_x dx + V_λ dλ.
        let velocity = |at: usize| flat.ends() + BODY * (at / 6) + 6 + at % 6;
        let count = 6 * part.members.len();
        let mut left = Matrix::zeros(count, count);
        for row in 0..count {
            let own = by_velocities.row(velocity(row)).iter();
            left.row_mut(row).iter_mut().zip(own).for_each(|(entry, value)| *entry = -value);
            left.add(row, row, 1.0);
        }
        let factor = left.factorise().ok_or_else(|| DerivativeError::Singular {
            name: self.world.model.bodies()[part.members[0]].description.name.clone(),
        })?;
        let follow = |columns: Matrix| {
            let mut right = Matrix::zeros(count, columns.columns());
            (0..count).for_each(|at| right.row_mut(at).copy_from_slice(columns.row(velocity(at))));
            columns.plus(&by_velocities.times(&factor.solve(right)))
        };
        let (by_inputs, by_impulses) = (follow(by_inputs), follow(by_impulses));
        Ok(Columns { by_inputs, by_impulses })
    }

    /// Columns of the velocities at the end, six for each member.
    fn by_velocities(
        &mut self,
        part: &Part,
        point: &Point,
        impulses: &[f64],
        flat: &Flat<'_>,
    ) -> Result<Matrix, DerivativeError> {
        let mut columns = Matrix::zeros(flat.len(), 6 * part.members.len());
        let mut shifted = point.clone();
        for at in 0..columns.columns() {
            let (member, kind, axis) = (at / 6, at % 6 / 3, at % 3);
            let reach = self.replay.reach(part.members[member]).max(SMALLEST);
            let stride = if kind == 0 { SPEED } else { SPEED / reach };
            let about = point.velocities[member];
            let mut ends = Vec::with_capacity(2);
            for sign in [1.0, -1.0] {
                shifted.velocities[member][kind][axis] = about[kind][axis] + sign * stride;
                ends.push(self.values(part, &shifted, impulses, flat, true)?);
            }
            shifted.velocities[member] = about;
            put_difference(&mut columns, at, &ends, stride);
        }
        Ok(columns)
    }
}
