//! Moore and Wilhelms: a softer spring while the two move apart, k_recede = ε k (Eq. 279).
//! An impact gives back the share ε of its energy. Impulses of colliding contacts, which
//! they compute first, are those of the other steppers.

use super::{Approach, Push, Spring};

pub(super) fn push(spring: &Spring, approach: &Approach) -> Push {
    if approach.gap >= 0.0 {
        return Push::default();
    }
    let share = if approach.recedes { spring.returned } else { 1.0 };
    let slope = share * spring.stiffness;
    let drag = spring.drag(slope);
    Push::pushing(-slope * approach.gap - drag * approach.rate, slope, drag)
}
