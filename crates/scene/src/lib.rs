//! Scene files, built-in scenes and recordings. Knows nothing of how a problem
//! is solved.
//!
//! # Scene files
//! [TOML](https://toml.io). Units are SI, y is up, angles are in degrees and
//! angular velocities in rad/s. Wherever a number stands, an expression such as
//! `"= 2 * n"` may stand. An unknown key is an error.
//!
//! `stickslip help scene` prints every key with an example; [`keys`] has the
//! same table.
//!
//! # Recordings
//! See [`recording`].

#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod builtin;
mod bytes;
mod error;
pub mod keys;
mod play;
mod presets;
mod read;
pub mod recording;
mod saved_state;
mod scene;
mod source;
mod sparse;

pub use builtin::{BuiltinScene, SCENES, find_builtin, find_model};
pub use error::SceneError;
pub use play::{PlayPlan, PlayedStep, play};
pub use presets::{PRESETS, Preset};
pub use read::{Parts, setting_keys};
pub use saved_state::{CodedState, SavedState, StateFileError, StateReader, StateShare};
pub use scene::{Overrides, Parameter, ParameterPreset, Scene, SceneView, simulation};
pub use source::SceneSource;
pub use sparse::{Copies, SparseScene, TakeCopies, copy_name};
