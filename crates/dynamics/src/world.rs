//! What a stepper works on.

use std::ops::Range;

use glam::DVec3;
use stickslip_solve::Label;

use crate::activation;
use crate::control::{Control, ControlDescription};
use crate::friction::Form;
use crate::model::Model;
use crate::report::ContactReport;
use crate::settings::{ErrorBounds, Settings};
use crate::soft::Vertices;
use crate::state::{BodyState, JointMemory, State};
use crate::step_error::StepError;
use crate::step_progress::StepProgress;
use crate::stepper::{Record, liquid_states};
use crate::tree::Forest;

/// A force and a torque about the centre of mass from outside, for one step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Push {
    /// Force (N).
    pub force: DVec3,
    /// Torque (N·m).
    pub torque: DVec3,
}

/// A model with the state that is being made of it.
pub struct World {
    /// What is simulated.
    pub model: Model,
    /// How.
    pub settings: Settings,
    /// How accurate steps are, and from where on errors are reported.
    pub error_bounds: ErrorBounds,
    /// Which bodies joints carry in coordinates of their own.
    pub forest: Forest,
    /// The state being made: a copy, which takes the place of the last one
    /// only when the step is done.
    pub state: State,
    /// What acts on each body from outside during this step.
    pub pushes: Vec<Push>,
    /// What pulls each vertex of soft bodies from outside during this step (N).
    pub pulls: Vec<DVec3>,
    /// What acted in every contact of the last (sub-)step.
    pub contacts: Vec<ContactReport>,
    /// Whether solvers keep a history of their iterations.
    pub keep_history: bool,
    /// Bodies that the stepper at hand leaves to another, body by body; empty where it takes all.
    pub left_out: Vec<bool>,
    /// The joints that the other holds then, joint by joint; empty likewise.
    pub left_out_joints: Vec<bool>,
    /// Told by steps that are long by nature.
    pub step_progress: StepProgress,
    /// What the step at hand is made of, while someone wants its derivatives.
    pub record: Option<Box<Record>>,
    /// The motors that can be commanded from outside.
    pub controls: Vec<ControlDescription>,
    /// What motors are commanded in this step where some have a state; else empty, and they are
    /// commanded what the state says.
    pub signals: Vec<Control>,
    /// Belts whose friction follows their tension.
    pub capstans: Vec<usize>,
    /// First row of each joint among the kept impulses, and the end of the last.
    joint_starts: Vec<usize>,
    /// First control of each joint, and the end of the last.
    control_starts: Vec<usize>,
}

/// The speed of light (m/s); the same number of radians a second for spins.
const FASTEST: f64 = 299_792_458.0;

impl World {
    /// The friction model with the anisotropy that the materials bring.
    pub fn friction_form(&self) -> Form {
        Form { model: self.settings.friction, anisotropy: self.model.materials.anisotropy() }
    }

    /// Puts a model at its initial state.
    pub fn new(model: Model, settings: Settings, error_bounds: ErrorBounds) -> Self {
        let mut joint_starts = vec![0];
        let mut rows = 0;
        joint_starts.extend(model.joints().iter().map(|joint| {
            rows += joint.row_count();
            rows
        }));
        let controls = model.controls();
        let first = |joint: usize| controls.partition_point(|control| control.joint.0 < joint);
        let joints = model.joints().iter().enumerate();
        let capstans = joints.filter(|(_, joint)| joint.has_capstans()).map(|(at, _)| at);
        let capstans = capstans.collect();
        let control_starts = (0..=model.joints().len()).map(first).collect();
        Self {
            state: initial_state(&model, rows, &controls),
            pushes: vec![Push::default(); model.bodies().len()],
            pulls: vec![DVec3::ZERO; model.soft_bodies().iter().map(|body| body.vertices()).sum()],
            contacts: Vec::new(),
            keep_history: false,
            left_out: Vec::new(),
            left_out_joints: Vec::new(),
            step_progress: StepProgress::default(),
            record: None,
            capstans,
            signals: Vec::new(),
            joint_starts,
            control_starts,
            controls,
            forest: Forest::default(),
            model,
            settings,
            error_bounds,
        }
    }

