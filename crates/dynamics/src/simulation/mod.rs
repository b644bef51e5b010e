//! Stepping a model.
//!
//! One step of h seconds, in the words of the code:
//!
//! 1. **drive**: kinematic bodies get the velocities of their scripts; with
//!    Moreau's midpoint every body first moves for h/2.
//! 2. **collide**: shapes at their places give contact points, also those
//!    that their motion may bring about in this step.
//! 3. **rows**: joints and contacts become scalar constraints
//!    w = J v + ε λ + γ φ/h − target, λ ∈ [lo, hi]; joints under load add to
//!    the inertias of their bodies, if asked for.
//! 4. **islands**: bodies that rows join, each island on its own from here.
//! 5. **solve**: w = A λ + b with A = J M⁻¹ Jᵀ + C at the velocities that
//!    forces alone would give; every island is one problem of the solver.
//! 6. **move**: v⁺ = v + h M⁻¹ f + M⁻¹ Jᵀ λ, then the poses with v⁺.
//! 7. **keep**: impulses and index sets by joint and by feature, to start the
//!    next step with.
//! 8. **project**, if asked for: penetration is removed from the poses alone.
//!
//! All of that happens on a copy of the state, which takes the place of the
//! state only when every number of it is finite.

mod beginning;
mod collide;
mod contact_rows;
mod island_problem;
mod island_solver;
mod islands;
mod memory;
mod motion;
mod polyhedral;
mod projection;
mod readout;
mod sleep;
mod step;
mod tension;

use glam::{DMat3, DVec3};
use stickslip_contact::Pose;
use stickslip_solve::Label;

use self::beginning::Beginning;
use self::collide::Collision;
use self::island_problem::ContactRows;
use self::island_solver::IslandSlot;
use self::islands::Islands;
use self::projection::Projection;
use crate::model::{BodyId, Model, ModelError};
use crate::report::{ContactReport, StepReport};
use crate::rows::RowBuffer;
use crate::settings::Settings;
use crate::state::{BodyState, ContactMemory, JointMemory, State};

/// Why a step could not be done; the state is that of before the step.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StepError {
    /// NaN or infinity.
    #[error("the motion of body \"{name}\" is no longer finite in step {step}")]
    NotFinite {
        /// The body.
        name: String,
        /// The step that failed, counted from 1.
        step: u64,
    },
    /// Impulses that do not hold together have thrown a body out of the world.
    #[error(
        "step {step}: body \"{name}\" would move at {speed:.0e} m/s or rad/s: the motion is lost"
    )]
    Lost {
        /// The body.
        name: String,
        /// The larger of its speed and its spin.
        speed: f64,
        /// The step that failed, counted from 1.
        step: u64,
    },
    /// The problem of an island could not be stated.
    #[error("step {step}: {reason}")]
    Problem {
        /// The step that failed, counted from 1.
        step: u64,
        /// What is wrong.
        reason: String,
    },
    /// The solver does not take what the friction model makes.
    #[error("step {step}: {refusal}")]
    Refused {
        /// The step that failed, counted from 1.
        step: u64,
        /// The solver's reason.
        refusal: stickslip_solve::Refusal,
    },
}

/// A force from outside for the next step.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Push {
    force: DVec3,
    torque: DVec3,
}

/// A model in motion.
///
/// ```
/// use stickslip_dynamics::{BodyDescription, ColliderDescription, Model, Pose, Settings, Shape, Simulation};
/// use stickslip_dynamics::glam::DVec3;
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut model = Model::default();
/// let ground = ColliderDescription::new(Shape::half_space(DVec3::Y)?);
/// model.add_body(BodyDescription::fixed("ground", Pose::IDENTITY, vec![ground]))?;
/// let ball = ColliderDescription::new(Shape::sphere(0.5)?);
/// model.add_body(BodyDescription::dynamic("ball", Pose::at(DVec3::Y), vec![ball]))?;
/// let mut simulation = Simulation::new(model, Settings::default())?;
/// for _ in 0..60 {
///     let report = simulation.step()?;
///     assert_eq!(report.failed_solves, 0);
/// }
/// assert!((simulation.state().bodies[1].pose.position.y - 0.5).abs() < 1e-5);
/// # Ok(())
/// # }
/// ```
pub struct Simulation {
    model: Model,
    settings: Settings,
    state: State,
    /// The state being made.
    next: State,
    pushes: Vec<Push>,
    keep_history: bool,
    collision: Collision,
    /// Penetration at the initial state, and what is left of it.
    beginning: [Beginning; 2],
    rows: RowBuffer,
    /// Joint of each joint row, in the order of the rows.
    joint_rows: Vec<usize>,
    contact_rows: Vec<ContactRows>,
    /// What each contact remembers of the last step.
    recalled: Vec<Option<ContactMemory>>,
    islands: Islands,
    slots: Vec<IslandSlot>,
    inverse_inertias: Vec<DMat3>,
    /// What joints under load add to the inertia of each body: h² S.
    stiffness: Vec<DMat3>,
    /// Which islands sleep.
    resting: Vec<bool>,
    projection: Projection,
    /// Impulse and index set of every row of the step.
    impulses: Vec<f64>,
    labels: Vec<Label>,
    contacts: Vec<ContactReport>,
    /// First row of each joint among the kept impulses.
    joint_starts: Vec<usize>,
}

