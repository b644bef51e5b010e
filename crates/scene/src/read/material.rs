//! `[[material]]` and `[[pair]]`.

use stickslip_dynamics::{Compliance, Material, MaterialId, MaterialTable, Surface};

use super::friction;
use super::item::Item;
use super::section::TomlTable;
use crate::error::{SceneError, hint};
use crate::presets::PRESETS;

/// Reads every `[[material]]` and `[[pair]]`. A material called "default" is
/// the one of bodies that name none.
pub fn read(document: &TomlTable<'_>, table: &mut MaterialTable) -> Result<(), SceneError> {
    for section in document.sections("material")? {
        section.whole(|section| {
            let name = section.required("name", Item::name)?;
            let surface = surface(section, Surface::default())?;
            let structure = section.optional("structure", friction::structure)?;
            let relief = section.optional("relief", friction::relief)?;
            let id = if name == "default" {
                let set = table.set_surface(MaterialTable::DEFAULT, surface);
                set.map_err(|error| section.foreign(error))?;
                MaterialTable::DEFAULT
            } else if table.find(&name).is_some() {
                return Err(section.error("there is a material of that name already"));
            } else {
                let added = table.add(Material { name, surface });
                added.map_err(|error| section.foreign(error))?
            };
            if let Some(structure) = structure {
                let set = table.set_structure(id, structure);
                set.map_err(|error| section.foreign(error))?;
            }
            relief.map_or(Ok(()), |relief| {
                table.set_relief(id, relief).map_err(|error| section.foreign(error))
            })
        })?;
    }
    for section in document.sections("pair")? {
        section.whole(|section| {
            let [first, second] = section.required("materials", |item| {
                let list = item.list()?;
                let [first, second] = list.as_slice() else {
                    return Err(item.error("expected the names of two materials"));
                };
                Ok([find(table, first)?, find(table, second)?])
            })?;
            let surface = surface(section, table.between(first, second))?;
            let law = friction::law(section)?;
            table.set_pair(first, second, surface).map_err(|error| section.foreign(error))?;
            law.map_or(Ok(()), |law| {
                table.set_law(first, second, law).map_err(|error| section.foreign(error))
            })
        })?;
    }
    Ok(())
}

/// The material that an item names.
pub fn find(table: &MaterialTable, item: &Item<'_>) -> Result<MaterialId, SceneError> {
    let name = item.name()?;
    table.find(&name).ok_or_else(|| {
        let known = table.materials().iter().map(|material| material.name.as_str());
        item.error(format!("there is no material \"{name}\"{}", hint(&name, known)))
    })
}

fn surface(section: &TomlTable<'_>, default: Surface) -> Result<Surface, SceneError> {
    let choices = PRESETS.each_ref().map(|preset| (preset.name, preset.friction()));
    let preset = section.or("preset", default.friction, |item| item.choice(&choices))?;
    let restitution =
        section.or("restitution", default.restitution, |item| match item.number()? {
            value if (0.0..=1.0).contains(&value) => Ok(value),
            value => Err(item.error(format!("is {value}, but must lie between 0 and 1"))),
        })?;
    Ok(Surface {
        friction: section.or("friction", preset, Item::at_least_zero)?,
        restitution,
        torsion: section.or("torsion", default.torsion, Item::at_least_zero)?,
        rolling: section.or("rolling", default.rolling, Item::at_least_zero)?,
        compliance: compliance(section, default.compliance)?,
    })
}

/// `stiffness` with `damping`, or `epsilon` with `gamma`, or neither.
pub fn compliance(section: &TomlTable<'_>, default: Compliance) -> Result<Compliance, SceneError> {
    let [stiffness, damping, epsilon, gamma] = [
        section.optional("stiffness", Item::number)?,
        section.optional("damping", Item::number)?,
        section.optional("epsilon", Item::number)?,
        section.optional("gamma", Item::number)?,
    ];
    let compliance = match (stiffness, damping, epsilon, gamma) {
        (None, None, None, None) => return Ok(default),
        (Some(stiffness), damping, None, None) => {
            Compliance::Spring { stiffness, damping: damping.unwrap_or(0.0) }
        }
        (None, None, Some(epsilon), Some(gamma)) => Compliance::Row { epsilon, gamma },
        _ => {
            return Err(section.error(
                "give stiffness (with damping or without), or epsilon and gamma, or none of them",
            ));
        }
    };
    compliance.check().map_err(|reason| section.error(reason))?;
    Ok(compliance)
}