    /// Whether the stepper at hand moves a body by forces.
    pub fn moves(&self, body: usize) -> bool {
        self.model.bodies()[body].is_dynamic() && !self.leaves_out(body)
    }

    /// Whether the stepper at hand leaves a body to another.
    pub fn leaves_out(&self, body: usize) -> bool {
        self.left_out.get(body).is_some_and(|&left| left)
    }

    /// Whether the stepper at hand leaves a joint to another.
    pub fn leaves_out_joint(&self, joint: usize) -> bool {
        self.left_out_joints.get(joint).is_some_and(|&left| left)
    }

    /// The rows of a joint among the kept impulses.
    pub fn joint_rows(&self, joint: usize) -> Range<usize> {
        self.joint_starts[joint]..self.joint_starts[joint + 1]
    }

    /// The motors of a joint among the controls.
    pub fn joint_controls(&self, joint: usize) -> Range<usize> {
        self.control_starts[joint]..self.control_starts[joint + 1]
    }

    /// What the motors of a joint are commanded in this step.
    pub fn joint_signals(&self, joint: usize) -> &[Control] {
        let told = self.joint_controls(joint);
        if self.signals.is_empty() { &self.state.controls[told] } else { &self.signals[told] }
    }

    /// Names the first body whose motion is not finite or beyond all bounds.
    /// Unsolved steps may grow without end; they are reported while the state is
    /// still made of numbers.
    pub fn check_motion(&self) -> Result<(), StepError> {
        self.check_bodies(0..self.state.bodies.len())?;
        self.check_vertices(self.state.step + 1)
    }

    /// The same of some bodies.
    pub fn check_bodies(&self, some: impl Iterator<Item = usize>) -> Result<(), StepError> {
        let step = self.state.step + 1;
        for at in some {
            let state = &self.state.bodies[at];
            let name = || self.model.bodies()[at].description.name.clone();
            if !state.is_finite() {
                return Err(StepError::NotFinite { name: name(), step });
            }
            let speed = state.velocity.length().max(state.angular_velocity.length());
            if speed > FASTEST {
                return Err(StepError::Lost { name: name(), speed, step });
            }
        }
        Ok(())
    }

    fn check_vertices(&self, step: u64) -> Result<(), StepError> {
        let vertices = &self.state.vertices;
        let mut first = 0;
        for body in self.model.soft_bodies() {
            let own = first..first + body.vertices();
            first = own.end;
            let name = || body.description.name.clone();
            let mut all =
                vertices.positions[own.clone()].iter().chain(&vertices.velocities[own.clone()]);
            if !all.all(|vector| vector.is_finite()) {
                return Err(StepError::NotFinite { name: name(), step });
            }
            let fastest = vertices.velocities[own].iter().map(|v| v.length()).fold(0.0, f64::max);
            if fastest > FASTEST {
                return Err(StepError::Lost { name: name(), speed: fastest, step });
            }
        }
        Ok(())
    }
}

fn initial_state(model: &Model, joint_rows: usize, controls: &[ControlDescription]) -> State {
    let bodies: Vec<BodyState> = model.bodies().iter().map(BodyState::begun).collect();
    let joints = model
        .joints()
        .iter()
        .map(|joint| JointMemory { coordinates: joint.initial_memory(), broken: false })
        .collect();
    let liquids = liquid_states(model, &bodies);
    State {
        step: 0,
        time: 0.0,
        bodies,
        joints,
        joint_impulses: vec![0.0; joint_rows],
        joint_labels: vec![Label::Free; joint_rows],
        contacts: Vec::new(),
        controls: vec![Control::Scheduled; controls.len()],
        activations: activation::initial(controls),
        leads: Vec::new(),
        liquids,
        vertices: Vertices::new(model.soft_bodies()),
        anchors: Vec::new(),
    }
}
