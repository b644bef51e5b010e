//! Rows of bodies: what sweeps read and write.
//!
//! One thread reads and writes a slice of rows. Several threads share rows of atomic words:
//! bodies of one colour are each in one manifold only, so that no two threads meet at a row,
//! and loads and stores need no order among themselves.

use std::sync::atomic::{AtomicU64, Ordering};

use glam::{DVec3, Vec3};

use super::registers::{LANES, Registers};

/// What a sweep reads and writes of a body: velocity, a fourth number; spin, inverse mass.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(align(32))]
pub(super) struct BodyRow(pub(super) [f32; LANES]);

impl BodyRow {
    pub(super) fn new(velocity: DVec3, fourth: f64, spin: DVec3, inverse_mass: f64) -> Self {
        let mut row = Self::default();
        (row.0[3], row.0[7]) = (fourth as f32, inverse_mass as f32);
        row.set_motion(velocity, spin);
        row
    }

    /// Velocity and spin, or way and turn.
    #[inline(always)]
    pub(super) fn halves(&self) -> (Vec3, Vec3) {
        let [a, b, c, _, d, e, f, _] = self.0;
        (Vec3::new(a, b, c), Vec3::new(d, e, f))
    }

    /// The same in double precision.
    #[inline(always)]
    pub(super) fn motion(&self) -> (DVec3, DVec3) {
        let (v, w) = self.halves();
        (v.as_dvec3(), w.as_dvec3())
    }

    /// The fourth number.
    #[inline(always)]
    pub(super) fn fourth(&self) -> f64 {
        self.0[3].into()
    }

    /// Changes velocity and spin, rounding once.
    #[inline(always)]
    pub(super) fn set_motion(&mut self, velocity: DVec3, spin: DVec3) {
        self.0[..3].copy_from_slice(&velocity.as_vec3().to_array());
        self.0[4..7].copy_from_slice(&spin.as_vec3().to_array());
    }

    /// Adds to velocity and spin.
    #[inline(always)]
    pub(super) fn add(&mut self, velocity: Vec3, spin: Vec3) {
        for k in 0..3 {
            self.0[k] += velocity[k];
            self.0[4 + k] += spin[k];
        }
    }
}

/// A row that threads share.
#[derive(Debug, Default)]
#[repr(align(32))]
pub(super) struct SharedRow([AtomicU64; LANES / 2]);

impl SharedRow {
    #[inline(always)]
    fn words(&self) -> [u64; LANES / 2] {
        let [a, b, c, d] = &self.0;
        let order = Ordering::Relaxed;
        [a.load(order), b.load(order), c.load(order), d.load(order)]
    }

    #[inline(always)]
    pub(super) fn load(&self) -> BodyRow {
        BodyRow(pulp::cast(self.words()))
    }

    #[inline(always)]
    pub(super) fn store(&self, row: BodyRow) {
        let words: [u64; LANES / 2] = pulp::cast(row.0);
        let order = Ordering::Relaxed;
        self.0[0].store(words[0], order);
        self.0[1].store(words[1], order);
        self.0[2].store(words[2], order);
        self.0[3].store(words[3], order);
    }
}

/// Rows of all bodies.
pub(super) trait Rows {
    fn row<R: Registers>(&self, r: R, body: u32) -> R::Eight;
}

/// Rows of all bodies that a sweep changes.
pub(super) trait RowsMut: Rows {
    fn put(&mut self, body: u32, row: BodyRow);
}

impl Rows for [BodyRow] {
    #[inline(always)]
    fn row<R: Registers>(&self, r: R, body: u32) -> R::Eight {
        r.load(&self[body as usize].0)
    }
}

impl RowsMut for [BodyRow] {
    #[inline(always)]
    fn put(&mut self, body: u32, row: BodyRow) {
        self[body as usize] = row;
    }
}

/// Shared rows of all bodies.
pub(super) struct Shared<'a>(pub(super) &'a [SharedRow]);

impl Rows for Shared<'_> {
    #[inline(always)]
    fn row<R: Registers>(&self, r: R, body: u32) -> R::Eight {
        r.of_words(self.0[body as usize].words())
    }
}

impl RowsMut for Shared<'_> {
    #[inline(always)]
    fn put(&mut self, body: u32, row: BodyRow) {
        self.0[body as usize].store(row);
    }
}
