//! `[settings]`: how the scene is stepped.

use stickslip_dynamics::{
    Accuracy, AsynchronousStep, BarrierOrder, BarrierSolve, BarrierStep, Combination, Coordinates,
    FrictionModel, Integrator, MaterialTable, PenaltyFriction, PenaltyLaw, PenaltyMethod,
    PenaltyStep, Settings, Sleeping, SoftInertia, SoftStep, SolverChoice, StepperKind, SweepOrder,
};
use stickslip_solve::{OptionValues, registry};

use super::item::Item;
use super::section::TomlTable;
use crate::error::SceneError;

const INTEGRATORS: [(&str, Integrator); 2] =
    [("semi-implicit", Integrator::SemiImplicit), ("midpoint", Integrator::Midpoint)];

const RULES: [(&str, Combination); 5] = [
    ("average", Combination::Average),
    ("geometric-mean", Combination::GeometricMean),
    ("minimum", Combination::Minimum),
    ("maximum", Combination::Maximum),
    ("product", Combination::Product),
];

/// Reads `[settings]` over the defaults; the rules of combination belong to the
/// materials.
pub fn read(
    document: &TomlTable<'_>,
    materials: &mut MaterialTable,
) -> Result<Settings, SceneError> {
    let settings = document.optional("settings", |item| {
        item.section()?.whole(|section| {
            let rule = |item: &Item<'_>| item.choice(&RULES);
            materials.friction_rule = section.or("friction_rule", materials.friction_rule, rule)?;
            materials.restitution_rule =
                section.or("restitution_rule", materials.restitution_rule, rule)?;
            body(section)
        })
    })?;
    Ok(settings.unwrap_or_default())
}

/// Sub-steps of a step.
pub fn substeps(section: &TomlTable<'_>) -> Result<usize, SceneError> {
    section.or("substeps", Settings::default().substeps, at_least_one)
}

fn at_least_one(item: &Item<'_>) -> Result<usize, SceneError> {
    match item.count()? {
        0 => Err(item.error("is 0, but must be at least 1")),
        count => Ok(count),
    }
}

/// A length, "auto" or "off".
fn accuracy(item: &Item<'_>) -> Result<Accuracy, SceneError> {
    match item.text() {
        Ok("auto") => Ok(Accuracy::Automatic),
        Ok(text) if text != "off" && !text.starts_with('=') => {
            Err(item.expected("a number, \"auto\" or \"off\""))
        }
        _ => positive_or_off(item).map(Accuracy::from),
    }
}

/// A number, or "off".
fn positive_or_off(item: &Item<'_>) -> Result<Option<f64>, SceneError> {
    match item.text() {
        Ok("off") => Ok(None),
        Ok(text) if !text.starts_with('=') => Err(item.expected("a number, or \"off\"")),
        _ => item.positive().map(Some),
    }
}

fn body(section: &TomlTable<'_>) -> Result<Settings, SceneError> {
    let default = Settings::default();
    Ok(Settings {
        gravity: section.or("gravity", default.gravity, Item::vector)?,
        time_step: section.or("dt", default.time_step, Item::positive)?,
        substeps: substeps(section)?,
        stepper: section.or("stepper", default.stepper, |item| item.choice(&StepperKind::ALL))?,
        integrator: section
            .or("integrator", default.integrator, |item| item.choice(&INTEGRATORS))?,
        coordinates: section
            .or("coordinates", default.coordinates, |item| item.choice(&Coordinates::ALL))?,
        accuracy: section.or("accuracy", default.accuracy, accuracy)?,
        order: section.or("order", default.order, |item| item.choice(&SweepOrder::ALL))?,
        budget: section.optional("budget", Item::positive)?,
        soft: soft(section, default.soft)?,
        barrier: barrier(section, default.barrier)?,
        penalty: penalty(section, default.penalty)?,
        asynchronous: asynchronous(section, default.asynchronous)?,
        friction: friction(section, default.friction)?,
        projection_passes: section.or(
            "projection_passes",
            default.projection_passes,
            Item::count,
        )?,
        gyroscopic: section.or("gyroscopic", default.gyroscopic, Item::truth)?,
        geometric_stiffness: section.or(
            "geometric_stiffness",
            default.geometric_stiffness,
            Item::truth,
        )?,
        margin: section.or("margin", default.margin, Item::at_least_zero)?,
        restitution_threshold: section.or(
            "restitution_threshold",
            default.restitution_threshold,
            Item::at_least_zero,
        )?,
        warm_start: section.or("warm_start", default.warm_start, Item::truth)?,
        sleeping: section.optional("sleeping", sleeping)?,
        solver: solver(section)?,
    })
}

fn soft(section: &TomlTable<'_>, default: SoftStep) -> Result<SoftStep, SceneError> {
    Ok(SoftStep {
        inertia: section
            .or("soft_inertia", default.inertia, |item| item.choice(&SoftInertia::ALL))?,
        tolerance: section.or("soft_tolerance", default.tolerance, positive_or_off)?,
        rounds: section.or("soft_rounds", default.rounds, at_least_one)?,
    })
}

