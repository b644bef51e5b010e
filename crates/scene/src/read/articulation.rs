//! `[[articulation]]`.

use stickslip_dynamics::{Articulation, Model};

use super::joint::ReadContext;
use super::section::TomlTable;
use super::sensor::joint_named;
use crate::error::SceneError;

/// Joints of what is in the model already that carry their bodies.
pub fn read(
    section: &TomlTable<'_>,
    place: ReadContext<'_>,
    model: &Model,
) -> Result<Articulation, SceneError> {
    let joints = section.required("joints", |item| {
        let names = item.list()?;
        names.iter().map(|name| joint_named(name, place.prefix, model)).collect()
    })?;
    Ok(Articulation { joints, massless: Vec::new() })
}
