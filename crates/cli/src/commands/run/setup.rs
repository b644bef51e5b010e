//! From arguments to a simulation that stands at its beginning.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use stickslip_dynamics::{FrictionModel, ModelError, Simulation, SolverChoice, State, StepperKind};
use stickslip_import::Level;
use stickslip_scene::recording::is_recording;
use stickslip_scene::{Overrides, SavedState, Scene, SceneSource};
use stickslip_solve::{OptionValues, nearest_name, registry};

use super::{Arguments, device};
use crate::commands::model;
use crate::error::Failure;
use crate::output::complain;
use crate::sprung::sprung_cables;

/// A scene with what the arguments changed about it, ready to be stepped.
pub struct Setup {
    /// The scene.
    pub scene: Scene,
    /// Seed of its random offsets.
    pub seed: u64,
    /// Where it stands.
    pub simulation: Simulation,
    /// How many steps to go.
    pub steps: usize,
    /// What makes them.
    pub device: String,
}

/// Where a scene comes from, and what the arguments change about its text.
pub struct Request {
    /// Its text.
    pub source: SceneSource,
    /// Values of its parameters, and its seed.
    pub overrides: Overrides,
    /// Options of its solver.
    options: OptionValues,
}

impl Request {
    /// Finds the text.
    pub fn new(arguments: &Arguments) -> Result<Self, Failure> {
        let source = find_scene(&arguments.scene, &arguments.model)?;
        let (overrides, options) = split_settings(
            arguments.seed,
            arguments.preset.as_deref(),
            &arguments.settings,
            &source,
        )?;
        Ok(Self { source, overrides, options })
    }

    /// Changes a scene that was read as the arguments say, and gives how many steps to go.
    pub fn change(&self, arguments: &Arguments, scene: &mut Scene) -> Result<usize, Failure> {
        tell(scene);
        choose_solver(arguments, &self.options, &mut scene.settings.solver)?;
        let settings = &mut scene.settings;
        if let Some(name) = &arguments.friction {
            settings.set_friction(friction(name)?);
        }
        if let Some(name) = &arguments.stepper {
            settings.stepper = stepper(name)?;
        } else if arguments.dump_problems.is_some() {
            settings.solve_all_islands();
        }
        if let Some(accuracy) = arguments.accuracy {
            settings.accuracy = accuracy;
        }
        settings.coordinates = arguments.coordinates.unwrap_or(settings.coordinates);
        settings.budget = arguments.budget.or(settings.budget);
        let soft = &mut settings.soft;
        soft.inertia = arguments.soft_inertia.unwrap_or(soft.inertia);
        soft.tolerance = arguments.soft_tolerance.map_or(soft.tolerance, |asked| asked.0);
        soft.rounds = arguments.soft_rounds.unwrap_or(soft.rounds);
        settings.time_step = arguments.dt.unwrap_or(settings.time_step);
        let duration = arguments.seconds.unwrap_or(scene.seconds) / settings.time_step;
        Ok(arguments.steps.unwrap_or_else(|| (duration.round() as usize).max(1)))
    }

    /// Why a scene cannot begin, in the words of its user.
    pub fn explain(&self, error: ModelError, scene: &Scene) -> Failure {
        explain(error, scene, &self.options)
    }
}

/// Says what a simulation makes of its scene that its user may not expect.
pub fn note(simulation: &Simulation) {
    let ignored_settings = simulation.ignored_settings();
    if !ignored_settings.is_empty() {
        let (name, all) = (simulation.settings().stepper.name(), ignored_settings.join(", "));
        complain(&format!("note: {name} steps pass over {all}"));
    }
    for cable in sprung_cables(simulation) {
        complain(&format!("note: {cable}"));
    }
    if let Some(reason) = &simulation.error_bounds().plain_because {
        complain(&format!("note: steps are plain, accuracy is off: {reason}"));
    }
}

/// A saved state of a scene.
pub fn saved_state(path: &Path, scene: &Scene) -> Result<State, Failure> {
    let saved = SavedState::read_file(path)?;
    if saved.scene != scene.name {
        let (path, found, expected) = (path.into(), saved.scene, scene.name.clone());
        return Err(Failure::OtherScene { path, found, expected });
    }
    Ok(saved.state)
}

impl Setup {
    /// Reads everything before anything is written or stepped.
    pub fn new(arguments: &Arguments) -> Result<Self, Failure> {
        let request = Request::new(arguments)?;
        let mut scene = request.source.read(&request.overrides)?;
        let steps = request.change(arguments, &mut scene)?;
        let (stepper, solver) = (arguments.stepper.as_deref(), arguments.solver.as_deref());
        let on_card = device::simulation(arguments.device, &scene, stepper, solver)?;
        let device = arguments.device.name(on_card.is_some());
        let mut simulation = match on_card {
            Some(begun) => begun,
            None => scene.simulation().map_err(|error| request.explain(error, &scene))?,
        };
        note(&simulation);
        if let Some(path) = &arguments.from_state {
            simulation.restore(saved_state(path, &scene)?)?;
        }
        Ok(Self { scene, seed: arguments.seed, simulation, steps, device })
    }
}

/// Whether a file has the name of a problem.
fn is_problem(name: &str) -> bool {
    const ENDINGS: [&str; 5] = [".json", ".json.gz", ".mtx", ".hdf5", ".h5"];
    let lower = name.to_ascii_lowercase();
    ENDINGS.iter().any(|ending| lower.ends_with(ending))
}

