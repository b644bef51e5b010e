//! Stages of a step that take no longer than a loop.

use glam::DVec3;

use crate::model::Motion;
use crate::motion;
use crate::parts::velocity_between;
use crate::world::World;

/// Stage 1: kinematic bodies follow their scripts, or whoever leads them, for
/// `h` seconds from `time` on.
pub fn drive(world: &mut World, time: f64, h: f64) {
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
        advance_where(world, h, |_| true);
    }
}

/// Moves some of those that forces move, and all that they do not, with their
/// velocities.
pub fn advance_where(world: &mut World, h: f64, moves: impl Fn(usize) -> bool) {
    let bodies = world.model.bodies().iter().zip(&mut world.state.bodies);
    for (at, (body, state)) in bodies.enumerate() {
        if moves(at) || !body.is_dynamic() {
            motion::advance(body, state, h);
        }
    }
}

/// Velocities under forces alone.
pub fn accelerate(world: &mut World, h: f64) {
    for at in 0..world.model.bodies().len() {
        if world.model.bodies()[at].is_dynamic() {
            accelerate_body(world, at, h);
        }
    }
}

/// The velocity of one body under forces alone.
pub fn accelerate_body(world: &mut World, at: usize, h: f64) {
    let (force, torque) = forces(world, at);
    let (body, state) = (&world.model.bodies()[at], &mut world.state.bodies[at]);
    motion::free_velocity(body, state, force, torque, world.settings.gyroscopic, h);
}

/// Weight and what pushes a body from outside: force (N) and torque (N·m).
pub fn forces(world: &World, at: usize) -> (DVec3, DVec3) {
    let body = &world.model.bodies()[at];
    let weight = world.settings.gravity * (body.mass.mass * body.description.gravity_scale);
    let push = world.pushes[at];
    (weight + push.force, push.torque)
}
