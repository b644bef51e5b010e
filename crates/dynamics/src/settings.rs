//! How a model is stepped.

mod accuracy;
mod springs;

pub use accuracy::{Accuracy, ErrorBounds};
pub use springs::{AsynchronousStep, PenaltyFriction, PenaltyLaw, PenaltyMethod, PenaltyStep};

use glam::DVec3;
use stickslip_solve::OptionValues;
use stickslip_solve::registry::Registry;

use crate::friction::FrictionModel;
use crate::model::ModelError;
use crate::tree::Coordinates;

/// How a step is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StepperKind {
    /// Joints and contacts as one complementarity problem per island.
    Complementarity,
    /// The same for bodies, and then the liquids among them.
    Fluid,
    /// Bodies and soft bodies at a minimum of an incremental potential, apart by barriers.
    Barrier,
    /// Bodies and soft bodies that springs and dampers push out of each other.
    Penalty,
    /// Soft bodies and balls that layers of springs keep apart, every spring by its own clock.
    Asynchronous,
    /// Rigid bodies in many small sub-steps with soft contacts: as many as
    /// [`Settings::accuracy`] asks for, and without it as many as [`Settings::substeps`] says,
    /// where that is more than one.
    SmallSteps,
    /// Islands take what suits them: large ones without joints small steps, all others
    /// complementarity problems; these alone where a solver is named, steps are plain or small
    /// steps do not take what the scene has.
    #[default]
    Auto,
}

impl StepperKind {
    /// Every stepper by its name in scene files.
    pub const ALL: [(&'static str, Self); 7] = [
        ("complementarity", Self::Complementarity),
        ("fluid", Self::Fluid),
        ("barrier", Self::Barrier),
        ("penalty", Self::Penalty),
        ("asynchronous", Self::Asynchronous),
        ("small-steps", Self::SmallSteps),
        ("auto", Self::Auto),
    ];

    /// The name in scene files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Complementarity => "complementarity",
            Self::Fluid => "fluid",
            Self::Barrier => "barrier",
            Self::Penalty => "penalty",
            Self::Asynchronous => "asynchronous",
            Self::SmallSteps => "small-steps",
            Self::Auto => "auto",
        }
    }
}

/// Time integrator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integrator {
    /// Semi-implicit Euler: collide at the beginning, move with the new velocity.
    #[default]
    SemiImplicit,
    /// Moreau's midpoint: half a step, collide, solve, the other half. Of second order, joints,
    /// springs and spins included, where nothing touches, stops or rubs.
    Midpoint,
}

/// Which solver, and what is asked of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SolverChoice {
    /// Name in the registry; `None` for the best one for the friction model.
    pub name: Option<String>,
    /// Where the name is looked up: the standard one, or one with solvers of
    /// other crates besides.
    pub registry: Registry,
    /// Its own options.
    pub options: OptionValues,
    /// The residual asked for; `None` for the solver's default.
    pub tolerance: Option<f64>,
    /// Most iterations; `None` for the solver's default.
    pub max_iterations: Option<usize>,
}

/// What stands for the inertia of a soft body in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SoftInertia {
    /// H = M + h B + h² K, of forces at the end of the step.
    #[default]
    Full,
    /// The masses of vertices alone, with forces of the beginning: an explicit step,
    /// which needs to be short.
    Mass,
    /// A splitting: the masses and twice the 3 × 3 blocks of K on the diagonal.
    Diagonal,
}

impl SoftInertia {
    /// Every one by its name in scene files.
    pub const ALL: [(&'static str, Self); 3] =
        [("full", Self::Full), ("mass", Self::Mass), ("diagonal", Self::Diagonal)];
}

/// How soft bodies are stepped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SoftStep {
    /// What stands for their inertia.
    pub inertia: SoftInertia,
    /// The relative residual of the nonlinear step that is asked for; `None` for
    /// one pass over the linearised step.
    pub tolerance: Option<f64>,
    /// Most rounds after that pass.
    pub rounds: usize,
}

impl Default for SoftStep {
    fn default() -> Self {
        Self { inertia: SoftInertia::Full, tolerance: None, rounds: 20 }
    }
}

/// The relative residual that soft bodies are stepped to where an accuracy is asked for by its
/// number: Newton's rounds come from a thousandth to a millionth in one.
const ACCURATE_RESIDUAL: f64 = 1e-6;

impl Settings {
    /// The relative residual of the nonlinear step that soft bodies take; `None` for one pass.
    pub(crate) fn soft_tolerance(&self) -> Option<f64> {
        let is_accurate = matches!(self.accuracy, Accuracy::Within(_));
        self.soft.tolerance.or(is_accurate.then_some(ACCURATE_RESIDUAL))
    }

