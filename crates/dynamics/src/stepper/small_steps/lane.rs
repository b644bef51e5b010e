//! Eight numbers at once.
//!
//! A lane holds the same number of eight contacts in single precision. Operations are plain
//! loops over eight numbers without fused products, which the compiler turns into the vector
//! instructions of the processor: every one of them rounds as the single operation does, so
//! that results are the same on every processor.

use std::ops::{Add, Mul, Neg, Sub};

use glam::{DMat3, DVec3};

/// Contacts that are solved at once.
pub(super) const LANES: usize = 8;

/// A number of each of eight contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub(super) struct Lane(pub(super) [f32; LANES]);

/// What a sweep reads and writes of a body: velocity, a fourth number, spin, inverse mass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(32))]
pub(super) struct BodyRow(pub(super) [f32; LANES]);

macro_rules! by_lane {
    ($a:expr, $b:expr, |$x:ident, $y:ident| $value:expr) => {{
        let (a, b) = ($a.0, $b.0);
        let mut out = [0.0; LANES];
        for k in 0..LANES {
            let ($x, $y) = (a[k], b[k]);
            out[k] = $value;
        }
        Lane(out)
    }};
}

impl Add for Lane {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        by_lane!(self, other, |x, y| x + y)
    }
}

impl Sub for Lane {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        by_lane!(self, other, |x, y| x - y)
    }
}

impl Mul for Lane {
    type Output = Self;
    #[inline(always)]
    fn mul(self, other: Self) -> Self {
        by_lane!(self, other, |x, y| x * y)
    }
}

impl Neg for Lane {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        by_lane!(self, self, |x, _y| -x)
    }
}

impl Lane {
    pub(super) const ZERO: Self = Self([0.0; LANES]);

    #[inline(always)]
    pub(super) fn splat(value: f32) -> Self {
        Self([value; LANES])
    }

    #[inline(always)]
    pub(super) fn max(self, other: Self) -> Self {
        by_lane!(self, other, |x, y| if x > y { x } else { y })
    }

    #[inline(always)]
    pub(super) fn min(self, other: Self) -> Self {
        by_lane!(self, other, |x, y| if x < y { x } else { y })
    }

    #[inline(always)]
    pub(super) fn over(self, other: Self) -> Self {
        by_lane!(self, other, |x, y| x / y)
    }

    #[inline(always)]
    pub(super) fn sqrt(self) -> Self {
        by_lane!(self, self, |x, _y| x.sqrt())
    }

    /// `yes` where this is more than zero, `no` elsewhere.
    #[inline(always)]
    pub(super) fn where_positive(self, yes: Self, no: Self) -> Self {
        let mut out = [0.0; LANES];
        for k in 0..LANES {
            out[k] = if self.0[k] > 0.0 { yes.0[k] } else { no.0[k] };
        }
        Self(out)
    }

    /// Whether any number is more than zero.
    #[inline(always)]
    pub(super) fn any_positive(self) -> bool {
        self.0.iter().fold(false, |any, &x| any | (x > 0.0))
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
    let mut out = [Lane::ZERO; 8];
    for (lane, &body) in bodies.iter().enumerate() {
        let row = &rows[body as usize].0;
        for k in 0..8 {
            out[k].0[lane] = row[k];
        }
    }
    out
}

/// Velocities and spins as they stand in a row.
#[inline(always)]
pub(super) fn motion(columns: &[Lane; 8]) -> (Vector, Vector) {
    ([columns[0], columns[1], columns[2]], [columns[4], columns[5], columns[6]])
}

/// The row of one lane of eight columns.
#[inline(always)]
pub(super) fn row_of(columns: &[Lane; 8], lane: usize) -> BodyRow {
    let mut row = [0.0; 8];
    for k in 0..8 {
        row[k] = columns[k].0[lane];
    }
    BodyRow(row)
}

pub(super) fn put(vector: &mut Vector, lane: usize, value: DVec3) {
    for k in 0..3 {
        vector[k].0[lane] = value[k] as f32;
    }
}

pub(super) fn take(vector: &Vector, lane: usize) -> DVec3 {
    DVec3::new(vector[0].0[lane].into(), vector[1].0[lane].into(), vector[2].0[lane].into())
}

pub(super) fn put_symmetric(matrix: &mut Symmetric, lane: usize, value: &DMat3) {
    let [x, y, z] = [value.x_axis, value.y_axis, value.z_axis];
    for (own, value) in matrix.iter_mut().zip([x.x, x.y, x.z, y.y, y.z, z.z]) {
        own.0[lane] = value as f32;
    }
}
