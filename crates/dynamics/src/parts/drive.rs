//! Scripted motion of kinematic bodies.

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;
use stickslip_geometry::rotation;

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
    /// The same poses on a smooth way: velocities do not jump, and are those of the
    /// chord from the pose before to the pose after; at rest at both ends.
    Smooth(Vec<(f64, Pose)>),
}

impl Drive {
    /// Whether it leaves a body where it is.
    pub(crate) fn is_still(&self) -> bool {
        matches!(self, Self::Velocity { linear: DVec3::ZERO, angular: DVec3::ZERO })
    }

    /// Where the body is at `time`, if it began at `start` at time 0.
    pub fn pose(&self, start: &Pose, time: f64) -> Pose {
        match self {
            Self::Velocity { linear, angular } => Pose::new(
                start.position + *linear * time,
                (rotation::by_vector(*angular * time) * start.orientation).normalize(),
            ),
            Self::Oscillation { amplitude, frequency } => Pose::new(
                start.position + *amplitude * libm::sin(std::f64::consts::TAU * frequency * time),
                start.orientation,
            ),
            Self::Keyframes(frames) => keyframe_pose(frames, start, time),
            Self::Smooth(frames) => smooth_pose(frames, start, time),
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
            Self::Keyframes(frames) | Self::Smooth(frames) if frames.is_empty() => {
                Err("there are no keyframes".into())
            }
            Self::Keyframes(frames) | Self::Smooth(frames) => {
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
    ((after.position - before.position) / h, rotation::vector_of(turn) / h)
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
                rotation::between(from.orientation, to.orientation, share),
            )
        }
    }
}

/// Cubics between keyframes: positions by Hermite's, turns by the cumulative Bézier
/// curve with the same angular velocities at its ends (Kim, Kim and Shin 1995, §4),
/// q(s) = q₀ exp(ω₁β₁) exp(ω₂β₂) exp(ω₃β₃), in axes of the body.
fn smooth_pose(frames: &[(f64, Pose)], start: &Pose, time: f64) -> Pose {
    let after = frames.partition_point(|frame| frame.0 <= time);
    let (Some(before), Some((end, to))) = (after.checked_sub(1), frames.get(after)) else {
        return keyframe_pose(frames, start, time);
    };
    let (begin, from) = &frames[before];
    let length = end - begin;
    let s = (time - begin) / length;
    let [(v0, w0), (v1, w1)] = [before, after].map(|at| chord(frames, at, length));
    let (s2, s3) = (s * s, s * s * s);
    let position = (2.0 * s3 - 3.0 * s2 + 1.0) * from.position
        + (s3 - 2.0 * s2 + s) * v0
        + (3.0 * s2 - 2.0 * s3) * to.position
        + (s3 - s2) * v1;
    let exp = rotation::by_vector;
    let (first, last) = (w0 / 3.0, w1 / 3.0);
    let middle = log(exp(-first) * from.orientation.inverse() * to.orientation * exp(-last));
    let turn = exp((1.0 - (1.0 - s).powi(3)) * first) * exp((3.0 * s2 - 2.0 * s3) * middle);
    Pose::new(position, (from.orientation * turn * exp(s3 * last)).normalize())
}

/// Velocity and angular velocity in axes of the body at a keyframe, times `length`.
fn chord(frames: &[(f64, Pose)], at: usize, length: f64) -> (DVec3, DVec3) {
    let (Some((begin, from)), Some((end, to))) =
        (at.checked_sub(1).and_then(|it| frames.get(it)), frames.get(at + 1))
    else {
        return (DVec3::ZERO, DVec3::ZERO);
    };
    let share = length / (end - begin);
    let here = frames[at].1.orientation.inverse();
    let turned = log(here * to.orientation) - log(here * from.orientation);
    (share * (to.position - from.position), share * turned)
}

/// The rotation vector of the shorter turn.
fn log(turn: DQuat) -> DVec3 {
    let turn = if turn.w < 0.0 { -turn } else { turn };
    rotation::vector_of(turn.normalize())
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

    /// Smooth ways pass through their poses, rest at their ends, and have one velocity on
    /// both sides of a keyframe: that of the chord, by differences.
    #[test]
    fn smooth_ways_do_not_jump() {
        let place = |x: f64, y: f64, turn: DVec3| {
            Pose::new(DVec3::new(x, y, 0.0), DQuat::from_scaled_axis(turn))
        };
        let frames = vec![
            (0.0, place(0.0, 0.0, DVec3::ZERO)),
            (1.0, place(1.0, 2.0, DVec3::new(0.3, 0.8, 0.0))),
            (1.5, place(3.0, 2.0, DVec3::new(0.0, 1.0, 0.7))),
            (3.0, place(3.0, 0.0, DVec3::new(0.5, 0.0, 1.0))),
        ];
        let smooth = Drive::Smooth(frames.clone());
        assert_eq!(smooth.check(), Ok(()));
        let start = Pose::IDENTITY;
        for (time, pose) in &frames {
            let found = smooth.pose(&start, *time);
            assert!((found.position - pose.position).length() < 1e-12);
            assert!(found.orientation.angle_between(pose.orientation) < 1e-6);
            let h = 1e-6;
            let (after, spin) = smooth.velocity(&start, *time, h);
            let (before, turned) = smooth.velocity(&start, *time - h, h);
            assert!((after - before).length() < 1e-4, "{before} {after}");
            assert!((spin - turned).length() < 1e-3, "{turned} {spin}");
        }
        let (chord, _) = smooth.velocity(&start, 1.0, 1e-6);
        assert!((chord - DVec3::new(3.0, 2.0, 0.0) / 1.5).length() < 1e-4, "{chord}");
        assert!(smooth.velocity(&start, 0.0, 1e-6).0.length() < 1e-4);
        let straight = Drive::Keyframes(frames);
        assert_eq!(smooth.pose(&start, 9.0), straight.pose(&start, 9.0));
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
