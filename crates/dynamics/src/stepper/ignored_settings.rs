//! What steps pass over that are not solved as complementarity problems.

use crate::friction::FrictionModel;
use crate::model::Model;
use crate::parts::Compliance;
use crate::settings::{Accuracy, Settings, SoftInertia};

/// What a stepper takes of surfaces besides their coefficients of friction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surfaces {
    pub(super) restitution: bool,
    pub(super) compliance: bool,
}

/// A budget, which bounds small steps alone.
pub(super) fn budget(settings: &Settings) -> Option<String> {
    settings.budget.map(|_| "budget".to_owned())
}

/// What is asked for and has no part in these steps, by the names of scene files.
pub(super) fn ignored_settings(model: &Model, settings: &Settings, takes: Surfaces) -> Vec<String> {
    let solver = &settings.solver;
    // A disc is what all of them stand for; a pyramid is what nobody asked for.
    let is_coulomb = matches!(
        settings.friction,
        FrictionModel::Frictionless | FrictionModel::Cone | FrictionModel::Pyramid
    );
    let keys = [
        ("accuracy", matches!(settings.accuracy, Accuracy::Within(_))),
        ("budget", settings.budget.is_some()),
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
    let rubs = settings.friction != FrictionModel::Frictionless;
    for (name, surface) in model.materials.surfaces() {
        let traits = [
            ("restitution", !takes.restitution && surface.restitution > 0.0),
            ("torsion", rubs && surface.torsion > 0.0),
            ("rolling", rubs && surface.rolling > 0.0),
            ("compliance", !takes.compliance && surface.compliance != Compliance::CONTACT),
        ];
        all.extend(traits.iter().filter(|it| it.1).map(|(what, _)| format!("{what} of {name}")));
    }
    all
}
