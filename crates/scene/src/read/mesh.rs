//! `shape = { type = "mesh", file = "cup.obj", scale = 0.01, solid = true }`, or with a
//! `generator` in the place of a file.

use std::cell::RefCell;
use std::collections::HashMap;

use glam::{DAffine3, DMat3, DVec3};
use stickslip_dynamics::{Shape, ShapeError, Solidity};
use stickslip_geometry::files;
use stickslip_geometry::mesh::{MeshError, Surface, generate, simplify};

use super::item::Item;
use super::place::Source;
use super::section::TomlTable;
use crate::error::SceneError;

/// Meshes by what was said of them: many bodies share one.
#[derive(Debug, Default)]
pub struct MeshCache(RefCell<HashMap<String, Shape>>);

/// Voxels or cells along the longest side where nothing is said.
const RESOLUTION: usize = 32;

/// What touches.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Touching {
    /// Every triangle, solid behind; without a mass.
    Terrain,
    Solid(Solidity),
}

/// The mesh of a file or generator; none where neither is named.
pub fn read(section: &TomlTable<'_>) -> Result<Option<Shape>, SceneError> {
    let file = section.item("file");
    let generator = section.item("generator");
    let make = match (&file, &generator) {
        (None, None) => return Ok(None),
        (Some(_), Some(item)) => return Err(item.error("stands beside a file: one of the two")),
        (Some(item), None) => Make::File(item.text()?.to_owned()),
        (None, Some(item)) => {
            let recipe = item.choice(&RECIPES)?;
            Make::Generator(recipe(section)?)
        }
    };
    let place = file.or(generator);
    let refuse = |reason: String| match &place {
        Some(item) => item.error(reason),
        None => section.error(reason),
    };
    let scale = section.or("scale", DVec3::ONE, scale)?;
    let simplified = section.item("simplify");
    let most_faces = simplified.as_ref().map(Item::count).transpose()?;
    let touching = touching(section)?;
    let key = format!("{make:?} {scale:?} {most_faces:?} {touching:?}");
    if let Some(shape) = section.place.source.meshes.0.borrow().get(&key) {
        return Ok(Some(shape.clone()));
    }
    let surface = make.surface(&section.place.source).map_err(&refuse)?;
    let scaled = surface.transformed(&DAffine3::from_scale(scale));
    let mut surface = scaled.map_err(|error| refuse(error.to_string()))?;
    if let (Some(item), Some(most_faces)) = (simplified, most_faces) {
        surface = simplify(&surface, most_faces).map_err(|error| item.error(error.to_string()))?;
    }
    let shape = shape(&surface, touching).map_err(|error| refuse(error.to_string()))?;
    section.place.source.meshes.0.borrow_mut().insert(key, shape.clone());
    Ok(Some(shape))
}

fn shape(surface: &Surface, touching: Touching) -> Result<Shape, ShapeError> {
    match touching {
        Touching::Terrain => Shape::triangle_mesh(surface.points(), surface.faces()),
        Touching::Solid(solidity) => Shape::mesh(surface, solidity),
    }
}

/// One factor, or one for each axis.
fn scale(item: &Item<'_>) -> Result<DVec3, SceneError> {
    let factors = if item.is_list() { item.vector()? } else { DVec3::splat(item.number()?) };
    match factors.to_array().into_iter().find(|&factor| factor == 0.0) {
        None => Ok(factors),
        Some(_) => Err(item.error("makes the mesh flat")),
    }
}

/// `solid` is true or false, or a word; `resolution` is for two of the words.
fn touching(section: &TomlTable<'_>) -> Result<Touching, SceneError> {
    let Some(item) = section.item("solid") else {
        return Ok(Touching::Solid(Solidity::Features));
    };
    if let Ok(solid) = item.truth() {
        return Ok(if solid { Touching::Solid(Solidity::Features) } else { Touching::Terrain });
    }
    #[derive(Clone, Copy)]
    enum Word {
        Convex,
        Decompose,
        Sdf,
    }
    let words = [("convex", Word::Convex), ("decompose", Word::Decompose), ("sdf", Word::Sdf)];
    let word = item.choice(&words)?;
    if matches!(word, Word::Convex) {
        return Ok(Touching::Solid(Solidity::Convex));
    }
    // A count fits, see `MAX`.
    let resolution = section.or("resolution", RESOLUTION, Item::count)? as u32;
    Ok(Touching::Solid(match word {
        Word::Sdf => Solidity::Field { resolution },
        Word::Convex | Word::Decompose => Solidity::Decompose { resolution },
    }))
}

/// Where a surface comes from.
#[derive(Debug)]
enum Make {
    /// Relative to the scene.
    File(String),
    Generator(Generator),
}

impl Make {
    fn surface(&self, source: &Source<'_>) -> Result<Surface, String> {
        match self {
            // Who only wants to know the keys has no files: any surface will do.
            Self::File(_) if source.asked.is_some() => {
                generate::sphere(1.0, 0).map_err(|error| error.to_string())
            }
            Self::File(file) => {
                let mesh = files::read(&source.beside(file)?).map_err(|error| error.to_string())?;
                mesh.into_surface().map_err(|error| error.to_string())
            }
            Self::Generator(generator) => generator.surface().map_err(|error| error.to_string()),
        }
    }
}

