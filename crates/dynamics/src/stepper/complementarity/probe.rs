//! Whether the solver takes what contacts of a scene would pose, before any of them is there.
//!
//! A refusal depends on kind, bounds, sections and options, not on where bodies are: so one
//! ball on a block for every two materials that can meet poses all of it.

use glam::DVec3;
use stickslip_contact::{Pose, Shape};

use super::Complementarity;
use crate::collide::owners;
use crate::filter::Filter;
use crate::friction::FrictionModel;
use crate::model::{MaterialId, Model, ModelError};
use crate::parts::{BodyDescription, ColliderDescription};
use crate::report::StepReport;
use crate::settings::{Accuracy, ErrorBounds, Integrator, Settings};
use crate::step_error::StepError;
use crate::world::World;

/// Between the balls (m).
const APART: f64 = 10.0;

/// Refuses a solver that was chosen and would refuse a contact.
pub(super) fn probe(world: &World) -> Result<(), ModelError> {
    let choice = &world.settings.solver;
    let (Some(name), true) = (&choice.name, world.settings.friction.has_tangents()) else {
        return Ok(());
    };
    let pairs = meetings(&world.model);
    let Ok(model) = balls(&world.model, &pairs) else { return Ok(()) };
    let settings = Settings {
        accuracy: Accuracy::Off,
        sleeping: None,
        integrator: Integrator::SemiImplicit,
        ..world.settings.clone()
    };
    let bounds = ErrorBounds { accuracy: None, ..world.error_bounds.clone() };
    let mut small = World::new(model, settings, bounds);
    let mut stepper = Complementarity::unprobed(&small)?;
    let step = small.settings.time_step;
    let Err(StepError::Refused { refusal, .. }) =
        stepper.substep(&mut small, step, &mut StepReport::default())
    else {
        return Ok(());
    };
    let reason = format!("{refusal}, which contacts here do not have; {}", hint(world, name));
    Err(ModelError::Setting { key: "solver", reason })
}

/// What would do.
fn hint(world: &World, name: &str) -> String {
    let model = world.settings.friction;
    let registry = &world.settings.solver.registry;
    let takes = |it: &FrictionModel| {
        it.has_tangents() && registry.find(name).is_ok_and(|entry| it.is_taken(&entry.accepts))
    };
    let models = FrictionModel::ALL.iter().filter(|(_, it)| takes(it)).map(|(name, _)| *name);
    let others = registry.entries().iter().filter(|entry| model.is_taken(&entry.accepts));
    let others = others.map(|entry| entry.name).filter(|it| *it != name);
    let list = |names: Vec<&str>| match names.is_empty() {
        true => "nothing".to_owned(),
        false => names.join(", "),
    };
    format!(
        "{name} takes friction_model {}; \"{}\" is taken by {}",
        list(models.collect()),
        model.name(),
        list(others.collect())
    )
}

/// Materials that may meet in a contact that forces move, each two once.
fn meetings(model: &Model) -> Vec<[MaterialId; 2]> {
    let owners = owners(model);
    let filter = Filter::new(model, &owners);
    let is_moved = |body: usize| model.bodies().get(body).is_none_or(|it| it.is_dynamic());
    let mut kinds: Vec<MaterialId> = owners.iter().map(|owner| owner.material).collect();
    kinds.sort_unstable();
    kinds.dedup();
    let most = kinds.len() * (kinds.len() + 1) / 2;
    let mut found: Vec<[MaterialId; 2]> = Vec::new();
    for (first, one) in owners.iter().enumerate() {
        for (second, two) in owners.iter().enumerate().skip(first + 1) {
            let pair = [one.material.min(two.material), one.material.max(two.material)];
            let is_new = || found.binary_search(&pair).is_err();
            let meets = one.body != two.body && (is_moved(one.body) || is_moved(two.body));
            if meets && is_new() && filter.may_touch(&owners, first, second) {
                found.push(pair);
                found.sort_unstable();
            }
            if found.len() == most {
                return found;
            }
        }
    }
    found
}

/// A ball on a block for each two materials.
fn balls(of: &Model, pairs: &[[MaterialId; 2]]) -> Result<Model, ModelError> {
    let mut model = Model::default();
    model.materials = of.materials.clone();
    let unfit = |error: stickslip_contact::ShapeError| ModelError::Setting {
        key: "solver",
        reason: error.to_string(),
    };
    for (at, pair) in pairs.iter().enumerate() {
        let place = DVec3::X * (APART * at as f64);
        let shapes =
            [Shape::cuboid(DVec3::ONE).map_err(unfit)?, Shape::sphere(1.0).map_err(unfit)?];
        let colliders = [0, 1].map(|side| ColliderDescription {
            material: pair[side],
            ..ColliderDescription::new(shapes[side].clone())
        });
        let [block, ball] = colliders;
        model.add_body(BodyDescription::fixed("block", Pose::at(place), vec![block]))?;
        let pose = Pose::at(place + 2.0 * DVec3::Y);
        let mut ball = BodyDescription::dynamic("ball", pose, vec![ball]);
        ball.velocity = DVec3::new(0.1, -0.1, 0.0);
        model.add_body(ball)?;
    }
    Ok(model)
}
