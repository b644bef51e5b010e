//! What a step depends on besides the state.

use std::fmt;

use glam::DVec3;

use super::DerivativeError;
use super::joint_numbers;
use crate::control::Control;
use crate::joint::{Joint, JointId};
use crate::model::{Model, ModelError};
use crate::parts::{Body, BodyId, Compliance, MaterialId, MaterialTable};
use crate::world::{Push, World};

/// A number that a step depends on besides the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// A force (N, axes 0 to 2) or a torque (N·m, axes 3 to 5) from outside on a body, at its
    /// centre of mass and along an axis of the world.
    Push(BodyId, usize),
    /// The value that a motor is commanded, by its place among [`crate::Simulation::controls`].
    Control(usize),
    /// Gravity along an axis of the world (m/s²).
    Gravity(usize),
    /// The time step (s).
    TimeStep,
    /// The mass of a body (kg), its inertia being what it is.
    Mass(BodyId),
    /// A component of the inertia of a body about its centre (kg·m²), in its axes.
    Inertia(BodyId, usize, usize),
    /// A number of a material.
    Material(MaterialId, Quantity),
    /// A number of an axis of a joint, by the place of the axis: 0 of joints with one axis, and of
    /// balls, which are the same about every axis; 0 and 1 of universal joints, 0 to 5 of those
    /// with six axes.
    Joint(JointId, usize, JointQuantity),
}

/// A number of a material.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Coulomb's coefficient.
    Friction,
    /// Restitution.
    Restitution,
    /// Stiffness (N/m).
    Stiffness,
    /// Damping (N·s/m).
    Damping,
}

/// A number of the axis of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointQuantity {
    /// Damping of the axis (N·s/m or N·m·s/rad).
    Damping,
    /// Stiffness of the axis (N/m or N·m/rad).
    Stiffness,
    /// Dry friction (N or N·m).
    Friction,
}

/// What was there before a number was shifted.
pub(super) enum Undo {
    Push(usize, Push),
    Control(usize, Control),
    Gravity(DVec3),
    Body(usize, Box<Body>),
    Materials(Box<MaterialTable>),
    Joint(usize, Box<Joint>),
    Nothing,
}

impl Input {
    /// The input of a name: `body.NAME.mass`, `body.NAME.inertia.xy`, `body.NAME.force.x`,
    /// `body.NAME.torque.x`, `material.NAME.friction` (`restitution`, `stiffness`, `damping`),
    /// `joint.NAME.damping` (`stiffness`, `friction`) or, where there are more axes,
    /// `joint.NAME.AXIS.damping` with AXIS as in scene files, `control.NAME`, `gravity.x`, `h`.
    pub fn from_name(model: &Model, name: &str) -> Result<Self, ModelError> {
        let unknown = || ModelError::Unknown {
            what: "parameter",
            name: name.into(),
            hint: "; there are body.NAME.mass, body.NAME.inertia.xy, body.NAME.force.x, \
                   body.NAME.torque.x, material.NAME.friction, material.NAME.restitution, \
                   material.NAME.stiffness, material.NAME.damping, joint.NAME.damping, \
                   joint.NAME.stiffness, joint.NAME.friction, these three by axis as in \
                   joint.NAME.first_rotation.damping, control.NAME, gravity.x and h"
                .into(),
        };
        if name == "h" {
            return Ok(Self::TimeStep);
        }
        let (kind, rest) = name.split_once('.').ok_or_else(unknown)?;
        match kind {
            "gravity" => return Ok(Self::Gravity(axis(rest).ok_or_else(unknown)?)),
            "control" => return Ok(Self::Control(model.control_named(rest)?)),
            _ => {}
        }
        let (own, what) = rest.rsplit_once('.').ok_or_else(unknown)?;
        match (kind, what) {
            ("body", "mass") => Ok(Self::Mass(model.body_named(own)?)),
            ("body", component) => {
                let (own, what) = own.rsplit_once('.').ok_or_else(unknown)?;
                let body = model.body_named(own)?;
                let axes: Vec<Option<usize>> =
                    component.chars().map(|letter| axis(letter.encode_utf8(&mut [0; 4]))).collect();
                match (what, &axes[..]) {
                    ("inertia", &[Some(row), Some(column)]) => Ok(Self::Inertia(body, row, column)),
                    ("force", &[Some(axis)]) => Ok(Self::Push(body, axis)),
                    ("torque", &[Some(axis)]) => Ok(Self::Push(body, 3 + axis)),
                    _ => Err(unknown()),
                }
            }
            ("material", what) => {
                let quantity = match what {
                    "friction" => Quantity::Friction,
                    "restitution" => Quantity::Restitution,
                    "stiffness" => Quantity::Stiffness,
                    "damping" => Quantity::Damping,
                    _ => return Err(unknown()),
                };
                Ok(Self::Material(model.material_named(own)?, quantity))
            }
            ("joint", what) => {
                let quantity = match what {
                    "damping" => JointQuantity::Damping,
                    "stiffness" => JointQuantity::Stiffness,
                    "friction" => JointQuantity::Friction,
                    _ => return Err(unknown()),
                };
                let (joint, axis) = match (model.joint_named(own), own.rsplit_once('.')) {
                    (Ok(joint), _) => (joint, ""),
                    (Err(_), Some((name, axis))) => (model.joint_named(name)?, axis),
                    (Err(error), None) => return Err(error),
                };
                let kind = &model.joints()[joint.0].description().kind;
                let axes = joint_numbers::axes(kind);
                let place = axes.iter().position(|name| *name == axis);
                place.map(|place| Self::Joint(joint, place, quantity)).ok_or_else(|| {
                    let hint = match axes {
                        [] => format!("; a {} joint has no axis", kind.name()),
                        [""] => format!("; a {} joint has no named axes", kind.name()),
                        _ => format!("; axes of a {} joint are {}", kind.name(), axes.join(", ")),
                    };
                    ModelError::Unknown { what: "parameter", name: name.into(), hint }
                })
            }
            _ => Err(unknown()),
        }
    }

