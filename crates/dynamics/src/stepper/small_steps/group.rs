//! Eight contact manifolds in lanes, and what a sweep does with them.
//!
//! A manifold has up to four points with one normal n between bodies a and b. With arms r of a
//! point, its gap follows the motion of the bodies since the step began (Δ, θ):
//! φ = s + n·(Δb − Δa) + (rb×n)·θb − (ra×n)·θa, and its normal speed is the same of the
//! velocities. Friction is a disc of radius μλₙ per point, with one scalar mass 1/λ_max of the
//! 2 × 2 tangent block: with the block itself a radial projection pushes askew to the slip.

use super::lane::{
    BodyRow, LANES, Lane, Symmetric, Vector, add_scaled, cross, difference, dot, gather, motion,
    product, rows_of, sum, take,
};

/// A point touches when its gap is less than this part of what it would cover in a sub-step.
const TOUCHING: f32 = 0.01;

/// Most points of a manifold.
pub(super) const POINTS: usize = 4;

/// A point of each of eight manifolds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct PointLanes {
    /// Arms from both centres of mass.
    pub(super) arms: [Vector; 2],
    /// Gap at the beginning of the step, as its later motion continues it.
    pub(super) gap: Lane,
    /// Effective masses along the normal and across it; zero where there is no point.
    pub(super) normal_mass: Lane,
    pub(super) tangent_mass: Lane,
    /// s of the point's softness.
    pub(super) share: Lane,
    /// Impulses along the normal and both tangents.
    pub(super) normal_impulse: Lane,
    pub(super) tangent_impulse: [Lane; 2],
    /// Normal speed before the point was struck.
    pub(super) approach: Lane,
}

/// Eight manifolds of one colour: no body that forces move is in two of them.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Group {
    /// Both bodies of each; the number after all bodies where there is no manifold.
    pub(super) bodies: [[u32; LANES]; 2],
    /// Which of them forces move, bit by bit.
    pub(super) moves: [u32; 2],
    /// Most points of any of them.
    pub(super) points: usize,
    pub(super) normal: Vector,
    pub(super) tangent: Vector,
    /// Inverse inertias in world axes.
    pub(super) inertia: [Symmetric; 2],
    /// Coulomb's coefficient, restitution, β of the softness, and 1 where it relaxes.
    pub(super) friction: Lane,
    pub(super) restitution: Lane,
    pub(super) rate: Lane,
    pub(super) relaxes: Lane,
    pub(super) at: [PointLanes; POINTS],
}

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
pub(super) type Result = [[BodyRow; LANES]; 2];

/// Velocities and spins of both bodies of each manifold.
struct Motion {
    rows: [[Lane; 8]; 2],
    v: [Vector; 2],
    w: [Vector; 2],
}

impl Motion {
    #[inline(always)]
    fn read(rows: &[BodyRow], bodies: &[[u32; LANES]; 2]) -> Self {
        let rows = [gather(rows, &bodies[0]), gather(rows, &bodies[1])];
        let ((va, wa), (vb, wb)) = (motion(&rows[0]), motion(&rows[1]));
        Self { rows, v: [va, vb], w: [wa, wb] }
    }

    /// Relative speed along a direction with the levers of both arms about it.
    #[inline(always)]
    fn speed(&self, direction: &Vector, levers: &[Vector; 2]) -> Lane {
        dot(direction, &difference(&self.v[1], &self.v[0]))
            + (dot(&levers[1], &self.w[1]) - dot(&levers[0], &self.w[0]))
    }

    /// An impulse along a direction on b, its opposite on a.
    #[inline(always)]
    fn push(&mut self, group: &Group, direction: &Vector, levers: &[Vector; 2], impulse: Lane) {
        let masses = [self.rows[0][7], self.rows[1][7]];
        self.v[0] = add_scaled(&self.v[0], direction, -(impulse * masses[0]));
        self.v[1] = add_scaled(&self.v[1], direction, impulse * masses[1]);
        self.w[0] = add_scaled(&self.w[0], &product(&group.inertia[0], &levers[0]), -impulse);
        self.w[1] = add_scaled(&self.w[1], &product(&group.inertia[1], &levers[1]), impulse);
    }

    /// An impulse as a vector on b, its opposite on a.
    #[inline(always)]
    fn strike(&mut self, group: &Group, arms: &[Vector; 2], impulse: &Vector) {
        self.v[0] = add_scaled(&self.v[0], impulse, -self.rows[0][7]);
        self.v[1] = add_scaled(&self.v[1], impulse, self.rows[1][7]);
        self.w[0] = difference(&self.w[0], &product(&group.inertia[0], &cross(&arms[0], impulse)));
        self.w[1] = sum(&self.w[1], &product(&group.inertia[1], &cross(&arms[1], impulse)));
    }

