//! `shape = { type = "box", size = [1, 1, 1] }` and its like.

use glam::{DVec2, DVec3};
use stickslip_dynamics::{
    ColliderDescription, Layers, MaterialId, MaterialTable, Shape, ShapeError, ShapeSource,
};

use super::item::Item;
use super::material;
use super::mesh;
use super::pose::pose;
use super::section::TomlTable;
use crate::error::SceneError;

/// What a shape is made of where it does not say so itself.
#[derive(Clone, Copy, Debug)]
pub struct Stuff {
    /// Material.
    pub material: MaterialId,
    /// Density (kg/m³).
    pub density: f64,
    /// What it may touch.
    pub layers: Layers,
}

/// `layers` and `meets` of a section: lists of numbers from 0 to 31.
pub fn layers(section: &TomlTable<'_>, default: Layers) -> Result<Layers, SceneError> {
    let bits = |item: &Item<'_>| {
        item.list()?.iter().try_fold(0_u32, |bits, item| match item.count()? {
            layer @ 0..32 => Ok(bits | 1 << layer),
            layer => Err(item.error(format!("is {layer}, but layers go from 0 to 31"))),
        })
    };
    Ok(Layers {
        own: section.or("layers", default.own, bits)?,
        meets: section.or("meets", default.meets, bits)?,
    })
}

/// A shape with its place on the body.
pub fn read(
    item: &Item<'_>,
    stuff: Stuff,
    materials: &MaterialTable,
) -> Result<ColliderDescription, SceneError> {
    item.section()?.whole(|section| {
        let read = section.required("type", |item| item.choice(&Shape::readers()))?;
        Ok(ColliderDescription {
            shape: read(section)?,
            pose: pose(section)?,
            material: section
                .or("material", stuff.material, |item| material::find(materials, item))?,
            density: section.or("density", stuff.density, Item::positive)?,
            visual: section.or("visual", false, Item::truth)?,
            layers: layers(section, stuff.layers)?,
        })
    })
}

impl ShapeSource for TomlTable<'_> {
    type Error = SceneError;

    fn positive(&self, key: &'static str) -> Result<f64, SceneError> {
        self.required(key, Item::positive)
    }

    fn sizes(&self, key: &'static str) -> Result<DVec3, SceneError> {
        self.required(key, sizes)
    }

    fn pair(&self, key: &'static str) -> Result<DVec2, SceneError> {
        self.required(key, Item::numbers).map(DVec2::from_array)
    }

    fn direction(&self, key: &'static str, default: DVec3) -> Result<DVec3, SceneError> {
        self.or(key, default, Item::direction)
    }

    fn points(&self, key: &'static str) -> Result<Vec<DVec3>, SceneError> {
        self.required(key, |item| item.list()?.iter().map(Item::vector).collect())
    }

    fn triangles(&self, key: &'static str) -> Result<Vec<[u32; 3]>, SceneError> {
        self.required(key, |item| item.list()?.iter().map(triangle).collect())
    }

    fn grid(&self, key: &'static str) -> Result<Vec<Vec<f64>>, SceneError> {
        let row = |row: &Item<'_>| row.list()?.iter().map(Item::number).collect();
        self.required(key, |item| item.list()?.iter().map(row).collect())
    }

    fn mesh(&self) -> Result<Option<Shape>, SceneError> {
        mesh::read(self)
    }

    fn refuse(&self, error: ShapeError) -> SceneError {
        self.error(error.to_string())
    }
}

fn sizes(item: &Item<'_>) -> Result<DVec3, SceneError> {
    match item.vector()? {
        size if size.min_element() > 0.0 => Ok(size),
        size => Err(item.error(format!("{size} has an edge that is not > 0"))),
    }
}

fn triangle(item: &Item<'_>) -> Result<[u32; 3], SceneError> {
    let list = item.list()?;
    let [a, b, c] = list.as_slice() else {
        return Err(item.error("expected three numbers of vertices"));
    };
    // A count fits, see `MAX`.
    Ok([a.count()? as u32, b.count()? as u32, c.count()? as u32])
}
