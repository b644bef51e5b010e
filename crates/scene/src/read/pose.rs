//! Where a part of a scene is placed.

use glam::{DQuat, DVec3};
use stickslip_dynamics::Pose;
use stickslip_geometry::rotation;

use super::item::Item;
use super::section::TomlTable;
use crate::error::SceneError;

/// `position` and `rotation` of a section; both may be left out.
pub fn pose(section: &TomlTable<'_>) -> Result<Pose, SceneError> {
    let position = section.or("position", DVec3::ZERO, Item::vector)?;
    Ok(Pose::new(position, section.or("rotation", DQuat::IDENTITY, Item::rotation)?))
}

impl Item<'_> {
    /// A quaternion `[w, x, y, z]`, or `{ axis = [x, y, z], angle = degrees }`.
    pub fn rotation(&self) -> Result<DQuat, SceneError> {
        if self.is_table() {
            return self.section()?.whole(|section| {
                let axis = section.required("axis", Item::direction)?;
                let angle = section.required("angle", Item::number)?;
                Ok(rotation::about(axis, angle.to_radians()))
            });
        }
        if !self.is_list() {
            return Err(self.expected("[w, x, y, z] or { axis = [x, y, z], angle = degrees }"));
        }
        let [w, x, y, z] = self.numbers()?;
        let length = DQuat::from_xyzw(x, y, z, w).length();
        if !(length.is_finite() && length > 1e-9) {
            return Err(self.error("a quaternion of that length is no rotation"));
        }
        Ok(DQuat::from_xyzw(x, y, z, w).normalize())
    }
}
