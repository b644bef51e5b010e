//! Scenes.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use stickslip_dynamics::{ControlMode, FrictionModel, Motion, MotorMode};
use stickslip_scene::{Overrides, SCENES, Scene, SceneSource};
use stickslip_solve::{OptionValues, registry};

use crate::engine::Engine;
use crate::exception::{Done, Exception, guarded};

/// Name and description of every built-in scene.
#[pyfunction]
pub fn scenes() -> PyResult<Vec<(&'static str, String)>> {
    guarded(|| {
        let each = SCENES.iter().map(|builtin| {
            let scene = builtin.source().read(&Overrides::default())?;
            Ok((builtin.name, scene.description))
        });
        each.collect()
    })
    .map_err(Into::into)
}

/// The text of a built-in scene or of a scene file, and what to call it.
#[pyfunction]
pub fn find_scene(name: PathBuf) -> PyResult<(String, String)> {
    guarded(|| {
        let SceneSource { text, file } = SceneSource::find(&name.to_string_lossy())?;
        Ok((text, file))
    })
    .map_err(Into::into)
}

/// Name, qpos, qvel and ctrl of a keyframe.
type KeyTuple = (String, Vec<f64>, Vec<f64>, Vec<f64>);

/// Name, joint, mode, range of values and range of forces of a control.
type ControlTuple = (String, usize, &'static str, [f64; 2], [f64; 2]);

/// The keys of `[settings]`.
#[pyfunction]
pub fn setting_keys() -> Vec<&'static str> {
    stickslip_scene::setting_keys()
}

/// The names of the parameters of a scene.
#[pyfunction]
pub fn scene_parameters(text: String, file: String) -> PyResult<Vec<String>> {
    guarded(|| {
        let parameters = SceneSource::new(text, file).parameters()?;
        Ok(parameters.into_iter().map(|parameter| parameter.name).collect())
    })
    .map_err(Into::into)
}

/// The text of a scene with settings changed: keys, and values in TOML.
#[pyfunction]
pub fn with_settings(
    text: String,
    file: String,
    settings: Vec<(String, String)>,
) -> PyResult<String> {
    guarded(|| Ok(SceneSource::new(text, file).with_settings(&settings)?.text)).map_err(Into::into)
}

/// The names of the keyframes of a model file, and its numbers qpos, qvel and ctrl of each.
#[pyfunction]
pub fn model_keys(path: PathBuf) -> PyResult<Vec<KeyTuple>> {
    guarded(|| {
        let options = stickslip_import::ReadOptions {
            strictness: stickslip_import::Strictness::Lenient,
            ..Default::default()
        };
        let read = stickslip_import::read(&path, &options);
        let read = read.map_err(|error| Exception("ModelFileError", error.to_string()))?;
        let keys = read.mechanism.keyframes.into_iter().enumerate();
        let each = keys.map(|(at, key)| {
            (key.name.unwrap_or_else(|| at.to_string()), key.qpos, key.qvel, key.ctrl)
        });
        Ok(each.collect())
    })
    .map_err(Into::into)
}

/// A scene that was read; `stickslip.Scene` is what people hold.
#[pyclass(frozen, module = "stickslip._stickslip")]
pub struct SceneCore {
    pub scene: Arc<Scene>,
    seed: u64,
}

/// What is changed about a scene besides its parameters.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct Changes {
    solver: Option<String>,
    solver_options: BTreeMap<String, String>,
    tolerance: Option<f64>,
    max_iterations: Option<usize>,
    dt: Option<f64>,
    substeps: Option<usize>,
    friction_model: Option<String>,
    gravity: Option<[f64; 3]>,
    ignore: Vec<(String, String)>,
}

impl Changes {
    fn apply(self, scene: &mut Scene) -> Done<()> {
        let refused = Exception::of("SceneError");
        let settings = &mut scene.settings;
        let choice = &mut settings.solver;
        if let Some(name) = self.solver {
            let entry = registry::find(&name).map_err(|error| refused(&error))?;
            choice.name = Some(entry.name.into());
            choice.options = OptionValues::new();
        }
        for (key, value) in self.solver_options {
            choice.options = std::mem::take(&mut choice.options).set(key, value);
        }
        choice.tolerance = self.tolerance.or(choice.tolerance);
        choice.max_iterations = self.max_iterations.or(choice.max_iterations);
        settings.time_step = self.dt.unwrap_or(settings.time_step);
        settings.substeps = self.substeps.unwrap_or(settings.substeps);
        settings.gravity = self.gravity.map_or(settings.gravity, Into::into);
        if let Some(name) = self.friction_model {
            settings.set_friction(FrictionModel::from_name(&name).ok_or_else(|| {
                let known = FrictionModel::ALL.map(|model| model.0).join(", ");
                refused(&format!("there is no friction model \"{name}\"; there are {known}"))
            })?);
        }
        for (first, second) in self.ignore {
            let bodies = [first, second].map(|name| scene.model.body_named(&name));
            let [first, second] = bodies;
            scene.model.ignore_contacts(first?, second?)?;
        }
        Ok(())
    }
}

