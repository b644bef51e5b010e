//! The merit θ whose fall may end an iteration (Erleben 2013, Eq 106–108).

use stickslip_linalg::dot;

use super::merit::complementarity;
use crate::problem::Problem;
use crate::residual::Residuals;

/// Which θ a method is judged by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Merit {
    /// xᵀ|A x + b| (Eq 106), for methods without a function of their own.
    #[default]
    Complementarity,
    /// ½‖H‖² of the minimum map (Eq 64).
    Minimum,
    /// ½‖F‖² of the Fischer–Burmeister map (Eq 103).
    Fischer,
}

impl Merit {
    /// θ at x, given w and the natural map there. Cones have that map alone.
    pub(super) fn measure(self, problem: &Problem, x: &[f64], w: &[f64], map: &[f64]) -> f64 {
        let natural = 0.5 * dot(map, map);
        match self {
            _ if problem.kind().is_cone() => natural,
            Self::Complementarity => complementarity(x, w).abs(),
            Self::Minimum => natural,
            Self::Fischer => Residuals::measure(problem, x, w).fischer_merit.unwrap_or(natural),
        }
    }
}

/// The tests (107) and (108).
#[derive(Clone, Copy, Debug)]
pub(super) struct MeritRule {
    pub merit: Merit,
    pub absolute: f64,
    pub relative: f64,
    last: Option<f64>,
}

/// Which of the two tests holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Held {
    Absolute,
    Relative,
}

impl MeritRule {
    pub fn new(absolute: f64, relative: f64) -> Self {
        Self { merit: Merit::default(), absolute, relative, last: None }
    }

    /// Whether any test is asked for.
    pub fn is_wanted(&self) -> bool {
        self.absolute > 0.0 || self.relative > 0.0
    }

    /// θ < ε_abs, then |θ − θ₋| < ε_rel |θ₋|.
    pub fn judge(&mut self, theta: f64) -> Option<Held> {
        let last = self.last.replace(theta);
        if theta < self.absolute {
            return Some(Held::Absolute);
        }
        let last = last?;
        ((theta - last).abs() < self.relative * last.abs()).then_some(Held::Relative)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tests_are_those_of_the_text() {
        let mut rule = MeritRule::new(1e-3, 0.1);
        assert_eq!(rule.judge(10.0), None);
        assert_eq!(rule.judge(8.0), None);
        assert_eq!(rule.judge(7.5), Some(Held::Relative));
        assert_eq!(rule.judge(1e-4), Some(Held::Absolute));
        assert!(!MeritRule::new(0.0, 0.0).is_wanted());
        assert_eq!(MeritRule::new(0.0, 0.0).judge(0.0), None);
    }
}
