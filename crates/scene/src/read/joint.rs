//! `[[joint]]`.

use glam::DQuat;
use stickslip_dynamics::{Axis, BodyId, Compliance, JointDescription, JointKind, Pose};

use super::axis::{self, Unit};
use super::item::Item;
use super::material::compliance;
use super::names::Names;
use super::section::Section;
use crate::error::SceneError;

#[derive(Clone, Copy)]
enum Kind {
    Ball,
    Hinge,
    Prismatic,
    Universal,
    Fixed,
    SixDof,
    Distance,
    Gear,
    Differential,
}

const KINDS: [(&str, Kind); 9] = [
    ("ball", Kind::Ball),
    ("hinge", Kind::Hinge),
    ("prismatic", Kind::Prismatic),
    ("universal", Kind::Universal),
    ("fixed", Kind::Fixed),
    ("six-dof", Kind::SixDof),
    ("distance", Kind::Distance),
    ("gear", Kind::Gear),
    ("differential", Kind::Differential),
];

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
    fn body(&self, item: &Item<'_>) -> Result<BodyId, SceneError> {
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
    let kind = section.required("type", |item| item.choice(&KINDS))?;
    let first = section.or("first", None, |item| place.body_or_world(item))?;
    let second = section.required("second", |item| place.body(item))?;
    let name = section.optional("name", Item::name)?.unwrap_or_else(|| section.place.label.clone());
    Ok(JointDescription {
        name: format!("{}{name}{suffix}", place.prefix),
        first,
        second,
        kind: description(kind, section, place)?,
        compliance: compliance(section, Compliance::JOINT)?,
        break_force: section.optional("break_force", Item::positive)?,
        touching: section.or("touching", false, Item::truth)?,
    })
}

fn description(
    kind: Kind,
    section: &Section<'_>,
    place: Place<'_>,
) -> Result<JointKind, SceneError> {
    let point = |key| Ok(place.frame.point(section.required(key, Item::vector)?));
    let direction = |key| Ok(place.frame.direction(section.required(key, Item::direction)?));
    let carrier = || section.or("carrier", None, |item| place.body_or_world(item));
    let ratio = || section.or("ratio", 1.0, Item::number);
    Ok(match kind {
        Kind::Ball => JointKind::Ball {
            anchor: point("anchor")?,
            friction: section.or("friction", 0.0, Item::at_least_zero)?,
        },
        Kind::Hinge => JointKind::Hinge {
            anchor: point("anchor")?,
            axis: direction("axis")?,
            rotation: axis::of_joint(section, Unit::Angle)?,
        },
        Kind::Prismatic => JointKind::Prismatic {
            anchor: point("anchor")?,
            axis: direction("axis")?,
            travel: axis::of_joint(section, Unit::Length)?,
        },
        Kind::Universal => JointKind::Universal {
            anchor: point("anchor")?,
            first_axis: direction("first_axis")?,
            second_axis: direction("second_axis")?,
        },
        Kind::Fixed => JointKind::Fixed { anchor: point("anchor")? },
        Kind::SixDof => {
            let turn = section.or("rotation", DQuat::IDENTITY, Item::rotation)?;
            JointKind::SixDof {
                anchor: point("anchor")?,
                frame: place.frame.orientation * turn,
                axes: six_axes(section)?,
            }
        }
        Kind::Distance => JointKind::Distance {
            first_anchor: point("first_anchor")?,
            second_anchor: point("second_anchor")?,
            range: section.optional("range", Item::range)?,
        },
        Kind::Gear => JointKind::Gear {
            first_axis: direction("first_axis")?,
            second_axis: direction("second_axis")?,
            ratio: ratio()?,
            carrier: carrier()?,
        },
        Kind::Differential => JointKind::Differential {
            input_axis: direction("input_axis")?,
            output_axis: direction("output_axis")?,
            other_output: section.required("other_output", |item| place.body(item))?,
            ratio: ratio()?,
            carrier: carrier()?,
        },
    })
}

fn six_axes(section: &Section<'_>) -> Result<[Axis; 6], SceneError> {
    const TRAVEL: [&str; 3] = ["travel_x", "travel_y", "travel_z"];
    const ROTATION: [&str; 3] = ["rotation_x", "rotation_y", "rotation_z"];
    let mut axes = [const { Axis::HELD }; 6];
    for (at, key) in TRAVEL.into_iter().enumerate() {
        axes[at] = section.or(key, Axis::HELD, |item| axis::read(item, Unit::Length))?;
    }
    for (at, key) in ROTATION.into_iter().enumerate() {
        axes[3 + at] = section.or(key, Axis::HELD, |item| axis::read(item, Unit::Angle))?;
    }
    Ok(axes)
}
