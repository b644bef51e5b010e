//! Kinematics and dynamics of one tree for whoever asks.

use std::f64::consts::TAU;

use glam::DVec3;
use stickslip_contact::Pose;

use super::TreeDynamics;
use super::freedoms::Freedom;
use super::posture::parent_twist;
use super::spatial::Twist;
use super::structure::{Step, Tree};
use crate::joint::JointId;
use crate::model::Model;
use crate::parts::{BodyId, ModelError};
use crate::state::{BodyState, JointMemory, State};

/// A tree of joints at coordinates and rates of its own: forward and inverse kinematics,
/// Jacobians, mass matrix, forward and inverse dynamics.
///
/// Freedoms come link after link. Coordinates are those of the joints, with their references;
/// the rotation of a ball, and that of a root that floats after its position, is a unit
/// quaternion x, y, z, w. Rates of a ball are the angular velocity against the first body of its
/// joint in the axes of the frame there; those of a root that floats are the velocity of its
/// centre of mass and its angular velocity, in world axes.
///
/// ```
/// use stickslip_dynamics::glam::DVec3;
/// use stickslip_dynamics::joint::Hinge;
/// use stickslip_dynamics::*;
/// let mut model = Model::default();
/// let ball = ColliderDescription::new(Shape::sphere(0.1)?);
/// let bob = model.add_body(BodyDescription {
///     mass: MassDescription::Total(2.0),
///     ..BodyDescription::dynamic("bob", Pose::at(DVec3::X), vec![ball])
/// })?;
/// let hinge = Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: Axis::FREE };
/// model.add_joint(JointDescription::new("pivot", None, bob, hinge))?;
/// let tree = &mut Articulated::all(&model)[0];
/// // m g l holds it level.
/// let torque = tree.gravity_compensation(DVec3::new(0.0, -9.81, 0.0));
/// assert!((torque[0] - 2.0 * 9.81).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Articulated {
    pub(super) tree: Tree,
    pub(super) model: Model,
    pub(super) states: Vec<BodyState>,
    pub(super) dynamics: TreeDynamics,
    pub(super) freedoms: Vec<Freedom>,
    /// Whole turns of each coordinate, which poses do not know.
    turns: Vec<f64>,
}

impl Articulated {
    /// The trees that the joints of a model form, at its initial poses.
    pub fn all(model: &Model) -> Vec<Self> {
        Self::without(model, &[])
    }

    /// The same without the joints that have broken.
    pub(crate) fn without(model: &Model, broken: &[JointMemory]) -> Vec<Self> {
        let mut forest = super::Forest::of_all(model);
        if !broken.is_empty() {
            forest.cut(model, broken);
        }
        let world = crate::world::World::new(
            model.clone(),
            crate::settings::Settings::default(),
            crate::settings::ErrorBounds::default(),
        );
        let tree = |tree: Tree| {
            let freedoms = tree.links.iter().flat_map(|link| Freedom::of(model, link)).collect();
            let turns = vec![0.0; tree.coordinates()];
            let (model, states) = (model.clone(), world.state.bodies.clone());
            let mut found =
                Self { tree, model, states, dynamics: TreeDynamics::default(), freedoms, turns };
            found.read();
            found
        };
        forest.trees.into_iter().map(tree).collect()
    }

    /// Puts it where bodies are, as of a [`crate::State`].
    pub fn set_bodies(&mut self, bodies: &[BodyState]) {
        self.states.clone_from_slice(bodies);
        self.turns.fill(0.0);
        self.read();
    }

    /// Puts it where a state of its model is, with the turns that joints have counted.
    pub fn set_state(&mut self, state: &State) {
        self.set_bodies(&state.bodies);
        let qpos = self.qpos();
        for link in &self.tree.links {
            let memory = link.joint.map(|joint| state.joints[joint.0].coordinates);
            let mut counted = memory.into_iter().flatten();
            let mut at = link.coordinates.start;
            for &step in &link.passage.steps {
                // Joints with a turn remember turns alone.
                if matches!(step, Step::Turn(_))
                    && let Some(value) = counted.next()
                {
                    self.turns[at] = TAU * ((value - qpos[at]) / TAU).round();
                }
                at += step.coordinates();
            }
        }
    }