    /// Whether it acts on one of these bodies, ascending.
    pub(super) fn acts_on(self, world: &World, members: &[usize]) -> bool {
        let has = |body: BodyId| members.binary_search(&body.0).is_ok();
        let joins = |joint: JointId| {
            let description = world.model.joints()[joint.0].description();
            description.named_bodies().iter().any(|(_, body)| has(*body))
        };
        match self {
            Self::Push(body, _) | Self::Mass(body) | Self::Inertia(body, ..) => has(body),
            Self::Control(at) => joins(world.controls[at].joint),
            Self::Joint(joint, ..) => joins(joint),
            // The time step comes by the lengths of parts.
            Self::TimeStep => false,
            Self::Gravity(_) | Self::Material(..) => true,
        }
    }

    /// Adds to the number in a world, and gives what puts it back.
    pub(super) fn shift(self, world: &mut World, by: f64) -> Result<Undo, DerivativeError> {
        let name = self.name(world);
        let refuse = |reason: String| DerivativeError::Input { name, reason };
        Ok(match self {
            Self::TimeStep => Undo::Nothing,
            Self::Push(body, axis) => {
                let push = &mut world.pushes[body.0];
                let old = *push;
                match axis {
                    0..3 => push.force[axis] += by,
                    _ => push.torque[axis - 3] += by,
                }
                Undo::Push(body.0, old)
            }
            Self::Control(at) => {
                let old = world.state.controls[at];
                let Some((mode, value)) = old.parts() else {
                    let reason = "it follows its schedule; tell it a value first";
                    return Err(refuse(reason.into()));
                };
                world.state.controls[at] = mode.with(value + by);
                Undo::Control(at, old)
            }
            Self::Gravity(axis) => {
                let old = world.settings.gravity;
                world.settings.gravity[axis] += by;
                Undo::Gravity(old)
            }
            Self::Mass(at) | Self::Inertia(at, ..) => {
                let body = world.model.body_mut(at);
                let old = body.clone();
                if !body.is_dynamic() {
                    return Err(refuse("forces do not move the body".into()));
                }
                if let Self::Inertia(_, row, column) = self {
                    body.mass.inertia.col_mut(column)[row] += by;
                    if row != column {
                        body.mass.inertia.col_mut(row)[column] += by;
                    }
                    body.inverse_inertia = body.mass.inertia.inverse();
                } else {
                    body.mass.mass += by;
                    body.inverse_mass = 1.0 / body.mass.mass;
                }
                Undo::Body(at.0, Box::new(old))
            }
            Self::Material(at, quantity) => {
                let old = world.model.materials.clone();
                let mut surface = old.materials()[at.0].surface;
                match (quantity, &mut surface.compliance) {
                    (Quantity::Friction, _) if surface.friction + by < 0.0 => {
                        return Err(refuse("it is 0, and has no slope to the other side".into()));
                    }
                    (Quantity::Friction, _) => surface.friction += by,
                    (Quantity::Restitution, _) => surface.restitution += by,
                    (Quantity::Stiffness, Compliance::Spring { stiffness, .. }) => *stiffness += by,
                    (Quantity::Damping, Compliance::Spring { damping, .. }) => *damping += by,
                    _ => return Err(refuse("its compliance is that of a row".into())),
                }
                world.model.materials.set_surface_unchecked(at, surface);
                Undo::Materials(Box::new(old))
            }
            Self::Joint(at, axis, quantity) => {
                let old = world.model.joints()[at.0].clone();
                let mut description = old.description().clone();
                let Some(number) = joint_numbers::number(&mut description.kind, axis, quantity)
                else {
                    let kind = description.kind.name();
                    return Err(refuse(format!("the {kind} joint has none, or it is 0 there")));
                };
                *number += by;
                world.model.replace_joint(at, description)?;
                Undo::Joint(at.0, Box::new(old))
            }
        })
    }

