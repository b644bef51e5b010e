//! What can be wrong with a scene, said with the file and the line.

use std::io;

use thiserror::Error;

/// Why a scene could not be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum SceneError {
    /// The file system refused.
    #[error("{file}: cannot be read: {reason}")]
    Io {
        /// The file.
        file: String,
        /// What the system said.
        reason: io::Error,
    },
    /// No built-in scene, and no file either where one would do.
    #[error("there is no built-in scene \"{name}\"{hint}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// The nearest known name.
        hint: String,
    },
    /// Something in the text does not fit.
    #[error("{file}: line {line}: {reason}")]
    Text {
        /// The file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// What is wrong, with the body or joint and the key.
        reason: String,
    },
    /// A model file could not be read.
    #[error("{0}")]
    Import(stickslip_import::ImportError),
    /// A setting was changed that there is not.
    #[error("there is no setting \"{key}\"{hint}")]
    Setting {
        /// What was changed.
        key: String,
        /// The nearest known one.
        hint: String,
    },
    /// A preset was asked for that the scene does not have.
    #[error("{scene} has no preset \"{name}\"{hint}")]
    Preset {
        /// The scene.
        scene: String,
        /// What was asked for.
        name: String,
        /// The nearest known name, or all of them.
        hint: String,
    },
    /// A parameter was set that the scene does not have.
    #[error("scene {scene} has no parameter \"{name}\"{hint}")]
    Parameter {
        /// The scene.
        scene: String,
        /// What was set.
        name: String,
        /// The nearest known name, or all of them.
        hint: String,
    },
}

/// "; did you mean …", or all that is known where nothing is near.
pub(crate) fn hint<'a>(asked: &str, known: impl IntoIterator<Item = &'a str> + Clone) -> String {
    if let Some(near) = stickslip_solve::nearest_name(asked, known.clone()) {
        return format!("; did you mean \"{near}\"?");
    }
    let mut known: Vec<_> = known.into_iter().collect();
    known.sort_unstable();
    if known.is_empty() { String::new() } else { format!("; known are {}", known.join(", ")) }
}
