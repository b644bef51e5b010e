//! Problems out of scenes: a moment of a simulation, frozen.

use std::collections::BTreeMap;

use stickslip_dynamics::{Accuracy, FrictionModel, State};
use stickslip_scene::{Overrides, Scene, SceneSource};
use stickslip_solve::{Problem, ProblemData};

use crate::error::ExperimentError;

/// Steps a scene and returns the problem of its largest island in the last step.
pub fn frozen(
    source: &SceneSource,
    parameters: &[(&str, f64)],
    seed: u64,
    friction: FrictionModel,
    steps: usize,
) -> Result<Problem, ExperimentError> {
    let parameters: BTreeMap<String, f64> =
        parameters.iter().map(|(name, value)| ((*name).to_owned(), *value)).collect();
    let mut scene = source.read(&Overrides { parameters, seed })?;
    scene.settings.friction = friction;
    // The documents' steps are linear.
    scene.settings.accuracy = Accuracy::Off;
    let mut simulation = scene.simulation()?;
    for _ in 0..steps {
        simulation.step()?;
    }
    let problems = simulation.islands().filter_map(|island| Some(island.solved?.0));
    let largest = problems.max_by_key(|each| each.size());
    let Some(problem) = largest else {
        let reason = format!("nothing touches in {} after {steps} steps", scene.name);
        return Err(ExperimentError::Missing(reason));
    };
    Ok(problem.with_data(ProblemData { name: scene.name, x0: None, ..problem.data().clone() })?)
}

/// The mean distance of dynamic bodies between two states (m).
pub fn mean_distance(scene: &Scene, one: &State, other: &State) -> f64 {
    let pairs = one.bodies.iter().zip(&other.bodies).zip(scene.model.bodies());
    let all: Vec<f64> = pairs
        .filter(|(_, body)| body.is_dynamic())
        .map(|((one, other), _)| one.pose.position.distance(other.pose.position))
        .collect();
    all.iter().sum::<f64>() / all.len().max(1) as f64
}
