//! What ranks do not take, before the first step.

use stickslip_dynamics::{Model, Settings, StepperKind};

use crate::error::Refusal;

/// Whether a model with its settings can be stepped on ranks, given that small steps take it.
pub fn accepts(model: &Model, settings: &Settings) -> Result<(), Refusal> {
    if !matches!(settings.stepper, StepperKind::SmallSteps | StepperKind::Auto) {
        return Err(Refusal::Stepper(settings.stepper.name()));
    }
    let part = |what, name: &str| Err(Refusal::Part { what, name: name.to_owned() });
    if let Some(soft) = model.soft_bodies().first() {
        return part("soft bodies", &soft.description.name);
    }
    if let Some(liquid) = model.liquids().first() {
        return part("liquids", &liquid.name);
    }
    if let Some(sensor) = model.sensors().first() {
        return part("sensors", &sensor.name);
    }
    if !model.ignored_shapes().is_empty() {
        return Err(Refusal::Setting("shapes that are kept from touching"));
    }
    if settings.sleeping.is_some() {
        return Err(Refusal::Setting("sleeping"));
    }
    if settings.budget.is_some() {
        return Err(Refusal::Setting("budget"));
    }
    let mut is_joined = vec![false; model.bodies().len()];
    for (_, body) in model.joints().iter().flat_map(|joint| joint.description().named_bodies()) {
        is_joined[body.0] = true;
    }
    let bodies = model.bodies().iter().zip(is_joined);
    for (body, _) in bodies.filter(|(body, is_joined)| body.is_dynamic() && !is_joined) {
        let shapes = body.colliders.iter().filter(|collider| !collider.visual).count();
        if shapes != 1 {
            return Err(Refusal::Shapes { name: body.description.name.clone(), shapes });
        }
    }
    Ok(())
}
