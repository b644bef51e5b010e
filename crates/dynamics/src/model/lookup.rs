//! Names: who is meant, or who may have been meant.

use stickslip_solve::nearest_name;

use super::{BodyId, MaterialId, Model, ModelError};
use crate::control::ControlDescription;
use crate::joint::JointId;

/// The names of the six axes of a joint, behind a dot.
const AXES: [&str; 6] = ["x", "y", "z", "turn-x", "turn-y", "turn-z"];

impl Model {
    /// The first body of that name; the error has the nearest one.
    pub fn body_named(&self, name: &str) -> Result<BodyId, ModelError> {
        let names = self.bodies().iter().map(|body| body.description.name.as_str());
        find("body", name, names).map(BodyId)
    }

    /// The first joint of that name; the error has the nearest one.
    pub fn joint_named(&self, name: &str) -> Result<JointId, ModelError> {
        let names = self.joints().iter().map(|joint| joint.description().name.as_str());
        find("joint", name, names).map(JointId)
    }

    /// The material of that name; the error has the nearest one.
    pub fn material_named(&self, name: &str) -> Result<MaterialId, ModelError> {
        let names = self.materials.materials().iter().map(|material| material.name.as_str());
        find("material", name, names).map(MaterialId)
    }

    /// The sensor of that name, as its place among [`Self::sensors`]; the error has the
    /// nearest one.
    pub fn sensor_named(&self, name: &str) -> Result<usize, ModelError> {
        find("sensor", name, self.sensors().iter().map(|sensor| sensor.name.as_str()))
    }

    /// The control of that name, as its place among [`Self::controls`]; the
    /// error has the nearest one.
    pub fn control_named(&self, name: &str) -> Result<usize, ModelError> {
        let controls = self.controls();
        find("control", name, controls.iter().map(|control| control.name.as_str()))
    }

    /// Every motor that can be told from outside, joint by joint.
    pub fn controls(&self) -> Vec<ControlDescription> {
        let mut controls = Vec::new();
        for (at, joint) in self.joints().iter().enumerate() {
            let motors = joint.motors();
            let own = &joint.description().name;
            let is_one = motors.iter().all(|(axis, _)| *axis == motors[0].0);
            for (place, &(axis, motor)) in motors.iter().enumerate() {
                let mut name = own.clone();
                if !is_one {
                    name = format!("{name}.{}", AXES[axis]);
                }
                let before = motors[..place].iter().filter(|(other, _)| *other == axis).count();
                if before > 0 {
                    name = format!("{name}.{}", before + 1);
                }
                controls.push(ControlDescription {
                    name,
                    joint: JointId(at),
                    axis,
                    motor: motor.clone(),
                });
            }
        }
        controls
    }
}

/// The place of a name among others.
pub(crate) fn find<'a>(
    what: &'static str,
    asked: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Result<usize, ModelError> {
    known.clone().position(|name| name == asked).ok_or_else(|| ModelError::Unknown {
        what,
        name: asked.into(),
        hint: match nearest_name(asked, known.clone()) {
            Some(near) => format!("; did you mean \"{near}\"?"),
            None if known.clone().next().is_none() => "; there are none".into(),
            None => {
                let mut some: Vec<_> = known.take(MAX + 1).collect();
                let more = if some.len() > MAX { ", …" } else { "" };
                some.truncate(MAX);
                format!("; there are {}{more}", some.join(", "))
            }
        },
    })
}

/// So many names are listed where none is near.
const MAX: usize = 8;
