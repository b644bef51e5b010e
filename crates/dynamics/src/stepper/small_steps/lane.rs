//! Numbers of eight contacts, kept side by side, and the algebra of sweeps on them.

use std::ops::{Add, Mul, Neg, Sub};

use glam::{DMat3, DVec3};

pub(super) use super::registers::LANES;
use super::registers::Registers;
use super::rows::{BodyRow, Rows};

/// A number of each of eight contacts, in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(32))]
pub(super) struct Lane(pub(super) [f32; LANES]);

impl Lane {
    pub(super) const ZERO: Self = Self([0.0; LANES]);

    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> f32 {
        self.0[lane]
    }

    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, value: f32) {
        self.0[lane] = value;
    }

    pub(super) fn scale(&mut self, by: f32) {
        self.0.iter_mut().for_each(|own| *own *= by);
    }
}

/// A vector of each of eight contacts, in memory.
pub(super) type VectorLanes = [Lane; 3];
/// A symmetric matrix of each: xx xy xz yy yz zz.
pub(super) type SymmetricLanes = [Lane; 6];

/// A number of each of eight contacts, at work.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wide<R: Registers>(R::Eight, R);

impl<R: Registers> Wide<R> {
    #[inline(always)]
    pub(super) fn of(registers: R, lane: &Lane) -> Self {
        Self(registers.load(&lane.0), registers)
    }

    #[inline(always)]
    pub(super) fn splat(registers: R, value: f32) -> Self {
        Self(registers.load(&[value; LANES]), registers)
    }

    #[inline(always)]
    pub(super) fn lane(self) -> Lane {
        Lane(self.1.store(self.0))
    }

    #[inline(always)]
    pub(super) fn max(self, other: Self) -> Self {
        Self(self.1.max(self.0, other.0), self.1)
    }

    #[inline(always)]
    pub(super) fn min(self, other: Self) -> Self {
        Self(self.1.min(self.0, other.0), self.1)
    }

    #[inline(always)]
    pub(super) fn over(self, other: Self) -> Self {
        Self(self.1.div(self.0, other.0), self.1)
    }

    #[inline(always)]
    pub(super) fn sqrt(self) -> Self {
        Self(self.1.sqrt(self.0), self.1)
    }

    /// This times `factor` plus `more`, rounded once.
    #[inline(always)]
    pub(super) fn mul_add(self, factor: Self, more: Self) -> Self {
        Self(self.1.mul_add(self.0, factor.0, more.0), self.1)
    }

    /// `yes` where this is more than zero, `no` elsewhere.
    #[inline(always)]
    pub(super) fn where_positive(self, yes: Self, no: Self) -> Self {
        Self(self.1.where_positive(self.0, yes.0, no.0), self.1)
    }

    /// Whether any number is more than zero.
    #[inline(always)]
    pub(super) fn any_positive(self) -> bool {
        self.1.any_positive(self.0)
    }
}

impl<R: Registers> Add for Wide<R> {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(self.1.add(self.0, other.0), self.1)
    }
}

impl<R: Registers> Sub for Wide<R> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self(self.1.sub(self.0, other.0), self.1)
    }
}

impl<R: Registers> Mul for Wide<R> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        Self(self.1.mul(self.0, other.0), self.1)
    }
}

impl<R: Registers> Neg for Wide<R> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.1.neg(self.0), self.1)
    }
}

/// A vector of each of eight contacts, and a symmetric matrix of each, at work.
pub(super) type Vector<R> = [Wide<R>; 3];
pub(super) type Symmetric<R> = [Wide<R>; 6];

/// A vector at work. Here and below arrays are spelled out: what `map` and closures call is not
/// inlined into code that is compiled for wide registers.
#[inline(always)]
pub(super) fn vector<R: Registers>(r: R, lanes: &VectorLanes) -> Vector<R> {
    [Wide::of(r, &lanes[0]), Wide::of(r, &lanes[1]), Wide::of(r, &lanes[2])]
}

/// A symmetric matrix at work.
#[inline(always)]
pub(super) fn symmetric<R: Registers>(r: R, lanes: &SymmetricLanes) -> Symmetric<R> {
    let [a, b, c, d, e, f] = lanes;
    [Wide::of(r, a), Wide::of(r, b), Wide::of(r, c), Wide::of(r, d), Wide::of(r, e), Wide::of(r, f)]
}

