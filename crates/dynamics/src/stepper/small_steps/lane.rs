//! Eight numbers at once.
//!
//! A lane holds the same number of eight contacts in single precision, in two registers of
//! four that every processor of the kind has. No product is fused with a sum, and every
//! operation rounds as the single one does, so that results are the same on every processor.

use std::ops::{Add, Mul, Neg, Sub};

use glam::{BVec4A, DMat3, DVec3, Mat4, Vec4};

/// Contacts that are solved at once.
pub(super) const LANES: usize = 8;

/// A number of each of eight contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Lane([Vec4; 2]);

/// What a sweep reads and writes of a body: velocity, a fourth number; spin, inverse mass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(32))]
pub(super) struct BodyRow(pub(super) [Vec4; 2]);

impl BodyRow {
    pub(super) fn new(velocity: DVec3, fourth: f64, spin: DVec3, inverse_mass: f64) -> Self {
        let half = |vector: DVec3, last: f64| vector.as_vec3().extend(last as f32);
        Self([half(velocity, fourth), half(spin, inverse_mass)])
    }

    /// The first three numbers of both halves: velocity and spin, or way and turn.
    pub(super) fn motion(&self) -> (DVec3, DVec3) {
        let [v, w] = self.0.map(|half| half.truncate().as_dvec3());
        (v, w)
    }

    /// The fourth number.
    pub(super) fn fourth(&self) -> f64 {
        self.0[0].w.into()
    }

    /// Changes velocity and spin, rounding once.
    pub(super) fn set_motion(&mut self, velocity: DVec3, spin: DVec3) {
        self.0[0] = velocity.as_vec3().extend(self.0[0].w);
        self.0[1] = spin.as_vec3().extend(self.0[1].w);
    }
}

macro_rules! by_half {
    ($a:expr, $b:expr, $f:expr) => {{
        let ([a, b], [c, d]) = ($a.0, $b.0);
        Lane([$f(a, c), $f(b, d)])
    }};
}

impl Add for Lane {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        by_half!(self, other, |a: Vec4, b: Vec4| a + b)
    }
}

impl Sub for Lane {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        by_half!(self, other, |a: Vec4, b: Vec4| a - b)
    }
}

impl Mul for Lane {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        by_half!(self, other, |a: Vec4, b: Vec4| a * b)
    }
}

impl Neg for Lane {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self(self.0.map(|half| -half))
    }
}

impl Lane {
    pub(super) const ZERO: Self = Self([Vec4::ZERO; 2]);

    #[inline(always)]
    pub(super) fn splat(value: f32) -> Self {
        Self([Vec4::splat(value); 2])
    }

    #[inline(always)]
    pub(super) fn from_array(values: [f32; LANES]) -> Self {
        Self([Vec4::from_slice(&values), Vec4::from_slice(&values[4..])])
    }

    #[inline(always)]
    pub(super) fn to_array(self) -> [f32; LANES] {
        let [[a, b, c, d], [e, f, g, h]] = self.0.map(|half| half.to_array());
        [a, b, c, d, e, f, g, h]
    }

    #[inline(always)]
    pub(super) fn get(&self, lane: usize) -> f32 {
        self.0[lane / 4][lane % 4]
    }

    #[inline(always)]
    pub(super) fn set(&mut self, lane: usize, value: f32) {
        self.0[lane / 4][lane % 4] = value;
    }

    #[inline(always)]
    pub(super) fn max(self, other: Self) -> Self {
        by_half!(self, other, Vec4::max)
    }

    #[inline(always)]
    pub(super) fn min(self, other: Self) -> Self {
        by_half!(self, other, Vec4::min)
    }

    #[inline(always)]
    pub(super) fn over(self, other: Self) -> Self {
        by_half!(self, other, |a: Vec4, b: Vec4| a / b)
    }

    #[inline(always)]
    pub(super) fn sqrt(self) -> Self {
        Self(self.0.map(Vec4::sqrt))
    }

    #[inline(always)]
    fn is_positive(self) -> [BVec4A; 2] {
        self.0.map(|half| half.cmpgt(Vec4::ZERO))
    }

    /// `yes` where this is more than zero, `no` elsewhere.
    #[inline(always)]
    pub(super) fn where_positive(self, yes: Self, no: Self) -> Self {
        let [a, b] = self.is_positive();
        Self([Vec4::select(a, yes.0[0], no.0[0]), Vec4::select(b, yes.0[1], no.0[1])])
    }

