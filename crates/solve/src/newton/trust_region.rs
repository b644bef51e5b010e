//! A trust region in the place of a line search (Erleben 2013, §8; Nocedal and
//! Wright 2006, Alg 4.1): the linear model is minimised where it is trusted,
//! and trusted farther where it was right.

use stickslip_linalg::{dot, norm};

/// How far the linear model is trusted.
#[derive(Clone, Debug)]
pub struct TrustRegion {
    radius: Option<f64>,
}

/// Least share of the promised decrease that a step must reach.
const ACCEPTED: f64 = 1e-4;
/// A smaller radius makes no difference to x.
const SMALLEST: f64 = 1e-14;

impl TrustRegion {
    /// Nothing known yet.
    pub fn new() -> Self {
        Self { radius: None }
    }

    /// Δ at x: the first is as long as x is, or 1.
    pub fn radius(&mut self, x: &[f64]) -> f64 {
        *self.radius.get_or_insert(norm(x).max(1.0))
    }

    /// Whether a step with this decrease in place of the promised one is taken;
    /// makes the radius fit.
    pub fn judge(&mut self, found: f64, promised: f64, step: &[f64], is_cut: bool) -> bool {
        let radius = self.radius.unwrap_or(1.0);
        let share = found / promised;
        if share.is_nan() || share < 0.25 {
            self.radius = Some(0.25 * dot(step, step).sqrt().min(radius));
        } else if share > 0.75 && is_cut {
            self.radius = Some(2.0 * radius);
        }
        share >= ACCEPTED
    }

    /// Whether no step is left to be tried at x.
    pub fn is_spent(&self, x: &[f64]) -> bool {
        self.radius.is_some_and(|radius| radius <= SMALLEST * norm(x).max(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_radius_follows_what_the_model_promised() {
        let mut region = TrustRegion::new();
        assert_eq!(region.radius(&[0.0]), 1.0);
        assert!(region.judge(1.0, 1.0, &[1.0], true));
        assert_eq!(region.radius(&[0.0]), 2.0);
        assert!(region.judge(0.5, 1.0, &[2.0], true));
        assert_eq!(region.radius(&[0.0]), 2.0);
        assert!(!region.judge(-1.0, 1.0, &[2.0], true));
        assert_eq!(region.radius(&[0.0]), 0.5);
        assert!(!region.is_spent(&[0.0]));
        while !region.judge(f64::NAN, 1.0, &[1e-3], false) && !region.is_spent(&[0.0]) {}
        assert!(region.is_spent(&[0.0]));
    }
}
