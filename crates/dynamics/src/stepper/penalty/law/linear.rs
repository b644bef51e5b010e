//! A spring and a damper: f = −kφ − b v (Eq. 268–275, with the sign of erratum E21).

use super::{Approach, Push, Spring};

pub(super) fn push(spring: &Spring, approach: &Approach) -> Push {
    if approach.gap >= 0.0 {
        return Push::default();
    }
    let (slope, drag) = (spring.stiffness, spring.drag(spring.stiffness));
    Push::pushing(-slope * approach.gap - drag * approach.rate, slope, drag)
}
