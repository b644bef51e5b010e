//! Scripted motion of kinematic bodies.

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;

use super::number::check_pose;

/// How a kinematic body moves, whatever pushes against it.
#[derive(Clone, Debug, PartialEq)]
pub enum Drive {
    /// Steady motion.
    Velocity {
        /// Velocity of the body's origin (m/s).
        linear: DVec3,
        /// Angular velocity (rad/s).
        angular: DVec3,
    },
    /// x(t) = x₀ + amplitude · sin(2π·frequency·t).
    Oscillation {
        /// Largest displacement (m).
        amplitude: DVec3,
        /// Cycles per second.
        frequency: f64,
    },
    /// Poses to pass through: straight lines and shortest turns between them,
    /// at rest before the first and after the last. Times ascend.
    Keyframes(Vec<(f64, Pose)>),
}

impl Drive {
    /// Where the body is at `time`, if it began at `start` at time 0.
    pub fn pose(&self, start: &Pose, time: f64) -> Pose {
        match self {
            Self::Velocity { linear, angular } => Pose::new(
                start.position + *linear * time,
                (DQuat::from_scaled_axis(*angular * time) * start.orientation).normalize(),
            ),
            Self::Oscillation { amplitude, frequency } => Pose::new(
                start.position + *amplitude * (std::f64::consts::TAU * frequency * time).sin(),
                start.orientation,
            ),
            Self::Keyframes(frames) => keyframe_pose(frames, start, time),
        }
    }

    /// The velocities that carry the body from its pose at `time` to its pose
    /// at `time + h` in one step.
    pub fn velocity(&self, start: &Pose, time: f64, h: f64) -> (DVec3, DVec3) {
        velocity_between(&self.pose(start, time), &self.pose(start, time + h), h)
    }

    /// Whether the numbers make sense; says which one does not.
    pub fn check(&self) -> Result<(), String> {
        match self {
            Self::Velocity { linear, angular } if !(linear.is_finite() && angular.is_finite()) => {
                Err("a driving velocity is not finite".into())
            }
            Self::Oscillation { amplitude, frequency }
                if !(amplitude.is_finite() && frequency.is_finite()) =>
            {
                Err("an oscillation's amplitude or frequency is not finite".into())
            }
            Self::Keyframes(frames) if frames.is_empty() => Err("there are no keyframes".into()),
            Self::Keyframes(frames) => {
                for (at, (time, pose)) in frames.iter().enumerate() {
                    if !time.is_finite() {
                        return Err(format!("the time of keyframe {at} is {time}"));
                    }
                    check_pose(&format!("the pose of keyframe {at}"), pose)?;
                    if at > 0 && *time <= frames[at - 1].0 {
                        return Err(format!(
                            "keyframe {at} at time {time} does not come after the one before it"
                        ));
                    }
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// The velocities that carry a body from one pose to another in `h` seconds.
pub(crate) fn velocity_between(before: &Pose, after: &Pose, h: f64) -> (DVec3, DVec3) {
    let turn = after.orientation * before.orientation.inverse();
    let turn = if turn.w < 0.0 { -turn } else { turn };
    ((after.position - before.position) / h, turn.to_scaled_axis() / h)
}

fn keyframe_pose(frames: &[(f64, Pose)], start: &Pose, time: f64) -> Pose {
    let after = frames.partition_point(|frame| frame.0 <= time);
    let Some((begin, from)) = after.checked_sub(1).and_then(|before| frames.get(before)) else {
        return frames.first().map_or(*start, |frame| frame.1);
    };
    match frames.get(after) {
        None => *from,
        Some((end, to)) => {
            let share = (time - begin) / (end - begin);
            Pose::new(
                from.position.lerp(to.position, share),
                from.orientation.slerp(to.orientation, share),
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_at_the_given_velocity_reaches_the_next_pose() {
        let drives = [
            Drive::Velocity { linear: DVec3::X, angular: DVec3::new(0.0, 2.0, 1.0) },
            Drive::Oscillation { amplitude: DVec3::Y, frequency: 0.5 },
            Drive::Keyframes(vec![
                (0.0, Pose::IDENTITY),
                (1.0, Pose::new(DVec3::Z, DQuat::from_rotation_x(1.0))),
            ]),
        ];
        for drive in drives {
            assert_eq!(drive.check(), Ok(()));
            let start = Pose::IDENTITY;
            let (linear, angular) = drive.velocity(&start, 0.3, 0.1);
            let (before, after) = (drive.pose(&start, 0.3), drive.pose(&start, 0.4));
            assert!((before.position + linear * 0.1 - after.position).length() < 1e-14);
            let turned = DQuat::from_scaled_axis(angular * 0.1) * before.orientation;
            assert!(turned.angle_between(after.orientation) < 1e-7);
        }
    }

    #[test]
    fn scripts_lead_where_they_say() {
        let start = Pose::new(DVec3::ONE, DQuat::from_rotation_x(0.5));
        let steady = Drive::Velocity { linear: DVec3::X * 3.0, angular: DVec3::X * 0.5 };
        let pose = steady.pose(&start, 2.0);
        assert_eq!(pose.position, DVec3::new(7.0, 1.0, 1.0));
        assert!(pose.orientation.angle_between(DQuat::from_rotation_x(1.5)) < 1e-7);
        let swing = Drive::Oscillation { amplitude: DVec3::Z * 2.0, frequency: 0.25 };
        for (time, height) in [(0.0, 1.0), (1.0, 3.0), (2.0, 1.0), (3.0, -1.0)] {
            let pose = swing.pose(&start, time);
            assert!((pose.position - DVec3::new(1.0, 1.0, height)).length() < 1e-14);
            assert_eq!(pose.orientation, start.orientation);
        }
        let end = Pose::new(DVec3::X * 5.0, DQuat::from_rotation_x(1.5));
        let script = Drive::Keyframes(vec![(1.0, start), (3.0, end)]);
        assert_eq!((script.pose(&end, 0.5), script.pose(&start, 3.5)), (start, end));
        let between = script.pose(&start, 1.5);
        assert!((between.position - DVec3::new(2.0, 0.75, 0.75)).length() < 1e-15);
        assert!(between.orientation.angle_between(DQuat::from_rotation_x(0.75)) < 1e-7);
    }

    /// q and −q are one pose, so that there is nothing to turn between them.
    #[test]
    fn the_shorter_turn_is_taken() {
        let turned = |angle: f64| Pose::new(DVec3::ZERO, DQuat::from_rotation_y(angle));
        let negative = Pose { orientation: -turned(0.1).orientation, ..Pose::IDENTITY };
        let script = Drive::Keyframes(vec![(0.0, turned(0.0)), (1.0, negative)]);
        let (_, angular) = script.velocity(&Pose::IDENTITY, 0.0, 1.0);
        assert!((angular - DVec3::Y * 0.1).length() < 1e-14, "{angular}");
    }

    #[test]
    fn keyframes_out_of_order_are_named() {
        let drive = Drive::Keyframes(vec![(1.0, Pose::IDENTITY), (1.0, Pose::IDENTITY)]);
        assert!(drive.check().is_err_and(|message| message.contains("keyframe 1")));
    }
}
