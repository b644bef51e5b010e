//! What joins bodies: from descriptions to rows of constraints.
//!
//! A kind of joint is one file, which says all that is known of it
//! (`recipe::Recipe`), and one line in the list of `kind.rs`. Its rows always
//! come in the same number and order, so that the impulses of one step can
//! start the next.

mod axis;
mod axis_rows;
mod ball;
mod belt;
mod belt_constraint;
mod belt_path;
mod builder;
mod check;
mod constraint;
mod coordinates;
mod coupling;
mod description;
mod differential;
mod distance;
mod fixed;
mod frames;
mod gear;
mod hinge;
mod kind;
mod passive_rows;
mod prismatic;
mod recipe;
mod rotation;
mod six_axes;
mod six_dof;
mod tendon;
#[cfg(test)]
pub(crate) mod tests;
mod thruster;
mod universal;
mod wheel;

pub use axis::{Activation, Axis, Motor, MotorMode, Passive, Servo};
pub use belt::BeltPoint;
pub use coordinates::JointRow;
pub use coupling::CouplingTerm;
pub use description::{JointDescription, JointId};
pub use kind::*;
pub use recipe::{AxisUnit, JointSource};
pub use tendon::TendonPoint;

use glam::DVec3;
use stickslip_contact::Pose;

use axis_rows::Moment;
use builder::Builder;
use constraint::{RowCounts, SharedConstraint};

use crate::control::Control;
use crate::parts::{Body, BodyId, ModelError};
use crate::rows::{Bodies, RowBuffer};
use crate::state::BodyState;
use crate::tree::Passage;

/// The step that rows are written for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interval {
    /// When it begins (s).
    pub(crate) time: f64,
    /// Its length (s).
    pub(crate) h: f64,
    /// Where the bodies are in it.
    pub(crate) rule: Rule,
}

/// Where the bodies are in a step when its rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// At an end of it.
    Ends,
    /// At its beginning, of a joint whose coordinates are those of a tree: its rates are
    /// what is solved for, and do not change on the way.
    Carried,
    /// In its middle: with the velocities of its beginning they have come so far, and
    /// with those to be found they go on.
    Middle {
        /// Whether spins change on the way, as those of free bodies do.
        gyroscopic: bool,
    },
    /// At its beginning, of a step of two kicks: the rows are those of the first.
    FirstKick,
    /// At its end, which is the time of the interval: the rows are those of the second.
    SecondKick,
}

/// A checked joint with its anchors in the frames of its bodies.
#[derive(Clone, Debug)]
pub struct Joint {
    description: JointDescription,
    constraint: SharedConstraint,
    /// The points that it joins, relative to the centres of mass of their bodies; none where it
    /// joins turns alone.
    points: Option<[DVec3; 2]>,
    /// Where the bodies that it names were when it was described, if that was not at their
    /// initial poses.
    described_at: Vec<(BodyId, Pose)>,
    /// Those of the constraint, which are asked for row by row.
    counts: RowCounts,
}

impl Joint {
    /// Checks a description against the bodies it names.
    pub(crate) fn new(description: JointDescription, bodies: &[Body]) -> Result<Self, ModelError> {
        let on = Builder {
            first: description.first.map(|body| body.0),
            second: description.second.0,
            compliance: description.compliance,
            bodies,
        };
        let constraint = description
            .check(bodies)
            .and_then(|()| description.kind.build(&on))
            .map_err(|reason| ModelError::Joint { name: description.name.clone(), reason })?;
        let counts = constraint.row_counts();
        let place = |body: Option<BodyId>, point: DVec3| match body.map(|body| &bodies[body.0]) {
            Some(body) => body.centre(&body.description.pose).local_point(point),
            None => point,
        };
        let points = description.kind.points();
        let points = points.map(|[one, two]| {
            [place(description.first, one), place(Some(description.second), two)]
        });
        Ok(Self { description, constraint, points, described_at: Vec::new(), counts })
    }

    /// The same of a description in world coordinates at other poses of the bodies it names.
    pub(crate) fn new_at(
        poses: Vec<(BodyId, Pose)>,
        description: JointDescription,
        bodies: &mut [Body],
    ) -> Result<Self, ModelError> {
        let swap = |bodies: &mut [Body], poses: &mut [(BodyId, Pose)]| {
            for (body, pose) in poses {
                std::mem::swap(&mut bodies[body.0].description.pose, pose);
            }
        };
        let mut initial = poses.clone();
        swap(bodies, &mut initial);
        let made = Self::new(description, bodies);
        swap(bodies, &mut initial);
        Ok(Self { described_at: poses, ..made? })
    }

    /// The same joint with another description.
    pub(crate) fn described_as(
        &self,
        description: JointDescription,
        bodies: &mut [Body],
    ) -> Result<Self, ModelError> {
        Self::new_at(self.described_at.clone(), description, bodies)
    }

    /// The same joint where bodies have other places among all bodies.
    pub(crate) fn renumbered(
        &self,
        place: impl Fn(BodyId) -> BodyId,
        bodies: &mut [Body],
    ) -> Result<Self, ModelError> {
        let mut description = self.description.clone();
        description.bodies_mut().for_each(|body| *body = place(*body));
        let poses = self.described_at.iter().map(|&(body, pose)| (place(body), pose));
        Self::new_at(poses.collect(), description, bodies)
    }

