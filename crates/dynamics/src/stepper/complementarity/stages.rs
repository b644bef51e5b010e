//! Stages of a step that take no longer than a loop.

use glam::DVec3;

use super::Complementarity;
use super::contact_rows::{ContactStep, Meeting};
use super::memory::recall;
use crate::model::Motion;
use crate::motion;
use crate::parts::velocity_between;
use crate::report::StepReport;
use crate::rows::{Bodies, RowBuffer};
use crate::state::ContactMemory;
use crate::world::World;

/// Stage 1: kinematic bodies follow their scripts, or whoever leads them.
pub fn drive(world: &mut World, h: f64) {
    let time = world.state.time;
    let mut leads = world.state.leads.iter().peekable();
    for (at, (body, state)) in world.model.bodies().iter().zip(&mut world.state.bodies).enumerate()
    {
        let lead = leads.next_if(|lead| lead.body == at);
        if let Some(lead) = lead {
            state.pose = lead.pose(time);
            (state.velocity, state.angular_velocity) =
                velocity_between(&state.pose, &lead.pose(time + h), h);
        } else if let Motion::Kinematic(drive) = &body.description.motion {
            let (linear, angular) = drive.velocity(&body.description.pose, time, h);
            state.pose = drive.pose(&body.description.pose, time);
            (state.velocity, state.angular_velocity) = (linear, angular);
        }
    }
}

/// Moves all bodies with their velocities.
pub fn advance(world: &mut World, h: f64) {
    if h > 0.0 {
        for (body, state) in world.model.bodies().iter().zip(&mut world.state.bodies) {
            motion::advance(body, state, h);
        }
    }
}

/// Velocities under forces alone.
pub fn accelerate(world: &mut World, h: f64) {
    for (at, body) in world.model.bodies().iter().enumerate() {
        if body.is_dynamic() {
            let weight = world.settings.gravity * (body.mass.mass * body.description.gravity_scale);
            let push = world.pushes[at];
            motion::free_velocity(
                body,
                &mut world.state.bodies[at],
                weight + push.force,
                push.torque,
                world.settings.gyroscopic,
                h,
            );
        }
    }
}

/// Rows of joints that hold, and the joint of each of them.
pub fn write_joints(world: &mut World, h: f64, rows: &mut RowBuffer, joint_rows: &mut Vec<usize>) {
    let bodies = Bodies { bodies: world.model.bodies(), states: &world.state.bodies };
    joint_rows.clear();
    for (at, joint) in world.model.joints().iter().enumerate() {
        let (kept, told) = (world.joint_rows(at), world.joint_controls(at));
        let memory = &mut world.state.joints[at];
        if memory.broken {
            world.state.joint_impulses[kept].fill(0.0);
            continue;
        }
        joint.track(&bodies, &mut memory.coordinates);
        let controls = &world.state.controls[told];
        joint.write_rows(&bodies, &memory.coordinates, world.state.time, h, controls, rows);
        joint_rows.resize(rows.rows().len(), at);
    }
}

impl Complementarity {
    /// Stage 3: rows of joints, then of contacts. Bodies move for `left`
    /// seconds with the velocity to be found.
    pub(super) fn write_rows(
        &mut self,
        world: &mut World,
        h: f64,
        left: f64,
        report: &mut StepReport,
    ) {
        self.inertia.refresh(world.model.bodies(), &world.state.bodies);
        self.rows.clear();
        write_joints(world, h, &mut self.rows, &mut self.joint_rows);
        for row in self.rows.rows().iter().filter(|row| row.is_held) {
            report.joint_error_max = report.joint_error_max.max(row.error.abs());
        }
        self.write_contacts(world, h, left);
        let depth = self.beginning[1].split(self.collision.contacts());
        report.penetration_max = report.penetration_max.max(depth.made);
        report.penetration_begun = report.penetration_begun.max(depth.begun);
        report.contacts = self.contact_rows.len();
        report.constraints = self.rows.rows().len();
    }

    fn write_contacts(&mut self, world: &World, h: f64, left: f64) {
        let bodies = Bodies { bodies: world.model.bodies(), states: &world.state.bodies };
        let step = ContactStep {
            h,
            left,
            restitution_threshold: world.settings.restitution_threshold,
            friction: world.settings.friction.has_tangents(),
        };
        self.contact_rows.clear();
        recall(&world.state.contacts, self.collision.contacts(), &mut self.recalled);
        for (contact, memory) in self.collision.contacts().iter().zip(&self.recalled) {
            let [(first, material), (second, other)] = self.collision.parties(contact);
            let surface = world.model.materials.between(material, other);
            let meeting = Meeting {
                bodies: [first, second],
                point: contact.point,
                frame: contact.frame(),
                gap: contact.gap,
                surface,
                load: memory.as_ref().map_or(0.0, ContactMemory::load),
            };
            self.contact_rows.push(step.write(&bodies, &meeting, &mut self.rows));
        }
    }

    /// Stage 6: v⁺ = v + H⁻¹ Jᵀ λ.
    pub(super) fn apply_impulses(&self, world: &mut World) {
        for (island, &resting) in self.islands.all().iter().zip(&self.resting) {
            if resting {
                for &body in &island.bodies {
                    world.state.bodies[body].velocity = DVec3::ZERO;
                    world.state.bodies[body].angular_velocity = DVec3::ZERO;
                }
                continue;
            }
            for &row in &island.rows {
                let impulse = self.impulses[row];
                for term in self.rows.terms(&self.rows.rows()[row]) {
                    let (velocity, spin) =
                        self.inertia.apply_inverse(world.model.bodies(), term, impulse);
                    let state = &mut world.state.bodies[term.mover];
                    state.velocity += velocity;
                    state.angular_velocity += spin;
                }
            }
        }
    }
}
