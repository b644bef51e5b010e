//! What derivatives do not know, said before the first step.

use super::{DerivativeError, Input};
use crate::friction::Load;
use crate::joint::{Joint, JointKind};
use crate::model::Model;
use crate::settings::{Accuracy, Integrator, Settings, StepperKind};

/// Refuses what no step of this model has derivatives for.
pub(super) fn check(
    model: &Model,
    settings: &Settings,
    inputs: &[Input],
) -> Result<(), DerivativeError> {
    let refuse = |reason: String| Err(DerivativeError::Model { reason });
    if !matches!(settings.stepper, StepperKind::Complementarity | StepperKind::Auto) {
        return refuse("only the steppers auto and complementarity have derivatives".into());
    }
    if let Some(soft) = model.soft_bodies().first() {
        return refuse(format!("\"{}\" is a soft body", soft.description.name));
    }
    if let Some(liquid) = model.liquids().first() {
        return refuse(format!("\"{}\" is a liquid", liquid.name));
    }
    if settings.integrator == Integrator::Midpoint {
        return refuse("the midpoint integrator has no derivatives".into());
    }
    if settings.geometric_stiffness {
        return refuse("geometric stiffness has no derivatives".into());
    }
    if settings.projection_passes > 0 {
        return refuse("projection of positions has no derivatives".into());
    }
    if settings.friction.load() == Load::NormalFirst {
        let name = settings.friction.name();
        return refuse(format!(
            "friction = \"{name}\" has no derivatives, since its bounds are those of another solve"
        ));
    }
    if settings.friction.load() == Load::LastStep
        && settings.accuracy != Accuracy::Off
        && inputs.contains(&Input::TimeStep)
    {
        let reason = "parts of a step share the loads of the last by their lengths".into();
        return Err(DerivativeError::Input { name: "h".into(), reason });
    }
    if model.materials.has_laws() {
        return refuse("friction of a pair follows a law".into());
    }
    let is_belt = |joint: &&Joint| matches!(joint.description().kind, JointKind::Belt(_));
    if let Some(belt) = model.joints().iter().find(is_belt) {
        return refuse(format!("joint \"{}\" is a belt", belt.description().name));
    }
    let runs = model.bodies().iter().find(|body| body.description.surface_motion.is_some());
    if let Some(body) = runs {
        return refuse(format!("the surface of \"{}\" runs", body.description.name));
    }
    Ok(())
}
