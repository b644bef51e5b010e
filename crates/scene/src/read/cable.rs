//! `[[cable]]`.

use glam::DVec3;
use stickslip_dynamics::{CableDescription, CableEnd, CableJoint, CableRest, MaterialTable};

use super::item::Item;
use super::joint::ReadContext;
use super::material;
use super::section::TomlTable;
use crate::error::SceneError;

const JOINTS: [(&str, CableJoint); 3] = [
    ("ball", CableJoint::Ball),
    ("universal", CableJoint::Universal),
    ("six-dof", CableJoint::SixDof),
];

const RESTS: [(&str, CableRest); 2] =
    [("straight", CableRest::Straight), ("as-laid", CableRest::AsLaid)];

/// A cable; `suffix` follows its name where it is one of several copies.
pub fn read(
    section: &TomlTable<'_>,
    suffix: &str,
    place: ReadContext<'_>,
    materials: &MaterialTable,
) -> Result<CableDescription, SceneError> {
    let name = section.required("name", Item::name)?;
    let path = section.required("path", |item| {
        item.list()?.iter().map(|point| Ok(place.frame.point(point.vector()?))).collect()
    })?;
    let path: Vec<DVec3> = path;
    let default = CableDescription::new(
        format!("{}{name}{suffix}", place.prefix),
        path,
        section.required("segments", Item::count)?,
        section.required("radius", Item::positive)?,
        section.required("linear_density", Item::positive)?,
    );
    let end = |item: &Item<'_>| match item.text()? {
        "free" => Ok(CableEnd::Free),
        _ => Ok(place.body_or_world(item)?.map_or(CableEnd::World, CableEnd::Body)),
    };
    Ok(CableDescription {
        axial_stiffness: section.or("axial_stiffness", default.axial_stiffness, Item::positive)?,
        bending_stiffness: section.or(
            "bending_stiffness",
            default.bending_stiffness,
            Item::at_least_zero,
        )?,
        torsional_stiffness: section.optional("torsional_stiffness", Item::at_least_zero)?,
        stretch_damping: section.or(
            "stretch_damping",
            default.stretch_damping,
            Item::at_least_zero,
        )?,
        bend_damping: section.or("bend_damping", default.bend_damping, Item::at_least_zero)?,
        joint: section.or("joint", default.joint, |item| item.choice(&JOINTS))?,
        rest: section.or("rest", default.rest, |item| item.choice(&RESTS))?,
        first_end: section.or("first_end", CableEnd::Free, end)?,
        second_end: section.or("second_end", CableEnd::Free, end)?,
        clamped: section.or("clamped", default.clamped, Item::truth)?,
        material: section
            .or("material", default.material, |item| material::find(materials, item))?,
        touching: section.or("touching", default.touching, Item::truth)?,
        ..default
    })
}
