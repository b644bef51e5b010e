//! Coefficients that change with speed and load (SIGGRAPH 2022 course, §1.5.1
//! and Table 5).

use crate::parts::{at_least_zero, positive};

/// Static and kinetic friction: μ(v) = μ_k + (μ − μ_k) exp(−(v/v_s)^e) + c v.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stribeck {
    /// μ_k: the coefficient of fast sliding.
    pub kinetic: f64,
    /// v_s: the speed at which most of the fall is done (m/s).
    pub speed: f64,
    /// e: how suddenly it falls.
    pub exponent: f64,
    /// c: what every m/s adds.
    pub viscous: f64,
}

impl Stribeck {
    pub(super) fn check(&self) -> Result<(), String> {
        at_least_zero("kinetic", self.kinetic)?;
        positive("speed", self.speed)?;
        positive("exponent", self.exponent)?;
        at_least_zero("viscous", self.viscous).map(|_| ())
    }

    /// μ(v) for the coefficient μ of rest.
    pub fn at(&self, rest: f64, speed: f64) -> f64 {
        let fall = libm::exp(-libm::pow(speed / self.speed, self.exponent));
        self.kinetic + (rest - self.kinetic) * fall + self.viscous * speed
    }
}

/// Whether a curve of factors by normal force can be read.
pub(super) fn check_load_curve(curve: &[[f64; 2]]) -> Result<(), String> {
    for [force, factor] in curve {
        at_least_zero("a force of load_curve", *force)?;
        at_least_zero("a factor of load_curve", *factor)?;
    }
    match curve.windows(2).find(|pair| pair[0][0] >= pair[1][0]) {
        Some(pair) => Err(format!(
            "load_curve has {} N after {} N; its forces must increase",
            pair[1][0], pair[0][0]
        )),
        None => Ok(()),
    }
}

/// The factor at a normal force (N): straight between the points, and constant
/// beyond them; 1 without any.
pub(super) fn load_factor(curve: &[[f64; 2]], force: f64) -> f64 {
    let after = curve.partition_point(|point| point[0] <= force);
    match (after.checked_sub(1).map(|at| curve[at]), curve.get(after).copied()) {
        (None, None) => 1.0,
        (Some([_, factor]), None) | (None, Some([_, factor])) => factor,
        (Some([x, y]), Some([u, v])) => y + (v - y) * (force - x) / (u - x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_are_read_between_the_points_of_their_curve() {
        let curve = [[10.0, 1.0], [30.0, 0.5], [40.0, 0.7]];
        for (force, factor) in [(0.0, 1.0), (10.0, 1.0), (15.0, 0.875), (35.0, 0.6), (50.0, 0.7)] {
            assert!((load_factor(&curve, force) - factor).abs() < 1e-15, "{force} N");
        }
        assert_eq!(load_factor(&[], 3.0), 1.0);
    }
}