fn barrier(section: &TomlTable<'_>, default: BarrierStep) -> Result<BarrierStep, SceneError> {
    Ok(BarrierStep {
        reach: section.or("barrier_reach", default.reach, Item::positive)?,
        stiffness: section.optional("barrier_stiffness", Item::positive)?,
        slip_speed: section.or("slip_speed", default.slip_speed, Item::positive)?,
        tolerance: section.or("barrier_tolerance", default.tolerance, Item::positive)?,
        iterations: section.or("barrier_iterations", default.iterations, at_least_one)?,
        rounds: section.or("friction_rounds", default.rounds, at_least_one)?,
        order: section.or("barrier_order", default.order, |item| match item.count()? {
            1 => Ok(BarrierOrder::First),
            2 => Ok(BarrierOrder::Second),
            order => Err(item.error(format!("is {order}, but must be 1 or 2"))),
        })?,
        solve: section
            .or("barrier_solve", default.solve, |item| item.choice(&BarrierSolve::ALL))?,
    })
}

fn penalty(section: &TomlTable<'_>, default: PenaltyStep) -> Result<PenaltyStep, SceneError> {
    Ok(PenaltyStep {
        method: section
            .or("penalty_method", default.method, |item| item.choice(&PenaltyMethod::ALL))?,
        law: section.or("penalty_law", default.law, |item| item.choice(&PenaltyLaw::ALL))?,
        friction: section
            .or("penalty_friction", default.friction, |item| item.choice(&PenaltyFriction::ALL))?,
        stiffness: section.optional("penalty_stiffness", Item::positive)?,
        damping: section.optional("penalty_damping", Item::at_least_zero)?,
        tangent_stiffness: section.optional("penalty_tangent_stiffness", Item::positive)?,
        drag: section.optional("penalty_drag", Item::positive)?,
        reach: section.or("penalty_reach", default.reach, Item::positive)?,
        exponent: section.or("penalty_exponent", default.exponent, |item| {
            match item.positive()? {
                exponent if exponent >= 1.0 => Ok(exponent),
                exponent => Err(item.error(format!("is {exponent}, but must be at least 1"))),
            }
        })?,
        iterations: section.or("penalty_iterations", default.iterations, at_least_one)?,
    })
}

fn asynchronous(
    section: &TomlTable<'_>,
    default: AsynchronousStep,
) -> Result<AsynchronousStep, SceneError> {
    Ok(AsynchronousStep {
        thickness: section.or("layer_thickness", default.thickness, Item::positive)?,
        stiffness: section.optional("layer_stiffness", Item::positive)?,
        share: section.or("clock_share", default.share, |item| match item.positive()? {
            share if share <= 1.0 => Ok(share),
            share => Err(item.error(format!("is {share}, but must be at most 1"))),
        })?,
    })
}

fn friction(section: &TomlTable<'_>, default: FrictionModel) -> Result<FrictionModel, SceneError> {
    let model = section.or("friction_model", default, |item| item.choice(&FrictionModel::ALL))?;
    let Some(usual) = model.facets() else { return Ok(model) };
    let facets = section.or("facets", usual, |item| match item.count()? {
        facets if facets >= 4 && facets % 2 == 0 => Ok(facets),
        facets => Err(item.error(format!("is {facets}, but must be even and at least 4"))),
    })?;
    Ok(model.with_facets(facets))
}

fn sleeping(item: &Item<'_>) -> Result<Sleeping, SceneError> {
    item.section()?.whole(|section| {
        Ok(Sleeping {
            speed: section.required("speed", Item::at_least_zero)?,
            seconds: section.required("seconds", Item::at_least_zero)?,
        })
    })
}

/// The solver is built once here, so that a wrong name or option is found
/// where it is written.
fn solver(section: &TomlTable<'_>) -> Result<SolverChoice, SceneError> {
    let name = section.optional("solver", |item| {
        let entry = registry::find(item.text()?).map_err(|error| item.error(error.to_string()))?;
        Ok(entry.name)
    })?;
    let options = section.or("solver_options", OptionValues::new(), |item| {
        let Some(name) = name else {
            return Err(item.error("there are options, but no solver is named"));
        };
        let mut options = OptionValues::new();
        for (key, value) in item.section()?.entries() {
            options = options.set(key, value.scalar()?);
        }
        let entry = registry::find(name).map_err(|error| item.error(error.to_string()))?;
        entry.build(&options).map_err(|error| item.error(error.to_string()))?;
        Ok(options)
    })?;
    Ok(SolverChoice {
        name: name.map(str::to_owned),
        options,
        tolerance: section.optional("tolerance", Item::positive)?,
        max_iterations: section.optional("max_iterations", Item::count)?,
        ..SolverChoice::default()
    })
}
