//! What barrier steps cannot step, and what they pass over.

use super::spread;
use crate::friction::FrictionModel;
use crate::model::{Model, ModelError};
use crate::parts::Compliance;
use crate::settings::{Accuracy, Integrator, Settings, SoftInertia};

/// What this stepper has no way to step.
pub(super) fn refuse(model: &Model, settings: &Settings) -> Result<(), ModelError> {
    let wrong = |reason: String| Err(ModelError::Setting { key: "stepper", reason });
    if let Some(joint) = model.joints().first() {
        let name = &joint.description().name;
        return wrong(format!("barrier has no joints, and there is \"{name}\""));
    }
    if let Some(liquid) = model.liquids().first() {
        return wrong(format!("the liquid \"{}\" needs stepper = \"fluid\"", liquid.name));
    }
    if settings.integrator == Integrator::Midpoint {
        return wrong(
            "barrier steps have an order of their own (barrier_order); leave out the integrator"
                .into(),
        );
    }
    if settings.sleeping.is_some() {
        return wrong("nothing sleeps in barrier steps; leave out sleeping".into());
    }
    if model.materials.has_laws() && settings.friction != FrictionModel::Frictionless {
        return wrong(
            "barrier has one coefficient of friction for two materials, and here some have a law"
                .into(),
        );
    }
    for body in model.bodies().iter().filter(|body| body.is_dynamic()) {
        let spread = spread(body);
        let is_solid = (0..3).all(|axis| spread.col(axis)[axis] >= 0.0);
        if !is_solid {
            let name = &body.description.name;
            return wrong(format!(
                "barrier needs an inertia of masses ≥ 0, unlike that of \"{name}\""
            ));
        }
    }
    Ok(())
}

/// What is asked for and has no part in these steps, by the names of scene files.
pub(super) fn passed_over(model: &Model, settings: &Settings) -> Vec<String> {
    let solver = &settings.solver;
    // A disc is what all of them stand for; a pyramid is what nobody asked for.
    let is_coulomb = matches!(
        settings.friction,
        FrictionModel::Frictionless | FrictionModel::Cone | FrictionModel::Pyramid
    );
    let keys = [
        ("accuracy", matches!(settings.accuracy, Accuracy::Within(_))),
        ("projection_passes", settings.projection_passes > 0),
        ("geometric_stiffness", settings.geometric_stiffness),
        ("friction_model", !is_coulomb),
        ("solver", solver.name.is_some()),
        ("tolerance", solver.tolerance.is_some()),
        ("max_iterations", solver.max_iterations.is_some()),
        ("soft_inertia", settings.soft.inertia != SoftInertia::Full),
        ("soft_tolerance", settings.soft.tolerance.is_some()),
    ];
    let mut all: Vec<String> =
        keys.iter().filter(|key| key.1).map(|key| key.0.to_owned()).collect();
    for material in model.materials.materials() {
        let surface = &material.surface;
        let traits = [
            ("restitution", surface.restitution > 0.0),
            ("torsion", surface.torsion > 0.0),
            ("rolling", surface.rolling > 0.0),
            ("compliance", surface.compliance != Compliance::CONTACT),
        ];
        for (name, _) in traits.iter().filter(|it| it.1) {
            all.push(format!("{name} of \"{}\"", material.name));
        }
    }
    all
}