    /// How far gaps and joints beside soft bodies of a size may miss (m).
    pub(crate) fn soft_miss(&self, tolerance: f64, size: f64) -> f64 {
        let least = SOLVED * size;
        match (self.soft.tolerance, self.accuracy) {
            (None, Accuracy::Within(accuracy)) => least.max(0.5 * accuracy),
            _ => least.max(tolerance * size),
        }
    }
}

/// Contacts are solved to about so many digits, and gaps cannot be kept to more.
const SOLVED: f64 = 1e-8;

impl SoftStep {
    fn check(&self) -> Result<(), ModelError> {
        let wrong = |key, reason: String| Err(ModelError::Setting { key, reason });
        if self.rounds == 0 {
            return wrong("soft_rounds", "is 0, but must be at least 1".into());
        }
        match self.tolerance {
            Some(tolerance) if !(tolerance.is_finite() && tolerance > 0.0) => {
                wrong("soft_tolerance", format!("is {tolerance}, but must be positive, or off"))
            }
            Some(_) if self.inertia == SoftInertia::Mass => {
                let reason = "must be off with the inertia of masses, whose steps are explicit";
                wrong("soft_tolerance", reason.into())
            }
            _ => Ok(()),
        }
    }
}

/// The order of [`StepperKind::Barrier`] in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BarrierOrder {
    /// Implicit Euler.
    #[default]
    First,
    /// Two stages of it that are of second order together, where nothing touches and no
    /// torque acts on what spins; twice the work.
    Second,
}

/// How [`StepperKind::Barrier`] solves its linear systems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BarrierSolve {
    /// By a sparse factor, whose analysis is kept while the pattern stays.
    #[default]
    Direct,
    /// By conjugate gradients, preconditioned by the blocks of bodies and vertices.
    Iterative,
}

impl BarrierSolve {
    /// Every one by its name in scene files.
    pub const ALL: [(&'static str, Self); 2] =
        [("direct", Self::Direct), ("iterative", Self::Iterative)];
}

/// How [`StepperKind::Barrier`] steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BarrierStep {
    /// d̂: surfaces push each other from this distance on (m).
    pub reach: f64,
    /// Stiffness of the barrier (N/m); `None` for one that follows what presses, and is at
    /// least a hundred times the weight of the heaviest kind of mover over the reach.
    pub stiffness: Option<f64>,
    /// Friction acts in full from this speed of slip on (m/s).
    pub slip_speed: f64,
    /// Newton's method ends where its steps are slower than this (m/s).
    pub tolerance: f64,
    /// Most iterations of Newton's method in a sub-step.
    pub iterations: usize,
    /// How often friction is lagged in a sub-step at most.
    pub rounds: usize,
    /// The order in time.
    pub order: BarrierOrder,
    /// How linear systems are solved.
    pub solve: BarrierSolve,
}

impl Default for BarrierStep {
    fn default() -> Self {
        Self {
            reach: 1e-3,
            stiffness: None,
            slip_speed: 1e-3,
            tolerance: 1e-4,
            iterations: 300,
            rounds: 10,
            order: BarrierOrder::First,
            solve: BarrierSolve::Direct,
        }
    }
}

impl BarrierStep {
    fn check(&self) -> Result<(), ModelError> {
        let wrong = |key, reason: String| Err(ModelError::Setting { key, reason });
        for (key, value) in [
            ("barrier_reach", self.reach),
            ("barrier_stiffness", self.stiffness.unwrap_or(1.0)),
            ("slip_speed", self.slip_speed),
            ("barrier_tolerance", self.tolerance),
        ] {
            if !(value.is_finite() && value > 0.0) {
                return wrong(key, format!("is {value}, but must be a positive number"));
            }
        }
        for (key, count) in
            [("barrier_iterations", self.iterations), ("friction_rounds", self.rounds)]
        {
            if count == 0 {
                return wrong(key, "is 0, but must be at least 1".into());
            }
        }
        Ok(())
    }
}

/// In which order small steps go through contacts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SweepOrder {
    /// Eight at a time, in colours that share no body: the fastest.
    #[default]
    Lanes,
    /// Cell by cell of space, one after the other: the order of ranks, to the same bits.
    Cells,
}