    /// Whether any number is more than zero.
    #[inline(always)]
    pub(super) fn any_positive(self) -> bool {
        let [a, b] = self.is_positive();
        a.any() | b.any()
    }
}

/// A vector of each of eight contacts.
pub(super) type Vector = [Lane; 3];
/// A symmetric matrix of each: xx xy xz yy yz zz.
pub(super) type Symmetric = [Lane; 6];

#[inline(always)]
pub(super) fn dot(a: &Vector, b: &Vector) -> Lane {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[inline(always)]
pub(super) fn cross(a: &Vector, b: &Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

#[inline(always)]
pub(super) fn sum(a: &Vector, b: &Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

#[inline(always)]
pub(super) fn difference(a: &Vector, b: &Vector) -> Vector {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/// a + k b.
#[inline(always)]
pub(super) fn add_scaled(a: &Vector, b: &Vector, k: Lane) -> Vector {
    [a[0] + b[0] * k, a[1] + b[1] * k, a[2] + b[2] * k]
}

#[inline(always)]
pub(super) fn product(m: &Symmetric, x: &Vector) -> Vector {
    [
        m[0] * x[0] + m[1] * x[1] + m[2] * x[2],
        m[1] * x[0] + m[3] * x[1] + m[4] * x[2],
        m[2] * x[0] + m[4] * x[1] + m[5] * x[2],
    ]
}

/// Rows of eight bodies as columns: the first number of each, the second of each, …
#[inline(always)]
pub(super) fn gather(rows: &[BodyRow], bodies: &[u32; LANES]) -> [Lane; 8] {
    let row = |lane: usize| &rows[bodies[lane] as usize].0;
    let part = |first: usize, half: usize| {
        let columns = [0, 1, 2, 3].map(|lane| row(first + lane)[half]);
        let [a, b, c, d] = columns;
        let turned = Mat4::from_cols(a, b, c, d).transpose();
        [turned.x_axis, turned.y_axis, turned.z_axis, turned.w_axis]
    };
    let ([a, b], [c, d]) = ([part(0, 0), part(4, 0)], [part(0, 1), part(4, 1)]);
    let lane = |one: &[Vec4; 4], two: &[Vec4; 4], k: usize| Lane([one[k], two[k]]);
    [
        lane(&a, &b, 0),
        lane(&a, &b, 1),
        lane(&a, &b, 2),
        lane(&a, &b, 3),
        lane(&c, &d, 0),
        lane(&c, &d, 1),
        lane(&c, &d, 2),
        lane(&c, &d, 3),
    ]
}

/// Columns as rows of eight bodies.
#[inline(always)]
pub(super) fn rows_of(columns: &[Lane; 8]) -> [BodyRow; LANES] {
    let part = |half: usize, first: usize| {
        let [a, b, c, d] = [0, 1, 2, 3].map(|k| columns[first + k].0[half]);
        let turned = Mat4::from_cols(a, b, c, d).transpose();
        [turned.x_axis, turned.y_axis, turned.z_axis, turned.w_axis]
    };
    let (v, w) = ([part(0, 0), part(1, 0)], [part(0, 4), part(1, 4)]);
    let row = |lane: usize| BodyRow([v[lane / 4][lane % 4], w[lane / 4][lane % 4]]);
    [row(0), row(1), row(2), row(3), row(4), row(5), row(6), row(7)]
}

/// Velocities and spins as they stand in a row.
#[inline(always)]
pub(super) fn motion(columns: &[Lane; 8]) -> (Vector, Vector) {
    ([columns[0], columns[1], columns[2]], [columns[4], columns[5], columns[6]])
}

pub(super) fn put(vector: &mut Vector, lane: usize, value: DVec3) {
    for k in 0..3 {
        vector[k].set(lane, value[k] as f32);
    }
}

pub(super) fn take(vector: &Vector, lane: usize) -> DVec3 {
    let [x, y, z] = [0, 1, 2].map(|k| vector[k].get(lane).into());
    DVec3::new(x, y, z)
}

pub(super) fn put_symmetric(matrix: &mut Symmetric, lane: usize, value: &DMat3) {
    let [x, y, z] = [value.x_axis, value.y_axis, value.z_axis];
    for (own, value) in matrix.iter_mut().zip([x.x, x.y, x.z, y.y, y.z, z.z]) {
        own.set(lane, value as f32);
    }
}
