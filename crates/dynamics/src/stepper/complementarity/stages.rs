//! Stages of a step that take no longer than a loop.

use glam::DVec3;

use crate::joint::{Interval, Rule};
use crate::model::Motion;
use crate::motion;
use crate::parts::velocity_between;
use crate::rows::{Bodies, RowBuffer};
use crate::settings::{Integrator, Settings};
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

/// Moves all bodies and vertices with their velocities.
pub fn advance(world: &mut World, h: f64) {
    if h > 0.0 {
        advance_where(world, h, |_| true);
        let vertices = &mut world.state.vertices;
        for (place, &velocity) in vertices.positions.iter_mut().zip(&vertices.velocities) {
            *place += h * velocity;
        }
    }
}

/// Moves some of those that forces move, and all that they do not, with their
/// velocities; trees move as a whole.
pub fn advance_where(world: &mut World, h: f64, moves: impl Fn(usize) -> bool) {
    let coasts = rule(&world.settings) == Rule::Middle { gyroscopic: true };
    let bodies = world.model.bodies().iter().zip(&mut world.state.bodies);
    for (at, (body, state)) in bodies.enumerate() {
        match body.is_dynamic() {
            true if !moves(at) || world.forest.link(at).is_some() => {}
            true if coasts => motion::coast(body, state, h),
            _ => motion::advance(body, state, h),
        }
    }
}

/// Where the bodies are when rows are written.
pub fn rule(settings: &Settings) -> Rule {
    match settings.integrator {
        Integrator::SemiImplicit => Rule::Ends,
        Integrator::Midpoint => Rule::Middle { gyroscopic: settings.gyroscopic },
    }
}

/// Velocities under forces alone.
pub fn accelerate(world: &mut World, h: f64) {
    for at in 0..world.model.bodies().len() {
        // Trees speed up as a whole.
        if world.moves(at) && world.forest.link(at).is_none() {
            accelerate_body(world, at, h);
        }
    }
}

/// Rows of joints that hold and that `includes`, and the joint of each of them; `by_trees` where
/// trees hold what they carry.
pub fn write_joints(
    world: &mut World,
    Interval { time, h, rule }: Interval,
    (includes, by_trees): (impl Fn(usize) -> bool, bool),
    rows: &mut RowBuffer,
    joint_rows: &mut Vec<usize>,
) {
    let bodies =
        Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
    joint_rows.clear();
    for (at, joint) in world.model.joints().iter().enumerate() {
        if !includes(at) || world.leaves_out_joint(at) {
            continue;
        }
        let (kept, told) = (world.joint_rows(at), world.joint_controls(at));
        let memory = &mut world.state.joints[at];
        if memory.broken {
            world.state.joint_impulses[kept].fill(0.0);
            continue;
        }
        joint.track(&bodies, &mut memory.coordinates);
        let controls = match world.signals.is_empty() {
            true => &world.state.controls[told],
            false => &world.signals[told],
        };
        let rule = match by_trees && world.forest.carries(at) {
            true => Rule::Carried,
            false => rule,
        };
        let step = Interval { time, h, rule };
        joint.write_rows(&bodies, &memory.coordinates, step, controls, rows);
        joint_rows.resize(rows.rows().len(), at);
        if matches!(rule, Rule::Middle { .. })
            && let Some(drift) = joint.drift(&bodies, &memory.coordinates, step)
        {
            memory.coordinates[1] = drift;
        }
    }
}

/// In midpoint steps: notes what the new velocities change of the drifts that
/// [`write_joints`] has noted.
pub fn note_jumps(world: &mut World, (time, h): (f64, f64)) {
    let step = Interval { time, h, rule: rule(&world.settings) };
    if step.rule == Rule::Ends {
        return;
    }
    let bodies =
        Bodies { bodies: world.model.bodies(), states: &world.state.bodies, vertices: &[] };
    let joints = world.model.joints().iter().zip(&mut world.state.joints);
    for (joint, memory) in joints.filter(|(_, memory)| !memory.broken) {
        if let Some(drift) = joint.drift(&bodies, &memory.coordinates, step) {
            memory.coordinates[1] = drift - memory.coordinates[1];
        }
    }
}

/// The velocity of one body under forces alone.
pub fn accelerate_body(world: &mut World, at: usize, h: f64) {
    let (force, torque) = forces(world, at);
    let (body, state) = (&world.model.bodies()[at], &mut world.state.bodies[at]);
    // In midpoint steps spins change on the way.
    let gyroscopic = world.settings.gyroscopic && rule(&world.settings) == Rule::Ends;
    motion::free_velocity(body, state, force, torque, gyroscopic, h);
}

/// Weight and what pushes a body from outside: force (N) and torque (N·m).
pub fn forces(world: &World, at: usize) -> (DVec3, DVec3) {
    let body = &world.model.bodies()[at];
    let weight = world.settings.gravity * (body.mass.mass * body.description.gravity_scale);
    let push = world.pushes[at];
    (weight + push.force, push.torque)
}
