//! How far the impulses of a sub-step are from the exact conditions.
//!
//! By the one measure (`stickslip_solve::residual`): the natural map x − P_K(x − ŵ) of every
//! point, K = {‖x_t‖ ≤ μ xₙ}, ŵ the velocities at the end of the sub-step with φ⁺/h of an open
//! gap and De Saxcé's μ‖w_t‖ besides; of every joint row x − mid(x − w, lo, hi). Its largest
//! entry is `natural`; over the norm of b, the velocities without any impulse, it is `relative`.
//! Points that give way by a stiffness of their own have w = u + β φ + ε λ instead. Measured
//! before restitution, which asks for other velocities.

use super::SmallSteps;
use super::bodies::Bodies;
use super::group::{Group, PointLanes};
use super::joints::{Joints, speed};
use super::lane::{Vector, Wide, cross, difference, dot, vector};
use super::motion::{Motion, Visit};
use super::registers::{Registers, Work, in_registers};
use super::rows::BodyRow;
use super::solve::Sweep;
use super::sweeps::{Pass, Passing};

/// Largest entry of the natural map, its squared norm, and that of b.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Measure {
    largest: f64,
    square: f64,
    scale: f64,
}

impl Measure {
    fn add(&mut self, other: &Self) {
        self.largest = self.largest.max(other.largest);
        self.square += other.square;
        self.scale += other.scale;
    }
}

/// Some groups: velocities as they are, and without impulses where those matter.
struct Share<'a> {
    groups: &'a [Group],
    rows: &'a [BodyRow],
    free: Option<&'a [BodyRow]>,
    deltas: &'a [BodyRow],
    sweep: Sweep,
}

impl Work for Share<'_> {
    type Output = Measure;
    #[inline(always)]
    fn run<R: Registers>(self, r: R) -> Measure {
        let zero = Wide::splat(r, 0.0);
        let (mut largest, mut square, mut scale) = (zero, zero, zero);
        for group in self.groups {
            let visit = Visit::new(r, group, self.rows, self.deltas);
            let axes = axes(r, group);
            let mut loads = zero;
            for point in &group.at[..group.points] {
                let there = Wide::of(r, &point.normal_mass);
                let map = group.natural_map(r, point, &visit, &axes, &self.sweep);
                for entry in map {
                    let entry = there.where_positive(entry, zero);
                    largest = largest.max(entry).max(-entry);
                    square = entry.mul_add(entry, square);
                }
                loads = loads + Wide::of(r, &point.normal_impulse);
            }
            if group.moments.is_used {
                for entry in group.natural_map_of_moments(r, &visit.moved, &axes, loads) {
                    largest = largest.max(entry).max(-entry);
                    square = entry.mul_add(entry, square);
                }
            }
            let Some(free) = self.free else { continue };
            let visit = Visit::new(r, group, free, self.deltas);
            for point in &group.at[..group.points] {
                let there = Wide::of(r, &point.normal_mass);
                for entry in group.speeds(r, point, &visit, &axes, &self.sweep) {
                    let entry = there.where_positive(entry, zero);
                    scale = entry.mul_add(entry, scale);
                }
            }
            if group.moments.is_used {
                let spin = visit.moved.spin();
                for (at, axis) in axes.iter().enumerate() {
                    let arm = Wide::of(r, &group.moments.arms[at.min(1)]);
                    let entry = arm.where_positive(dot(&spin, axis), zero);
                    scale = entry.mul_add(entry, scale);
                }
            }
        }
        let sum = |wide: Wide<R>| wide.lane().0.iter().map(|&own| f64::from(own)).sum();
        Measure {
            largest: largest.lane().0.into_iter().fold(0.0, f32::max).into(),
            square: sum(square),
            scale: sum(scale),
        }
    }
}

/// Normals and both tangents.
#[inline(always)]
fn axes<R: Registers>(r: R, group: &Group) -> [Vector<R>; 3] {
    let (n, t) = (vector(r, &group.normal), vector(r, &group.tangent));
    [n, t, cross(&n, &t)]
}

impl Group {
    /// Normal speed with what its gap asks for, and slip.
    #[inline(always)]
    fn speeds<R: Registers>(
        &self,
        r: R,
        point: &PointLanes,
        visit: &Visit<R>,
        axes: &[Vector<R>; 3],
        sweep: &Sweep,
    ) -> [Wide<R>; 3] {
        let (zero, one) = (Wide::splat(r, 0.0), Wide::splat(r, 1.0));
        let inverse_h = Wide::splat(r, sweep.inverse_h);
        let (_, gap, speed) = visit.look(r, point);
        let relaxes = Wide::of(r, &self.relaxes);
        // Where it was before the sub-step moved it, of points with a stiffness of their own.
        let before = gap - speed.over(inverse_h);
        let share = Wide::of(r, &point.share);
        let mass = Wide::of(r, &point.normal_mass).max(Wide::splat(r, f32::MIN_POSITIVE));
        let give = (one - share).over((share * mass).max(Wide::splat(r, f32::MIN_POSITIVE)));
        let spring = (Wide::of(r, &self.rate) * before).max(Wide::splat(r, -sweep.push_speed))
            + give * Wide::of(r, &point.normal_impulse);
        let spring = before.where_positive(before * inverse_h, spring);
        let bias = relaxes.where_positive(gap.max(zero) * inverse_h, spring);
        let arms = [vector(r, &point.arms[0]), vector(r, &point.arms[1])];
        let slip = difference(&visit.moved.at(1, &arms[1]), &visit.moved.at(0, &arms[0]));
        [speed + bias, dot(&slip, &axes[1]), dot(&slip, &axes[2])]
    }

