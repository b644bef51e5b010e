//! Scene files, built-in scenes and recordings. Knows nothing of how a problem
//! is solved.

mod builtin;
mod error;
mod presets;
mod read;
mod scene;

pub use builtin::{BuiltinScene, SCENES};
pub use error::SceneError;
pub use presets::{PRESETS, Preset};
pub use read::FRICTION_MODELS;
pub use scene::{Overrides, Scene, SceneSource};
