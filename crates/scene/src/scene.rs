//! A scene that is ready to be simulated, and where scenes come from.

use std::collections::BTreeMap;
use std::path::Path;

use stickslip_dynamics::{Model, ModelError, Settings, Simulation};

use crate::builtin::find_builtin;
use crate::error::SceneError;
use crate::read;

/// What a user changes about a scene without touching its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overrides {
    /// Values of its parameters.
    pub parameters: BTreeMap<String, f64>,
    /// Seed of its random offsets.
    pub seed: u64,
}

/// A scene as it was read.
#[derive(Clone, Debug)]
pub struct Scene {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub description: String,
    /// What happens in it and why that is hard to compute: a paragraph, or nothing.
    pub story: String,
    /// The document that describes it and where, if there is one.
    pub document: Option<String>,
    /// How long it runs unless told otherwise (s).
    pub seconds: f64,
    /// Its parameters with the values that were used.
    pub parameters: Vec<(String, f64)>,
    /// Bodies, materials and joints.
    pub model: Model,
    /// How it is stepped.
    pub settings: Settings,
    /// The text it was read from.
    pub source: String,
}

impl Scene {
    /// The scene at its beginning. The error names the body or the setting.
    pub fn simulation(&self) -> Result<Simulation, ModelError> {
        Simulation::new(self.model.clone(), self.settings.clone())
    }
}

/// The text of a scene and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneSource {
    /// A path, or `builtin:NAME`.
    pub file: String,
    /// TOML.
    pub text: String,
}

impl SceneSource {
    /// A text that is in no file; `file` names it in messages.
    pub fn new(text: impl Into<String>, file: impl Into<String>) -> Self {
        Self { file: file.into(), text: text.into() }
    }

    /// A scene file.
    pub fn read_file(path: &Path) -> Result<Self, SceneError> {
        let file = path.display().to_string();
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(reason) => return Err(SceneError::Io { file, reason }),
        };
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { file, text }),
            Err(error) => {
                let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
                let line = 1 + valid.iter().filter(|&&byte| byte == b'\n').count();
                Err(SceneError::Text { file, line, reason: "not UTF-8 text".into() })
            }
        }
    }

    /// The built-in scene of that name, or else the scene file at that path.
    pub fn find(name: &str) -> Result<Self, SceneError> {
        let path = Path::new(name);
        match find_builtin(name) {
            Ok(builtin) => Ok(builtin.source()),
            Err(_) if path.exists() || path.extension().is_some_and(|it| it == "toml") => {
                Self::read_file(path)
            }
            Err(unknown) => Err(unknown),
        }
    }

    /// The names and own values of the scene's parameters.
    pub fn parameters(&self) -> Result<Vec<(String, f64)>, SceneError> {
        read::parameters(&self.text, &self.file)
    }

    /// Reads the scene.
    ///
    /// ```no_run
    /// use stickslip_scene::{Overrides, SceneSource};
    ///
    /// let scene = SceneSource::find("stack")?.read(&Overrides::default())?;
    /// let mut simulation = scene.simulation()?;
    /// simulation.step()?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(&self, overrides: &Overrides) -> Result<Scene, SceneError> {
        read::scene(&self.text, &self.file, overrides)
    }
}