    /// x − P_K(x − ŵ) of a point.
    #[inline(always)]
    fn natural_map<R: Registers>(
        &self,
        r: R,
        point: &PointLanes,
        visit: &Visit<R>,
        axes: &[Vector<R>; 3],
        sweep: &Sweep,
    ) -> [Wide<R>; 3] {
        let zero = Wide::splat(r, 0.0);
        let mu = Wide::of(r, &self.friction);
        let [normal, x, y] = self.speeds(r, point, visit, axes, sweep);
        let own = [
            Wide::of(r, &point.normal_impulse),
            Wide::of(r, &point.tangent_impulse[0]),
            Wide::of(r, &point.tangent_impulse[1]),
        ];
        let slip = x.mul_add(x, y * y).sqrt();
        let trial = [own[0] - (normal + mu * slip), own[1] - x, own[2] - y];
        let radius = trial[1].mul_add(trial[1], trial[2] * trial[2]).sqrt();
        // Outside the cone its surface is nearest, or its tip.
        let length = mu.mul_add(mu, Wide::splat(r, 1.0));
        let nearest = mu.mul_add(radius, trial[0]).over(length).max(zero);
        let inside = mu.mul_add(trial[0], -radius);
        let height = inside.where_positive(trial[0], nearest);
        let shrunk = (mu * nearest).over(radius.max(Wide::splat(r, 1e-30)));
        let factor = inside.where_positive(Wide::splat(r, 1.0), shrunk);
        [own[0] - height, own[1] - trial[1] * factor, own[2] - trial[2] * factor]
    }

    /// The same of moments, whose bounds are those of the load.
    #[inline(always)]
    fn natural_map_of_moments<R: Registers>(
        &self,
        r: R,
        moved: &Motion<R>,
        axes: &[Vector<R>; 3],
        load: Wide<R>,
    ) -> [Wide<R>; 3] {
        let (old, spin) = (vector(r, &self.moments.impulses), moved.spin());
        let bound = Wide::of(r, &self.moments.arms[0]) * load;
        let about = (old[0] - dot(&spin, &axes[0])).min(bound).max(-bound);
        let (x, y) = (old[1] - dot(&spin, &axes[1]), old[2] - dot(&spin, &axes[2]));
        let size = x.mul_add(x, y * y).sqrt().max(Wide::splat(r, 1e-30));
        let radius = Wide::of(r, &self.moments.arms[1]) * load;
        let scale = radius.over(size).min(Wide::splat(r, 1.0));
        [old[0] - about, old[1] - x * scale, old[2] - y * scale]
    }
}

impl Joints {
    fn measure(&self, bodies: &Bodies, free: Option<&[BodyRow]>) -> Measure {
        let mut measure = Measure::default();
        for row in &self.rows {
            let parts = &self.parts[row.terms.0..row.terms.1];
            let bias = row.bias(1);
            let (own, w) = (row.impulse, speed(parts, &bodies.rows) + bias);
            let entry = w.min(own - row.lo).max(own - row.hi);
            let begin = free.map_or(0.0, |free| speed(parts, free) + bias);
            let (square, scale) = (entry * entry, begin * begin);
            measure.add(&Measure { largest: entry.abs(), square, scale });
        }
        measure
    }
}

impl SmallSteps {
    /// The residual of the sub-step that has just been relaxed: `relative` or `natural`.
    pub(super) fn residual(&mut self, sweep: Sweep, is_relative: bool) -> f64 {
        let free = is_relative.then(|| {
            self.free.clone_from(&self.bodies.rows);
            let passing = Passing { deltas: &self.bodies.deltas, sweep };
            let (colours, together) = (&mut self.colours, &mut self.together);
            colours.sweep(&[Pass::TakeBack], &passing, &mut self.free, together);
            self.joints.take_back(&mut self.free);
            &self.free[..]
        });
        let mut measure = self.joints.measure(&self.bodies, free);
        let (rows, deltas) = (&self.bodies.rows[..], &self.bodies.deltas[..]);
        let each = |groups: &[Group]| in_registers(Share { groups, rows, free, deltas, sweep });
        self.colours.in_shares(each, |own| measure.add(&own));
        let Measure { largest, square, scale } = measure;
        let size = if scale > 0.0 { scale.sqrt() } else { 1.0 };
        if is_relative { square.sqrt() / size } else { largest }
    }
}
