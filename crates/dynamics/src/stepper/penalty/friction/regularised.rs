//! Coulomb's law made smooth: f = −min(k_f, μ f_n/|v|) v (Eq. 287–288). What should stick
//! creeps at f/k_f.

use glam::{DMat3, DVec3};

use super::{FrictionForce, Rub, outer};

pub(super) fn hold(rub: &Rub, velocity: DVec3) -> FrictionForce {
    let speed = velocity.length();
    let slides = rub.drag * speed > rub.bound;
    let (force, drag, left) = if slides {
        let direction = velocity / speed;
        let turning = rub.bound / speed * (rub.plane() - outer(direction, direction));
        (-rub.bound * direction, turning, rub.bound / (rub.drag * speed))
    } else {
        (-rub.drag * velocity, rub.drag * rub.plane(), 1.0)
    };
    FrictionForce { force, stiffness: DMat3::ZERO, drag, left, stretch: DVec3::ZERO, slides }
}