impl SweepOrder {
    /// All with their names in files.
    pub const ALL: [(&'static str, Self); 2] = [("lanes", Self::Lanes), ("cells", Self::Cells)];
}

/// When bodies may rest without being computed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sleeping {
    /// Speed below which a body counts as still (m/s; rad/s).
    pub speed: f64,
    /// Seconds of stillness before its island sleeps.
    pub seconds: f64,
}

/// How a model is stepped; the defaults are what the built-in scenes use.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Gravity (m/s²).
    pub gravity: DVec3,
    /// Time step h (s).
    pub time_step: f64,
    /// Each step is done in this many equal parts.
    pub substeps: usize,
    /// How a step is made.
    pub stepper: StepperKind,
    /// In which order small steps sweep.
    pub order: SweepOrder,
    /// Time integrator.
    pub integrator: Integrator,
    /// Whether joints carry bodies in coordinates of their own.
    pub coordinates: Coordinates,
    /// Friction model.
    pub friction: FrictionModel,
    /// Passes of position projection after each step; 0 = none.
    pub projection_passes: usize,
    /// Whether the gyroscopic torque −ω × Iω acts.
    pub gyroscopic: bool,
    /// Whether the arms of joints under load turn with their bodies within the
    /// step. Light links under high tension then keep still at large steps;
    /// what they swing with is damped, by ½hω² per second at ω rad/s.
    pub geometric_stiffness: bool,
    /// How far joints and gaps may be from where they belong.
    pub accuracy: Accuracy,
    /// Seconds that small steps may take for a step, by counted work at the prices of one
    /// thread: bounds how many sub-steps it has.
    pub budget: Option<f64>,
    /// How soft bodies are stepped.
    pub soft: SoftStep,
    /// How barriers are stepped.
    pub barrier: BarrierStep,
    /// How springs of contacts are stepped.
    pub penalty: PenaltyStep,
    /// How layers of springs are stepped.
    pub asynchronous: AsynchronousStep,
    /// Contacts are found up to this gap (m), and farther where bodies move:
    /// by what they may travel in the step.
    pub margin: f64,
    /// Normal speeds below this do not bounce (m/s).
    pub restitution_threshold: f64,
    /// Whether impulses and index sets of the last step start the next.
    pub warm_start: bool,
    /// Whether bodies may sleep.
    pub sleeping: Option<Sleeping>,
    /// The solver.
    pub solver: SolverChoice,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            gravity: DVec3::new(0.0, -9.81, 0.0),
            time_step: 1.0 / 60.0,
            substeps: 1,
            stepper: StepperKind::default(),
            order: SweepOrder::default(),
            integrator: Integrator::SemiImplicit,
            coordinates: Coordinates::Auto,
            friction: FrictionModel::Pyramid,
            projection_passes: 0,
            gyroscopic: true,
            geometric_stiffness: false,
            accuracy: Accuracy::default(),
            budget: None,
            soft: SoftStep::default(),
            barrier: BarrierStep::default(),
            penalty: PenaltyStep::default(),
            asynchronous: AsynchronousStep::default(),
            margin: 0.01,
            restitution_threshold: 0.05,
            warm_start: true,
            sleeping: None,
            solver: SolverChoice::default(),
        }
    }
}

impl Settings {
    /// Every island takes complementarity problems, for whoever wants to have those, where
    /// islands take what suits them.
    pub fn solve_all_islands(&mut self) {
        if self.stepper == StepperKind::Auto {
            self.stepper = StepperKind::Complementarity;
        }
    }

    /// Takes another friction model. An accuracy that steps cannot have with it becomes
    /// automatic, which says so.
    pub fn set_friction(&mut self, friction: FrictionModel) {
        self.friction = friction;
        if friction.opens_by_slipping() && matches!(self.accuracy, Accuracy::Within(_)) {
            self.accuracy = Accuracy::Automatic;
        }
    }

    /// Whether the numbers make sense; names the one that does not.
    pub fn check(&self) -> Result<(), ModelError> {
        let wrong = |key, reason: String| Err(ModelError::Setting { key, reason });
        if !self.gravity.is_finite() {
            return wrong("gravity", "is not finite".into());
        }
        if !(self.time_step.is_finite() && self.time_step > 0.0) {
            return wrong("dt", format!("is {}, but must be a positive number", self.time_step));
        }
        if !(self.time_step * self.time_step).is_normal() {
            let reason = format!("is {:e}, whose square is no number any more", self.time_step);
            return wrong("dt", reason);
        }
        if self.substeps == 0 {
            return wrong("substeps", "is 0, but must be at least 1".into());
        }
        for (key, value) in
            [("margin", self.margin), ("restitution_threshold", self.restitution_threshold)]
        {
            if !(value.is_finite() && value >= 0.0) {
                return wrong(key, format!("is {value}, but must be a number ≥ 0"));
            }
        }
        if let Accuracy::Within(length) = self.accuracy
            && !(length.is_finite() && length > 0.0)
        {
            return wrong("accuracy", format!("is {length}, but must be positive, or off"));
        }
        if let Some(seconds) = self.budget
            && !(seconds.is_finite() && seconds > 0.0)
        {
            return wrong("budget", format!("is {seconds}, but must be a positive number"));
        }
        self.soft.check()?;
        self.barrier.check()?;
        self.penalty.check()?;
        self.asynchronous.check()?;
        if let Err(reason) = self.friction.check() {
            return wrong("facets", reason);
        }
        if let Some(Sleeping { speed, seconds }) = self.sleeping
            && !(speed.is_finite() && speed > 0.0 && seconds.is_finite() && seconds > 0.0)
        {
            return wrong("sleeping", "needs a positive speed and positive seconds".into());
        }
        if let Some(tolerance) = self.solver.tolerance
            && !(tolerance.is_finite() && tolerance > 0.0)
        {
            return wrong("tolerance", format!("is {tolerance}, but must be positive"));
        }
        Ok(())
    }
}
