//! A force and a torque that follow a motor.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::axis::{Axis, Motor, MotorMode};
use super::axis_rows::Moment;
use super::builder::Builder;
use super::check::finite;
use super::constraint::{Constraint, RowCounts, SharedConstraint};
use super::frames::{Coordinate, Frames};
use super::passive_rows::Kind;
use super::recipe::{AxisUnit, JointSource, Recipe};
use crate::rows::{Bodies, RowBuffer};

/// Pushes and turns the second body against the first, and holds nothing: u N of its motor
/// are the force u f and the torque u t, at a point that goes with the second
/// body. The first body gets the opposite.
#[derive(Clone, Debug, PartialEq)]
pub struct Thruster {
    /// The point.
    pub anchor: DVec3,
    /// f (N for 1 of the motor).
    pub force: DVec3,
    /// t (N·m for 1 of the motor).
    pub torque: DVec3,
    /// Whether f turns with the second body; else with the first.
    pub force_turns: bool,
    /// Whether t turns with the second body; else with the first.
    pub torque_turns: bool,
    /// What drives it. There are no positions to hold: speeds are f·v + t·ω.
    pub motors: Vec<Motor>,
}

impl Recipe for Thruster {
    const NAME: &'static str = "thruster";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        Ok(Self {
            anchor: source.point("anchor")?,
            force: source.vector("force")?,
            torque: source.vector("torque")?,
            force_turns: source.truth("force_turns")?,
            torque_turns: source.truth("torque_turns")?,
            motors: source.motors(AxisUnit::Length)?,
        })
    }

    fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String> {
        let force = finite("the force", self.force)?;
        let torque = finite("the torque", self.torque)?;
        if force == DVec3::ZERO && torque == DVec3::ZERO {
            return Err("force and torque are both zero".into());
        }
        if self.motors.is_empty() {
            return Err("it has no motor".into());
        }
        let holds = |motor: &Motor| match motor.mode {
            MotorMode::Velocity => false,
            MotorMode::Position(_) => true,
            MotorMode::Servo(servo) => servo.stiffness > 0.0,
        };
        if self.motors.iter().any(holds) {
            return Err("a thruster has no position that a motor could hold".into());
        }
        let drive = Axis { motors: self.motors.clone(), ..Axis::FREE };
        drive.check()?;
        let frames = on.frames(finite("the anchor", self.anchor)?, DQuat::IDENTITY);
        let (force, torque) = ((force, self.force_turns), (torque, self.torque_turns));
        Ok(Arc::new(ThrusterConstraint { frames, force, torque, drive }))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        Some([self.anchor; 2])
    }
}

/// Force and torque in the axes of the frame that they turn with: the second one's, or not.
#[derive(Debug)]
struct ThrusterConstraint {
    frames: Frames,
    force: (DVec3, bool),
    torque: (DVec3, bool),
    drive: Axis,
}

impl ThrusterConstraint {
    fn wrench(&self, bodies: &Bodies<'_>) -> Coordinate {
        let relative = self.frames.relative(bodies);
        let world = |(vector, turns): (DVec3, bool)| {
            let local = if turns { relative.rotation * vector } else { vector };
            relative.frame.direction(local)
        };
        relative.wrench(world(self.force), world(self.torque))
    }
}

impl Constraint for ThrusterConstraint {
    fn row_counts(&self) -> RowCounts {
        RowCounts { travels: 0, turns: 0, drives: self.drive.driving_count(Kind::Plain) }
    }

    fn track(&self, _bodies: &Bodies<'_>, _memory: &mut [f64; 2]) {}

    fn motors(&self) -> Vec<(usize, &Motor)> {
        self.drive.motors.iter().map(|motor| (0, motor)).collect()
    }

    fn write_rows(&self, moment: &Moment<'_>, rows: &mut RowBuffer) {
        let wrench = self.wrench(moment.bodies);
        let measured = (&wrench, &wrench, Kind::Plain);
        self.drive.write_driving(measured, &mut moment.controls.iter(), moment, rows);
    }
}
