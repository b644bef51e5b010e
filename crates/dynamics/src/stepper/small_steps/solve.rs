//! What sweeps do with eight manifolds at once.
//!
//! With arms r of a point, its gap follows the motion of the bodies since the step began (Δ, θ):
//! φ = s + n·(Δb − Δa) + (rb×n)·θb − (ra×n)·θa, and its normal speed is the same of the
//! velocities. Friction is a disc of radius μλₙ per point, with one scalar mass 1/λ_max of the
//! 2 × 2 tangent block: with the block itself a radial projection pushes askew to the slip.

use super::group::{Group, PointLanes};
use super::lane::{
    BodyRow, LANES, Symmetric, Vector, Wide, add_scaled, cross, difference, dot, gather, motion,
    product, rows_of, scaled, sum, symmetric, vector,
};
use super::registers::Registers;

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

/// New rows of both bodies of each manifold.
pub(super) type NewRows = [[BodyRow; LANES]; 2];

/// Velocities and spins of both bodies of each manifold, or ways and turns.
struct Motion<R: Registers> {
    rows: [[Wide<R>; LANES]; 2],
    v: [Vector<R>; 2],
    w: [Vector<R>; 2],
}

/// Levers of both arms of a point about the normal.
#[inline(always)]
fn levers<R: Registers>(r: R, point: &PointLanes, normal: &Vector<R>) -> [Vector<R>; 2] {
    [cross(&vector(r, &point.arms[0]), normal), cross(&vector(r, &point.arms[1]), normal)]
}

impl<R: Registers> Motion<R> {
    #[inline(always)]
    fn read(r: R, rows: &[BodyRow], group: &Group) -> Self {
        let rows = [gather(r, rows, &group.bodies[0]), gather(r, rows, &group.bodies[1])];
        let ((va, wa), (vb, wb)) = (motion(&rows[0]), motion(&rows[1]));
        Self { rows, v: [va, vb], w: [wa, wb] }
    }

    /// Relative speed along the normal.
    #[inline(always)]
    fn speed(&self, normal: &Vector<R>, levers: &[Vector<R>; 2]) -> Wide<R> {
        dot(normal, &difference(&self.v[1], &self.v[0]))
            + (dot(&levers[1], &self.w[1]) - dot(&levers[0], &self.w[0]))
    }

    /// An impulse along the normal on b, its opposite on a.
    #[inline(always)]
    fn push(
        &mut self,
        inertia: &[Symmetric<R>; 2],
        normal: &Vector<R>,
        levers: &[Vector<R>; 2],
        by: Wide<R>,
    ) {
        self.v[0] = add_scaled(&self.v[0], normal, -(by * self.rows[0][7]));
        self.v[1] = add_scaled(&self.v[1], normal, by * self.rows[1][7]);
        self.w[0] = add_scaled(&self.w[0], &product(&inertia[0], &levers[0]), -by);
        self.w[1] = add_scaled(&self.w[1], &product(&inertia[1], &levers[1]), by);
    }

    /// An impulse as a vector on b, its opposite on a.
    #[inline(always)]
    fn strike(&mut self, inertia: &[Symmetric<R>; 2], arms: &[Vector<R>; 2], impulse: &Vector<R>) {
        self.v[0] = add_scaled(&self.v[0], impulse, -self.rows[0][7]);
        self.v[1] = add_scaled(&self.v[1], impulse, self.rows[1][7]);
        self.w[0] = difference(&self.w[0], &product(&inertia[0], &cross(&arms[0], impulse)));
        self.w[1] = sum(&self.w[1], &product(&inertia[1], &cross(&arms[1], impulse)));
    }

    #[inline(always)]
    fn new_rows(&self) -> NewRows {
        [self.new_row(0), self.new_row(1)]
    }

    #[inline(always)]
    fn new_row(&self, side: usize) -> [BodyRow; LANES] {
        let (v, w, old) = (&self.v[side], &self.w[side], &self.rows[side]);
        rows_of([v[0], v[1], v[2], old[3], w[0], w[1], w[2], old[7]])
    }

    /// Velocity of a point of one of the bodies.
    #[inline(always)]
    fn at(&self, side: usize, arm: &Vector<R>) -> Vector<R> {
        sum(&self.v[side], &cross(&self.w[side], arm))
    }
}

impl Group {
    #[inline(always)]
    fn inertias<R: Registers>(&self, r: R) -> [Symmetric<R>; 2] {
        [symmetric(r, &self.inertia[0]), symmetric(r, &self.inertia[1])]
    }

