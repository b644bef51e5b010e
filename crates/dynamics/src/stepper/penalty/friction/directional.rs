//! −μ f_n v/|v|: against the way the point slides, and nothing at rest (Eq. 278). Never
//! more than what stops it within the step, so that friction does not turn it round.

use glam::DVec3;

use super::{FrictionForce, Rub, regularised};

pub(super) fn hold(rub: &Rub, velocity: DVec3) -> FrictionForce {
    let stopped = Rub { drag: rub.stopping, ..*rub };
    regularised::hold(&stopped, velocity)
}
