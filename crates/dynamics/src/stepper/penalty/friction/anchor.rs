//! A spring to where the point was when it touched first: f = k_t (a − p); where that is more
//! than μ f_n, the anchor a follows until it is as much (Eq. 276–277). A damper beside it
//! stills what sticks.

use glam::{DMat3, DVec3};

use super::{FrictionForce, Rub, outer};

pub(super) fn hold(rub: &Rub, stretch: DVec3, velocity: DVec3) -> FrictionForce {
    let trial = -rub.stiffness * stretch - rub.damping * velocity;
    let size = trial.length();
    if size <= rub.bound {
        return FrictionForce {
            force: trial,
            stiffness: rub.stiffness * rub.plane(),
            drag: rub.damping * rub.plane(),
            left: 1.0,
            stretch,
            slides: false,
        };
    }
    let direction = trial / size;
    // The bound turns with the direction, and does not grow.
    let turning: DMat3 = rub.bound / size * (rub.plane() - outer(direction, direction));
    FrictionForce {
        force: rub.bound * direction,
        stiffness: rub.stiffness * turning,
        drag: rub.damping * turning,
        left: rub.bound / size,
        // What the damper carries is no stretch.
        stretch: -(rub.bound * direction + rub.damping * velocity) / rub.stiffness,
        slides: true,
    }
}