impl SceneCore {
    /// A scene that is there already.
    pub fn new_of(scene: &Arc<Scene>, seed: u64) -> Self {
        Self { scene: Arc::clone(scene), seed }
    }
}

#[pymethods]
impl SceneCore {
    #[new]
    fn new(
        py: Python<'_>,
        text: String,
        file: String,
        parameters: BTreeMap<String, f64>,
        seed: u64,
        changes: Changes,
    ) -> PyResult<Self> {
        let read = || {
            let overrides = Overrides { parameters, seed };
            let mut scene = SceneSource::new(text, file).read(&overrides)?;
            changes.apply(&mut scene)?;
            // Built for its errors, which name the body or the setting.
            scene.simulation()?;
            Ok(Self { scene: Arc::new(scene), seed })
        };
        py.detach(|| guarded(read)).map_err(|exception: Exception| exception.into())
    }

    fn simulate(&self, device: &str) -> PyResult<Engine> {
        guarded(|| Engine::new(&self.scene, self.seed, device)).map_err(Into::into)
    }

    #[getter]
    fn name(&self) -> &str {
        &self.scene.name
    }

    #[getter]
    fn description(&self) -> &str {
        &self.scene.description
    }

    #[getter]
    fn story(&self) -> &str {
        &self.scene.story
    }

    #[getter]
    fn seconds(&self) -> f64 {
        self.scene.seconds
    }

    #[getter]
    fn dt(&self) -> f64 {
        self.scene.settings.time_step
    }

    #[getter]
    fn substeps(&self) -> usize {
        self.scene.settings.substeps
    }

    #[getter]
    fn gravity(&self) -> [f64; 3] {
        self.scene.settings.gravity.to_array()
    }

    #[getter]
    fn friction_model(&self) -> &'static str {
        self.scene.settings.friction.name()
    }

    #[getter]
    fn solver(&self) -> &str {
        let settings = &self.scene.settings;
        settings.solver.name.as_deref().unwrap_or(settings.friction.preferred_solver())
    }

    #[getter]
    fn parameters(&self) -> BTreeMap<String, f64> {
        self.scene.offered().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    /// Name, what moves it, and mass of every body.
    fn bodies(&self) -> Vec<(String, &'static str, f64)> {
        let each = self.scene.model.bodies().iter().map(|body| {
            let motion = match body.description.motion {
                Motion::Static => "static",
                Motion::Kinematic(_) => "kinematic",
                Motion::Dynamic => "dynamic",
            };
            (body.description.name.clone(), motion, body.mass.mass)
        });
        each.collect()
    }

    /// Name, kind, first body or −1, and second body of every joint.
    fn joints(&self) -> Vec<(String, &'static str, isize, usize)> {
        let each = self.scene.model.joints().iter().map(|joint| {
            let description = joint.description();
            let first = description.first.map_or(-1, |first| first.0 as isize);
            (description.name.clone(), description.kind.name(), first, description.second.0)
        });
        each.collect()
    }

    /// The name of every material.
    fn materials(&self) -> Vec<String> {
        let all = self.scene.model.materials.materials();
        all.iter().map(|material| material.name.clone()).collect()
    }

    /// Name, joint, mode, range of values and range of forces of every control.
    fn controls(&self) -> Vec<ControlTuple> {
        let each = self.scene.model.controls().into_iter().map(|control| {
            let mode = ControlMode::of(&control.motor).name();
            let limit = control.motor.limit;
            let (values, forces) = match &control.motor.mode {
                MotorMode::Servo(servo) => (servo.signals, servo.forces),
                _ => ([f64::NEG_INFINITY, f64::INFINITY], [-limit, limit]),
            };
            (control.name, control.joint.0, mode, values, forces)
        });
        each.collect()
    }

    /// Name, kind and channels of every sensor.
    fn sensors(&self) -> Vec<(String, &'static str, Vec<&'static str>)> {
        let each = self.scene.model.sensors().iter().map(|sensor| {
            (sensor.name.clone(), sensor.kind.name(), sensor.kind.channels().to_vec())
        });
        each.collect()
    }

    /// Name and number of vertices of every soft body.
    fn soft_bodies(&self) -> Vec<(String, usize)> {
        let each = self.scene.model.soft_bodies().iter();
        each.map(|soft| (soft.description.name.clone(), soft.vertices())).collect()
    }

    /// The name of every liquid.
    fn liquids(&self) -> Vec<String> {
        self.scene.model.liquids().iter().map(|liquid| liquid.name.clone()).collect()
    }
}
