//! Surfaces that run while their bodies stay: conveyors, tracks, escalators.

use glam::DVec3;
use stickslip_contact::Pose;

use super::schedule::Schedule;

/// How the surface of a body moves over the body.
///
/// Friction acts against the slip between surfaces, s₂ − s₁ more than that of the
/// bodies; nothing else of the body moves, and normals stay where they are.
#[derive(Clone, Debug, PartialEq)]
pub enum SurfaceMotion {
    /// Everywhere the same, in the body's axes (m/s): a conveyor.
    Along(DVec3),
    /// A belt around the body: s = speed · axis × n with the outward normal n, so that
    /// what is above runs one way and what is below the other. A track.
    Around {
        /// A unit vector in the body's axes.
        axis: DVec3,
        /// Speed of the belt (m/s).
        speed: Schedule,
    },
}

impl SurfaceMotion {
    /// Velocity over the body in world axes, where the outward normal is this (m/s).
    pub fn velocity(&self, pose: &Pose, outward: DVec3, time: f64) -> DVec3 {
        match self {
            Self::Along(velocity) => pose.direction(*velocity),
            Self::Around { axis, speed } => speed.at(time) * pose.direction(*axis).cross(outward),
        }
    }

    /// Whether the numbers make sense; says which one does not.
    pub fn check(&self) -> Result<(), String> {
        match self {
            Self::Along(velocity) if !velocity.is_finite() => {
                Err("the surface velocity is not finite".into())
            }
            Self::Around { axis, .. } if (axis.length() - 1.0).abs() > 1e-9 => {
                Err("the axis of the surface velocity is no unit vector".into())
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DQuat;

    #[test]
    fn a_belt_runs_back_below() {
        let belt = SurfaceMotion::Around { axis: DVec3::Z, speed: Schedule::constant(2.0) };
        let pose = Pose::IDENTITY;
        assert_eq!(belt.velocity(&pose, DVec3::Y, 0.0), DVec3::X * -2.0);
        assert_eq!(belt.velocity(&pose, DVec3::NEG_Y, 0.0), DVec3::X * 2.0);
        let turned = Pose::new(DVec3::ONE, DQuat::from_rotation_y(std::f64::consts::FRAC_PI_2));
        let along = SurfaceMotion::Along(DVec3::X);
        assert!((along.velocity(&turned, DVec3::Y, 0.0) - DVec3::NEG_Z).length() < 1e-15);
        assert!(SurfaceMotion::Along(DVec3::NAN).check().is_err());
    }
}
