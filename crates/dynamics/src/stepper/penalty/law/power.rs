//! A power of the depth: f = k max(0, −φ)ᵖ, p ≥ 1 (Eq. 285–286 with erratum E21). p = 3/2
//! is Hertz's law of two balls, p = 1 the linear spring.

use super::{Approach, Push, Spring};

pub(super) fn push(spring: &Spring, approach: &Approach) -> Push {
    let depth = -approach.gap;
    if depth <= 0.0 {
        return Push::default();
    }
    let slope = spring.exponent * spring.stiffness * libm::pow(depth, spring.exponent - 1.0);
    let drag = spring.drag(slope);
    let force = spring.stiffness * libm::pow(depth, spring.exponent);
    Push::pushing(force - drag * approach.rate, slope, drag)
}
