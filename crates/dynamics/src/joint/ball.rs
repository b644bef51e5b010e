//! A common point, and every rotation about it.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::builder::Builder;
use super::check::finite;
use super::description::Axis;
use super::law::SharedLaw;
use super::six_axes::SixAxes;

/// Three travels held; the rotations may rub.
pub(super) fn build(on: &Builder<'_>, anchor: DVec3, friction: f64) -> Result<SharedLaw, String> {
    let frames = on.frames(finite("the anchor", anchor)?, DQuat::IDENTITY);
    let (held, turn) = (on.held(), Axis { friction, ..Axis::FREE });
    turn.check()?;
    let axes = [held.clone(), held.clone(), held, turn.clone(), turn.clone(), turn];
    Ok(Arc::new(SixAxes::new(frames, axes)))
}