    /// Where the centre of mass of a body that it names was when it was described.
    pub(crate) fn pose_as_described(&self, bodies: &[Body], body: BodyId) -> Pose {
        let own = &bodies[body.0];
        let found = self.described_at.iter().find(|(named, _)| *named == body);
        own.centre(found.map_or(&own.description.pose, |(_, pose)| pose))
    }

    /// As it was described.
    pub fn description(&self) -> &JointDescription {
        &self.description
    }

    /// Coordinates that the joint carries from step to step, at the beginning.
    ///
    /// The angle of a hinge (rad, counted over many turns), the travel of a
    /// prismatic joint (m), the two turns of a universal joint, the length of a
    /// distance joint, the slower wheel of a gear, the outputs of a differential.
    pub fn initial_memory(&self) -> [f64; 2] {
        self.constraint.initial_memory()
    }

    /// Number of rows that the joint has in every step, as long as it is not
    /// broken.
    pub fn row_count(&self) -> usize {
        let counts = self.counts;
        counts.travels + counts.turns + counts.drives
    }

    /// Whether the joint holds one point of each body at the same place: then
    /// its first three rows are the three directions of travel.
    pub(crate) fn holds_a_point(&self) -> bool {
        self.constraint.holds_a_point()
    }

    /// Whether bounds of its rows follow the impulses of others of them.
    pub(crate) fn has_capstans(&self) -> bool {
        self.constraint.has_capstans()
    }

    /// Of a belt: tanh(½μφ) of each of its rows of friction, which follow its tension.
    pub(crate) fn capstans(&self, bodies: &Bodies<'_>) -> Vec<f64> {
        self.constraint.capstans(bodies)
    }

    /// Whether an axis of it has an armature.
    pub(crate) fn has_armature(&self) -> bool {
        self.constraint.has_armature()
    }

    /// Force (N) with which the joint holds: the norm over the rows that hold
    /// or stop travel, from the impulses of all its rows (N·s) in a step of
    /// `h` seconds. Motors and dry friction do not count.
    pub fn holding_force(&self, impulses: &[f64], h: f64) -> f64 {
        norm(impulses.iter().take(self.counts.travels)) / h
    }

    /// Torque (N·m) with which the joint holds: the norm over the rows that
    /// hold or stop rotation.
    pub fn holding_torque(&self, impulses: &[f64], h: f64) -> f64 {
        let counts = self.counts;
        norm(impulses.iter().skip(counts.travels).take(counts.turns)) / h
    }

    /// Whether a step of `h` seconds with these impulses breaks the joint.
    pub fn breaks(&self, impulses: &[f64], h: f64) -> bool {
        let beyond = |held: f64, limit: Option<f64>| limit.is_some_and(|limit| held > limit);
        self.can_break()
            && (beyond(self.holding_force(impulses, h), self.description.break_force)
                || beyond(self.holding_torque(impulses, h), self.description.break_torque))
    }

    /// The points of the first and of the second body that the joint joins, in
    /// world coordinates; centres of mass where it joins turns alone.
    pub(crate) fn anchors(&self, states: &[BodyState]) -> [DVec3; 2] {
        let second = self.description.second.0;
        let first = self.description.first.map(|first| first.0);
        let Some([one, two]) = self.points else {
            return [first.unwrap_or(second), second].map(|body| states[body].pose.position);
        };
        let moved = |body: usize, point: DVec3| states[body].pose.point(point);
        [first.map_or(one, |first| moved(first, one)), moved(second, two)]
    }

    /// Where it runs through the world, of rods, ropes, tendons and belts.
    pub(crate) fn lines(&self, bodies: &Bodies<'_>, memory: &[f64; 2]) -> Vec<Vec<DVec3>> {
        self.constraint.lines(bodies, memory)
    }

    /// What it lets free, where it hangs one body on another as a link of a tree; or why it
    /// cannot.
    pub(crate) fn passage(&self) -> Result<Option<Passage>, &'static str> {
        self.constraint.passage()
    }

    /// Whether it holds or stops anything, and does not drive or spring alone.
    pub(crate) fn holds(&self) -> bool {
        self.counts.travels + self.counts.turns > 0
    }

    /// Whether enough load breaks it.
    pub(crate) fn can_break(&self) -> bool {
        self.description.break_force.or(self.description.break_torque).is_some()
    }

    /// Brings the memory up to date with the poses at the beginning of a step.
    pub(crate) fn track(&self, bodies: &Bodies<'_>, memory: &mut [f64; 2]) {
        self.constraint.track(bodies, memory);
    }

    /// Adds the joint's rows for a step, with what its motors are commanded.
    pub(crate) fn write_rows(
        &self,
        bodies: &Bodies<'_>,
        memory: &[f64; 2],
        step: Interval,
        controls: &[Control],
        rows: &mut RowBuffer,
    ) {
        let moment = Moment::new(bodies, memory, step, controls);
        self.constraint.write_rows(&moment, rows);
    }

    /// How the rate of an axis with an armature changes on the way, for joints that keep
    /// what a midpoint step changes of it.
    pub(crate) fn drift(
        &self,
        bodies: &Bodies<'_>,
        memory: &[f64; 2],
        step: Interval,
    ) -> Option<f64> {
        self.constraint.drift(&Moment::new(bodies, memory, step, &[]))
    }
}

fn norm<'a>(values: impl Iterator<Item = &'a f64>) -> f64 {
    values.map(|value| value * value).sum::<f64>().sqrt()
}