    /// The kept impulses act.
    #[inline(always)]
    pub(super) fn warm_start<R: Registers>(&mut self, r: R, rows: &[BodyRow]) -> NewRows {
        let mut moved = Motion::read(r, rows, self);
        let (n, t, inertia) = (vector(r, &self.normal), vector(r, &self.tangent), self.inertias(r));
        let b = cross(&n, &t);
        for point in &self.at[..self.points] {
            let (x, y) =
                (Wide::of(r, &point.tangent_impulse[0]), Wide::of(r, &point.tangent_impulse[1]));
            let normal = scaled(&n, Wide::of(r, &point.normal_impulse));
            let impulse = add_scaled(&add_scaled(&normal, &t, x), &b, y);
            let arms = [vector(r, &point.arms[0]), vector(r, &point.arms[1])];
            moved.strike(&inertia, &arms, &impulse);
        }
        moved.new_rows()
    }

    /// The sweep before bodies move: gaps are kept open, penetration is removed softly.
    #[inline(always)]
    pub(super) fn biased<R: Registers>(
        &mut self,
        r: R,
        rows: &[BodyRow],
        deltas: &[BodyRow],
        sweep: &Sweep,
    ) -> NewRows {
        let (mut moved, way) = (Motion::read(r, rows, self), Motion::read(r, deltas, self));
        let (n, inertia) = (vector(r, &self.normal), self.inertias(r));
        let (zero, one) = (Wide::splat(r, 0.0), Wide::splat(r, 1.0));
        let (inverse_h, push) =
            (Wide::splat(r, sweep.inverse_h), Wide::splat(r, -sweep.push_speed));
        let rate = Wide::of(r, &self.rate);
        for point in &mut self.at[..self.points] {
            let levers = levers(r, point, &n);
            let gap = Wide::of(r, &point.gap) + way.speed(&n, &levers);
            let speed = moved.speed(&n, &levers);
            let removed = (rate * gap).max(push);
            let bias = gap.where_positive(gap * inverse_h, removed);
            let share = gap.where_positive(one, Wide::of(r, &point.share));
            let old = Wide::of(r, &point.normal_impulse);
            let change =
                -(Wide::of(r, &point.normal_mass) * share * (speed + bias)) - (one - share) * old;
            let total = (old + change).max(zero);
            moved.push(&inertia, &n, &levers, total - old);
            point.normal_impulse = total.lane();
        }
        moved.new_rows()
    }

    /// The sweep after bodies have moved: no error is removed, and friction acts.
    #[inline(always)]
    pub(super) fn relax<R: Registers>(
        &mut self,
        r: R,
        rows: &[BodyRow],
        deltas: &[BodyRow],
        sweep: &Sweep,
    ) -> NewRows {
        let (mut moved, way) = (Motion::read(r, rows, self), Motion::read(r, deltas, self));
        let (n, inertia) = (vector(r, &self.normal), self.inertias(r));
        let (zero, one) = (Wide::splat(r, 0.0), Wide::splat(r, 1.0));
        let (inverse_h, relaxes) = (Wide::splat(r, sweep.inverse_h), Wide::of(r, &self.relaxes));
        for point in &mut self.at[..self.points] {
            let levers = levers(r, point, &n);
            let gap = Wide::of(r, &point.gap) + way.speed(&n, &levers);
            let speed = gap.max(zero).mul_add(inverse_h, moved.speed(&n, &levers));
            let old = Wide::of(r, &point.normal_impulse);
            let change = -(Wide::of(r, &point.normal_mass) * speed) * relaxes;
            let total = (old + change).max(zero);
            moved.push(&inertia, &n, &levers, total - old);
            point.normal_impulse = total.lane();
        }
        let t = vector(r, &self.tangent);
        let (b, friction) = (cross(&n, &t), Wide::of(r, &self.friction));
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
        moved.new_rows()
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
    pub(super) fn restitute<R: Registers>(
        &mut self,
        r: R,
        (rows, deltas): (&[BodyRow], &[BodyRow]),
        sweep: &Sweep,
        ends: bool,
    ) -> NewRows {
        let (mut moved, way) = (Motion::read(r, rows, self), Motion::read(r, deltas, self));
        let (n, inertia) = (vector(r, &self.normal), self.inertias(r));
        let (zero, restitution) = (Wide::splat(r, 0.0), Wide::of(r, &self.restitution));
        let reach = Wide::splat(r, -TOUCHING / sweep.inverse_h);
        for k in 0..self.points {
            let point = &self.at[k];
            let levers = levers(r, point, &n);
            let approach = Wide::of(r, &point.approach);
            // What is still open is only braked, to arrive in the next sub-step.
            let gap = Wide::of(r, &point.gap) + way.speed(&n, &levers);
            let touches = reach * approach - gap;
            let bounces = touches.where_positive(self.bounces(r, point, sweep), zero);
            let speed = restitution.mul_add(approach, moved.speed(&n, &levers));
            let old = Wide::of(r, &point.normal_impulse);
            let total = (old - Wide::of(r, &point.normal_mass) * speed).max(zero);
            let change = bounces.where_positive(total - old, zero);
            moved.push(&inertia, &n, &levers, change);
            self.at[k].normal_impulse = (old + change).lane();
            if ends {
                self.at[k].approach = bounces.where_positive(zero, approach).lane();
            }
        }
        moved.new_rows()
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
