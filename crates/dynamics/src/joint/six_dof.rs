//! Six axes, each with its own range, compliance, motor and friction.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::builder::Builder;
use super::check::finite;
use super::description::Axis;
use super::law::SharedLaw;
use super::six_axes::SixAxes;
use crate::model::Compliance;

const NAMES: [&str; 6] =
    ["travel x", "travel y", "travel z", "rotation x", "rotation y", "rotation z"];

/// The axes as they are given. Where one is held softer than
/// [`Compliance::JOINT`], it is a spring: its deformation is meant and is no
/// error.
pub(super) fn build(
    on: &Builder<'_>,
    anchor: DVec3,
    frame: DQuat,
    axes: &[Axis; 6],
) -> Result<SharedLaw, String> {
    for (axis, name) in axes.iter().zip(NAMES) {
        axis.check().map_err(|reason| format!("{name}: {reason}"))?;
    }
    let is_unit = (frame.length() - 1.0).abs() <= 1e-6;
    if !is_unit {
        return Err("the frame is not a unit quaternion".into());
    }
    let frames = on.frames(finite("the anchor", anchor)?, frame.normalize());
    let is_error = std::array::from_fn(|at| !is_spring(&axes[at].compliance));
    Ok(Arc::new(SixAxes::new(frames, axes.clone()).with_errors(is_error)))
}

fn is_spring(compliance: &Compliance) -> bool {
    match (*compliance, Compliance::JOINT) {
        (Compliance::Spring { stiffness, .. }, Compliance::Spring { stiffness: hard, .. }) => {
            stiffness < hard
        }
        _ => false,
    }
}
