//! Velocities of eight pairs of bodies at once, and what impulses do to them.

use super::group::{Group, PointLanes};
use super::lane::{
    LANES, Symmetric, Vector, Wide, add_scaled, cross, difference, dot, gather, motion, product,
    rows_of, sum, symmetric, vector,
};
use super::registers::Registers;
use super::rows::{Rows, RowsMut};

/// Velocities and spins of both bodies of each manifold, or ways and turns.
pub(super) struct Motion<R: Registers> {
    rows: [[Wide<R>; LANES]; 2],
    v: [Vector<R>; 2],
    w: [Vector<R>; 2],
}

/// Levers of both arms of a point about the normal.
#[inline(always)]
pub(super) fn levers<R: Registers>(r: R, point: &PointLanes, normal: &Vector<R>) -> [Vector<R>; 2] {
    [cross(&vector(r, &point.arms[0]), normal), cross(&vector(r, &point.arms[1]), normal)]
}

impl<R: Registers> Motion<R> {
    #[inline(always)]
    pub(super) fn read<B: Rows + ?Sized>(r: R, rows: &B, group: &Group) -> Self {
        let rows = [gather(r, rows, &group.bodies[0]), gather(r, rows, &group.bodies[1])];
        let ((va, wa), (vb, wb)) = (motion(&rows[0]), motion(&rows[1]));
        Self { rows, v: [va, vb], w: [wa, wb] }
    }

    /// Relative speed along the normal.
    #[inline(always)]
    pub(super) fn speed(&self, normal: &Vector<R>, levers: &[Vector<R>; 2]) -> Wide<R> {
        dot(normal, &difference(&self.v[1], &self.v[0]))
            + (dot(&levers[1], &self.w[1]) - dot(&levers[0], &self.w[0]))
    }

    /// An impulse along the normal on b, its opposite on a.
    #[inline(always)]
    pub(super) fn push(
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
    pub(super) fn strike(
        &mut self,
        inertia: &[Symmetric<R>; 2],
        arms: &[Vector<R>; 2],
        impulse: &Vector<R>,
    ) {
        self.v[0] = add_scaled(&self.v[0], impulse, -self.rows[0][7]);
        self.v[1] = add_scaled(&self.v[1], impulse, self.rows[1][7]);
        self.w[0] = difference(&self.w[0], &product(&inertia[0], &cross(&arms[0], impulse)));
        self.w[1] = sum(&self.w[1], &product(&inertia[1], &cross(&arms[1], impulse)));
    }

    /// A moment of impulse on b, its opposite on a.
    #[inline(always)]
    pub(super) fn turn(&mut self, inertia: &[Symmetric<R>; 2], moment: &Vector<R>) {
        self.w[0] = difference(&self.w[0], &product(&inertia[0], moment));
        self.w[1] = sum(&self.w[1], &product(&inertia[1], moment));
    }

    /// Relative spin.
    #[inline(always)]
    pub(super) fn spin(&self) -> Vector<R> {
        difference(&self.w[1], &self.w[0])
    }

    /// Gives the bodies that forces move their new rows.
    #[inline(always)]
    pub(super) fn write<B: RowsMut + ?Sized>(&self, group: &Group, rows: &mut B) {
        for side in 0..2 {
            let (v, w, old) = (&self.v[side], &self.w[side], &self.rows[side]);
            let new = rows_of([v[0], v[1], v[2], old[3], w[0], w[1], w[2], old[7]]);
            for lane in 0..LANES {
                if group.moves[side] >> lane & 1 == 1 {
                    rows.put(group.bodies[side][lane], new[lane]);
                }
            }
        }
    }

    /// Velocity of a point of one of the bodies.
    #[inline(always)]
    pub(super) fn at(&self, side: usize, arm: &Vector<R>) -> Vector<R> {
        sum(&self.v[side], &cross(&self.w[side], arm))
    }
}

/// A group as sweeps see it that know its gaps: velocities, ways since the step began, normals
/// and inverse inertias.
pub(super) struct Visit<R: Registers> {
    pub(super) moved: Motion<R>,
    way: Motion<R>,
    pub(super) normal: Vector<R>,
    pub(super) inertia: [Symmetric<R>; 2],
}

impl<R: Registers> Visit<R> {
    #[inline(always)]
    pub(super) fn new<B: Rows + ?Sized, D: Rows + ?Sized>(
        r: R,
        group: &Group,
        rows: &B,
        deltas: &D,
    ) -> Self {
        Self {
            moved: Motion::read(r, rows, group),
            way: Motion::read(r, deltas, group),
            normal: vector(r, &group.normal),
            inertia: group.inertias(r),
        }
    }

    /// Levers of a point, its gap, and its speed along the normal.
    #[inline(always)]
    pub(super) fn look(&self, r: R, point: &PointLanes) -> ([Vector<R>; 2], Wide<R>, Wide<R>) {
        let levers = levers(r, point, &self.normal);
        let gap = Wide::of(r, &point.gap) + self.way.speed(&self.normal, &levers);
        let speed = self.moved.speed(&self.normal, &levers);
        (levers, gap, speed)
    }

    /// An impulse along the normal.
    #[inline(always)]
    pub(super) fn push(&mut self, levers: &[Vector<R>; 2], by: Wide<R>) {
        self.moved.push(&self.inertia, &self.normal, levers, by);
    }
}

impl Group {
    #[inline(always)]
    pub(super) fn inertias<R: Registers>(&self, r: R) -> [Symmetric<R>; 2] {
        [symmetric(r, &self.inertia[0]), symmetric(r, &self.inertia[1])]
    }
}
