//! `<joint>`.

use std::collections::HashMap;

use glam::{DQuat, DVec3};
use stickslip_contact::Pose;
use stickslip_geometry::rotation;

use super::Reader;
use crate::error::{ImportError, hint};
use crate::mechanism::{Joint, JointType, UrdfJoint};
use crate::xml::Element;

/// The types of the format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum UrdfType {
    Fixed,
    Revolute,
    Continuous,
    Prismatic,
    Floating,
    Planar,
}

const TYPES: [(&str, UrdfType); 6] = [
    ("fixed", UrdfType::Fixed),
    ("revolute", UrdfType::Revolute),
    ("continuous", UrdfType::Continuous),
    ("prismatic", UrdfType::Prismatic),
    ("floating", UrdfType::Floating),
    ("planar", UrdfType::Planar),
];

/// What other simulators would call the same.
const OTHER_NAMES: [(&str, &str); 5] = [
    ("hinge", "revolute"),
    ("slide", "prismatic"),
    ("slider", "prismatic"),
    ("free", "floating"),
    ("weld", "fixed"),
];

const KNOWN: [&str; 9] = [
    "parent",
    "child",
    "origin",
    "axis",
    "limit",
    "dynamics",
    "mimic",
    "calibration",
    "safety_controller",
];

/// A joint as it was read.
#[derive(Clone, Debug)]
pub(super) struct Read<'a> {
    pub(super) element: &'a Element,
    pub(super) name: String,
    pub(super) kind: UrdfType,
    pub(super) parent: usize,
    pub(super) child: usize,
    pub(super) pose: Pose,
    axis: DVec3,
    limits: Option<[f64; 2]>,
    effort: Option<f64>,
    velocity: Option<f64>,
    damping: f64,
    friction: f64,
    pub(super) mimic: Option<(String, f64, f64)>,
}

/// `<origin>`: a place, and angles about the fixed axes x, y, z or a quaternion.
pub(super) fn origin(element: &Element) -> Result<Pose, ImportError> {
    let position = element.vector("xyz")?.unwrap_or_default();
    let [roll, pitch, yaw] = element.exactly("rpy")?.unwrap_or_default();
    if let Some([x, y, z, w]) = element.exactly("quat_xyzw")? {
        let turn = DQuat::from_xyzw(x, y, z, w);
        if turn.length().is_nan() || turn.length() <= 1e-9 {
            return Err(element.error_at("quat_xyzw", "is no rotation"));
        }
        element.finish()?;
        return Ok(Pose::new(position, turn.normalize()));
    }
    element.finish()?;
    let turn = rotation::about(DVec3::Z, yaw) * rotation::about(DVec3::Y, pitch);
    Ok(Pose::new(position, (turn * rotation::about(DVec3::X, roll)).normalize()))
}

