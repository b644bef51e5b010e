//! Springs between particles: one comes to be where two come within their nominal distance,
//! pushes and pulls from then on, and breaks beyond another (Eq. 283). Here the nominal
//! distance is that at which the two touch.

use super::{Approach, Push, Spring};

pub(super) fn push(spring: &Spring, approach: &Approach) -> Push {
    if !holds(spring, approach) {
        return Push::default();
    }
    let (slope, drag) = (spring.stiffness, spring.drag(spring.stiffness));
    Push { force: -slope * approach.gap - drag * approach.rate, slope, drag }
}

/// Whether the spring is there: made by touching, kept until it breaks.
pub(super) fn holds(spring: &Spring, approach: &Approach) -> bool {
    approach.gap < 0.0 || (approach.is_bonded && approach.gap < spring.reach)
}
