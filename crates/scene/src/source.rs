//! Where scenes come from: the program, or a file.

use std::path::Path;

use crate::builtin::{BuiltinScene, find_builtin};
use crate::error::{SceneError, hint};
use crate::read;
use crate::scene::{Overrides, Parameter, ParameterPreset, Scene};
use crate::sparse::{SparseScene, TakeCopies};

/// The text of a scene and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SceneSource {
    /// A path, or `builtin:NAME`; of a model, the path of its file.
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

    /// A model file (MJCF or URDF) as a scene of its own, with more lines for its
    /// `[[model]]`.
    ///
    /// # Errors
    /// Where the file is no model.
    pub fn of_model(path: &Path, name: &str, lines: &[String]) -> Result<Self, SceneError> {
        let outline = stickslip_import::outline(path).map_err(SceneError::Import)?;
        let text = read::scene_of(&outline, name, lines);
        Ok(Self { file: path.display().to_string(), text })
    }

    /// The built-in scene of that name, or else the scene or model file at that path.
    pub fn find(name: &str) -> Result<Self, SceneError> {
        let path = Path::new(name);
        match find_builtin(name) {
            Err(_) if stickslip_import::is_model(path) => {
                let name = path.file_name().unwrap_or_default();
                Self::of_model(path, &name.to_string_lossy(), &[])
            }
            Ok(builtin) => Ok(builtin.source()),
            Err(_) if path.exists() || path.extension().is_some() => Self::read_file(path),
            Err(unknown) => Err(unknown),
        }
    }

    /// The same with settings changed: names of keys of `[settings]`, and values in TOML.
    ///
    /// # Errors
    /// Where a key is not known, with the nearest.
    pub fn with_settings(&self, settings: &[(String, String)]) -> Result<Self, SceneError> {
        let text = read::with_settings(&self.text, &self.file, settings)?;
        Ok(Self { file: self.file.clone(), text })
    }

    /// The names and own values of the scene's parameters.
    pub fn parameters(&self) -> Result<Vec<Parameter>, SceneError> {
        read::parameters(&self.text, &self.file)
    }

    /// The preset of that name.
    ///
    /// # Errors
    /// Where the scene has none of that name, with the nearest.
    pub fn preset(&self, name: &str) -> Result<ParameterPreset, SceneError> {
        let presets = read::presets(&self.text, &self.file)?;
        let found = presets.iter().find(|preset| preset.name == name).cloned();
        found.ok_or_else(|| SceneError::Preset {
            scene: self.file.clone(),
            name: name.into(),
            hint: hint(name, presets.iter().map(|preset| preset.name.as_str())),
        })
    }

    /// Reads the scene.
    ///
    /// ```
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

impl SceneSource {
    /// Reads the scene but for its repeated bodies, of which the taker gets those that it wants, one
    /// after the other. Scenes with groups, models, joints or anything else that may name a body
    /// are read whole.
    ///
    /// # Errors
    /// As in [`Self::read`]; where only a copy that nobody wants is wrong, there is none. The first
    /// copy is always checked.
    pub fn read_sparsely(
        &self,
        overrides: &Overrides,
        taker: &mut dyn TakeCopies,
    ) -> Result<SparseScene, SceneError> {
        read::sparse(&self.text, &self.file, overrides, taker)
    }
}

impl BuiltinScene {
    /// Its text, to be read.
    pub fn source(&self) -> SceneSource {
        SceneSource::new(self.text, format!("builtin:{}", self.name))
    }
}