/// A surface by formula, along y like the plain shapes.
#[derive(Debug)]
enum Generator {
    Box { size: DVec3, cut: [usize; 3] },
    Sphere { radius: f64, halvings: usize },
    Cylinder { radius: f64, length: f64, around: usize, along: usize },
    Torus { ring: f64, tube: f64, around: usize, across: usize },
    Cup { radius: f64, length: f64, wall: f64, around: usize },
    Bowl { radius: f64, wall: f64, around: usize, rings: usize },
    Jack { reach: f64, width: f64 },
    Screw(generate::Thread),
    Nut { thread: generate::Thread, clearance: f64, outer: f64 },
    Gear { teeth: usize, root: f64, tip: f64, width: f64 },
}

type Recipe = fn(&TomlTable<'_>) -> Result<Generator, SceneError>;

/// Every generator by its name, with its keys.
const RECIPES: [(&str, Recipe); 10] = [
    ("box", |it| {
        let cut = it.or("cut", [1.0; 3], Item::numbers)?;
        Ok(Generator::Box {
            size: it.required("size", Item::vector)?,
            cut: cut.map(|n| n as usize),
        })
    }),
    ("sphere", |it| {
        Ok(Generator::Sphere { radius: length(it, "radius")?, halvings: count(it, "halvings", 3)? })
    }),
    ("cylinder", |it| {
        let (around, along) = (count(it, "around", 32)?, count(it, "along", 1)?);
        let (radius, length) = (length(it, "radius")?, length(it, "length")?);
        Ok(Generator::Cylinder { radius, length, around, along })
    }),
    ("torus", |it| {
        let (around, across) = (count(it, "around", 32)?, count(it, "across", 16)?);
        let (ring, tube) = (length(it, "ring_radius")?, length(it, "tube_radius")?);
        Ok(Generator::Torus { ring, tube, around, across })
    }),
    ("cup", |it| {
        let (radius, wall) = (length(it, "radius")?, length(it, "wall")?);
        let (length, around) = (length(it, "length")?, count(it, "around", 32)?);
        Ok(Generator::Cup { radius, length, wall, around })
    }),
    ("bowl", |it| {
        let (radius, wall) = (length(it, "radius")?, length(it, "wall")?);
        let (around, rings) = (count(it, "around", 48)?, count(it, "rings", 12)?);
        Ok(Generator::Bowl { radius, wall, around, rings })
    }),
    ("jack", |it| Ok(Generator::Jack { reach: length(it, "reach")?, width: length(it, "width")? })),
    ("screw", |it| Ok(Generator::Screw(thread(it)?))),
    ("nut", |it| {
        let (clearance, outer) = (length(it, "clearance")?, length(it, "outer_radius")?);
        Ok(Generator::Nut { thread: thread(it)?, clearance, outer })
    }),
    ("gear", |it| {
        let (root, tip) = (length(it, "root_radius")?, length(it, "tip_radius")?);
        let (teeth, width) = (it.required("teeth", Item::count)?, length(it, "width")?);
        Ok(Generator::Gear { teeth, root, tip, width })
    }),
];

fn length(section: &TomlTable<'_>, key: &'static str) -> Result<f64, SceneError> {
    section.required(key, Item::positive)
}

fn count(section: &TomlTable<'_>, key: &'static str, default: usize) -> Result<usize, SceneError> {
    section.or(key, default, Item::count)
}

fn thread(section: &TomlTable<'_>) -> Result<generate::Thread, SceneError> {
    let number = |key| length(section, key);
    Ok(generate::Thread {
        radius: number("radius")?,
        depth: number("depth")?,
        pitch: number("pitch")?,
        half_length: number("length")? / 2.0,
        around: count(section, "around", 16)?,
    })
}

impl Generator {
    fn surface(&self) -> Result<Surface, MeshError> {
        // Those about z are turned: x stays, z becomes y.
        let upright = DAffine3::from_mat3(DMat3::from_cols(DVec3::X, DVec3::NEG_Z, DVec3::Y));
        let turned = |surface: Surface| surface.transformed(&upright);
        match *self {
            Self::Box { size, cut } => generate::box_surface(size / 2.0, cut),
            Self::Sphere { radius, halvings } => generate::sphere(radius, halvings),
            Self::Jack { reach, width } => generate::jack(reach, width / 2.0),
            Self::Cylinder { radius, length, around, along } => {
                turned(generate::cylinder(radius, length / 2.0, around, along)?)
            }
            Self::Torus { ring, tube, around, across } => {
                turned(generate::torus(ring, tube, around, across)?)
            }
            Self::Cup { radius, length, wall, around } => {
                turned(generate::cup(radius, length / 2.0, wall, around)?)
            }
            Self::Bowl { radius, wall, around, rings } => {
                turned(generate::bowl(radius, wall, around, rings)?)
            }
            Self::Screw(ref thread) => turned(generate::screw(thread)?),
            Self::Nut { ref thread, clearance, outer } => {
                turned(generate::nut(thread, clearance, outer)?)
            }
            Self::Gear { teeth, root, tip, width } => {
                turned(generate::gear(teeth, root, tip, width / 2.0)?)
            }
        }
    }
}
