//! Reading out what happens.

use glam::DVec3;

use super::Simulation;
use crate::joint::JointId;
use crate::model::{BodyId, ModelError};
use crate::motion;
use crate::report::{ContactReport, IslandReport};
use crate::stepper::crossings;
use crate::tree::Tree;

impl Simulation {
    /// The contacts of the last step.
    pub fn contacts(&self) -> &[ContactReport] {
        &self.world.contacts
    }

    /// Names of two bodies, rigid or soft, for every two faces of theirs that cross now, by
    /// exact predicates, and for every vertex that is not above a half-space; of one body
    /// where it `touches_itself`. Balls, capsules, ropes and the thickness of cloth have no
    /// faces.
    ///
    /// # Errors
    /// Where a shape has no faces that could stand for it, as a cylinder.
    pub fn crossings(&self) -> Result<Vec<[String; 2]>, ModelError> {
        crossings(&self.world.model, &self.state)
    }

    /// What the model or its settings ask for that has no part in steps of the stepper
    /// that was chosen, by the names of scene files; empty where all of it acts.
    pub fn ignored_settings(&self) -> Vec<String> {
        let mut all = self.stepper.ignored_settings(&self.world);
        all.extend_from_slice(&self.world.forest.reasons);
        all
    }

    /// The freedoms of every tree of bodies that joint coordinates carry; empty where every
    /// body has six of its own.
    pub fn tree_freedoms(&self) -> Vec<usize> {
        self.world.forest.trees.iter().map(Tree::freedoms).collect()
    }

    /// Whether a tree steps the coordinates of a joint, and it is no constraint.
    pub fn is_carried(&self, joint: JointId) -> bool {
        self.world.forest.carries(joint.0)
    }

    /// Name of the solver: that of the settings, or the best for liquids where
    /// there are any, or else for the friction model; other steppers have their own.
    pub fn solver_name(&self) -> &str {
        self.stepper.solver_name(&self.world)
    }

    /// Kinetic plus potential energy (J), heights measured from the origin.
    pub fn energy(&self) -> f64 {
        let bodies: f64 = self
            .model()
            .bodies()
            .iter()
            .zip(&self.state.bodies)
            .filter(|(body, _)| body.is_dynamic())
            .map(|(body, state)| motion::energy(body, state, self.settings().gravity))
            .sum();
        let liquids = self.model().liquids().iter().zip(&self.state.liquids);
        let rest = liquids.fold(bodies, |sum, (liquid, state)| {
            sum + state.energy(liquid, self.settings().gravity)
        });
        (0..self.model().soft_bodies().len()).fold(rest, |sum, at| sum + self.soft_energy(at))
    }

    /// The vertices of a soft body among all vertices.
    pub fn soft_vertices(&self, soft: usize) -> std::ops::Range<usize> {
        let counts = self.model().soft_bodies()[..soft].iter().map(|body| body.vertices());
        let first: usize = counts.sum();
        first..first + self.model().soft_bodies()[soft].vertices()
    }

    /// Kinetic, potential and elastic energy of a soft body (J).
    fn soft_energy(&self, soft: usize) -> f64 {
        let (body, own) = (&self.model().soft_bodies()[soft], self.soft_vertices(soft));
        let positions = &self.state.vertices.positions[own.clone()];
        let velocities = &self.state.vertices.velocities[own];
        let gravity = self.settings().gravity;
        let moving = body.mesh.masses().iter().zip(positions).zip(velocities);
        let vertices: f64 =
            moving.map(|((mass, x), v)| mass * (0.5 * v.length_squared() - gravity.dot(*x))).sum();
        vertices + body.mesh.energy(positions)
    }

    /// Kinetic energy of a body (J): ½ m v² + ½ ω·Iω; 0 for one that does not exist.
    pub fn kinetic_energy(&self, body: BodyId) -> f64 {
        let state = self.state.bodies.get(body.0);
        state
            .map_or(0.0, |state| motion::energy(&self.model().bodies()[body.0], state, DVec3::ZERO))
    }

    /// Linear momentum of all dynamic and soft bodies (N·s), and their angular momentum
    /// about the origin (N·m·s).
    pub fn momentum(&self) -> (DVec3, DVec3) {
        let mut total = (DVec3::ZERO, DVec3::ZERO);
        for (body, state) in self.model().bodies().iter().zip(&self.state.bodies) {
            let linear = body.mass.mass * state.velocity;
            let inertia = motion::world_inertia(state.pose.orientation, &body.mass.inertia);
            total.0 += linear;
            total.1 += state.pose.position.cross(linear) + inertia * state.angular_velocity;
        }
        let masses = self.model().soft_bodies().iter().flat_map(|body| body.mesh.masses());
        let vertices = &self.state.vertices;
        let moving = masses.zip(&vertices.velocities).zip(&vertices.positions);
        for ((&mass, &velocity), place) in moving {
            total.0 += mass * velocity;
            total.1 += place.cross(mass * velocity);
        }
        total
    }

    /// Sum of the contact forces on a body in the last step (N): mean over the
    /// last (sub-)step.
    pub fn contact_force(&self, body: BodyId) -> DVec3 {
        let sum: DVec3 = self
            .contacts()
            .iter()
            .map(|contact| match body.0 {
                at if at == contact.second => contact.impulse,
                at if at == contact.first => -contact.impulse,
                _ => DVec3::ZERO,
            })
            .sum();
        sum / self.substep_seconds()
    }

    /// Impulses of the rows of a joint in the last step (N·s or N·m·s), on
    /// the second body; empty for a joint that does not exist.
    pub fn joint_impulses(&self, joint: JointId) -> &[f64] {
        if joint.0 < self.model().joints().len() {
            &self.state.joint_impulses[self.world.joint_rows(joint.0)]
        } else {
            &[]
        }
    }

    /// The islands of the last (sub-)step; none before the first.
    pub fn islands(&self) -> impl Iterator<Item = IslandReport<'_>> {
        self.stepper.islands(&self.world)
    }

    /// Seconds of one sub-step.
    pub fn substep_seconds(&self) -> f64 {
        self.settings().time_step / self.settings().substeps as f64
    }

    /// The points of the first and the second body that a joint joins (m).
    pub fn joint_anchors(&self, joint: JointId) -> Option<[DVec3; 2]> {
        let joint = self.model().joints().get(joint.0)?;
        Some(joint.anchors(&self.state.bodies))
    }

    /// Corners (m) of the lines along which a rod, a rope, a tendon or a belt runs; none of
    /// other joints, and of broken ones.
    pub fn joint_lines(&self, joint: JointId) -> Vec<Vec<DVec3>> {
        let Some(found) = self.model().joints().get(joint.0) else { return Vec::new() };
        match &self.state.joints[joint.0] {
            state if state.broken => Vec::new(),
            state => found.lines(&self.placed(), &state.coordinates),
        }
    }

    /// Force (N) with which a joint held in the last (sub-)step; see
    /// [`crate::Joint::holding_force`].
    pub fn joint_force(&self, joint: JointId) -> f64 {
        let h = self.substep_seconds();
        let holding = self.model().joints().get(joint.0);
        holding.map_or(0.0, |held| held.holding_force(self.joint_impulses(joint), h))
    }
}