impl Reader<'_> {
    /// Reads a joint.
    pub(super) fn joint<'e>(
        &mut self,
        element: &'e Element,
        links: &HashMap<String, usize>,
    ) -> Result<Read<'e>, ImportError> {
        let name = element.required("name")?.to_owned();
        let text = element.required("type")?;
        let kind = TYPES.iter().find(|(word, _)| *word == text).map(|(_, kind)| *kind);
        let kind = kind.ok_or_else(|| {
            let other = OTHER_NAMES.iter().find(|(word, _)| *word == text);
            let hint = match other {
                Some((_, word)) => format!("; did you mean \"{word}\"?"),
                None => hint(text, TYPES.iter().map(|(word, _)| *word)),
            };
            element.error_at("type", format!("is \"{text}\", which is not known{hint}"))
        })?;
        element.finish()?;
        let mut read = Read {
            element,
            name,
            kind,
            parent: usize::MAX,
            child: usize::MAX,
            pose: Pose::IDENTITY,
            axis: DVec3::X,
            limits: None,
            effort: None,
            velocity: None,
            damping: 0.0,
            friction: 0.0,
            mimic: None,
        };
        for child in element.children() {
            self.part(element, child, links, &mut read)?;
        }
        for (key, link) in [("parent", read.parent), ("child", read.child)] {
            if link == usize::MAX {
                return Err(element.error(format!("has no <{key}>")));
            }
        }
        if read.parent == read.child {
            return Err(element.error("joins a link to itself"));
        }
        if matches!(kind, UrdfType::Revolute | UrdfType::Prismatic) && read.limits.is_none() {
            let what = format!("of type {text} has no <limit>, which it must have");
            return Err(element.error(what));
        }
        if kind == UrdfType::Continuous {
            read.limits = None;
        }
        Ok(read)
    }

    fn part(
        &mut self,
        element: &Element,
        child: &Element,
        links: &HashMap<String, usize>,
        read: &mut Read<'_>,
    ) -> Result<(), ImportError> {
        let link = || {
            let name = child.required("link")?;
            links.get(name).copied().ok_or_else(|| {
                let mut known: Vec<&str> = links.keys().map(String::as_str).collect();
                known.sort_unstable();
                let hint = hint(name, known);
                child.error_at("link", format!("\"{name}\": there is no such link{hint}"))
            })
        };
        match child.name() {
            "parent" => read.parent = link()?,
            "child" => read.child = link()?,
            "origin" => read.pose = origin(child)?,
            "axis" => read.axis = child.direction("xyz")?.unwrap_or(DVec3::X),
            "limit" => {
                let low = child.number("lower")?.unwrap_or(0.0);
                let high = child.number("upper")?.unwrap_or(0.0);
                if low > high {
                    let what = format!("the limits go from {low} to {high}, not upwards");
                    return Err(child.error(what));
                }
                read.limits = Some([low, high]);
                read.effort = child.number("effort")?;
                read.velocity = child.number("velocity")?;
                if read.velocity.is_some_and(|velocity| velocity > 0.0) {
                    self.remarks.warn(child, "velocity", "speeds have no limit here")?;
                }
            }
            "dynamics" => {
                child.set_at_least_zero("damping", &mut read.damping)?;
                child.set_at_least_zero("friction", &mut read.friction)?;
            }
            "mimic" => {
                let other = child.required("joint")?.to_owned();
                let multiplier = child.number("multiplier")?.unwrap_or(1.0);
                read.mimic = Some((other, multiplier, child.number("offset")?.unwrap_or(0.0)));
            }
            "safety_controller" => {
                child.ignore(&["soft_lower_limit", "soft_upper_limit", "k_position", "k_velocity"]);
                self.remarks.warn(child, "safety_controller", "there is none here")?;
            }
            "calibration" | "joint_properties" => {
                self.remarks.note(child);
                return Ok(());
            }
            name if name.contains(':') => {
                self.remarks.note(child);
                return Ok(());
            }
            _ => return Err(element.unknown(child, &KNOWN)),
        }
        child.finish()
    }
}

/// The joints that a joint of the format becomes: none, one, or three of a planar one.
pub(super) fn mechanism_joints(
    read: Option<&Read<'_>>,
    floating_root: bool,
    body: usize,
    link: &Element,
) -> Result<Vec<Joint>, ImportError> {
    let joint = |name: Option<String>, kind: JointType, axis: DVec3| Joint {
        name,
        kind,
        body,
        anchor: DVec3::ZERO,
        axis,
        reference: 0.0,
        limits: read.and_then(|read| read.limits),
        stiffness: 0.0,
        spring_reference: 0.0,
        damping: read.map_or(0.0, |read| read.damping),
        armature: 0.0,
        friction_loss: read.map_or(0.0, |read| read.friction),
        force_range: None,
        coordinate: 0,
        freedom: 0,
        urdf: read.map(|read| UrdfJoint {
            kind: TYPES.iter().find(|(_, kind)| *kind == read.kind).map_or("fixed", |pair| pair.0),
            effort: read.effort,
            velocity: read.velocity,
            mimic: None,
        }),
        place: read.map_or_else(|| link.place(), |read| read.element.place()),
    };
    let Some(read) = read else {
        let free = || joint(Some("root".to_owned()), JointType::Free, DVec3::Z);
        return Ok(if floating_root { vec![free()] } else { Vec::new() });
    };
    let name = |part: &str| Some(format!("{}{part}", read.name));
    Ok(match read.kind {
        UrdfType::Fixed => Vec::new(),
        UrdfType::Revolute | UrdfType::Continuous => {
            vec![joint(name(""), JointType::Hinge, read.axis)]
        }
        UrdfType::Prismatic => vec![joint(name(""), JointType::Slide, read.axis)],
        UrdfType::Floating => {
            vec![Joint { limits: None, ..joint(name(""), JointType::Free, DVec3::Z) }]
        }
        UrdfType::Planar => {
            // x and y of the joint's frame where its axis is z, as it is by custom.
            let x = DQuat::from_rotation_arc(DVec3::Z, read.axis) * DVec3::X;
            let parts = [
                ("/x", JointType::Slide, x),
                ("/y", JointType::Slide, read.axis.cross(x)),
                ("/angle", JointType::Hinge, read.axis),
            ];
            let part = |(end, kind, axis)| Joint { limits: None, ..joint(name(end), kind, axis) };
            parts.map(part).into()
        }
    })
}
