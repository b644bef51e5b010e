//! `--device`: what makes the steps.

use stickslip_dynamics::{Engine as _, Simulation, StepperKind};
use stickslip_gpu::{Card, GpuError, cards};
use stickslip_scene::Scene;

use crate::error::Failure;
use crate::output::complain;

/// What makes the steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    /// The processor.
    #[default]
    Processor,
    /// A graphics card by its number.
    Card(usize),
    /// A graphics card that takes the scene, where there is one; else the processor.
    Automatic,
}

impl Device {
    /// What makes the steps, where a card was asked for and `took` them, or did not.
    pub fn name(self, took: bool) -> String {
        match self {
            Self::Card(number) if took && number > 0 => format!("gpu:{number}"),
            Self::Card(_) | Self::Automatic if took => "gpu".into(),
            _ => "cpu".into(),
        }
    }
}

/// A device by its name.
pub fn device(word: &str) -> Result<Device, String> {
    match word {
        "cpu" => Ok(Device::Processor),
        "gpu" => Ok(Device::Card(0)),
        "auto" => Ok(Device::Automatic),
        _ => { word.strip_prefix("gpu:").and_then(|number| number.parse().ok()) }
            .map(Device::Card)
            .ok_or_else(|| "is not cpu, gpu, gpu:N or auto".into()),
    }
}

/// The scene at its beginning on a device; `None` where that is the processor. `stepper` and
/// `solver` are what the user named.
pub fn simulation(
    device: Device,
    scene: &Scene,
    stepper: Option<&str>,
    solver: Option<&str>,
) -> Result<Option<Simulation>, Failure> {
    let begun = match device {
        Device::Processor => return Ok(None),
        Device::Card(number) => on_card(number, scene, stepper, solver)?,
        Device::Automatic => {
            match cards().map_err(Failure::from).and_then(|_| on_card(0, scene, stepper, solver)) {
                Ok(begun) => begun,
                Err(error) => {
                    complain(&format!("note: steps are the processor's: {error}"));
                    return Ok(None);
                }
            }
        }
    };
    Ok(Some(begun))
}

fn on_card(
    number: usize,
    scene: &Scene,
    stepper: Option<&str>,
    solver: Option<&str>,
) -> Result<Simulation, Failure> {
    let refused = |reason: String| Failure::Card(GpuError::Refused { reason });
    if let Some(other) = stepper.filter(|name| *name != StepperKind::SmallSteps.name()) {
        return Err(refused(format!("a graphics card takes small steps, not {other} steps")));
    }
    if let Some(name) = solver {
        return Err(refused(format!("there is no kernel for the solver \"{name}\"")));
    }
    let card = Card::new(&scene.model, &scene.settings, number)?;
    complain(&format!("note: small steps on {}", card.name()));
    Ok(Simulation::with_engine(scene.model.clone(), scene.settings.clone(), Box::new(card))?)
}

/// A scene at its beginning on a device by its name, and the name of what makes the steps. An
/// error is a sentence.
pub fn on_device(word: &str, scene: &Scene) -> Result<(Simulation, String), String> {
    let card = |number: usize| {
        let card = Card::new(&scene.model, &scene.settings, number).map_err(|it| it.to_string())?;
        let name = card.name().to_owned();
        let (model, settings) = (scene.model.clone(), scene.settings.clone());
        let begun = Simulation::with_engine(model, settings, Box::new(card));
        begun.map(|begun| (begun, name)).map_err(|error| error.to_string())
    };
    let processor = || {
        let begun = scene.simulation().map_err(|error| error.to_string())?;
        Ok((begun, "cpu".into()))
    };
    match device(word).map_err(|reason| format!("device: \"{word}\" {reason}"))? {
        Device::Processor => processor(),
        Device::Card(number) => card(number),
        Device::Automatic => card(0).or_else(|_| processor()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_have_names() {
        assert_eq!(device("cpu"), Ok(Device::Processor));
        assert_eq!(device("gpu"), Ok(Device::Card(0)));
        assert_eq!(device("gpu:3"), Ok(Device::Card(3)));
        assert_eq!(device("auto"), Ok(Device::Automatic));
        for wrong in ["", "GPU", "gpu:", "gpu:-1", "tpu"] {
            assert!(device(wrong).is_err(), "{wrong}");
        }
    }
}
