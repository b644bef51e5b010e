//! McKenna and Zeltzer: the whole force, damper and all, times ε while the two move apart
//! (Eq. 282).

use super::{Approach, Push, Spring, linear};

pub(super) fn push(spring: &Spring, approach: &Approach) -> Push {
    let share = if approach.recedes { spring.returned } else { 1.0 };
    let Push { force, slope, drag } = linear::push(spring, approach);
    Push { force: share * force, slope: share * slope, drag: share * drag }
}
