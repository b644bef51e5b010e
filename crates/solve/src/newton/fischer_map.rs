//! The Fischer–Burmeister equations on boxes (Erleben 2013, Eq 84–98):
//! φ(a, b) = √(a² + b²) − a − b and F = φ(x − lo, φ(hi − x, −s w)) (Billups),
//! which is φ(x, s w) without an upper bound.
//!
//! Bounds ±μ xₙ follow their normal, and F has an entry of its own there.
//!
//! Continuation smooths φ to √(a² + b² + 2ε) − a − b (Kanzow 1996), whose zeros
//! have a b = ε, a > 0 and b > 0: the central path, followed as ε falls with the
//! merit.
//!
//! ∂φ = (a/r − 1, b/r − 1), r = ‖(a, b)‖ > 0; at the origin any
//! (α − 1, β − 1) with ‖(α, β)‖ ≤ 1, by one of four strategies.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::equations::{Equations, Linearisation, Reach};
use super::options::Scaling;
use crate::options::choice;
use crate::problem::Problem;
use crate::residual::fischer_burmeister;

choice! {
    /// What stands in for the derivative of φ where there is none.
    pub enum Strategy {
        /// A random point of the disc.
        Random = "random",
        /// The centre of the disc.
        Zero = "zero",
        /// The derivative beside the origin, at a tiny positive a.
        Perturbation = "perturbation",
        /// None: products with J are differences of F.
        Approximation = "approximation",
    }
}

/// Below this ε the function is no longer smoothed.
const LEAST_SMOOTHING: f64 = 1e-24;

/// Nearer to the origin than this is at it.
const ORIGIN: f64 = 1e-28;

/// The Fischer–Burmeister equations of a problem with constant bounds.
pub struct FischerEquations<'a> {
    problem: &'a Problem,
    strategy: Strategy,
    /// Of the differences, where the strategy takes them.
    pub reach: Reach,
    /// Share of φ; the rest is the penalty a₊ b₊ (Chen, Chen and Kanzow).
    share: f64,
    scale: Vec<f64>,
    /// Normal row and μ of coupled rows.
    coupling: Vec<Option<(usize, f64)>>,
    /// ε of the smoothed function; 0 is φ itself.
    pub smoothing: f64,
    random: ChaCha8Rng,
}

impl<'a> FischerEquations<'a> {
    /// For `problem`; `share` = 1 is the plain function.
    pub fn new(
        problem: &'a Problem,
        strategy: Strategy,
        share: f64,
        scaling: Scaling,
        seed: u64,
    ) -> Self {
        let random = ChaCha8Rng::seed_from_u64(seed);
        let reach = Reach::Balanced;
        let (scale, coupling) = (scaling.factors(problem), problem.coupling());
        Self { problem, strategy, reach, share, scale, coupling, smoothing: 0.0, random }
    }

    /// φ(a, b), smoothed.
    fn inner(&self, a: f64, b: f64) -> f64 {
        if self.smoothing == 0.0 || !a.is_finite() || !b.is_finite() {
            return fischer_burmeister(a, b);
        }
        let length = (a * a + b * b + 2.0 * self.smoothing).sqrt();
        // Without cancellation where both are positive.
        if a + b > 0.0 { 2.0 * (self.smoothing - a * b) / (length + a + b) } else { length - a - b }
    }

    /// Follows the merit: ε never exceeds a tenth of the mean square of F.
    fn tighten(&mut self, value: &[f64]) {
        if self.smoothing > 0.0 {
            let mean = value.iter().map(|v| v * v).sum::<f64>() / value.len().max(1) as f64;
            let wanted = self.smoothing.min(0.1 * mean);
            self.smoothing = if wanted < LEAST_SMOOTHING { 0.0 } else { wanted };
        }
    }

    /// λ φ(a, b) − (1 − λ) a₊ b₊: the penalty has the sign of φ inside the
    /// quadrant, so that the roots stay.
    fn outer(&self, a: f64, b: f64) -> f64 {
        let plain = self.inner(a, b);
        if self.share == 1.0 || a == f64::INFINITY {
            return plain;
        }
        self.share * plain - (1.0 - self.share) * a.max(0.0) * b.max(0.0)
    }

    fn outer_derivative(&mut self, a: f64, b: f64) -> (f64, f64) {
        let (along_a, along_b) = self.derivative(a, b);
        if self.share == 1.0 || a == f64::INFINITY {
            return (along_a, along_b);
        }
        let rest = 1.0 - self.share;
        let inside = |by: f64, other: f64| if by > 0.0 { rest * other.max(0.0) } else { 0.0 };
        (self.share * along_a - inside(a, b), self.share * along_b - inside(b, a))
    }

    /// An element of ∂φ(a, b).
    fn derivative(&mut self, a: f64, b: f64) -> (f64, f64) {
        if a == f64::INFINITY {
            return (0.0, -1.0);
        }
        if b == f64::INFINITY {
            return (-1.0, 0.0);
        }
        let length = libm::hypot(libm::hypot((2.0 * self.smoothing).sqrt(), a), b);
        if length > ORIGIN {
            return (a / length - 1.0, b / length - 1.0);
        }
        match self.strategy {
            Strategy::Random => {
                let mut half = || std::f64::consts::FRAC_1_SQRT_2 * self.random.random::<f64>();
                (half() - 1.0, half() - 1.0)
            }
            Strategy::Zero => (-1.0, -1.0),
            Strategy::Perturbation | Strategy::Approximation => (0.0, -1.0),
        }
    }
}

impl Equations for FischerEquations<'_> {
    fn value(&self, x: &[f64], w: &[f64], value: &mut [f64]) {
        let (mut lo, mut hi) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        self.problem.bounds_at(x, &mut lo, &mut hi);
        for row in 0..x.len() {
            let upper = self.inner(hi[row] - x[row], -self.scale[row] * w[row]);
            value[row] = self.outer(x[row] - lo[row], upper);
        }
    }

    fn linearise(&mut self, x: &[f64], w: &[f64], result: &mut Linearisation) {
        self.value(x, w, &mut result.value);
        if self.smoothing > 0.0 {
            self.tighten(&result.value);
            self.value(x, w, &mut result.value);
        }
        let (mut lo, mut hi) = (vec![0.0; x.len()], vec![0.0; x.len()]);
        self.problem.bounds_at(x, &mut lo, &mut hi);
        for row in 0..x.len() {
            let (room, force) = (hi[row] - x[row], -self.scale[row] * w[row]);
            // dφ(hi − x, −s w) = (∂a) (dhi − dx) − s (∂b) dw.
            let (inner_a, inner_b) = self.derivative(room, force);
            let upper = self.inner(room, force);
            let (outer_a, outer_b) = self.outer_derivative(x[row] - lo[row], upper);
            result.own[row] = outer_a - outer_b * inner_a;
            result.matrix[row] = -outer_b * inner_b * self.scale[row];
            // hi = μ xₙ and lo = −μ xₙ as long as xₙ ≥ 0.
            let follows = self.coupling[row].filter(|&(normal, _)| x[normal] >= 0.0);
            result.normal[row] = follows.map_or(0.0, |(_, mu)| mu * (outer_a + outer_b * inner_a));
        }
    }

    fn by_differences(&self) -> Option<Reach> {
        (self.strategy == Strategy::Approximation).then_some(self.reach)
    }
}
