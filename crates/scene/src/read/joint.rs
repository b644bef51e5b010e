//! `[[joint]]`.

use glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{AxisUnit, BeltPoint, JointSource, TendonPoint};
use stickslip_dynamics::{
    Axis, BodyId, Compliance, JointDescription, JointKind, Motor, Passive, Pose,
};

use super::axis;
use super::item::Item;
use super::material::compliance;
use super::names::Names;
use super::section::TomlTable;
use crate::error::SceneError;

/// What a joint's section is read against.
#[derive(Clone, Copy)]
pub struct ReadContext<'a> {
    /// Anchors and axes are seen from here.
    pub frame: &'a Pose,
    /// Bodies by name.
    pub names: &'a Names,
    /// The names of the group stand before those of its bodies.
    pub prefix: &'a str,
}

impl ReadContext<'_> {
    /// The body that an item names.
    pub fn body(&self, item: &Item<'_>) -> Result<BodyId, SceneError> {
        self.names.find(item, self.prefix)
    }

    /// A body, or `None` for "world".
    pub fn body_or_world(&self, item: &Item<'_>) -> Result<Option<BodyId>, SceneError> {
        if item.text()? == "world" { Ok(None) } else { self.body(item).map(Some) }
    }
}

/// A joint; `suffix` follows its name where it is one of several copies.
pub fn read(
    section: &TomlTable<'_>,
    suffix: &str,
    place: ReadContext<'_>,
) -> Result<JointDescription, SceneError> {
    let kind = section.required("type", |item| item.choice(&JointKind::readers()))?;
    let source = Source { section, place };
    let first = source.body_or_world("first")?;
    let second = source.body("second")?;
    let name = section.optional("name", Item::name)?.unwrap_or_else(|| section.place.label.clone());
    Ok(JointDescription {
        name: format!("{}{name}{suffix}", place.prefix),
        first,
        second,
        kind: kind(&source)?,
        compliance: compliance(section, Compliance::JOINT)?,
        break_force: section.optional("break_force", Item::positive)?,
        break_torque: section.optional("break_torque", Item::positive)?,
        touching: section.or("touching", false, Item::truth)?,
    })
}

/// The section of a joint as the kinds of joints see it.
struct Source<'a> {
    section: &'a TomlTable<'a>,
    place: ReadContext<'a>,
}

impl JointSource for Source<'_> {
    type Error = SceneError;

    fn point(&self, key: &'static str) -> Result<DVec3, SceneError> {
        Ok(self.place.frame.point(self.section.required(key, Item::vector)?))
    }

    fn direction(&self, key: &'static str) -> Result<DVec3, SceneError> {
        Ok(self.place.frame.direction(self.section.required(key, Item::direction)?))
    }

    fn rotation(&self, key: &'static str) -> Result<DQuat, SceneError> {
        let turn = self.section.or(key, DQuat::IDENTITY, Item::rotation)?;
        Ok(self.place.frame.orientation * turn)
    }

    fn turn(&self, key: &'static str) -> Result<DQuat, SceneError> {
        let frame = self.place.frame.orientation;
        let turn = self.section.optional(key, Item::rotation)?;
        Ok(turn.map_or(DQuat::IDENTITY, |turn| (frame * turn * frame.inverse()).normalize()))
    }

    fn vector(&self, key: &'static str) -> Result<DVec3, SceneError> {
        Ok(self.place.frame.direction(self.section.or(key, DVec3::ZERO, Item::vector)?))
    }

    fn truth(&self, key: &'static str) -> Result<bool, SceneError> {
        self.section.or(key, true, Item::truth)
    }

    fn angle(&self, key: &'static str) -> Result<Option<f64>, SceneError> {
        Ok(self.section.optional(key, Item::positive)?.map(f64::to_radians))
    }

    fn number(&self, key: &'static str, default: f64) -> Result<f64, SceneError> {
        self.section.or(key, default, Item::number)
    }

    fn at_least_zero(&self, key: &'static str) -> Result<f64, SceneError> {
        self.section.or(key, 0.0, Item::at_least_zero)
    }

    fn range(&self, key: &'static str) -> Result<Option<[f64; 2]>, SceneError> {
        self.section.optional(key, Item::range)
    }

    fn body(&self, key: &'static str) -> Result<BodyId, SceneError> {
        self.section.required(key, |item| self.place.body(item))
    }

    fn body_or_world(&self, key: &'static str) -> Result<Option<BodyId>, SceneError> {
        self.section.or(key, None, |item| self.place.body_or_world(item))
    }

    fn axis(&self, key: &'static str, unit: AxisUnit) -> Result<Axis, SceneError> {
        self.section.or(key, Axis::HELD, |item| axis::read(item, unit))
    }

    fn free_axis(&self, key: &'static str, unit: AxisUnit) -> Result<Axis, SceneError> {
        self.section.or(key, Axis::FREE, |item| axis::read(item, unit))
    }

    fn spring(&self, unit: AxisUnit) -> Result<Option<Passive>, SceneError> {
        axis::spring(self.section, unit)
    }

    fn motors(&self, unit: AxisUnit) -> Result<Vec<Motor>, SceneError> {
        axis::motors(self.section, unit)
    }

    fn path(&self, key: &'static str) -> Result<Vec<TendonPoint>, SceneError> {
        let point = |item: &Item<'_>| {
            item.section()?.whole(|section| {
                let point = section.required("point", Item::vector)?;
                Ok(TendonPoint {
                    body: section.or("body", None, |item| self.place.body_or_world(item))?,
                    point: self.place.frame.point(point),
                    divisor: section.optional("divisor", Item::positive)?,
                })
            })
        };
        self.section.required(key, |item| item.list()?.iter().map(point).collect())
    }

    fn route(&self, key: &'static str) -> Result<Vec<BeltPoint>, SceneError> {
        let point = |item: &Item<'_>| {
            item.section()?.whole(|section| {
                let body = section.or("body", None, |item| self.place.body_or_world(item))?;
                let point = self.place.frame.point(section.required("point", Item::vector)?);
                let axis = section.optional("axis", Item::direction)?.unwrap_or_default();
                Ok(BeltPoint {
                    body,
                    point,
                    axis: self.place.frame.direction(axis),
                    radius: section.or("radius", 0.0, Item::at_least_zero)?,
                    friction: section.or("friction", 0.0, Item::at_least_zero)?,
                    turns: section.or("turns", 0.0, Item::at_least_zero)?,
                })
            })
        };
        self.section.required(key, |item| item.list()?.iter().map(point).collect())
    }

    fn loose_axis(&self, unit: AxisUnit) -> Result<Axis, SceneError> {
        axis::of_joint(self.section, unit)
    }
}
