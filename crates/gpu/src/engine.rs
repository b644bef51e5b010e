//! A world on a card as the engine of a simulation.

use stickslip_dynamics::{Accuracy, BodyState as ModelState, Engine, Model, Settings, StepReport};

use crate::error::GpuError;
use crate::model::{MAX_SUBSTEPS, scene_of, state_of, write_state};
use crate::report::Report;
use crate::world::World;

/// Steps of a model on a device.
pub struct Card {
    name: String,
    world: World,
    /// The bodies of the model that the device moves.
    numbers: Vec<usize>,
    is_replaced: bool,
    /// Whether sub-steps follow the accuracy.
    may_raise: bool,
}

impl Card {
    /// Of a model at its beginning, on graphics card `number`.
    pub fn new(model: &Model, settings: &Settings, number: usize) -> Result<Self, GpuError> {
        Self::on(model, settings, |scene| World::on_card(scene, number))
    }

    /// The same on the processor, one thread: for tests.
    #[cfg(feature = "twin")]
    pub fn twin(model: &Model, settings: &Settings) -> Result<Self, GpuError> {
        Self::on(model, settings, World::on_twin)
    }

    fn on(
        model: &Model,
        settings: &Settings,
        begin: impl FnOnce(crate::Scene) -> Result<World, GpuError>,
    ) -> Result<Self, GpuError> {
        let (scene, numbers) = scene_of(model, settings)?;
        let mut world = begin(scene)?;
        world.time_stages(true);
        let name = world.device_name().to_owned();
        let is_asked = matches!(settings.accuracy, Accuracy::Within(_));
        let may_raise = is_asked || settings.substeps == 1;
        Ok(Self { name, world, numbers, is_replaced: false, may_raise })
    }
}

fn fill(own: &Report, report: &mut StepReport) {
    report.contacts = own.contacts;
    report.constraints = 3 * own.points;
    report.substeps = own.substeps;
    report.penetration_max = own.deepest;
    report.times.broad_s = own.times.sort_ms * 1e-3;
    report.times.solve_s = own.times.solve_ms * 1e-3;
    report.times.assemble_s = own.times.measure_ms * 1e-3;
}

impl Engine for Card {
    fn name(&self) -> &str {
        &self.name
    }

    fn step(
        &mut self,
        bodies: &mut [ModelState],
        accuracy: Option<f64>,
        report: &mut StepReport,
    ) -> Result<(), String> {
        let told = |error: GpuError| error.to_string();
        if std::mem::take(&mut self.is_replaced) {
            let states: Vec<_> = self.numbers.iter().map(|at| state_of(&bodies[*at])).collect();
            self.world.set_states(&states).map_err(told)?;
        }
        let own = self.world.step().map_err(told)?;
        for (at, state) in self.numbers.iter().zip(self.world.states().map_err(told)?) {
            write_state(&state, &mut bodies[*at]);
        }
        fill(&own, report);
        // A step that ends beyond the accuracy is counted, and the next ones have more sub-steps.
        if accuracy.is_some_and(|accuracy| own.deepest > accuracy) {
            report.inaccurate += 1;
            if self.may_raise && 2 * own.substeps <= MAX_SUBSTEPS {
                self.world.double_substeps().map_err(told)?;
            }
        }
        Ok(())
    }

    fn state_replaced(&mut self) {
        self.is_replaced = true;
    }
}
