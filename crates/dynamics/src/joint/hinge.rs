//! One axis to turn about.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::builder::Builder;
use super::check::{finite, unit};
use super::description::Axis;
use super::law::SharedLaw;
use super::six_axes::SixAxes;

/// Everything held but the rotation about the frame's x axis.
pub(super) fn build(
    on: &Builder<'_>,
    anchor: DVec3,
    axis: DVec3,
    rotation: &Axis,
) -> Result<SharedLaw, String> {
    rotation.check().map_err(|reason| format!("rotation: {reason}"))?;
    let orientation = DQuat::from_rotation_arc(DVec3::X, unit("the axis", axis)?);
    let frames = on.frames(finite("the anchor", anchor)?, orientation);
    let held = || on.held();
    let axes = [held(), held(), held(), rotation.clone(), held(), held()];
    Ok(Arc::new(SixAxes::new(frames, axes)))
}
