//! §4.2 and §7 on the matrices of a real liquid: a dam that breaks under a low
//! lid, instead of the document's bands of random numbers.

pub mod convergence;
pub mod solvers;
pub mod walls;

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{LiquidDescription, Model, Settings, Simulation, StepperKind, Walls};
use stickslip_solve::{Problem, ProblemData};

use crate::error::ExperimentError;

/// Time step (s).
const STEP: f64 = 1.0 / 100.0;

/// A dam that breaks: a slice, or a cube of the same cross-section.
fn dam(resolution: usize, flat: bool, walls: Walls) -> Result<Simulation, ExperimentError> {
    let domain = [DVec3::ZERO, DVec3::new(1.0, 0.5, 0.5)];
    let region = [DVec3::ZERO, DVec3::new(0.4, 0.45, 0.5)];
    let mut description = LiquidDescription::new("dam", domain, region, resolution);
    (description.flat, description.walls) = (flat, walls);
    description.velocity = DVec3::X;
    let mut model = Model::default();
    model.add_liquid(description)?;
    let stepper = StepperKind::Fluid;
    Ok(Simulation::new(model, Settings { stepper, time_step: STEP, ..Settings::default() })?)
}

/// The pressure problem of a moment, to be solved from nothing.
fn frozen(simulation: &Simulation) -> Result<Problem, ExperimentError> {
    let solved = simulation.islands().find_map(|island| island.solved);
    let (problem, _) =
        solved.ok_or_else(|| ExperimentError::Missing("the liquid has no pressure".into()))?;
    Ok(problem.with_data(ProblemData { x0: None, ..problem.data().clone() })?)
}

/// The problem `seconds` after the dam has gone.
fn moment(
    resolution: usize,
    flat: bool,
    walls: Walls,
    seconds: f64,
) -> Result<Problem, ExperimentError> {
    let mut simulation = dam(resolution, flat, walls)?;
    for _ in 0..(seconds / STEP).round() as usize {
        simulation.step()?;
    }
    frozen(&simulation)
}
