//! What the file of a joint says of each freedom of a link.

use super::structure::{Link, Step};
use crate::joint::{Axis, JointKind};
use crate::model::Model;

/// One freedom.
#[derive(Clone, Copy, Debug)]
pub struct Freedom {
    /// Value of the coordinate at the initial poses.
    pub reference: f64,
    /// Range of the coordinate.
    pub limits: [f64; 2],
    /// Inertia of the axis alone.
    pub armature: f64,
}

impl Freedom {
    const FREE: Self =
        Self { reference: 0.0, limits: [f64::NEG_INFINITY, f64::INFINITY], armature: 0.0 };

    fn new(axis: &Axis) -> Self {
        Self {
            reference: axis.reference,
            limits: axis.limits.unwrap_or(Self::FREE.limits),
            armature: axis.passive.map_or(0.0, |passive| passive.armature),
        }
    }

    /// Those of a link, in the order of its steps.
    pub fn of(model: &Model, link: &Link) -> Vec<Self> {
        let kind = link.joint.map(|joint| &model.joints()[joint.0].description().kind);
        let axes: Vec<Self> = match kind {
            Some(JointKind::Hinge(hinge)) => vec![Self::new(&hinge.rotation)],
            Some(JointKind::Prismatic(slide)) => vec![Self::new(&slide.travel)],
            Some(JointKind::Universal(cross)) => {
                vec![Self::new(&cross.first_rotation), Self::new(&cross.second_rotation)]
            }
            Some(JointKind::Ball(ball)) => {
                let armature = ball.passive.map_or(0.0, |passive| passive.armature);
                vec![Self { armature, ..Self::FREE }; 3]
            }
            Some(JointKind::SixDof(six)) => {
                let loose = |axis: &&Axis| axis.limits.is_none_or(|[low, high]| low != high);
                six.axes.iter().filter(loose).map(Self::new).collect()
            }
            _ => Vec::new(),
        };
        let count: usize = link.passage.steps.iter().map(|step: &Step| step.freedoms()).sum();
        (0..count).map(|at| axes.get(at).copied().unwrap_or(Self::FREE)).collect()
    }
}
