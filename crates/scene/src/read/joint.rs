//! `[[joint]]`.

use glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{AxisUnit, JointSource};
use stickslip_dynamics::{Axis, BodyId, Compliance, JointDescription, JointKind, Pose};

use super::axis;
use super::item::Item;
use super::material::compliance;
use super::names::Names;
use super::section::Section;
use crate::error::SceneError;

/// What a joint's section is read against.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    /// Anchors and axes are seen from here.
    pub frame: &'a Pose,
    /// Bodies by name.
    pub names: &'a Names,
    /// The names of the group stand before those of its bodies.
    pub prefix: &'a str,
}

impl Place<'_> {
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
    section: &Section<'_>,
    suffix: &str,
    place: Place<'_>,
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
        touching: section.or("touching", false, Item::truth)?,
    })
}

/// The section of a joint as the kinds of joints see it.
struct Source<'a> {
    section: &'a Section<'a>,
    place: Place<'a>,
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

    fn loose_axis(&self, unit: AxisUnit) -> Result<Axis, SceneError> {
        axis::of_joint(self.section, unit)
    }
}
