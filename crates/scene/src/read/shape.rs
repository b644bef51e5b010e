//! `shape = { type = "box", size = [1, 1, 1] }` and its like.

use glam::{DVec2, DVec3};
use stickslip_dynamics::{ColliderDescription, MaterialId, MaterialTable, Shape, ShapeError};

use super::item::Item;
use super::material;
use super::pose::pose;
use super::section::Section;
use crate::error::SceneError;

#[derive(Clone, Copy)]
enum Kind {
    Sphere,
    Cuboid,
    Capsule,
    Cylinder,
    Hull,
    HalfSpace,
    Terrain,
    Mesh,
}

const KINDS: [(&str, Kind); 8] = [
    ("sphere", Kind::Sphere),
    ("box", Kind::Cuboid),
    ("capsule", Kind::Capsule),
    ("cylinder", Kind::Cylinder),
    ("hull", Kind::Hull),
    ("half-space", Kind::HalfSpace),
    ("terrain", Kind::Terrain),
    ("mesh", Kind::Mesh),
];

/// What a shape is made of where it does not say so itself.
#[derive(Clone, Copy, Debug)]
pub struct Stuff {
    /// Material.
    pub material: MaterialId,
    /// Density (kg/m³).
    pub density: f64,
}

/// A shape with its place on the body.
pub fn read(
    item: &Item<'_>,
    stuff: Stuff,
    materials: &MaterialTable,
) -> Result<ColliderDescription, SceneError> {
    item.section()?.whole(|section| {
        let kind = section.required("type", |item| item.choice(&KINDS))?;
        let shape = geometry(kind, section)?.map_err(|error| section.error(error.to_string()))?;
        Ok(ColliderDescription {
            shape,
            pose: pose(section)?,
            material: section
                .or("material", stuff.material, |item| material::find(materials, item))?,
            density: section.or("density", stuff.density, Item::positive)?,
        })
    })
}

fn geometry(kind: Kind, section: &Section<'_>) -> Result<Result<Shape, ShapeError>, SceneError> {
    let positive = |key| section.required(key, Item::positive);
    Ok(match kind {
        Kind::Sphere => Shape::sphere(positive("radius")?),
        Kind::Cuboid => Shape::cuboid(0.5 * section.required("size", sizes)?),
        Kind::Capsule => Shape::capsule(positive("radius")?, 0.5 * positive("length")?),
        Kind::Cylinder => Shape::cylinder(positive("radius")?, 0.5 * positive("length")?),
        Kind::Hull => Shape::convex_hull(&section.required("points", points)?),
        Kind::HalfSpace => Shape::half_space(section.or("normal", DVec3::Y, Item::direction)?),
        Kind::Terrain => {
            let heights = section.required("heights", |item| {
                let row = |row: &Item<'_>| row.list()?.iter().map(Item::number).collect();
                item.list()?.iter().map(row).collect::<Result<Vec<Vec<f64>>, _>>()
            })?;
            let extent = section.required("extent", Item::numbers)?;
            Shape::height_field(&heights, DVec2::from_array(extent))
        }
        Kind::Mesh => {
            let triangles = section.required("triangles", |item| {
                item.list()?.iter().map(triangle).collect::<Result<Vec<_>, _>>()
            })?;
            Shape::triangle_mesh(&section.required("vertices", points)?, &triangles)
        }
    })
}

fn sizes(item: &Item<'_>) -> Result<DVec3, SceneError> {
    match item.vector()? {
        size if size.min_element() > 0.0 => Ok(size),
        size => Err(item.error(format!("{size} has an edge that is not > 0"))),
    }
}

fn points(item: &Item<'_>) -> Result<Vec<DVec3>, SceneError> {
    item.list()?.iter().map(Item::vector).collect()
}

fn triangle(item: &Item<'_>) -> Result<[u32; 3], SceneError> {
    let list = item.list()?;
    let [a, b, c] = list.as_slice() else {
        return Err(item.error("expected three numbers of vertices"));
    };
    // A count fits, see `MOST`.
    Ok([a.count()? as u32, b.count()? as u32, c.count()? as u32])
}
