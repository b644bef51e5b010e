//! What barrier steps pass over.

use crate::friction::FrictionModel;
use crate::model::Model;
use crate::parts::Compliance;
use crate::settings::{Accuracy, Settings, SoftInertia};

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
