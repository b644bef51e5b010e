//! The Fischer–Burmeister equations on boxes (Erleben 2013, Eq 84–98):
//! φ(a, b) = √(a² + b²) − a − b and F = φ(x − lo, φ(hi − x, −s w)) (Billups),
//! which is φ(x, s w) without an upper bound.
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
        Self { problem, strategy, reach, share, scale: scaling.factors(problem), random }
    }

    /// λ φ(a, b) − (1 − λ) a₊ b₊: the penalty has the sign of φ inside the
    /// quadrant, so that the roots stay.
    fn outer(&self, a: f64, b: f64) -> f64 {
        let plain = fischer_burmeister(a, b);
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
        let length = a.hypot(b);
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
        let (lo, hi) = (self.problem.lo(), self.problem.hi());
        for row in 0..x.len() {
            let upper = fischer_burmeister(hi[row] - x[row], -self.scale[row] * w[row]);
            value[row] = self.outer(x[row] - lo[row], upper);
        }
    }

    fn linearise(&mut self, x: &[f64], w: &[f64], result: &mut Linearisation) {
        self.value(x, w, &mut result.value);
        let (lo, hi) = (self.problem.lo(), self.problem.hi());
        for row in 0..x.len() {
            let (room, force) = (hi[row] - x[row], -self.scale[row] * w[row]);
            // dφ(hi − x, −s w) = −(∂a) dx − s (∂b) dw.
            let (inner_a, inner_b) = self.derivative(room, force);
            let upper = fischer_burmeister(room, force);
            let (outer_a, outer_b) = self.outer_derivative(x[row] - lo[row], upper);
            result.own[row] = outer_a - outer_b * inner_a;
            result.matrix[row] = -outer_b * inner_b * self.scale[row];
            result.normal[row] = 0.0;
        }
    }

    fn by_differences(&self) -> Option<Reach> {
        (self.strategy == Strategy::Approximation).then_some(self.reach)
    }
}
