//! Where the last steps of bodies began, in saved states.

use glam::{DQuat, DVec3};
use stickslip_dynamics::{Before, BodyState, Pose};

use crate::bytes::{ByteReader, ByteWriter};

/// Bytes of one entry.
const SIZE: usize = 4 + 13 * 8 + 1;

/// Writes the list of those that have one.
pub fn write(bodies: &[BodyState], bytes: &mut ByteWriter) {
    let having = || bodies.iter().enumerate().filter_map(|(at, body)| Some((at, body.before?)));
    bytes.u32(having().count());
    for (at, before) in having() {
        let DQuat { x, y, z, w } = before.pose.orientation;
        bytes.u32(at);
        bytes.f64s(before.pose.position.to_array());
        bytes.f64s([w, x, y, z]);
        bytes.f64s(before.velocity.to_array());
        bytes.f64s(before.angular_velocity.to_array());
        bytes.u8(u8::from(before.counted));
    }
}

/// Reads the list into the bodies that it names.
pub fn read(bodies: &mut [BodyState], bytes: &mut ByteReader<'_>) -> Option<()> {
    let count = bytes.u32()?;
    let entries = bytes.list(count, SIZE, |bytes| {
        let at = bytes.u32()?;
        let position = DVec3::from_array(bytes.f64s()?);
        let [w, x, y, z] = bytes.f64s()?;
        let before = Before {
            pose: Pose::new(position, DQuat::from_xyzw(x, y, z, w)),
            velocity: DVec3::from_array(bytes.f64s()?),
            angular_velocity: DVec3::from_array(bytes.f64s()?),
            counted: bytes.u8()? != 0,
        };
        Some((at, before))
    })?;
    for (at, before) in entries {
        bodies.get_mut(at)?.before = Some(before);
    }
    Some(())
}
