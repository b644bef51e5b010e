//! Many small sub-steps with soft contacts in lanes.
//!
//! One step, in the words of the code:
//!
//! 1. **begin**: pairs that may touch, their manifolds with the impulses that the state keeps,
//!    in groups of eight by colours (`pairs`, `manifolds`, `colours`).
//! 2. **count**: as many sub-steps as loads and speeds of the contacts ask for (`count`), and
//!    at least those of the settings; where these ask for no accuracy, exactly theirs, if they
//!    are more than one.
//! 3. Every sub-step:
//!    - **drive**: kinematic bodies get the velocities of their scripts.
//!    - **look**: pairs that have moved by a few millimetres are looked at again.
//!    - **prepare**: rows of joints (`joints`).
//!    - **accelerate, warm start**: forces, and the impulses of the last sub-step, act.
//!    - **biased sweep**: velocities that remove errors softly (`softness`), gaps stay open.
//!    - **advance**: bodies move.
//!    - **relaxing sweep**: velocities without what removed errors; friction.
//!    - **restitution**: points that were struck leave with e times their speed.
//! 4. **store**: state, contacts and figures (`report`).
//! 5. **measure**: the worst joint, and the deepest gap of all pairs, which are looked at anew:
//!    the beginning of the next step. A step that misses the accuracy begins again with more
//!    sub-steps, at most twice, as far as a budget goes (`budget`). The last sub-step says how
//!    far its impulses are from the exact conditions (`residual`).
//!
//! Islands that have been still for long enough sleep, where settings let them (`rest`).
//!
//! (Macklin et al. 2019, "Small steps in physics simulation"; Catto 2024, "Solver2D".) A step
//! begins from the state alone, so that a saved one goes on to the same bits, and everything
//! that runs side by side is put together in a fixed order, so that threads change no bit.

mod bodies;
mod budget;
mod carried;
mod colours;
mod count;
mod crew;
mod crowds;
mod direct;
mod group;
mod joints;
mod lane;
mod look;
mod manifolds;
mod mechanisms;
mod moments;
mod motion;
mod movers;
mod pairs;
mod past;
mod registers;
mod report;
mod residual;
mod rest;
mod rows;
mod softness;
mod solve;
mod step;
mod substep;
mod sweeps;
mod turning;
mod wake;
mod write;

pub use self::bodies::{COASTING, Constants};
pub use self::carried::{Carried, inherit};
pub use self::count::{ACCURACY, Demand};
pub use self::group::POINTS;
pub use self::look::NEAR;
pub use self::manifolds::parts;
pub use self::mechanisms::Mechanisms;
pub use self::pairs::{FAT, FAT_SHARE, LOOK_AGAIN, MARGIN};
pub use self::softness::Softness;
pub use self::solve::TOUCHING;
pub use self::substep::{BOUNCES, PUSH_SPEED};
pub use self::turning::{coast, turned};
pub use crate::motion::world_inertia;

use std::time::Instant;

use self::bodies::Bodies;
use self::colours::Colours;
use self::crowds::Crowds;
use self::joints::Joints;
use self::manifolds::Manifolds;
use self::pairs::Pairs;
use self::past::Past;
use self::rest::Rest;
use self::rows::BodyRow;
use self::sweeps::Together;
use self::write::{Manner, Writer};
use super::{StepSpan, Stepper};
use crate::joint::Joint;
use crate::model::Model;
use crate::parts::{MaterialId, Motion, Surface};
use crate::report::{IslandReport, StepReport};
use crate::settings::Settings;
use crate::state::State;
use crate::step_error::StepError;
use crate::world::World;

/// How often a step that misses its accuracy begins again.
const REPEATS: usize = 2;
/// By how much sub-steps are multiplied then, at most: the error of an impact falls as they
/// grow, that of a weight as their square.
const MAX_AT_ONCE: f64 = 4.0;

/// The stepper; keeps its memory from step to step.
pub(crate) struct SmallSteps {
    bodies: Bodies,
    pairs: Pairs,
    manifolds: Manifolds,
    colours: Colours,
    joints: Joints,
    /// What threads share in sweeps.
    together: Together,
    /// The state that the step began with.
    begun: State,
    /// Who sleeps, and who goes together.
    rest: Rest,
    crowds: Crowds,
    /// Velocities without impulses, where a residual needs them.
    free: Vec<BodyRow>,
    /// Whether any surface bounces, and whether any body follows a script.
    bounces: bool,
    is_driven: bool,
    /// Whether pairs and manifolds are those of the state that the last step left.
    is_begun: bool,
    /// Whether any surface may give way more than sub-steps let it.
    is_compliant: bool,
}

