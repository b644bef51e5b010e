//! `[[body]]`.

use glam::{DMat3, DVec3};
use stickslip_dynamics::{
    BodyDescription, Drive, Layers, MassDescription, MaterialTable, Motion, Pose, SurfaceMotion,
};

use super::item::Item;
use super::material;
use super::pose::pose;
use super::section::TomlTable;
use super::shape::{self, Stuff};
use crate::error::SceneError;

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Static,
    Kinematic,
    Dynamic,
}

const KINDS: [(&str, Kind); 3] =
    [("static", Kind::Static), ("kinematic", Kind::Kinematic), ("dynamic", Kind::Dynamic)];

/// The density of water (kg/m³), where none is given.
const DENSITY: f64 = 1000.0;

/// A body called `name`; what the section says is seen from `frame`.
pub fn read(
    section: &TomlTable<'_>,
    name: String,
    frame: &Pose,
    materials: &MaterialTable,
) -> Result<BodyDescription, SceneError> {
    let kind = section.or("motion", Kind::Dynamic, |item| item.choice(&KINDS))?;
    let motion = match kind {
        Kind::Static => Motion::Static,
        Kind::Dynamic => Motion::Dynamic,
        Kind::Kinematic => Motion::Kinematic(section.required("drive", |item| drive(item, frame))?),
    };
    let find = |item: &Item<'_>| material::find(materials, item);
    let stuff = Stuff {
        material: section.or("material", MaterialTable::DEFAULT, find)?,
        density: section.or("density", DENSITY, Item::positive)?,
        layers: shape::layers(section, Layers::default())?,
    };
    let mut colliders = Vec::new();
    if let Some(shape) = section.optional("shape", |item| shape::read(item, stuff, materials))? {
        colliders.push(shape);
    }
    for item in section.or("shapes", Vec::new(), Item::list)? {
        colliders.push(shape::read(&item, stuff, materials)?);
    }
    let dynamic = kind == Kind::Dynamic;
    let mass = if dynamic { mass(section)? } else { MassDescription::FromShapes };
    let velocity = |key| Ok(frame.direction(section.or(key, DVec3::ZERO, Item::vector)?));
    Ok(BodyDescription {
        name,
        motion,
        pose: frame.compose(&pose(section)?),
        velocity: if dynamic { velocity("velocity")? } else { DVec3::ZERO },
        angular_velocity: if dynamic { velocity("angular_velocity")? } else { DVec3::ZERO },
        colliders,
        mass,
        surface_motion: section.optional("surface_velocity", surface_motion)?,
        gravity_scale: if dynamic { section.or("gravity_scale", 1.0, Item::number)? } else { 1.0 },
    })
}

/// A velocity in the body's axes, or `{ axis, speed }` of a belt around it.
fn surface_motion(item: &Item<'_>) -> Result<SurfaceMotion, SceneError> {
    if !item.is_table() {
        return item.vector().map(SurfaceMotion::Along);
    }
    item.section()?.whole(|section| {
        Ok(SurfaceMotion::Around {
            axis: section.required("axis", Item::direction)?,
            speed: section.required("speed", |item| item.schedule(1.0))?,
        })
    })
}

/// `mass` alone, or with `inertia` (and `center`), or nothing: shapes and
/// their densities.
fn mass(section: &TomlTable<'_>) -> Result<MassDescription, SceneError> {
    let mass = section.optional("mass", Item::positive)?;
    let inertia = section.optional("inertia", inertia)?;
    let centre = section.optional("center", Item::vector)?;
    match (mass, inertia, centre) {
        (None, None, None) => Ok(MassDescription::FromShapes),
        (Some(mass), None, None) => Ok(MassDescription::Total(mass)),
        (Some(mass), Some(inertia), centre) => {
            Ok(MassDescription::Given { mass, centre: centre.unwrap_or(DVec3::ZERO), inertia })
        }
        _ => Err(section.error("inertia needs a mass, and a center needs both")),
    }
}

/// Three moments, or the rows of a symmetric matrix.
fn inertia(item: &Item<'_>) -> Result<DMat3, SceneError> {
    if !item.is_nested() {
        return Ok(DMat3::from_diagonal(item.vector()?));
    }
    let list = item.list()?;
    let [x, y, z] = list.as_slice() else {
        return Err(item.error("expected three rows"));
    };
    Ok(DMat3::from_cols(x.vector()?, y.vector()?, z.vector()?).transpose())
}

fn drive(item: &Item<'_>, frame: &Pose) -> Result<Drive, SceneError> {
    item.section()?.whole(|section| {
        let vector = |key| section.optional(key, Item::vector);
        let linear = vector("velocity")?;
        let angular = vector("angular_velocity")?;
        let amplitude = vector("amplitude")?;
        let keyframes = section.optional("keyframes", |item| keyframes(item, frame))?;
        let turned = |vector: Option<DVec3>| frame.direction(vector.unwrap_or(DVec3::ZERO));
        let steady = linear.is_some() || angular.is_some();
        match (steady, amplitude, keyframes) {
            (true, None, None) => {
                Ok(Drive::Velocity { linear: turned(linear), angular: turned(angular) })
            }
            (false, Some(amplitude), None) => Ok(Drive::Oscillation {
                amplitude: frame.direction(amplitude),
                frequency: section.required("frequency", Item::number)?,
            }),
            (false, None, Some(frames)) => {
                let smooth = section.or("interpolation", false, |item| {
                    item.choice(&[("linear", false), ("smooth", true)])
                })?;
                Ok(if smooth { Drive::Smooth(frames) } else { Drive::Keyframes(frames) })
            }
            _ => Err(section.error(
                "expected one of velocity and angular_velocity, amplitude and frequency, keyframes",
            )),
        }
    })
}

fn keyframes(item: &Item<'_>, frame: &Pose) -> Result<Vec<(f64, Pose)>, SceneError> {
    let keyframe = |item: &Item<'_>| {
        item.section()?.whole(|section| {
            let time = section.required("time", Item::number)?;
            Ok((time, frame.compose(&pose(section)?)))
        })
    };
    item.list()?.iter().map(keyframe).collect()
}
