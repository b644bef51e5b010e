//! Columns of inputs whose work on the rows of a part is known: commands of motors of joints that
//! trees carry, gravity and pushes, friction and restitution.

use glam::DVec3;

use super::dense::Matrix;
use super::flat::Flat;
use super::input::Quantity;
use super::part::Context;
use super::{DerivativeError, Input};
use crate::stepper::replay::{Column, Kind, Part, Point, RowNumbers, Rubbing, Seed};

impl Context<'_> {
    /// Columns of the inputs that are known, from the `first` on. The others are left.
    pub(super) fn by_known(
        &mut self,
        part: &Part,
        point: &Point,
        flat: &Flat<'_>,
        (first, columns): (usize, &mut Matrix),
    ) -> Result<(), DerivativeError> {
        for (at, &input) in self.inputs.iter().enumerate() {
            let place = (first + at, &mut *columns);
            self.known[at] = match input {
                Input::Control(control) => {
                    self.by_motor(part, point, flat, (control, input), place)?
                }
                Input::Gravity(_) | Input::Push(..) => {
                    self.by_forces(part, point, flat, input, place)?
                }
                Input::Material(_, Quantity::Friction | Quantity::Restitution) => {
                    self.by_rubbing(part, point, flat, input, place)?
                }
                _ => false,
            };
        }
        Ok(())
    }

    /// What `look` sees with an input a stride ahead and back, or as it is where nothing is below
    /// it, and how far these are apart.
    fn both_sides<T>(
        &mut self,
        input: Input,
        look: impl Fn(&mut Self) -> T,
    ) -> Result<([T; 2], f64), DerivativeError> {
        let (stride, is_least) = (input.stride(self.world), input.is_least(self.world));
        let mut side = |by: f64| -> Result<T, DerivativeError> {
            let undo = input.shift(self.world, by)?;
            let seen = look(self);
            undo.put_back(self.world);
            Ok(seen)
        };
        let back = if is_least { 0.0 } else { stride };
        Ok(([side(stride)?, side(-back)?], stride + back))
    }

    /// The column of gravity or a push; false where a torque acts on what flies.
    fn by_forces(
        &mut self,
        part: &Part,
        point: &Point,
        flat: &Flat<'_>,
        input: Input,
        (at, columns): (usize, &mut Matrix),
    ) -> Result<bool, DerivativeError> {
        let ([ahead, behind], width) =
            self.both_sides(input, |own| own.replay.forces(own.world))?;
        let slope = |(ahead, behind): (&[DVec3; 2], &[DVec3; 2])| {
            [0, 1].map(|kind| (ahead[kind] - behind[kind]) / width)
        };
        let forces: Vec<[DVec3; 2]> = ahead.iter().zip(&behind).map(slope).collect();
        let is_link = |body: usize| self.world.forest.link(body).is_some();
        let mut own = part.members.iter().zip(&forces);
        if own.any(|(&body, [_, torque])| *torque != DVec3::ZERO && !is_link(body)) {
            return Ok(false);
        }
        let (mut column, seed) = (Column::default(), Seed::Forces(&forces));
        self.replay.column(self.world, part, point, flat.nominal, seed, &mut column);
        flat.put(&column, at, columns);
        Ok(true)
    }

    /// The column of μ or e of a material.
    fn by_rubbing(
        &mut self,
        part: &Part,
        point: &Point,
        flat: &Flat<'_>,
        input: Input,
        (at, columns): (usize, &mut Matrix),
    ) -> Result<bool, DerivativeError> {
        let (sides, width) = self.both_sides(input, |own| own.replay.rubbing(own.world, part))?;
        let slope = |slot: usize| -> Vec<Rubbing> {
            let both = sides[0][slot].iter().zip(&sides[1][slot]);
            let of = |(ahead, behind): (&Rubbing, &Rubbing)| Rubbing {
                friction: (ahead.friction - behind.friction) / width,
                restitution: (ahead.restitution - behind.restitution) / width,
            };
            both.map(of).collect()
        };
        let (mut column, changes) = (Column::default(), [slope(0), slope(1)]);
        let is_steep = |change: &Rubbing| change.restitution.max(change.friction) > 2.0;
        if input.is_least(self.world) && changes.iter().flatten().any(is_steep) {
            let reason = "it is 0, where its mean with that of another material has no slope";
            let name = input.name(self.world);
            return Err(DerivativeError::Input { name, reason: reason.into() });
        }
        let (own, rows) = ((part, point), flat.rows());
        let arms = self.replay.rubbing_column(self.world, own, rows, &changes, &mut column);
        flat.put(&column, at, columns);
        arms.iter().enumerate().for_each(|(row, arm)| columns.set(flat.arm(row), at, *arm));
        Ok(true)
    }

    /// The column of a motor of a joint that a tree of the part carries, which changes numbers of
    /// the rows of this joint alone; false of others.
    fn by_motor(
        &mut self,
        part: &Part,
        point: &Point,
        flat: &Flat<'_>,
        (control, input): (usize, Input),
        (at, columns): (usize, &mut Matrix),
    ) -> Result<bool, DerivativeError> {
        let joint = self.world.controls[control].joint.0;
        let carried = self.world.forest.carried_link(joint);
        let is_own = |(tree, _)| flat.chart.trees().any(|(own, _)| own == tree);
        let is_plain = matches!(part.kind, Kind::Plain(_) | Kind::Closed(_));
        if !is_plain || !carried.is_some_and(is_own) {
            return Ok(false);
        }
        let (sides, width) =
            self.both_sides(input, |own| own.replay.joint_numbers(own.world, joint, point))?;
        // Bounds that are not there do not change.
        let slope = |ahead: f64, behind: f64| match ahead == behind {
            true => 0.0,
            false => (ahead - behind) / width,
        };
        let both = sides[0].iter().zip(&sides[1]);
        let changes: Vec<RowNumbers> = both
            .map(|(ahead, behind)| RowNumbers {
                error: slope(ahead.error, behind.error),
                target: slope(ahead.target, behind.target),
                lo: slope(ahead.lo, behind.lo),
                hi: slope(ahead.hi, behind.hi),
            })
            .collect();
        let mut column = Column::default();
        let own = (joint, &changes[..]);
        let row = self.replay.joint_column(self.world, flat.rows(), own, &mut column);
        flat.put(&column, at, columns);
        for (place, change) in changes.iter().enumerate() {
            columns.set(flat.lo(row + place), at, change.lo);
            columns.set(flat.hi(row + place), at, change.hi);
        }
        Ok(true)
    }
}
