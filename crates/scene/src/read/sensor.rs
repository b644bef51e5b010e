//! `[[sensor]]`.

use glam::{DQuat, DVec3};
use stickslip_dynamics::{JointId, Model, Pose, Sensor, SensorKind, Shape, Site, Zone};

use super::item::Item;
use super::joint::ReadContext;
use super::pose::pose;
use super::section::TomlTable;
use crate::error::SceneError;

#[derive(Clone, Copy)]
enum Kind {
    ForceTorque,
    Joint,
    Imu,
    Frame,
    Touch,
    Range,
}

const KINDS: [(&str, Kind); 6] = [
    ("force-torque", Kind::ForceTorque),
    ("joint", Kind::Joint),
    ("imu", Kind::Imu),
    ("frame", Kind::Frame),
    ("touch", Kind::Touch),
    ("range", Kind::Range),
];

/// How far a ray looks where nothing is said (m).
const REACH: f64 = 100.0;

/// A sensor of what is in the model already; `suffix` follows its name where it is one of
/// several copies, and its noise has the scene's seed.
pub fn read(
    section: &TomlTable<'_>,
    suffix: &str,
    place: ReadContext<'_>,
    model: &Model,
    seed: u64,
) -> Result<Sensor, SceneError> {
    let name = section.required("name", Item::name)?;
    let joint = || section.required("joint", |item| joint_named(item, place.prefix, model));
    let kind = match section.required("type", |item| item.choice(&KINDS))? {
        Kind::ForceTorque => SensorKind::ForceTorque(joint()?),
        Kind::Joint => SensorKind::Joint(joint()?),
        Kind::Imu => SensorKind::Imu(site(section, place)?),
        Kind::Frame => SensorKind::Frame(site(section, place)?),
        Kind::Touch => SensorKind::Touch {
            body: section.required("body", |item| place.body(item))?,
            zone: section.optional("zone", zone)?,
            area: section.or("area", 1.0, Item::positive)?,
            other: section.optional("other", |item| place.body(item))?,
        },
        Kind::Range => {
            let body = section.or("body", None, |item| place.body_or_world(item))?;
            let direction = section.or("direction", DVec3::X, Item::direction)?;
            let position = section.or("position", DVec3::ZERO, Item::vector)?;
            let own = Pose::new(position, DQuat::from_rotation_arc(DVec3::X, direction));
            let site = Site { body, pose: seen_from(body.is_some(), place, own) };
            SensorKind::Range { site, reach: section.or("reach", REACH, Item::positive)? }
        }
    };
    Ok(Sensor {
        name: format!("{}{name}{suffix}", place.prefix),
        kind,
        noise: section.or("noise", 0.0, Item::at_least_zero)?,
        // Every sensor has noise of its own.
        seed: seed.wrapping_add((model.sensors().len() as u64) << 32),
    })
}

/// A shape with its place on the body.
fn zone(item: &Item<'_>) -> Result<Zone, SceneError> {
    item.section()?.whole(|section| {
        let read = section.required("type", |item| item.choice(&Shape::readers()))?;
        Ok(Zone { shape: read(section)?, pose: pose(section)? })
    })
}

fn site(section: &TomlTable<'_>, place: ReadContext<'_>) -> Result<Site, SceneError> {
    let body = section.or("body", None, |item| place.body_or_world(item))?;
    Ok(Site { body, pose: seen_from(body.is_some(), place, pose(section)?) })
}

/// A place on a body is in its axes; one of the world in those of the group.
fn seen_from(has_body: bool, place: ReadContext<'_>, pose: Pose) -> Pose {
    if has_body { pose } else { place.frame.compose(&pose) }
}

/// The joint that an item names: of the same group first.
pub fn joint_named(item: &Item<'_>, prefix: &str, model: &Model) -> Result<JointId, SceneError> {
    let name = item.name()?;
    let inner = model.find_joint(&format!("{prefix}{name}"));
    match inner {
        Some(joint) => Ok(joint),
        None => model.joint_named(&name).map_err(|error| item.error(error.to_string())),
    }
}
