//! Spatial vectors in world axes about one point O that all links of a tree share
//! (Featherstone 2008, Ch. 2). No product then needs a change of coordinates.

use glam::{DMat3, DVec3};

/// How a frame moves: its spin ω, and the velocity of its point that is at O.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Twist {
    /// ω.
    pub angular: DVec3,
    /// v_O.
    pub linear: DVec3,
}

/// A force, or a momentum, and its moment about O.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Wrench {
    /// n_O.
    pub moment: DVec3,
    /// f.
    pub force: DVec3,
}

impl Twist {
    /// The velocity of the point at `arm` from O.
    pub fn at(&self, arm: DVec3) -> DVec3 {
        self.linear + self.angular.cross(arm)
    }

    /// Both together.
    pub fn plus(&self, other: &Self) -> Self {
        Self { angular: self.angular + other.angular, linear: self.linear + other.linear }
    }

    /// The one less the other.
    pub fn minus(&self, other: &Self) -> Self {
        Self { angular: self.angular - other.angular, linear: self.linear - other.linear }
    }

    /// So many times it.
    pub fn times(&self, factor: f64) -> Self {
        Self { angular: self.angular * factor, linear: self.linear * factor }
    }

    /// How an axis that this motion carries along changes (Featherstone 2008, Eq 2.31):
    /// v × s = [ω×s_ω, ω×s_v + v×s_ω].
    pub fn cross(&self, axis: &Self) -> Self {
        Self {
            angular: self.angular.cross(axis.angular),
            linear: self.angular.cross(axis.linear) + self.linear.cross(axis.angular),
        }
    }

    /// The power of a force along this motion.
    pub fn dot(&self, wrench: &Wrench) -> f64 {
        self.angular.dot(wrench.moment) + self.linear.dot(wrench.force)
    }
}

impl Wrench {
    /// A force at the point at `arm` from O, and a torque.
    pub fn at(arm: DVec3, force: DVec3, torque: DVec3) -> Self {
        Self { moment: torque + arm.cross(force), force }
    }

    /// Adds another.
    pub fn add(&mut self, other: &Self) {
        self.moment += other.moment;
        self.force += other.force;
    }

    /// Takes another away.
    pub fn subtract(&mut self, other: &Self) {
        self.moment -= other.moment;
        self.force -= other.force;
    }

    /// Its moment about the point at `arm` from O.
    pub fn about(&self, arm: DVec3) -> DVec3 {
        self.moment - arm.cross(self.force)
    }
}

/// The inertia of a rigid body, or of several that move as one, about O
/// (Featherstone 2008, Eq 2.63): mass, first moment m c, and I about O.
#[derive(Clone, Copy, Debug, Default)]
pub struct RigidInertia {
    mass: f64,
    first: DVec3,
    second: DMat3,
}

impl RigidInertia {
    /// Of a body with its centre at `arm` from O, and its inertia about it in world axes:
    /// I_O = I + m (c·c 1 − c cᵀ).
    pub fn new(mass: f64, arm: DVec3, inertia: DMat3) -> Self {
        let outer = DMat3::from_cols(arm * arm.x, arm * arm.y, arm * arm.z);
        let shifted = DMat3::from_diagonal(DVec3::splat(arm.length_squared())) - outer;
        Self { mass, first: mass * arm, second: inertia + mass * shifted }
    }

    /// Adds another that moves with it.
    pub fn add(&mut self, other: &Self) {
        self.mass += other.mass;
        self.first += other.first;
        self.second += other.second;
    }

    /// Its momentum in a motion: p = m v_O + ω × m c, about O I_O ω + m c × v_O.
    pub fn momentum(&self, motion: &Twist) -> Wrench {
        Wrench {
            moment: self.second * motion.angular + self.first.cross(motion.linear),
            force: self.mass * motion.linear + motion.angular.cross(self.first),
        }
    }
}