    #[inline(always)]
    fn result(&self) -> Result {
        let mut out = [[BodyRow::default(); LANES]; 2];
        for side in 0..2 {
            let (v, w, old) = (&self.v[side], &self.w[side], &self.rows[side]);
            let columns = [v[0], v[1], v[2], old[3], w[0], w[1], w[2], old[7]];
            out[side] = rows_of(&columns);
        }
        out
    }
}

impl Group {
    /// Without manifolds; `nobody` is the number after all bodies.
    pub(super) fn new(nobody: u32) -> Self {
        Self {
            bodies: [[nobody; LANES]; 2],
            moves: [0; 2],
            points: 0,
            normal: Default::default(),
            tangent: Default::default(),
            inertia: Default::default(),
            friction: Lane::ZERO,
            restitution: Lane::ZERO,
            rate: Lane::ZERO,
            relaxes: Lane::ZERO,
            at: Default::default(),
        }
    }

    /// Empties a lane.
    pub(super) fn clear(&mut self, lane: usize, nobody: u32) {
        for side in 0..2 {
            self.bodies[side][lane] = nobody;
            self.moves[side] &= !(1 << lane);
        }
        for point in &mut self.at {
            point.blank(lane);
        }
    }

    /// Writes the rows that a sweep gave back to the bodies that forces move.
    #[inline(always)]
    pub(super) fn scatter(&self, result: &Result, rows: &mut [BodyRow]) {
        for side in 0..2 {
            for lane in 0..LANES {
                if self.moves[side] >> lane & 1 == 1 {
                    rows[self.bodies[side][lane] as usize] = result[side][lane];
                }
            }
        }
    }

    /// The kept impulses act.
    #[inline(always)]
    pub(super) fn warm_start(&mut self, rows: &[BodyRow]) -> Result {
        let mut motion = Motion::read(rows, &self.bodies);
        let (n, t) = (self.normal, self.tangent);
        let b = cross(&n, &t);
        for point in &self.at[..self.points] {
            let [x, y] = point.tangent_impulse;
            let impulse = add_scaled(
                &add_scaled(&[n[0], n[1], n[2]].map(|c| c * point.normal_impulse), &t, x),
                &b,
                y,
            );
            motion.strike(self, &point.arms, &impulse);
        }
        motion.result()
    }

    /// The sweep before bodies move: gaps are kept open, penetration is removed softly.
    #[inline(always)]
    pub(super) fn biased(&mut self, rows: &[BodyRow], deltas: &[BodyRow], sweep: &Sweep) -> Result {
        let mut moved = Motion::read(rows, &self.bodies);
        let way = Motion::read(deltas, &self.bodies);
        let n = self.normal;
        let (zero, one) = (Lane::ZERO, Lane::splat(1.0));
        let (inverse_h, push) = (Lane::splat(sweep.inverse_h), Lane::splat(-sweep.push_speed));
        for k in 0..self.points {
            let point = self.at[k];
            let levers = [cross(&point.arms[0], &n), cross(&point.arms[1], &n)];
            let gap = point.gap + way.speed(&n, &levers);
            let speed = moved.speed(&n, &levers);
            let removed = (self.rate * gap).max(push);
            let bias = gap.where_positive(gap * inverse_h, removed);
            let share = gap.where_positive(one, point.share);
            let change = -(point.normal_mass * share * (speed + bias))
                - (one - share) * point.normal_impulse;
            let total = (point.normal_impulse + change).max(zero);
            moved.push(self, &n, &levers, total - point.normal_impulse);
            self.at[k].normal_impulse = total;
        }
        moved.result()
    }

    /// The sweep after bodies have moved: no error is removed, and friction acts.
    #[inline(always)]
    pub(super) fn relax(&mut self, rows: &[BodyRow], deltas: &[BodyRow], sweep: &Sweep) -> Result {
        let mut moved = Motion::read(rows, &self.bodies);
        let way = Motion::read(deltas, &self.bodies);
        let n = self.normal;
        let (zero, one) = (Lane::ZERO, Lane::splat(1.0));
        let inverse_h = Lane::splat(sweep.inverse_h);
        for k in 0..self.points {
            let point = self.at[k];
            let levers = [cross(&point.arms[0], &n), cross(&point.arms[1], &n)];
            let gap = point.gap + way.speed(&n, &levers);
            let speed = moved.speed(&n, &levers);
            let change = -(point.normal_mass * (speed + gap.max(zero) * inverse_h)) * self.relaxes;
            let total = (point.normal_impulse + change).max(zero);
            moved.push(self, &n, &levers, total - point.normal_impulse);
            self.at[k].normal_impulse = total;
        }
        let t = self.tangent;
        let b = cross(&n, &t);
        for k in 0..self.points {
            let point = self.at[k];
            let at = |side: usize| sum(&moved.v[side], &cross(&moved.w[side], &point.arms[side]));
            let slip = difference(&at(1), &at(0));
            let [x0, y0] = point.tangent_impulse;
            let x = x0 - point.tangent_mass * dot(&slip, &t);
            let y = y0 - point.tangent_mass * dot(&slip, &b);
            let size = (x * x + y * y).sqrt().max(Lane::splat(1e-30));
            let scale = (self.friction * point.normal_impulse).over(size).min(one);
            let (x, y) = (x * scale, y * scale);
            let impulse = add_scaled(&[t[0], t[1], t[2]].map(|c| c * (x - x0)), &b, y - y0);
            moved.strike(self, &point.arms, &impulse);
            self.at[k].tangent_impulse = [x, y];
        }
        moved.result()
    }

