//! Nothing moves.

use std::sync::Arc;

use glam::{DQuat, DVec3};

use super::builder::Builder;
use super::check::finite;
use super::law::SharedLaw;
use super::six_axes::SixAxes;

/// All six axes held.
pub(super) fn build(on: &Builder<'_>, anchor: DVec3) -> Result<SharedLaw, String> {
    let frames = on.frames(finite("the anchor", anchor)?, DQuat::IDENTITY);
    Ok(Arc::new(SixAxes::new(frames, std::array::from_fn(|_| on.held()))))
}
