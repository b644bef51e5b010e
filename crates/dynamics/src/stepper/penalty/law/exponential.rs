//! An exponential spring: E = c exp(−φ/ε), f = (c/ε) exp(−φ/ε) (Eq. 280–281 with erratum
//! E21). With c = k ε² its stiffness where the two just touch is k: softer before, and
//! harder after.

use super::{Approach, Damping, Push, Spring};

pub(super) fn push(spring: &Spring, approach: &Approach) -> Push {
    let share = libm::exp(-approach.gap / spring.reach);
    let slope = spring.stiffness * share;
    let drag = match spring.damping {
        Damping::Given(damping) => damping * share,
        Damping::Ratio { .. } => spring.drag(slope),
    };
    Push::pushing(spring.reach * slope - drag * approach.rate, slope, drag)
}
