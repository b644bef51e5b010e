//! What can be wrong with a model.

use thiserror::Error;

/// Why something cannot be part of a model; names the place.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum ModelError {
    /// A body.
    #[error("body \"{name}\": {reason}")]
    Body {
        /// Its name.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// A body that does not exist.
    #[error("there is no body {body}: the model has {bodies}")]
    NoBody {
        /// The index that was given.
        body: usize,
        /// How many there are.
        bodies: usize,
    },
    /// A vertex that does not exist.
    #[error("there is no vertex {vertex}: the soft bodies have {vertices}")]
    NoVertex {
        /// The index that was given.
        vertex: usize,
        /// How many there are.
        vertices: usize,
    },
    /// A contact that is given.
    #[error("contact {contact}: {reason}")]
    Contact {
        /// Its place among those given.
        contact: usize,
        /// What is wrong.
        reason: String,
    },
    /// A material.
    #[error("material \"{name}\": {reason}")]
    Material {
        /// Its name, or the index that names none.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// A pair of materials.
    #[error("pair of materials \"{first}\" and \"{second}\": {reason}")]
    Pair {
        /// The name of the first.
        first: String,
        /// The name of the second.
        second: String,
        /// What is wrong.
        reason: String,
    },
    /// A name that nobody has.
    #[error("there is no {what} \"{name}\"{hint}")]
    Unknown {
        /// Body, joint, material or control.
        what: &'static str,
        /// The name that was given.
        name: String,
        /// The nearest known one, or some of those that there are.
        hint: String,
    },
    /// A control.
    #[error("control \"{name}\": {reason}")]
    Control {
        /// Its name.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// A joint.
    #[error("joint \"{name}\": {reason}")]
    Joint {
        /// Its name.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// A cable.
    #[error("cable \"{name}\": {reason}")]
    Cable {
        /// Its name.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// A liquid.
    #[error("liquid \"{name}\": {reason}")]
    Liquid {
        /// Its name.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// A sensor.
    #[error("sensor \"{name}\": {reason}")]
    Sensor {
        /// Its name.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// A soft body.
    #[error("soft body \"{name}\": {reason}")]
    Soft {
        /// Its name.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// The settings.
    #[error("setting {key}: {reason}")]
    Setting {
        /// Which one.
        key: &'static str,
        /// What is wrong.
        reason: String,
    },
}