    /// Notes the normal speeds of points that carry nothing yet.
    #[inline(always)]
    pub(super) fn note_approach(&mut self, rows: &[BodyRow]) {
        let moved = Motion::read(rows, &self.bodies);
        let n = self.normal;
        for point in &mut self.at[..self.points] {
            let levers = [cross(&point.arms[0], &n), cross(&point.arms[1], &n)];
            let speed = moved.speed(&n, &levers);
            point.approach = point.normal_impulse.where_positive(point.approach, speed);
        }
    }

    /// More than zero where a point was struck and bounces.
    #[inline(always)]
    fn bounces(&self, point: &PointLanes, sweep: &Sweep) -> Lane {
        let fast = Lane::splat(sweep.bounce_speed) - point.approach;
        let struck = point.normal_impulse.where_positive(fast, Lane::ZERO);
        self.restitution.where_positive(struck, Lane::ZERO)
    }

    /// Whether any point bounces.
    #[inline(always)]
    pub(super) fn any_bounces(&self, sweep: &Sweep) -> bool {
        self.at[..self.points].iter().any(|point| self.bounces(point, sweep).any_positive())
    }

    /// Points that were struck in this sub-step leave with e times the speed that they came
    /// with; `ends` in the last pass.
    #[inline(always)]
    pub(super) fn restitute(
        &mut self,
        rows: &[BodyRow],
        deltas: &[BodyRow],
        sweep: &Sweep,
        ends: bool,
    ) -> Result {
        let mut moved = Motion::read(rows, &self.bodies);
        let way = Motion::read(deltas, &self.bodies);
        let reach = Lane::splat(-TOUCHING / sweep.inverse_h);
        let n = self.normal;
        for k in 0..self.points {
            let point = self.at[k];
            let levers = [cross(&point.arms[0], &n), cross(&point.arms[1], &n)];
            let speed = moved.speed(&n, &levers);
            // What is still open is only braked, to arrive in the next sub-step.
            let gap = point.gap + way.speed(&n, &levers);
            let touches = reach * point.approach - gap;
            let bounces = touches.where_positive(self.bounces(&point, sweep), Lane::ZERO);
            let change = -(point.normal_mass * (speed + self.restitution * point.approach));
            let total = (point.normal_impulse + change).max(Lane::ZERO);
            let change = bounces.where_positive(total - point.normal_impulse, Lane::ZERO);
            moved.push(self, &n, &levers, change);
            self.at[k].normal_impulse = point.normal_impulse + change;
            if ends {
                self.at[k].approach = bounces.where_positive(Lane::ZERO, point.approach);
            }
        }
        moved.result()
    }

    /// Deepest penetration of any of its points where bodies are now (m).
    pub(super) fn deepest(&self, deltas: &[BodyRow]) -> f32 {
        let way = Motion::read(deltas, &self.bodies);
        let mut deepest = Lane::ZERO;
        for point in &self.at[..self.points] {
            let levers = [0, 1].map(|side| cross(&point.arms[side], &self.normal));
            let depth = -(point.gap + way.speed(&self.normal, &levers));
            deepest = deepest.max(point.normal_mass.where_positive(depth, Lane::ZERO));
        }
        deepest.to_array().into_iter().fold(0.0, f32::max)
    }

    /// The gap of a point of a manifold where its bodies are now (m).
    pub(super) fn gap(&self, k: usize, lane: usize, deltas: &[BodyRow]) -> f64 {
        let (point, n) = (&self.at[k], take(&self.normal, lane));
        let moved = [0, 1].map(|side| {
            let (way, turn) = deltas[self.bodies[side][lane] as usize].motion();
            n.dot(way) + take(&point.arms[side], lane).cross(n).dot(turn)
        });
        f64::from(point.gap.get(lane)) + (moved[1] - moved[0])
    }
}

impl PointLanes {
    /// No point in a lane: no mass, no impulse.
    pub(super) fn blank(&mut self, lane: usize) {
        let zero = [&mut self.normal_mass, &mut self.tangent_mass, &mut self.normal_impulse];
        zero.into_iter().for_each(|own| own.set(lane, 0.0));
        self.tangent_impulse.iter_mut().for_each(|own| own.set(lane, 0.0));
        self.approach.set(lane, 0.0);
    }
}
