//! Coordinates of joints in and out. Setting one moves everything that hangs
//! on the joint, as one rigid piece.

use std::iter::repeat_n;

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;

use super::Simulation;
use crate::joint::{JointId, JointKind};
use crate::model::ModelError;
use crate::rows::Bodies;
use crate::state::{BodyState, State};

impl Simulation {
    /// Value and rate of every coordinate that a joint leaves free (m, m/s or
    /// rad, rad/s); empty for one that has none or does not exist.
    pub fn joint_coordinates(&self, joint: JointId) -> Vec<(f64, f64)> {
        let Some(found) = self.model().joints().get(joint.0) else { return Vec::new() };
        found.coordinates(&self.placed(), &self.state.joints[joint.0].coordinates)
    }

    /// Puts the coordinates of a joint at the values and rates given, and takes
    /// along all bodies that hang on its second body, whose own coordinates and
    /// rates stay. Where the second body hangs on the world besides, the first
    /// one's side moves; a joint in a closed loop is refused. What they touched
    /// wakes, and those contacts are forgotten.
    pub fn set_joint_coordinates(
        &mut self,
        joint: JointId,
        coordinates: &[(f64, f64)],
    ) -> Result<(), ModelError> {
        let Some(found) = self.model().joints().get(joint.0) else {
            let (name, joints) = (joint.0.to_string(), self.model().joints().len());
            return Err(ModelError::Joint { name, reason: format!("there are {joints} joints") });
        };
        let wrong = |reason: String| {
            Err(ModelError::Joint { name: found.description().name.clone(), reason })
        };
        let count = self.joint_coordinates(joint).len();
        if coordinates.len() != count {
            let given = coordinates.len();
            return wrong(format!("it has {count} coordinates, but {given} are given"));
        }
        if !coordinates.iter().all(|(value, rate)| value.is_finite() && rate.is_finite()) {
            return wrong("a coordinate or its rate is not finite".into());
        }
        let Some(placement) = found.placement(coordinates) else {
            return wrong("coordinates of this kind of joint cannot be set".into());
        };
        let (first, second) = (found.description().first, found.description().second.0);
        let (mut moving, mut is_inverse) = (self.hanging_on(second, joint), false);
        if moving.is_none() {
            moving = first.and_then(|first| self.hanging_on(first.0, joint));
            is_inverse = true;
        }
        let Some(moving) = moving else {
            return wrong("both its sides hang on the world or on each other".into());
        };
        let (pose, velocity, spin) = placement.second(&self.placed());
        let old = self.state.bodies[second];
        let change = Change::new(&old, &pose, velocity, spin);
        let change = if is_inverse { change.inverse() } else { change };
        for &body in &moving {
            change.apply(&mut self.state.bodies[body]);
        }
        self.leave_contacts(&moving);
        self.state.joints[joint.0].coordinates = placement.memory;
        self.stepper.state_replaced();
        Ok(())
    }

    /// Wakes what touched bodies that are elsewhere now, and forgets those contacts.
    pub(super) fn leave_contacts(&mut self, moved: &[usize]) {
        let model = &self.world.model;
        let mut has_moved = vec![false; model.bodies().len() + model.soft_bodies().len()];
        moved.iter().for_each(|&body| has_moved[body] = true);
        let owners: Vec<usize> = (model.bodies().iter().enumerate())
            .flat_map(|(at, body)| {
                repeat_n(at, body.colliders.iter().filter(|it| !it.visual).count())
            })
            .collect();
        let State { bodies, contacts, anchors, .. } = &mut self.state;
        let mut stays = |ends: [Option<usize>; 2]| {
            let ends = ends.into_iter().flatten();
            let goes = ends.clone().any(|body| has_moved[body]);
            if goes {
                for body in ends {
                    bodies.get_mut(body).into_iter().for_each(|state| state.still = 0.0);
                }
            }
            !goes
        };
        let of = |one: usize, two: usize| [one, two].map(|collider| owners.get(collider).copied());
        contacts.retain(|it| stays(of(it.key.0, it.key.1)));
        anchors.retain(|it| stays(of(it.key.first, it.key.second)));
        self.world.contacts.retain(|it| stays([Some(it.first), Some(it.second)]));
    }

    pub(super) fn placed(&self) -> Bodies<'_> {
        Bodies { bodies: self.model().bodies(), states: &self.state.bodies, vertices: &[] }
    }

    /// All bodies that hang together with `body` without the joint; `None` if
    /// something among them does not move freely or the joint's other end is
    /// among them. Couplings carry nothing: they say something of coordinates.
    fn hanging_on(&self, body: usize, joint: JointId) -> Option<Vec<usize>> {
        let ends = |at: usize| {
            let description = self.model().joints()[at].description();
            (description.first.map(|first| first.0), description.second.0)
        };
        let (first, second) = ends(joint.0);
        let other = if body == second { first } else { Some(second) };
        let mut found = vec![body];
        let mut next = 0;
        while next < found.len() {
            let here = found[next];
            next += 1;
            if !self.model().bodies()[here].is_dynamic() || other == Some(here) {
                return None;
            }
            let joints = self.model().joints();
            // What only drives or springs carries nothing along, and no more
            // does what couples coordinates.
            let carries = |at: usize| {
                let couples = matches!(
                    joints[at].description().kind,
                    JointKind::Coupling(_) | JointKind::Tendon(_) | JointKind::Belt(_)
                );
                at != joint.0 && joints[at].holds() && !couples
            };
            for at in (0..joints.len()).filter(|&at| carries(at)) {
                let there = match ends(at) {
                    (one, two) if two == here => one,
                    (Some(one), two) if one == here => Some(two),
                    _ => continue,
                };
                let there = there?;
                if !found.contains(&there) {
                    found.push(there);
                }
            }
        }
        Some(found)
    }
}

/// A rigid displacement, and a rigid motion that is added after it.
struct Change {
    /// The point that is taken along, before and after.
    from: DVec3,
    to: DVec3,
    turn: DQuat,
    /// Velocity at `to` and spin, added to what the bodies have after turning.
    velocity: DVec3,
    spin: DVec3,
}

impl Change {
    /// What takes a body to a pose and velocities.
    fn new(old: &BodyState, pose: &Pose, velocity: DVec3, spin: DVec3) -> Self {
        let turn = (pose.orientation * old.pose.orientation.inverse()).normalize();
        Self {
            from: old.pose.position,
            to: pose.position,
            turn,
            velocity: velocity - turn * old.velocity,
            spin: spin - turn * old.angular_velocity,
        }
    }

    /// The same motion of both sides against each other, with the side that
    /// would have moved left where it is.
    fn inverse(&self) -> Self {
        let back = self.turn.inverse();
        let (velocity, spin) = (-(back * self.velocity), -(back * self.spin));
        Self { from: self.to, to: self.from, turn: back, velocity, spin }
    }

    fn apply(&self, state: &mut BodyState) {
        let position = self.to + self.turn * (state.pose.position - self.from);
        let orientation = (self.turn * state.pose.orientation).normalize();
        state.pose = Pose::new(position, orientation);
        let arm = position - self.to;
        state.velocity = self.turn * state.velocity + self.velocity + self.spin.cross(arm);
        state.angular_velocity = self.turn * state.angular_velocity + self.spin;
        (state.still, state.before) = (0.0, None);
    }
}
