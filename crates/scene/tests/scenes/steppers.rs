//! Steppers of springs and small steps take every built-in scene, or refuse it by one sentence.

use stickslip_dynamics::{Simulation, StepperKind};
use stickslip_scene::{Overrides, SCENES, SceneSource};

fn begin(name: &str, stepper: StepperKind) -> Result<Simulation, String> {
    let source = SceneSource::find(name).expect("built in");
    let mut scene = source.read(&Overrides::default()).expect("valid");
    scene.settings.stepper = stepper;
    scene.simulation().map_err(|error| error.to_string())
}

#[test]
fn every_scene_is_stepped_or_refused_by_a_sentence() {
    let mut stepped = [0; 3];
    for builtin in SCENES {
        let steppers = [StepperKind::Penalty, StepperKind::Asynchronous, StepperKind::SmallSteps];
        for (at, stepper) in steppers.into_iter().enumerate() {
            let name = format!("{} by {}", builtin.name, stepper.name());
            let mut simulation = match begin(builtin.name, stepper) {
                Ok(simulation) => simulation,
                Err(told) => {
                    assert!(told.starts_with("setting stepper: "), "{name}: {told}");
                    assert!(!told.contains('\n') && told.len() < 250, "{name}: {told}");
                    continue;
                }
            };
            // Large heaps and soft bodies take their time.
            let movers =
                simulation.model().bodies().len() + simulation.state().vertices.positions.len();
            if movers < 60 {
                simulation.step().unwrap_or_else(|error| panic!("{name}: {error}"));
                stepped[at] += 1;
            }
        }
    }
    assert!(stepped[0] >= 12 && stepped[1] >= 1 && stepped[2] >= 25, "{stepped:?}");
}
