//! `[presets.NAME]`: values of several parameters under one name.

use std::collections::BTreeMap;

use super::section::TomlTable;
use crate::error::{SceneError, hint};
use crate::scene::{Parameter, ParameterPreset};

/// All presets of a scene; every name in them is one of its parameters.
pub fn read(
    document: &TomlTable<'_>,
    parameters: &[Parameter],
) -> Result<Vec<ParameterPreset>, SceneError> {
    document.or("presets", Vec::new(), |item| {
        let mut presets = Vec::new();
        for (name, item) in item.section()?.entries() {
            let mut preset = ParameterPreset { name, says: String::new(), values: BTreeMap::new() };
            for (key, value) in item.section()?.entries() {
                if key == "says" {
                    value.text()?.trim().clone_into(&mut preset.says);
                } else if parameters.iter().any(|known| known.name == key) {
                    preset.values.insert(key, value.number()?);
                } else {
                    let known = parameters.iter().map(|known| known.name.as_str());
                    return Err(value.error(format!("is no parameter{}", hint(&key, known))));
                }
            }
            presets.push(preset);
        }
        Ok(presets)
    })
}
