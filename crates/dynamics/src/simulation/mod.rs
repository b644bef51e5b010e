//! A model in motion: what users hold.

mod articulated;
mod branch;
mod change;
mod control;
mod coordinates;
mod events;
mod explain;
mod flat;
mod hand_over;
mod load;
mod ray;
mod readout;
mod restore;
mod room;
mod sense;

use std::ops::ControlFlow;

use glam::DVec3;

use crate::model::{BodyId, Model, ModelError};
use crate::report::StepReport;
use crate::settings::{ErrorBounds, Settings, StepperKind, SweepOrder};
use crate::state::State;
use crate::step_error::StepError;
use crate::step_progress::StepProgress;
use crate::stepper::replay::Replay;
use crate::stepper::{self, Engine, Forces, Outside, StepSpan, Stepper};
use crate::tree::Forest;
use crate::world::{Push, World};

use events::ContactWatch;

pub use change::Change;
pub use events::{ContactChange, ContactEvent};
pub use explain::Failure;
pub use ray::BodyHit;

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
    pub(crate) world: World,
    /// The state that the last step left.
    state: State,
    stepper: Box<dyn Stepper>,
    /// Memory of derivatives, from the first that were asked for.
    pub(crate) replay: Option<Box<Replay>>,
    /// Pairs that touch, from the first time that somebody asked for events.
    watch: Option<ContactWatch>,
    /// Whether something outside steps it.
    has_engine: bool,
}

impl Simulation {
    /// Puts a model at its initial state.
    pub fn new(model: Model, settings: Settings) -> Result<Self, ModelError> {
        Self::begin(model, settings, None)
    }

    /// The same for steps that an engine makes, of models that small steps take.
    pub fn with_engine(
        model: Model,
        settings: Settings,
        engine: Box<dyn Engine>,
    ) -> Result<Self, ModelError> {
        let settings = Settings { stepper: StepperKind::SmallSteps, ..settings };
        Self::begin(model, settings, Some(engine))
    }

    fn begin(
        model: Model,
        settings: Settings,
        engine: Option<Box<dyn Engine>>,
    ) -> Result<Self, ModelError> {
        model.check_materials()?;
        settings.check()?;
        if settings.order == SweepOrder::Cells && engine.is_none() {
            let reason = "\"cells\" is stepped by stickslip_cluster::simulation".into();
            return Err(ModelError::Setting { key: "order", reason });
        }
        stepper::accepts(&model, &settings)?;
        let forest = Forest::new(&model, &settings)?;
        let bounds = ErrorBounds::new(&model, &settings, &forest)?;
        let mut world = World::new(model, settings, bounds);
        world.forest = forest;
        let has_engine = engine.is_some();
        let stepper = match engine {
            Some(engine) => Box::new(Outside(engine)),
            None => stepper::build(&world)?,
        };
        Ok(Self {
            state: world.state.clone(),
            world,
            stepper,
            replay: None,
            watch: None,
            has_engine,
        })
    }

    /// What is simulated.
    pub fn model(&self) -> &Model {
        &self.world.model
    }

    /// How it is stepped.
    pub fn settings(&self) -> &Settings {
        &self.world.settings
    }

    /// How accurate its steps are, and from where on errors are reported.
    pub fn error_bounds(&self) -> &ErrorBounds {
        &self.world.error_bounds
    }

    /// Where everything is now.
    pub fn state(&self) -> &State {
        &self.state
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
        let bodies = self.world.pushes.len();
        let no_such = ModelError::NoBody { body: body.0, bodies };
        let push = self.world.pushes.get_mut(body.0).ok_or(no_such)?;
        let arm = point - self.state.bodies[body.0].pose.position;
        push.force += force;
        push.torque += torque + arm.cross(force);
        Ok(())
    }

    /// Adds a force (N) that acts on a vertex of the soft bodies, counted through
    /// all of them, during the next step, and in no other even if that step fails.
    pub fn pull(&mut self, vertex: usize, force: DVec3) -> Result<(), ModelError> {
        let vertices = self.world.pulls.len();
        let pull = self.world.pulls.get_mut(vertex);
        *pull.ok_or(ModelError::NoVertex { vertex, vertices })? += force;
        Ok(())
    }

    /// Whether solvers keep a history of their iterations from now on.
    pub fn keep_history(&mut self, wanted: bool) {
        self.world.keep_history = wanted;
    }

    /// How much of the step in the making is done, for other threads to read.
    pub fn step_progress(&self) -> StepProgress {
        self.world.step_progress.clone()
    }

    /// One step of the time step in the settings.
    pub fn step(&mut self) -> Result<StepReport, StepError> {
        self.step_under(None)
    }

    /// One step, before each sub-step of which `forces` may say anew what acts
    /// on the bodies during it: it sees the state as it is by then, and what
    /// was pushed for the whole step.
    pub fn step_with(
        &mut self,
        mut forces: impl FnMut(&State, &mut [Push]),
    ) -> Result<StepReport, StepError> {
        self.step_under(Some(&mut forces))
    }

    fn step_under<'a>(
        &mut self,
        forces: Option<&'a mut Forces<'a>>,
    ) -> Result<StepReport, StepError> {
        let mut report = StepReport::default();
        self.world.state.clone_from(&self.state);
        let (h, substeps) = (self.settings().time_step, self.settings().substeps);
        self.world.tell_signals();
        let mut span = StepSpan { h, substeps, forces };
        let done = self.stepper.step(&mut self.world, &mut span, &mut report);
        // Also after a failure, or one bad push would fail every step to come.
        self.world.pushes.fill(Push::default());
        self.world.pulls.fill(DVec3::ZERO);
        done?;
        report.error_limit = self.world.error_bounds.limit;
        self.world.advance_activations(self.state.time, h);
        self.world.state.step += 1;
        std::mem::swap(&mut self.state, &mut self.world.state);
        if let Some(watch) = &mut self.watch {
            watch.step(&self.world.contacts);
        }
        Ok(report)
    }

    /// Up to `steps` steps, after each of which `each` looks at the report and
    /// may end the run; gives the number of steps that were done.
    pub fn run(
        &mut self,
        steps: u64,
        mut each: impl FnMut(&Self, &StepReport) -> ControlFlow<()>,
    ) -> Result<u64, StepError> {
        for done in 0..steps {
            let report = self.step()?;
            if each(self, &report).is_break() {
                return Ok(done + 1);
            }
        }
        Ok(steps)
    }
}