impl Simulation {
    /// Puts a model at its initial state.
    pub fn new(model: Model, settings: Settings) -> Result<Self, ModelError> {
        settings.check()?;
        // Reports a wrong solver now rather than at the first contact.
        island_solver::build(&settings.solver, settings.friction)?;
        let mut joint_starts = vec![0];
        for joint in model.joints() {
            joint_starts.push(joint_starts[joint_starts.len() - 1] + joint.row_count());
        }
        let state = initial_state(&model, joint_starts[joint_starts.len() - 1]);
        let mut collision = Collision::new(&model, settings.margin);
        collision.detect(&model, &state.bodies, 0.0);
        let beginning = Beginning::new(collision.contacts());
        Ok(Self {
            collision,
            beginning: [beginning.clone(), beginning],
            pushes: vec![Push::default(); model.bodies().len()],
            inverse_inertias: vec![DMat3::ZERO; model.bodies().len()],
            stiffness: vec![DMat3::ZERO; model.bodies().len()],
            next: state.clone(),
            state,
            model,
            settings,
            keep_history: false,
            rows: RowBuffer::default(),
            joint_rows: Vec::new(),
            contact_rows: Vec::new(),
            recalled: Vec::new(),
            islands: Islands::default(),
            slots: Vec::new(),
            resting: Vec::new(),
            projection: Projection::default(),
            impulses: Vec::new(),
            labels: Vec::new(),
            contacts: Vec::new(),
            joint_starts,
        })
    }

    /// What is simulated.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// How it is stepped.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Where everything is now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Goes back (or forward) to a state of this model, as saved.
    pub fn restore(&mut self, state: State) -> Result<(), ModelError> {
        let wrong = |reason: &str| {
            Err(ModelError::Setting { key: "state", reason: format!("{reason} of another model") })
        };
        if state.bodies.len() != self.model.bodies().len() {
            return wrong("it has the bodies");
        }
        if state.joints.len() != self.model.joints().len()
            || state.joint_impulses.len() != self.state.joint_impulses.len()
            || state.joint_labels.len() != self.state.joint_labels.len()
        {
            return wrong("it has the joints");
        }
        if !state.time.is_finite() || !state.impulses_are_finite() {
            return Err(ModelError::Setting {
                key: "state",
                reason: "its time or an impulse in it is not finite".into(),
            });
        }
        if !state.contacts.is_sorted_by(|one, two| one.key < two.key) {
            return Err(ModelError::Setting {
                key: "state",
                reason: "its contacts are not in ascending order".into(),
            });
        }
        if let Some(at) = state.bodies.iter().position(|body| !body.is_finite()) {
            return Err(ModelError::Body {
                name: self.model.bodies()[at].description.name.clone(),
                reason: "its saved state is not finite".into(),
            });
        }
        self.state = state;
        self.contacts.clear();
        self.beginning[1] = self.beginning[0].clone();
        Ok(())
    }

    /// Adds a force (N) at a point of the world and a torque (N·m) that act
    /// on a body during the next step, and in no other even if that step fails.
    pub fn push(
        &mut self,
        body: BodyId,
        force: DVec3,
        point: DVec3,
        torque: DVec3,
    ) -> Result<(), ModelError> {
        let bodies = self.pushes.len();
        let no_such = ModelError::NoBody { body: body.0, bodies };
        let push = self.pushes.get_mut(body.0).ok_or(no_such)?;
        let arm = point - self.state.bodies[body.0].pose.position;
        push.force += force;
        push.torque += torque + arm.cross(force);
        Ok(())
    }

    /// Whether solvers keep a history of their iterations from now on.
    pub fn keep_history(&mut self, wanted: bool) {
        self.keep_history = wanted;
    }

    /// One step of the time step in the settings.
    pub fn step(&mut self) -> Result<StepReport, StepError> {
        let mut report = StepReport::default();
        self.next.clone_from(&self.state);
        let parts = self.settings.substeps;
        let h = self.settings.time_step / parts as f64;
        let done = (0..parts).try_for_each(|_| self.substep(h, &mut report));
        // Also after a failure, or one bad push would fail every step to come.
        self.pushes.fill(Push::default());
        done?;
        self.next.step += 1;
        std::mem::swap(&mut self.state, &mut self.next);
        Ok(report)
    }

    /// Names the first body whose motion is not finite or beyond all bounds.
    /// Unsolved steps may grow without end; they are told while the state is
    /// still made of numbers.
    fn check_motion(&self) -> Result<(), StepError> {
        let step = self.state.step + 1;
        for (state, body) in self.next.bodies.iter().zip(self.model.bodies()) {
            let name = || body.description.name.clone();
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
}

/// The speed of light (m/s); the same number of radians a second for spins.
const FASTEST: f64 = 299_792_458.0;

fn initial_state(model: &Model, joint_rows: usize) -> State {
    let bodies = model
        .bodies()
        .iter()
        .map(|body| {
            let dynamic = body.is_dynamic();
            let moving = |value: DVec3| if dynamic { value } else { DVec3::ZERO };
            BodyState {
                pose: Pose {
                    orientation: body.description.pose.orientation.normalize(),
                    ..body.center(&body.description.pose)
                },
                velocity: moving(body.description.velocity),
                angular_velocity: moving(body.description.angular_velocity),
                still: 0.0,
            }
        })
        .collect();
    let joints = model
        .joints()
        .iter()
        .map(|joint| JointMemory { coordinates: joint.initial_memory(), broken: false })
        .collect();
    State {
        step: 0,
        time: 0.0,
        bodies,
        joints,
        joint_impulses: vec![0.0; joint_rows],
        joint_labels: vec![Label::Free; joint_rows],
        contacts: Vec::new(),
    }
}