    /// How far the number is shifted to either side for differences.
    pub(super) fn stride(self, world: &World) -> f64 {
        let surface = |at: MaterialId| world.model.materials.materials()[at.0].surface;
        let size = match self {
            Self::TimeStep => 1.0,
            Self::Push(body, axis) => {
                let mass = &world.model.bodies()[body.0].mass;
                let most = mass.inertia.to_cols_array().into_iter().fold(0.0, f64::max);
                10.0 * if axis < 3 { mass.mass } else { most }
            }
            Self::Control(_) => 1.0,
            Self::Gravity(_) => 10.0,
            Self::Mass(body) => world.model.bodies()[body.0].mass.mass,
            Self::Inertia(body, ..) => {
                let inertia = &world.model.bodies()[body.0].mass.inertia;
                (0..3).map(|axis| inertia.col(axis)[axis]).fold(f64::INFINITY, f64::min)
            }
            Self::Material(at, Quantity::Stiffness) => match surface(at).compliance {
                Compliance::Spring { stiffness, .. } => stiffness,
                Compliance::Row { .. } => 1.0,
            },
            Self::Material(at, Quantity::Damping) => match surface(at).compliance {
                Compliance::Spring { damping, .. } => damping,
                Compliance::Row { .. } => 1.0,
            },
            Self::Joint(at, axis, quantity) => {
                let mut kind = world.model.joints()[at.0].description().kind.clone();
                joint_numbers::number(&mut kind, axis, quantity).map_or(1.0, |number| *number)
            }
            Self::Material(..) => 1.0,
        };
        1e-5 * size
    }

    /// Whether it is a friction or a restitution of 0, below which there is none.
    pub(super) fn is_least(self, world: &World) -> bool {
        let Self::Material(at, quantity) = self else { return false };
        let surface = &world.model.materials.materials()[at.0].surface;
        let own = match quantity {
            Quantity::Friction => surface.friction,
            Quantity::Restitution => surface.restitution,
            Quantity::Stiffness | Quantity::Damping => return false,
        };
        own < self.stride(world)
    }

    /// Its name.
    pub(super) fn name(self, world: &World) -> String {
        const AXES: [&str; 3] = ["x", "y", "z"];
        let body = |at: BodyId| world.model.bodies()[at.0].description.name.clone();
        match self {
            Self::TimeStep => "h".into(),
            Self::Push(at, axis @ 0..3) => format!("body.{}.force.{}", body(at), AXES[axis]),
            Self::Push(at, axis) => format!("body.{}.torque.{}", body(at), AXES[axis - 3]),
            Self::Control(at) => format!("control.{}", world.controls[at].name),
            Self::Gravity(axis) => format!("gravity.{}", AXES[axis]),
            Self::Mass(at) => format!("body.{}.mass", body(at)),
            Self::Inertia(at, row, column) => {
                format!("body.{}.inertia.{}{}", body(at), AXES[row], AXES[column])
            }
            Self::Material(at, quantity) => {
                let name = &world.model.materials.materials()[at.0].name;
                format!("material.{name}.{}", format!("{quantity:?}").to_lowercase())
            }
            Self::Joint(at, axis, quantity) => {
                let joint = world.model.joints()[at.0].description();
                let axes = joint_numbers::axes(&joint.kind);
                let axis = match axes.get(axis).copied().unwrap_or_default() {
                    "" => String::new(),
                    axis => format!(".{axis}"),
                };
                let quantity = format!("{quantity:?}").to_lowercase();
                format!("joint.{}{axis}.{quantity}", joint.name)
            }
        }
    }
}

impl Undo {
    /// Puts the number back.
    pub(super) fn put_back(self, world: &mut World) {
        match self {
            Self::Push(at, push) => world.pushes[at] = push,
            Self::Control(at, control) => world.state.controls[at] = control,
            Self::Gravity(gravity) => world.settings.gravity = gravity,
            Self::Body(at, body) => *world.model.body_mut(BodyId(at)) = *body,
            Self::Materials(materials) => world.model.materials = *materials,
            Self::Joint(at, joint) => world.model.put_joint(JointId(at), *joint),
            Self::Nothing => {}
        }
    }
}

impl fmt::Debug for Undo {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Undo")
    }
}

fn axis(letter: &str) -> Option<usize> {
    ["x", "y", "z"].iter().position(|name| *name == letter)
}
