//! What sweeps do with eight manifolds at once.
//!
//! With arms r of a point, its gap follows the motion of the bodies since the step began (Δ, θ):
//! φ = s + n·(Δb − Δa) + (rb×n)·θb − (ra×n)·θa, and its normal speed is the same of the
//! velocities. Friction is a disc of radius μλₙ per point, with one scalar mass 1/λ_max of the
//! 2 × 2 tangent block: with the block itself a radial projection pushes askew to the slip. Moments
//! against spinning and rolling follow (`moments`).

use super::group::{Group, PointLanes};
use super::lane::{Wide, add_scaled, cross, difference, dot, scaled, vector};
use super::motion::{Motion, Visit, levers};
use super::registers::Registers;
use super::rows::{BodyRow, RowsMut};

/// A point touches when its gap is less than this part of what it would cover in a sub-step.
pub const TOUCHING: f32 = 0.01;

/// What a sweep has in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sweep {
    /// 1/h of the sub-step.
    pub(super) inverse_h: f32,
    /// Fastest speed at which penetration is removed (m/s).
    pub(super) push_speed: f32,
    /// Normal speeds above this, which is negative, do not bounce (m/s).
    pub(super) bounce_speed: f32,
}

impl Group {
    /// The kept impulses act, `times` one or minus one.
    #[inline(always)]
    pub(super) fn warm_start<R: Registers, B: RowsMut + ?Sized>(
        &mut self,
        r: R,
        rows: &mut B,
        times: f32,
    ) {
        let times = Wide::splat(r, times);
        let mut moved = Motion::read(r, rows, self);
        let (n, t, inertia) = (vector(r, &self.normal), vector(r, &self.tangent), self.inertias(r));
        let b = cross(&n, &t);
        for point in &self.at[..self.points] {
            let (x, y) =
                (Wide::of(r, &point.tangent_impulse[0]), Wide::of(r, &point.tangent_impulse[1]));
            let normal = scaled(&n, Wide::of(r, &point.normal_impulse));
            let impulse = scaled(&add_scaled(&add_scaled(&normal, &t, x), &b, y), times);
            let arms = [vector(r, &point.arms[0]), vector(r, &point.arms[1])];
            moved.strike(&inertia, &arms, &impulse);
        }
        if self.moments.is_used {
            moved.turn(&inertia, &scaled(&self.moment(r, &[n, t, b]), times));
        }
        moved.write(self, rows);
    }

    /// The sweep before bodies move: gaps are kept open, penetration is removed softly.
    #[inline(always)]
    pub(super) fn biased<R: Registers, B: RowsMut + ?Sized>(
        &mut self,
        r: R,
        rows: &mut B,
        deltas: &[BodyRow],
        sweep: &Sweep,
    ) {
        let mut visit = Visit::new(r, self, rows, deltas);
        let (zero, one) = (Wide::splat(r, 0.0), Wide::splat(r, 1.0));
        let (inverse_h, push) =
            (Wide::splat(r, sweep.inverse_h), Wide::splat(r, -sweep.push_speed));
        let rate = Wide::of(r, &self.rate);
        for point in &mut self.at[..self.points] {
            let (levers, gap, speed) = visit.look(r, point);
            let removed = (rate * gap).max(push);
            let bias = gap.where_positive(gap * inverse_h, removed);
            let share = gap.where_positive(one, Wide::of(r, &point.share));
            let old = Wide::of(r, &point.normal_impulse);
            let change =
                -(Wide::of(r, &point.normal_mass) * share * (speed + bias)) - (one - share) * old;
            let total = (old + change).max(zero);
            visit.push(&levers, total - old);
            point.normal_impulse = total.lane();
        }
        visit.moved.write(self, rows);
    }

