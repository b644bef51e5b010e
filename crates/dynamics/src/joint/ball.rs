//! A common point, and every rotation about it.

use std::f64::consts::PI;
use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::axis::{Axis, Passive};
use super::builder::Builder;
use super::check::finite;
use super::constraint::SharedConstraint;
use super::recipe::{AxisUnit, JointSource, Recipe};
use super::six_axes::SixAxes;

/// Holds a common point, and may stop, spring and brake the turn about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Ball {
    /// The point.
    pub anchor: DVec3,
    /// Dry friction torque about each axis (N·m).
    pub friction: f64,
    /// How the second body is turned at the initial poses from where its turn counts
    /// as none, in the axes of the world.
    pub turned: DQuat,
    /// Largest angle of the turn, about whatever axis (rad).
    pub limit: Option<f64>,
    /// Spring towards no turn, damper and armature, the same about every axis.
    pub passive: Option<Passive>,
}

impl Ball {
    /// A common point, and nothing else.
    pub fn at(anchor: DVec3) -> Self {
        Self { anchor, friction: 0.0, turned: DQuat::IDENTITY, limit: None, passive: None }
    }
}

impl Recipe for Ball {
    const NAME: &'static str = "ball";

    fn read<S: JointSource>(source: &S) -> Result<Self, S::Error> {
        Ok(Self {
            anchor: source.point("anchor")?,
            friction: source.at_least_zero("friction")?,
            turned: source.turn("turned")?,
            limit: source.angle("limit")?,
            passive: source.spring(AxisUnit::Angle)?,
        })
    }

    /// Three travels held; the rotations may rub.
    fn build(&self, on: &Builder<'_>) -> Result<SharedConstraint, String> {
        let anchor = finite("the anchor", self.anchor)?;
        let frames = on.turned_frames(anchor, DQuat::IDENTITY, self.turned)?;
        let turn = Axis { friction: self.friction, passive: self.passive, ..Axis::FREE };
        turn.check()?;
        if self.passive.is_some_and(|passive| passive.rest != [0.0, 0.0]) {
            return Err("the spring of a ball rests where nothing is turned".into());
        }
        let held = on.held();
        let axes = [held.clone(), held.clone(), held, turn.clone(), turn.clone(), turn];
        let constraint = SixAxes::new(frames, axes);
        Ok(Arc::new(match self.limit {
            None => constraint,
            Some(angle) if angle > 0.0 && angle <= PI => constraint.with_cone(angle, on.compliance),
            Some(angle) => {
                return Err(format!("limit is {angle} rad, but must be above 0 and at most π"));
            }
        }))
    }

    fn points(&self) -> Option<[DVec3; 2]> {
        Some([self.anchor; 2])
    }
}
