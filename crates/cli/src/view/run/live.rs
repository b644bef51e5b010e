//! A scene in motion: one or two simulations in lock-step.

use std::sync::Arc;

use serde_json::Value;
use stickslip_dynamics::{Accuracy, FrictionModel, SolverChoice};
use stickslip_scene::{Overrides, Scene, SceneSource};
use stickslip_solve::{OptionValues, nearest_name, registry};

use super::bodies::{Before, Bodies};
use super::coordinates::Coordinate;
use super::lane::Lane;
use super::pages::Pages;
use super::ring::{Moment, Ring};
use crate::view::message::{Change, LaneChoice, Open};

/// A scene and its lanes.
pub struct Live {
    /// The name under which it was opened.
    pub name: String,
    /// The scene with all that was changed about it; its solver is that of lane 0.
    pub scene: Scene,
    /// Seed of its random offsets.
    pub seed: u64,
    /// One or two.
    pub lanes: Vec<Lane>,
    /// What can be gone back to.
    pub ring: Ring,
    /// What it was opened with.
    pub opened: Open,
    /// The bodies that there are now, and those at the beginning.
    pub(super) bodies: Arc<Bodies>,
    beginning: Arc<Bodies>,
    /// The accuracy that the scene asks for.
    accuracy: Accuracy,
}

impl Live {
    /// Reads a scene and puts it at its beginning.
    pub fn open(source: &SceneSource, open: &Open) -> Result<Self, String> {
        let overrides = Overrides { parameters: open.parameters.clone(), seed: open.seed };
        let mut scene = source.read(&overrides).map_err(|error| error.to_string())?;
        let change = Change {
            lanes: open.lanes.clone(),
            dt: open.dt,
            substeps: open.substeps,
            friction: open.friction.clone(),
            mu: Some(open.mu),
        };
        let (own, accuracy) = (scene.settings.solver.clone(), scene.settings.accuracy);
        let choices = apply(&change, &mut scene, accuracy, vec![own])?;
        let lanes = build(&scene, &choices)?;
        let (mut ring, bodies) = (Ring::default(), Bodies::of(&scene));
        ring.keep(&lanes, &bodies);
        let (name, seed, opened) = (open.scene.clone(), open.seed, open.clone());
        let beginning = Arc::clone(&bodies);
        Ok(Self { name, scene, seed, lanes, ring, opened, bodies, beginning, accuracy })
    }

    /// Goes on with other settings from where every lane is; a second lane
    /// begins as a copy of the first. Nothing is changed where they do not fit.
    pub fn change(&mut self, change: &Change) -> Result<(), String> {
        let mut scene = self.scene.clone();
        let choices = apply(change, &mut scene, self.accuracy, self.solvers())?;
        let mut lanes = build(&scene, &choices)?;
        for (at, lane) in lanes.iter_mut().enumerate() {
            let before = self.lanes.get(at).unwrap_or(&self.lanes[0]);
            let state = before.simulation.state().clone();
            lane.simulation.restore(state).map_err(|error| error.to_string())?;
            (lane.report, lane.failed) = (before.report.clone(), before.failed);
            lane.then = Some(before.contacts().to_vec());
        }
        (self.scene, self.lanes) = (scene, lanes);
        Ok(())
    }

    /// Goes back to the beginning, and to the bodies that there were.
    pub fn reset(&mut self) -> Result<Before, String> {
        let mut scene = self.scene.clone();
        let before = self.beginning.put_into(&mut scene);
        self.lanes = build(&scene, &self.solvers())?;
        (self.scene, self.bodies) = (scene, Arc::clone(&self.beginning));
        self.ring = Ring::default();
        self.ring.keep(&self.lanes, &self.bodies);
        Ok(before)
    }

    /// Goes back to a step, or to the last one before it that is kept; a lane
    /// that was not there yet begins where the first one was. Gives back the
    /// bodies that there were where they are others now.
    pub fn rewind(&mut self, step: u64) -> Result<Option<Before>, String> {
        let Some((moments, bodies)) = self.ring.at(step) else {
            let kept = self.ring.ends().map_or(0, |ends| ends.0);
            return Err(format!("step: is {step}, but only steps from {kept} on are kept"));
        };
        if Arc::ptr_eq(bodies, &self.bodies) {
            restore(&mut self.lanes, moments)?;
            return Ok(None);
        }
        let (moments, bodies) = (moments.to_vec(), Arc::clone(bodies));
        let mut scene = self.scene.clone();
        let before = bodies.put_into(&mut scene);
        self.begin_at(scene, &moments)?;
        self.bodies = bodies;
        Ok(Some(before))
    }

    /// Begins with this scene where lanes were at a moment.
    pub(super) fn begin_at(&mut self, scene: Scene, moments: &[Moment]) -> Result<(), String> {
        let mut lanes = build(&scene, &self.solvers())?;
        restore(&mut lanes, moments)?;
        (self.scene, self.lanes) = (scene, lanes);
        Ok(())
    }

    fn solvers(&self) -> Vec<SolverChoice> {
        self.lanes.iter().map(|lane| lane.simulation.settings().solver.clone()).collect()
    }