#[inline(always)]
pub(super) fn dot<R: Registers>(a: &Vector<R>, b: &Vector<R>) -> Wide<R> {
    a[0].mul_add(b[0], a[1].mul_add(b[1], a[2] * b[2]))
}

#[inline(always)]
pub(super) fn cross<R: Registers>(a: &Vector<R>, b: &Vector<R>) -> Vector<R> {
    [
        a[1].mul_add(b[2], -(a[2] * b[1])),
        a[2].mul_add(b[0], -(a[0] * b[2])),
        a[0].mul_add(b[1], -(a[1] * b[0])),
    ]
}

#[inline(always)]
pub(super) fn sum<R: Registers>(a: &Vector<R>, b: &Vector<R>) -> Vector<R> {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
pub(super) fn difference<R: Registers>(a: &Vector<R>, b: &Vector<R>) -> Vector<R> {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// k a.
#[inline(always)]
pub(super) fn scaled<R: Registers>(a: &Vector<R>, k: Wide<R>) -> Vector<R> {
    [a[0] * k, a[1] * k, a[2] * k]
}

/// a + k b.
#[inline(always)]
pub(super) fn add_scaled<R: Registers>(a: &Vector<R>, b: &Vector<R>, k: Wide<R>) -> Vector<R> {
    [b[0].mul_add(k, a[0]), b[1].mul_add(k, a[1]), b[2].mul_add(k, a[2])]
}

#[inline(always)]
pub(super) fn product<R: Registers>(m: &Symmetric<R>, x: &Vector<R>) -> Vector<R> {
    [dot(&[m[0], m[1], m[2]], x), dot(&[m[1], m[3], m[4]], x), dot(&[m[2], m[4], m[5]], x)]
}

/// Rows of eight bodies as columns: the first number of each, the second of each, …
#[inline(always)]
pub(super) fn gather<R: Registers, B: Rows + ?Sized>(
    r: R,
    rows: &B,
    bodies: &[u32; LANES],
) -> [Wide<R>; LANES] {
    let [a, b, c, d, e, f, g, h] = r.transpose([
        rows.row(r, bodies[0]),
        rows.row(r, bodies[1]),
        rows.row(r, bodies[2]),
        rows.row(r, bodies[3]),
        rows.row(r, bodies[4]),
        rows.row(r, bodies[5]),
        rows.row(r, bodies[6]),
        rows.row(r, bodies[7]),
    ]);
    [Wide(a, r), Wide(b, r), Wide(c, r), Wide(d, r), Wide(e, r), Wide(f, r), Wide(g, r), Wide(h, r)]
}

/// Columns as rows of eight bodies.
#[inline(always)]
pub(super) fn rows_of<R: Registers>(
    [a, b, c, d, e, f, g, h]: [Wide<R>; LANES],
) -> [BodyRow; LANES] {
    let r = a.1;
    let [a, b, c, d, e, f, g, h] = r.transpose([a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0]);
    [
        BodyRow(r.store(a)),
        BodyRow(r.store(b)),
        BodyRow(r.store(c)),
        BodyRow(r.store(d)),
        BodyRow(r.store(e)),
        BodyRow(r.store(f)),
        BodyRow(r.store(g)),
        BodyRow(r.store(h)),
    ]
}

/// Velocities and spins as they stand in a row.
#[inline(always)]
pub(super) fn motion<R: Registers>(columns: &[Wide<R>; LANES]) -> (Vector<R>, Vector<R>) {
    ([columns[0], columns[1], columns[2]], [columns[4], columns[5], columns[6]])
}

pub(super) fn put(vector: &mut VectorLanes, lane: usize, value: DVec3) {
    for k in 0..3 {
        vector[k].set(lane, value[k] as f32);
    }
}

pub(super) fn take(vector: &VectorLanes, lane: usize) -> DVec3 {
    let at = |k: usize| f64::from(vector[k].get(lane));
    DVec3::new(at(0), at(1), at(2))
}

pub(super) fn put_symmetric(matrix: &mut SymmetricLanes, lane: usize, value: &DMat3) {
    let [x, y, z] = [value.x_axis, value.y_axis, value.z_axis];
    for (own, value) in matrix.iter_mut().zip([x.x, x.y, x.z, y.y, y.z, z.z]) {
        own.set(lane, value as f32);
    }
}