    fn read(&mut self) {
        self.dynamics.read(&self.tree, self.model.bodies(), &self.states);
    }

    /// All bodies, of which those of the tree are at its coordinates.
    pub fn bodies(&self) -> &[BodyState] {
        &self.states
    }

    /// The bodies of the tree, parents before their children.
    pub fn links(&self) -> impl Iterator<Item = BodyId> + '_ {
        self.tree.links.iter().map(|link| BodyId(link.body))
    }

    /// The joint of each freedom; `None` for those of a root that floats.
    pub fn joints(&self) -> Vec<Option<JointId>> {
        let link = |link: &super::Link| vec![link.joint; link.freedoms.len()];
        self.tree.links.iter().flat_map(link).collect()
    }

    /// How many coordinates begin with each freedom: one, or for a rotation the four of its
    /// quaternion with the first of its three.
    pub fn coordinate_counts(&self) -> Vec<usize> {
        let steps = self.tree.links.iter().flat_map(|link| &link.passage.steps);
        let counts = steps.map(|&step| match step {
            Step::Ball => &[4, 0, 0][..],
            Step::Slide(_) | Step::Turn(_) => &[1][..],
        });
        counts.flatten().copied().collect()
    }

    /// Number of freedoms.
    pub fn freedoms(&self) -> usize {
        self.tree.freedoms()
    }

    /// All coordinates.
    pub fn qpos(&self) -> Vec<f64> {
        let mut all = self.dynamics.posture.coordinates.clone();
        all.iter_mut().zip(&self.turns).for_each(|(value, turns)| *value += turns);
        self.each_scalar(|freedom, at| all[at] += self.freedoms[freedom].reference);
        all
    }

    /// All rates.
    pub fn qvel(&self) -> &[f64] {
        &self.dynamics.posture.rates
    }

    /// Calls `work` with freedom and coordinate of every slide and turn.
    pub(super) fn each_scalar(&self, mut work: impl FnMut(usize, usize)) {
        for link in &self.tree.links {
            let (mut freedom, mut at) = (link.freedoms.start, link.coordinates.start);
            for &step in &link.passage.steps {
                if step != Step::Ball {
                    work(freedom, at);
                }
                freedom += step.freedoms();
                at += step.coordinates();
            }
        }
    }

    /// The coordinates that each joint counts over many turns, as it remembers them.
    pub(crate) fn counted(&self) -> Vec<(JointId, [f64; 2])> {
        let qpos = self.qpos();
        let mut all = Vec::new();
        for link in &self.tree.links {
            let Some(joint) = link.joint else { continue };
            let mut last = [0.0; 2];
            let mut at = link.coordinates.start;
            let turns = link.passage.steps.iter().filter(|step| matches!(step, Step::Turn(_)));
            let is_cross = turns.count() == 2;
            for &step in &link.passage.steps {
                if step != Step::Ball {
                    last = [if is_cross { last[1] } else { qpos[at] }, qpos[at]];
                }
                at += step.coordinates();
            }
            all.push((joint, if is_cross { last } else { [last[0], 0.0] }));
        }
        all
    }

    /// Puts it at coordinates and rates.
    ///
    /// # Errors
    /// Where there are not as many as it has, or one is not finite.
    pub fn set(&mut self, qpos: &[f64], qvel: &[f64]) -> Result<(), ModelError> {
        for (what, given, count) in
            [("qpos", qpos, self.turns.len()), ("qvel", qvel, self.freedoms())]
        {
            let is_finite = given.iter().all(|value| value.is_finite());
            if given.len() != count || !is_finite {
                let reason = format!("has {} numbers, but needs {count} finite ones", given.len());
                return Err(ModelError::Setting { key: what, reason });
            }
        }
        let mut values = qpos.to_vec();
        self.each_scalar(|freedom, at| values[at] -= self.freedoms[freedom].reference);
        let posture = &mut self.dynamics.posture;
        posture.coordinates.clone_from(&values);
        posture.rates.copy_from_slice(qvel);
        posture.place(&self.tree, &mut self.states);
        posture.refresh_axes(&self.tree, &self.states);
        posture.put_velocities(&self.tree, &mut self.states);
        self.read();
        for (turns, (value, read)) in
            self.turns.iter_mut().zip(values.iter().zip(&self.dynamics.posture.coordinates))
        {
            let apart = value - read;
            *turns = if apart.abs() > 3.0 { apart } else { 0.0 };
        }
        Ok(())
    }

    /// The pose of a body's own frame.
    pub fn pose(&self, body: BodyId) -> Pose {
        self.model.bodies()[body.0].frame(&self.states[body.0].pose)
    }

    /// How a point that moves with a body moves with each freedom: columns of its velocity
    /// and of the body's angular velocity, in world axes; zero where it does not.
    pub fn jacobian(&self, body: BodyId, point: DVec3) -> Vec<[DVec3; 2]> {
        let mut columns = vec![[DVec3::ZERO; 2]; self.freedoms()];
        let arm = point - self.dynamics.posture.origin;
        for &freedom in self.moving(body) {
            let axis = &self.dynamics.posture.axes[freedom];
            columns[freedom] = [axis.at(arm), axis.angular];
        }
        columns
    }

    pub(super) fn moving(&self, body: BodyId) -> &[usize] {
        let link = self.tree.links.iter().position(|link| link.body == body.0);
        link.map_or(&[], |link| self.tree.moving(link))
    }

    /// J̇ u of the same: how velocity and angular velocity change while all rates stay.
    pub fn jacobian_rate(&mut self, body: BodyId, point: DVec3) -> [DVec3; 2] {
        let nothing = |_: usize| (DVec3::ZERO, DVec3::ZERO);
        self.dynamics.gather_bias(&self.tree, &self.states, true, nothing);
        let Some(link) = self.tree.links.iter().position(|link| link.body == body.0) else {
            return [DVec3::ZERO; 2];
        };
        let (arm, motion) = (point - self.dynamics.posture.origin, self.twist(link));
        let change = self.dynamics.acceleration(link);
        [change.at(arm) + motion.angular.cross(motion.at(arm)), change.angular]
    }

    fn twist(&self, link: usize) -> Twist {
        let root = self.root_of(link);
        let origin = self.dynamics.posture.origin;
        let base = parent_twist(&self.tree, &self.tree.links[root], &self.states, origin);
        base.plus(&self.dynamics.motion(&self.tree, link, &self.dynamics.posture.rates))
    }

    fn root_of(&self, mut link: usize) -> usize {
        while let super::Parent::Link(parent) = self.tree.links[link].parent {
            link = parent;
        }
        link
    }

    /// Lower and upper limit of every freedom; infinite where there is none.
    pub fn limits(&self) -> Vec<[f64; 2]> {
        self.freedoms.iter().map(|freedom| freedom.limits).collect()
    }

    /// Moves all coordinates by rates for one unit of time, within the limits.
    pub(super) fn shift(&mut self, rates: &[f64]) {
        let before = self.qpos();
        let mut rates = rates.to_vec();
        self.each_scalar(|freedom, at| {
            let [low, high] = self.freedoms[freedom].limits;
            rates[freedom] = (before[at] + rates[freedom]).clamp(low, high) - before[at];
        });
        let mut posture = self.dynamics.posture.clone();
        posture.rates = rates;
        posture.advance(&self.tree, 1.0);
        let mut qpos = posture.coordinates;
        qpos.iter_mut().zip(&self.turns).for_each(|(value, turns)| *value += turns);
        self.each_scalar(|freedom, at| qpos[at] += self.freedoms[freedom].reference);
        let qvel = self.qvel().to_vec();
        let moved = self.set(&qpos, &qvel);
        debug_assert!(moved.is_ok());
    }
}
