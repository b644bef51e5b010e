//! `[[liquid]]`.

use glam::DVec3;
use stickslip_dynamics::{LiquidDescription, Walls};

use super::item::Item;
use super::section::TomlTable;
use crate::error::SceneError;

/// A liquid; `suffix` follows its name and `offset` moves it where it is one of
/// several copies.
pub fn read(
    section: &TomlTable<'_>,
    suffix: &str,
    offset: DVec3,
) -> Result<LiquidDescription, SceneError> {
    let name = section.required("name", Item::name)?;
    let corners = |item: &Item<'_>| match &item.list()?[..] {
        [lower, upper] => Ok([lower.vector()? + offset, upper.vector()? + offset]),
        others => {
            let count = others.len();
            Err(item.error(format!("has {count} corners, but must have a lower and an upper one")))
        }
    };
    let default = LiquidDescription::new(
        format!("{name}{suffix}"),
        section.required("domain", corners)?,
        section.required("region", corners)?,
        section.required("resolution", Item::count)?,
    );
    let description = LiquidDescription {
        density: section.or("density", default.density, Item::number)?,
        flat: section.or("flat", default.flat, Item::truth)?,
        velocity: section.or("velocity", default.velocity, Item::vector)?,
        walls: section.or("walls", default.walls, |item| item.choice(&Walls::ALL))?,
        ..default
    };
    match description.check() {
        Ok(()) => Ok(description),
        Err(error) => Err(match section.item(error.key) {
            Some(item) => item.error(error.reason),
            None => section.error(error.to_string()),
        }),
    }
}
