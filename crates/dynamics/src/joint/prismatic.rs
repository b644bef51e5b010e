//! One axis to slide along.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::builder::Builder;
use super::check::{finite, unit};
use super::description::Axis;
use super::law::SharedLaw;
use super::six_axes::SixAxes;

/// Everything held but the travel along the frame's x axis.
pub(super) fn build(
    on: &Builder<'_>,
    anchor: DVec3,
    axis: DVec3,
    travel: &Axis,
) -> Result<SharedLaw, String> {
    travel.check().map_err(|reason| format!("travel: {reason}"))?;
    let orientation = DQuat::from_rotation_arc(DVec3::X, unit("the axis", axis)?);
    let frames = on.frames(finite("the anchor", anchor)?, orientation);
    let held = || on.held();
    let axes = [travel.clone(), held(), held(), held(), held(), held()];
    Ok(Arc::new(SixAxes::new(frames, axes)))
}