impl SmallSteps {
    /// For a world at its initial state.
    pub(crate) fn new(world: &World) -> Self {
        let model = &world.model;
        let materials = model.materials.materials();
        let ids = 0..materials.len();
        let heaviest = model.bodies().iter().map(|body| body.mass.mass).fold(0.0, f64::max);
        let any = |is: &dyn Fn(&Surface) -> bool| {
            let between = |one, two| model.materials.between(MaterialId(one), MaterialId(two));
            ids.clone().any(|one| ids.clone().any(|two| is(&between(one, two))))
        };
        Self {
            bodies: Bodies::new(model),
            pairs: Pairs::new(model, count::expected(world), world.settings.sleeping.is_some()),
            manifolds: Manifolds::default(),
            colours: Colours::default(),
            joints: Joints::new(world),
            together: Together::default(),
            begun: State::default(),
            rest: Rest::new(model),
            crowds: Crowds::new(model),
            free: Vec::new(),
            is_begun: false,
            bounces: any(&|surface| surface.restitution > 0.0),
            is_compliant: any(&|surface| {
                let shortest = world.settings.time_step / count::MAX as f64;
                let usual = Softness::of_substep(shortest, 2.0);
                Softness::of(&surface.compliance, shortest, heaviest, usual) != usual
            }),
            is_driven: { model.bodies().iter() }
                .any(|body| matches!(body.description.motion, Motion::Kinematic(_))),
        }
    }

    /// Leaves some bodies, body by body, and the joints between them to another stepper: they
    /// move on as they do, whatever pushes them.
    pub(crate) fn leave_out(&mut self, model: &Model, bodies: &[bool]) {
        self.rest.outside.clone_from_slice(bodies);
        self.rest.forget();
        self.move_without(model, bodies);
    }

    /// Whether a body sleeps.
    pub(crate) fn is_asleep(&self, body: usize) -> bool {
        self.rest.asleep[body]
    }

    /// Bodies of another stepper have moved, and nobody else.
    pub(crate) fn others_moved(&mut self) {
        self.is_begun = false;
    }

    /// The same, besides those that sleep.
    fn move_without(&mut self, model: &Model, bodies: &[bool]) {
        self.bodies.leave_out(model, bodies);
        self.pairs.leave_out(model, bodies);
        let is_left = |joint: &Joint| {
            let named = joint.description().named_bodies();
            named.iter().any(|(_, body)| bodies[body.0])
        };
        self.joints.leave_out(model.joints().iter().map(is_left));
        self.is_begun = false;
    }

    /// Stage 1, for sub-steps of `h` seconds.
    fn begin(&mut self, world: &World, step: f64, h: f64, scale: f64, report: &mut StepReport) {
        let clock = Instant::now();
        self.bodies.begin(&world.state.bodies);
        self.pairs.clear();
        self.manifolds.clear();
        self.colours.clear(self.bodies.constants.len());
        self.pairs.find(&mut self.bodies, step, |_| {});
        report.times.broad_s += clock.elapsed().as_secs_f64();
        let clock = Instant::now();
        let (bodies, colours) = (&self.bodies, &mut self.colours);
        self.pairs.look(bodies, h, &Past::State(&world.state.contacts, scale));
        self.manifolds.seat_all(&mut self.pairs, bodies, colours);
        let manner = &Manner::new(world, h);
        let writer = Writer { pairs: &self.pairs, bodies, manner };
        writer.write_anew(&self.manifolds.jobs, colours);
        report.times.narrow_s += clock.elapsed().as_secs_f64();
    }
}

impl Stepper for SmallSteps {
    fn step(
        &mut self,
        world: &mut World,
        span: &mut StepSpan<'_>,
        report: &mut StepReport,
    ) -> Result<(), StepError> {
        self.step_whole(world, span, report)
    }

    fn solver_name<'a>(&self, _world: &'a World) -> &'a str {
        "soft-sweeps"
    }

    fn state_replaced(&mut self) {
        self.is_begun = false;
        self.rest.forget();
    }

    fn ignored_settings(&self, world: &World) -> Vec<String> {
        let (settings, usual) = (&world.settings, Settings::default());
        let is_disc = settings.friction.stands_for_coulomb();
        let keys = [
            ("projection_passes", settings.projection_passes > 0),
            ("geometric_stiffness", settings.geometric_stiffness),
            ("friction_model", !is_disc),
            ("margin", settings.margin != usual.margin),
            ("warm_start", settings.warm_start != usual.warm_start),
            ("solver", settings.solver.name.is_some()),
            ("tolerance", settings.solver.tolerance.is_some()),
            ("max_iterations", settings.solver.max_iterations.is_some()),
        ];
        keys.iter().filter(|key| key.1).map(|key| key.0.to_owned()).collect()
    }

    fn islands<'a>(&'a self, _world: &'a World) -> Box<dyn Iterator<Item = IslandReport<'a>> + 'a> {
        Box::new(std::iter::empty())
    }
}
