//! Joints between bodies that someone else moves, in sub-steps of double precision.
//!
//! Whoever steps bodies by the rules of small steps in another order, such as many ranks, asks
//! for a sub-step's rows once the bodies are placed, lets the kept impulses act, and sweeps all
//! joints before the contacts: once biased, and once relaxing after bodies have moved.

use glam::{DMat3, DVec3};
use stickslip_contact::Pose;

use super::bodies::Constants;
use super::count::Demand;
use super::joints::Joints;
use super::movers::Movers;
use crate::control::Control;
use crate::model::Model;
use crate::motion::world_inertia;
use crate::parts::{BodyId, ModelError};
use crate::settings::{ErrorBounds, Settings};
use crate::state::{BodyState, State};
use crate::world::World;

/// All joints of a model with the bodies that they join. Keeps its memory from step to step.
pub struct Mechanisms {
    world: World,
    joints: Joints,
    joined: Joined,
}

/// The bodies that joints join.
struct Joined {
    constants: Vec<Constants>,
    velocities: Vec<(DVec3, DVec3)>,
    poses: Vec<Pose>,
}

impl Movers for Joined {
    type Row = (DVec3, DVec3);

    fn constants(&self, body: usize) -> &Constants {
        &self.constants[body]
    }

    fn inverse_inertia(&self, body: usize) -> DMat3 {
        let own = &self.constants[body];
        match own.is_dynamic {
            true if own.is_round => own.inverse_inertia,
            true => world_inertia(self.poses[body].orientation, &own.inverse_inertia),
            false => DMat3::ZERO,
        }
    }

    fn velocities(&self) -> &[(DVec3, DVec3)] {
        &self.velocities
    }

    fn write(&self, body: usize, state: &mut BodyState) {
        state.pose = self.poses[body];
        (state.velocity, state.angular_velocity) = self.velocities[body];
    }
}

impl Mechanisms {
    /// The part of a model that joints hold together, without anything else, and the places in
    /// the model of its bodies, ascending. The model has no sensors.
    ///
    /// # Errors
    /// Where something besides joints holds on to another body.
    pub fn part(model: &Model) -> Result<(Model, Vec<usize>), ModelError> {
        let named = model.joints().iter().flat_map(|joint| joint.description().named_bodies());
        let mut named: Vec<usize> = named.map(|(_, body)| body.0).collect();
        named.sort_unstable();
        named.dedup();
        let is_alone = |body: &BodyId| named.binary_search(&body.0).is_err();
        let alone: Vec<BodyId> = (0..model.bodies().len()).map(BodyId).filter(is_alone).collect();
        let mut part = model.clone();
        part.remove(&alone, &[])?;
        Ok((part, named))
    }

    /// The joints of such a part.
    pub fn new(part: Model, settings: &Settings) -> Self {
        let bounds = ErrorBounds { accuracy: None, limit: f64::INFINITY, plain_because: None };
        let world = World::new(part, settings.clone(), bounds);
        let constants: Vec<Constants> = world.model.bodies().iter().map(Constants::new).collect();
        let joined = Joined {
            velocities: vec![(DVec3::ZERO, DVec3::ZERO); constants.len()],
            poses: vec![Pose::IDENTITY; constants.len()],
            constants,
        };
        Self { joints: Joints::new(&world), world, joined }
    }

    /// The first motor whose signal follows what it is commanded with a delay.
    pub fn delayed(&self) -> Option<&str> {
        let is_first = !self.world.state.activations.is_empty();
        let joint = self.world.controls.first().filter(|_| is_first)?.joint;
        Some(&self.world.model.joints()[joint.0].description().name)
    }

    /// What joints carry is that of a state; whether it fits.
    pub fn take(&mut self, state: &State) -> bool {
        let own = &mut self.world.state;
        let fits = own.joints.len() == state.joints.len()
            && own.joint_impulses.len() == state.joint_impulses.len()
            && own.joint_labels.len() == state.joint_labels.len()
            && own.controls.len() == state.controls.len();
        if fits {
            own.joints.clone_from(&state.joints);
            own.joint_impulses.clone_from(&state.joint_impulses);
            own.joint_labels.clone_from(&state.joint_labels);
            own.controls.clone_from(&state.controls);
        }
        fits && own.joint_impulses.iter().all(|own| own.is_finite())
    }

    /// Gives what joints carry to a state.
    pub fn tell(&self, state: &mut State) {
        let own = &self.world.state;
        state.joints.clone_from(&own.joints);
        state.joint_impulses.clone_from(&own.joint_impulses);
        state.joint_labels.clone_from(&own.joint_labels);
        state.controls.clone_from(&own.controls);
    }

    /// Motors do what they are commanded from outside, as a state has it.
    pub fn command(&mut self, controls: &[Control]) {
        let own = &mut self.world.state.controls;
        own.iter_mut().zip(controls).for_each(|(own, told)| *own = *told);
    }

    /// Puts a body where it is.
    pub fn place(&mut self, body: usize, pose: Pose, motion: (DVec3, DVec3)) {
        (self.joined.poses[body], self.joined.velocities[body]) = (pose, motion);
    }

    /// Velocity and spin of a body.
    pub fn motion(&self, body: usize) -> (DVec3, DVec3) {
        self.joined.velocities[body]
    }

    /// Changes them.
    pub fn set_motion(&mut self, body: usize, motion: (DVec3, DVec3)) {
        self.joined.velocities[body] = motion;
    }

    /// Whether forces move a body.
    pub fn moves(&self, body: usize) -> bool {
        self.joined.constants[body].is_dynamic
    }

    /// A step begins.
    pub fn begin(&mut self) {
        self.joints.forget();
    }

    /// Sub-steps that the joints ask for where bodies are now; kept impulses are those of `told`
    /// seconds.
    pub fn demand(&mut self, time: f64, told: f64) -> Demand {
        self.joints.prepare(&mut self.world, &self.joined, time, told, 1.0);
        let mut all = Demand::default();
        self.joints.demands(&self.joined.velocities, told, |_, own| all.add(&own));
        all
    }

    /// Writes the rows of the sub-step that begins at `time`, with the kept impulses times
    /// `scale`.
    pub fn prepare(&mut self, time: f64, h: f64, scale: f64) {
        self.joints.prepare(&mut self.world, &self.joined, time, h, scale);
        self.joints.factor();
    }

    /// The kept impulses act, and errors are removed.
    pub fn push(&mut self) {
        self.joints.warm_start(&mut self.joined.velocities);
        self.joints.sweep(&mut self.joined.velocities, 0);
    }

    /// Stops that are still open follow the motion of the sub-step of `h` seconds.
    pub fn follow(&mut self, h: f64) {
        self.joints.follow(&self.joined.velocities, h);
    }

    /// No error is removed.
    pub fn relax(&mut self) {
        self.joints.sweep(&mut self.joined.velocities, 1);
    }

    /// Keeps impulses times `scale`, and breaks what was overloaded.
    pub fn keep(&mut self, h: f64, scale: f64) {
        self.joints.keep(&mut self.world, h, scale);
    }

    /// Largest error of a joint where bodies are at `time`, after sub-steps of `h` seconds whose
    /// impulses are `scale` times those that are kept (m; rad).
    pub fn error(&mut self, time: f64, h: f64, scale: f64) -> f64 {
        self.joints.error(&mut self.world, &self.joined, (time, h), scale)
    }
}