    /// Tells a motor of every lane what to do from now on.
    pub fn control(&mut self, name: &str, value: f64) -> Result<(), String> {
        for lane in &mut self.lanes {
            lane.simulation.set_control(name, value).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// Puts a coordinate of every lane at a value and at rest, or of none.
    pub fn set_coordinate(&mut self, name: &str, value: f64) -> Result<(), String> {
        for lane in &self.lanes {
            Coordinate::named(&lane.simulation, name)?.check(value)?;
        }
        for lane in &mut self.lanes {
            lane.put(name, value)?;
        }
        self.ring.keep(&self.lanes, &self.bodies);
        Ok(())
    }

    /// One step of every lane, one after the other so that their times compare.
    pub fn step(&mut self, pages: &mut Pages) -> Result<(), String> {
        for page in pages.iter_mut() {
            if let Some(pull) = &mut page.pull
                && let Some(lane) = self.lanes.get_mut(pull.drag.place.lane)
            {
                pull.act(&mut lane.simulation);
            }
        }
        let before = (self.lanes.len() > 1).then(|| self.lanes[0].simulation.state().clone());
        for at in 0..self.lanes.len() {
            match self.lanes[at].simulation.step() {
                Ok(report) => {
                    let lane = &mut self.lanes[at];
                    lane.failed += usize::from(!report.converged());
                    (lane.report, lane.then) = (report, None);
                }
                Err(error) => {
                    if let (1, Some(before)) = (at, before) {
                        // No lane goes on without the other.
                        let restored = self.lanes[0].simulation.restore(before);
                        restored.map_err(|error| error.to_string())?;
                    }
                    let solver = self.lanes[at].simulation.solver_name();
                    return Err(format!("{}: {error}", lane_name(at, solver)));
                }
            }
        }
        self.ring.keep(&self.lanes, &self.bodies);
        Ok(())
    }

    /// The largest distance between a body in one lane and in the other (m).
    pub fn difference(&self) -> f64 {
        let [first, second] = &self.lanes[..] else { return 0.0 };
        let (first, second) = (first.simulation.state(), second.simulation.state());
        let pairs = first.bodies.iter().zip(&second.bodies);
        pairs.map(|(one, two)| one.pose.position.distance(two.pose.position)).fold(0.0, f64::max)
    }
}

/// What a lane is called everywhere: lanes count from 1.
pub fn lane_name(at: usize, solver: &str) -> String {
    format!("lane {} ({solver})", at + 1)
}

/// Writes what is to be different into the scene; gives the solvers of the lanes.
fn apply(
    change: &Change,
    scene: &mut Scene,
    accuracy: Accuracy,
    own: Vec<SolverChoice>,
) -> Result<Vec<SolverChoice>, String> {
    let settings = &mut scene.settings;
    settings.time_step = change.dt.unwrap_or(settings.time_step);
    settings.substeps = change.substeps.unwrap_or(settings.substeps);
    if let Some(name) = &change.friction {
        settings.accuracy = accuracy;
        // The world that follows says how accurate its steps are.
        settings.set_friction(friction(name, settings.friction)?);
    }
    if let Some(mu) = change.mu {
        let set = scene.model.materials.set_friction_everywhere(mu);
        set.map_err(|error| error.to_string())?;
    }
    let choices = match &change.lanes {
        None => own,
        Some(lanes) => lanes.iter().map(solver).collect::<Result<_, _>>()?,
    };
    for name in choices.iter().filter_map(|choice| choice.name.as_deref()) {
        let entry = registry::find(name).map_err(|error| error.to_string())?;
        if !settings.friction.is_taken(&entry.accepts) {
            return Err(format!("{name} does not take problems of this friction model"));
        }
    }
    if let Some(first) = choices.first() {
        settings.solver = first.clone();
    }
    Ok(choices)
}

/// Leads lanes to a moment; one that was not there then begins where the first was.
fn restore(lanes: &mut [Lane], moments: &[Moment]) -> Result<(), String> {
    let own = |at: usize| moments.get(at).or(moments.first());
    let mut pairs = lanes.iter_mut().enumerate().filter_map(|(at, lane)| Some((lane, own(at)?)));
    pairs.try_for_each(|(lane, moment)| lane.restore(moment))
}

fn build(scene: &Scene, choices: &[SolverChoice]) -> Result<Vec<Lane>, String> {
    let lane = |choice: &SolverChoice| {
        let settings =
            stickslip_dynamics::Settings { solver: choice.clone(), ..scene.settings.clone() };
        let simulation = stickslip_scene::simulation(scene.model.clone(), settings);
        let simulation = simulation.map_err(|error| error.to_string())?;
        Ok(Lane::new(simulation))
    };
    choices.iter().map(lane).collect()
}

/// A model by name; one with facets keeps their number.
fn friction(name: &str, present: FrictionModel) -> Result<FrictionModel, String> {
    let Some(model) = FrictionModel::from_name(name) else {
        let known = FrictionModel::ALL.map(|model| model.0);
        let near = nearest_name(name, known)
            .map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
        return Err(format!("there is no friction model \"{name}\"{near}"));
    };
    Ok(if model.name() == present.name() { present } else { model })
}

fn solver(choice: &LaneChoice) -> Result<SolverChoice, String> {
    let mut options = OptionValues::new();
    for (key, value) in &choice.options {
        options = match value {
            Value::String(text) => options.set(key, text),
            Value::Number(number) => options.set(key, number),
            Value::Bool(truth) => options.set(key, truth),
            _ => return Err(format!("option {key}: expected a text, a number or a boolean")),
        };
    }
    if choice.max_iterations == Some(0) {
        return Err("max_iterations: is 0, but must be at least 1".into());
    }
    Ok(SolverChoice {
        name: choice.solver.clone(),
        options,
        tolerance: choice.tolerance,
        max_iterations: choice.max_iterations,
        ..SolverChoice::default()
    })
}