    /// The sweep after bodies have moved: no error is removed, and friction acts.
    #[inline(always)]
    pub(super) fn relax<R: Registers, B: RowsMut + ?Sized>(
        &mut self,
        r: R,
        rows: &mut B,
        deltas: &[BodyRow],
        sweep: &Sweep,
    ) {
        let mut visit = Visit::new(r, self, rows, deltas);
        let (zero, one) = (Wide::splat(r, 0.0), Wide::splat(r, 1.0));
        let (inverse_h, relaxes) = (Wide::splat(r, sweep.inverse_h), Wide::of(r, &self.relaxes));
        for point in &mut self.at[..self.points] {
            let (levers, gap, speed) = visit.look(r, point);
            let speed = gap.max(zero).mul_add(inverse_h, speed);
            let old = Wide::of(r, &point.normal_impulse);
            let change = -(Wide::of(r, &point.normal_mass) * speed) * relaxes;
            let total = (old + change).max(zero);
            visit.push(&levers, total - old);
            point.normal_impulse = total.lane();
        }
        let (n, t) = (visit.normal, vector(r, &self.tangent));
        let (b, friction) = (cross(&n, &t), Wide::of(r, &self.friction));
        let Visit { mut moved, inertia, .. } = visit;
        for point in &mut self.at[..self.points] {
            let arms = [vector(r, &point.arms[0]), vector(r, &point.arms[1])];
            let slip = difference(&moved.at(1, &arms[1]), &moved.at(0, &arms[0]));
            let (x0, y0) =
                (Wide::of(r, &point.tangent_impulse[0]), Wide::of(r, &point.tangent_impulse[1]));
            let mass = -Wide::of(r, &point.tangent_mass);
            let x = mass.mul_add(dot(&slip, &t), x0);
            let y = mass.mul_add(dot(&slip, &b), y0);
            let size = x.mul_add(x, y * y).sqrt().max(Wide::splat(r, 1e-30));
            let radius = friction * Wide::of(r, &point.normal_impulse);
            let scale = radius.over(size).min(one);
            let (x, y) = (x * scale, y * scale);
            let impulse = add_scaled(&scaled(&t, x - x0), &b, y - y0);
            moved.strike(&inertia, &arms, &impulse);
            point.tangent_impulse = [x.lane(), y.lane()];
        }
        if self.moments.is_used {
            self.relax_moments(r, &mut moved, &inertia, &[n, t, b]);
        }
        moved.write(self, rows);
    }

    /// Notes the normal speeds of points that carry nothing yet.
    #[inline(always)]
    pub(super) fn note_approach<R: Registers>(&mut self, r: R, rows: &[BodyRow]) {
        let (moved, n) = (Motion::read(r, rows, self), vector(r, &self.normal));
        for point in &mut self.at[..self.points] {
            let speed = moved.speed(&n, &levers(r, point, &n));
            let old = Wide::of(r, &point.approach);
            point.approach = Wide::of(r, &point.normal_impulse).where_positive(old, speed).lane();
        }
    }

    /// More than zero where a point was struck and bounces.
    #[inline(always)]
    fn bounces<R: Registers>(&self, r: R, point: &PointLanes, sweep: &Sweep) -> Wide<R> {
        let zero = Wide::splat(r, 0.0);
        let fast = Wide::splat(r, sweep.bounce_speed) - Wide::of(r, &point.approach);
        let struck = Wide::of(r, &point.normal_impulse).where_positive(fast, zero);
        Wide::of(r, &self.restitution).where_positive(struck, zero)
    }

    /// Whether any point bounces.
    #[inline(always)]
    pub(super) fn any_bounces<R: Registers>(&self, r: R, sweep: &Sweep) -> bool {
        self.at[..self.points].iter().any(|point| self.bounces(r, point, sweep).any_positive())
    }

    /// Points that were struck in this sub-step leave with e times the speed that they came
    /// with; `ends` in the last pass.
    #[inline(always)]
    pub(super) fn restitute<R: Registers, B: RowsMut + ?Sized>(
        &mut self,
        r: R,
        (rows, deltas): (&mut B, &[BodyRow]),
        sweep: &Sweep,
        ends: bool,
    ) {
        let mut visit = Visit::new(r, self, rows, deltas);
        let (zero, restitution) = (Wide::splat(r, 0.0), Wide::of(r, &self.restitution));
        let reach = Wide::splat(r, -TOUCHING / sweep.inverse_h);
        for k in 0..self.points {
            let point = &self.at[k];
            let approach = Wide::of(r, &point.approach);
            // What is still open is only braked, to arrive in the next sub-step.
            let (levers, gap, speed) = visit.look(r, point);
            let touches = reach * approach - gap;
            let bounces = touches.where_positive(self.bounces(r, point, sweep), zero);
            let speed = restitution.mul_add(approach, speed);
            let old = Wide::of(r, &point.normal_impulse);
            let total = (old - Wide::of(r, &point.normal_mass) * speed).max(zero);
            let change = bounces.where_positive(total - old, zero);
            visit.push(&levers, change);
            self.at[k].normal_impulse = (old + change).lane();
            if ends {
                self.at[k].approach = bounces.where_positive(zero, approach).lane();
            }
        }
        visit.moved.write(self, rows);
    }

    /// Deepest penetration of each manifold where bodies are now (m).
    #[inline(always)]
    pub(super) fn deepest<R: Registers>(&self, r: R, deltas: &[BodyRow]) -> Wide<R> {
        let (way, n) = (Motion::read(r, deltas, self), vector(r, &self.normal));
        let mut deepest = Wide::splat(r, 0.0);
        for point in &self.at[..self.points] {
            let depth = -(Wide::of(r, &point.gap) + way.speed(&n, &levers(r, point, &n)));
            let there = Wide::of(r, &point.normal_mass);
            deepest = deepest.max(there.where_positive(depth, Wide::splat(r, 0.0)));
        }
        deepest
    }
}