/// Says what models from files lose.
fn tell(scene: &Scene) {
    let warnings = scene.remarks.iter().filter(|remark| remark.level == Level::Warning);
    warnings.for_each(|remark| complain(&format!("warning: {remark}")));
    let notes = scene.remarks.iter().filter(|remark| remark.level == Level::Note);
    let notes: Vec<String> =
        notes.map(|remark| format!("{} <{}>", remark.count, remark.element)).collect();
    if !notes.is_empty() {
        complain(&format!("note: passed over, as nothing moves by it: {}", notes.join(", ")));
    }
}

/// A scene by name or file; a file of another kind is led to its command.
pub fn find_scene(name: &str, model: &model::Beginning) -> Result<SceneSource, Failure> {
    let path = Path::new(name);
    if stickslip_scene::find_builtin(name).is_err() && stickslip_import::is_model(path) {
        return model.scene(path);
    }
    model.refuse(name)?;
    let other = |what, command| Failure::OtherKind {
        path: path.into(),
        what,
        expected: "a scene",
        command,
    };
    if path.is_file() && is_problem(name) {
        return Err(other("a problem", "solve"));
    }
    let mut beginning = [0; 8];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut beginning));
    if read.is_ok() && is_recording(&beginning) {
        return Err(other("a recording", "view"));
    }
    Ok(SceneSource::find(name)?)
}

/// `--set` reaches the parameters of the scene first, then the solver's options;
/// parameters that it leaves alone have the values of the preset.
pub fn split_settings(
    seed: u64,
    preset: Option<&str>,
    settings: &[String],
    source: &SceneSource,
) -> Result<(Overrides, OptionValues), Failure> {
    let parameters = source.parameters()?;
    let preset = preset.map(|name| source.preset(name)).transpose()?.unwrap_or_default();
    let mut overrides = Overrides { parameters: preset.values, seed };
    let mut options = OptionValues::new();
    for (key, value) in OptionValues::parse(settings.iter().map(String::as_str))?.iter() {
        if parameters.iter().any(|parameter| parameter.name == key) {
            let number = value.parse().ok().filter(|number: &f64| number.is_finite());
            let number = number
                .ok_or_else(|| Failure::Parameter { name: key.into(), value: value.into() })?;
            overrides.parameters.insert(key.into(), number);
        } else {
            options = options.set(key, value);
        }
    }
    Ok((overrides, options))
}

/// A solver that is named has its own options; else the scene's are changed.
fn choose_solver(
    arguments: &Arguments,
    options: &OptionValues,
    choice: &mut SolverChoice,
) -> Result<(), Failure> {
    if let Some(name) = &arguments.solver {
        choice.name = Some(registry::find(name)?.name.into());
        choice.options = OptionValues::new();
    }
    for (key, value) in options.iter() {
        choice.options = std::mem::take(&mut choice.options).set(key, value);
    }
    if let Some(name) = &choice.name {
        // Built for its errors: they name the option.
        registry::find(name)?.build(&choice.options)?;
    }
    choice.tolerance = arguments.tol.or(choice.tolerance);
    choice.max_iterations = arguments.max_iter.or(choice.max_iterations);
    Ok(())
}

/// Where nobody named a solver, a `--set` that its options do not know was
/// more likely meant for the scene.
fn explain(error: ModelError, scene: &Scene, options: &OptionValues) -> Failure {
    if let Some(unfit) = unfit(&error, scene) {
        return unfit;
    }
    match (&error, options.iter().next()) {
        (ModelError::Setting { key: "solver", reason }, Some((key, _)))
            if scene.settings.solver.name.is_none() =>
        {
            let known = scene.parameters.iter().map(|parameter| parameter.name.as_str());
            let hint = nearest_name(key, known).map_or_else(
                || "; nor is it".to_owned(),
                |near| format!("; did you mean \"{near}\"? Nor is it"),
            );
            let (scene, key, reason) = (scene.name.clone(), key.into(), reason.clone());
            Failure::NoParameter { scene, key, hint, reason }
        }
        _ => error.into(),
    }
}

/// A solver that is sound but does not go with the friction model.
fn unfit(error: &ModelError, scene: &Scene) -> Option<Failure> {
    let ModelError::Setting { key: "solver", .. } = error else { return None };
    let settings = &scene.settings;
    let entry = registry::find(settings.solver.name.as_deref()?).ok()?;
    if settings.friction.is_taken(&entry.accepts) {
        return None;
    }
    // The exact law first, then polygons and boxes by the load of the same solution;
    // no friction at all is the last thing that anybody wants.
    let fits = |name: &&str| {
        FrictionModel::from_name(name).is_some_and(|model| model.is_taken(&entry.accepts))
    };
    let first = ["cone", "stewart-trinkle", "pyramid", "box-normal-first", "box-fixed"];
    let all = first.into_iter().chain(FrictionModel::ALL.map(|model| model.0));
    let friction = { all }.find(fits)?;
    Some(Failure::Unfit { reason: error.to_string(), friction, solver: entry.name })
}

fn friction(name: &str) -> Result<FrictionModel, Failure> {
    FrictionModel::from_name(name).ok_or_else(|| {
        let known = FrictionModel::ALL.map(|model| model.0).join(", ");
        Failure::FrictionModel { name: name.into(), known }
    })
}

fn stepper(name: &str) -> Result<StepperKind, Failure> {
    let found = StepperKind::ALL.into_iter().find(|stepper| stepper.0 == name);
    found.map(|stepper| stepper.1).ok_or_else(|| {
        let known = StepperKind::ALL.map(|stepper| stepper.0).join(", ");
        Failure::Stepper { name: name.into(), known }
    })
}
