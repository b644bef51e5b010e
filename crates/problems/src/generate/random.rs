//! Seeded draws.

use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_dynamics::glam::DVec3;

/// The one source of randomness: the same stream on every machine.
pub struct Random(ChaCha8Rng);

impl Random {
    /// The stream of that seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    /// Uniform in [0, 1).
    pub fn unit(&mut self) -> f64 {
        self.0.random()
    }

    /// Uniform in [lo, hi).
    pub fn between(&mut self, lo: f64, hi: f64) -> f64 {
        lo + (hi - lo) * self.unit()
    }

    /// Uniform in [−1, 1).
    pub fn signed(&mut self) -> f64 {
        self.between(-1.0, 1.0)
    }

    /// True with that probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// Uniform in 0..n; n must be positive.
    pub fn index(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }

    /// 0..n in random order.
    pub fn permutation(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        order.shuffle(&mut self.0);
        order
    }

    /// Three independent entries in [−1, 1).
    pub fn vector3(&mut self) -> DVec3 {
        DVec3::new(self.signed(), self.signed(), self.signed())
    }
}
