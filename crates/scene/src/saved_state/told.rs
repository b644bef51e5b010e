//! What is commanded from outside, as bytes.

use glam::{DQuat, DVec3};
use stickslip_dynamics::{Control, Lead, Pose, State};

use crate::bytes::{ByteReader, ByteWriter};

/// What motors are commanded, and where bodies are led.
pub(super) fn write(state: &State, bytes: &mut ByteWriter) {
    bytes.u32(state.controls.len());
    for control in &state.controls {
        let (byte, value) = match *control {
            Control::Scheduled => (0, 0.0),
            Control::Velocity(value) => (1, value),
            Control::Position(value) => (2, value),
            Control::Force(value) => (3, value),
        };
        bytes.u8(byte);
        bytes.f64s([value]);
    }
    bytes.u32(state.leads.len());
    for lead in &state.leads {
        bytes.u32(lead.body);
        for (time, pose) in [lead.begin, lead.end] {
            let DQuat { x, y, z, w } = pose.orientation;
            bytes.f64s([time]);
            bytes.f64s(pose.position.to_array());
            bytes.f64s([w, x, y, z]);
        }
    }
}

/// The inverse of [`write`].
pub(super) fn read(bytes: &mut ByteReader<'_>) -> Option<(Vec<Control>, Vec<Lead>)> {
    let count = bytes.u32()?;
    let controls = bytes.list(count, 9, |bytes| {
        let (byte, value) = (bytes.u8()?, bytes.f64()?);
        match byte {
            0 => Some(Control::Scheduled),
            1 => Some(Control::Velocity(value)),
            2 => Some(Control::Position(value)),
            3 => Some(Control::Force(value)),
            _ => None,
        }
    })?;
    let count = bytes.u32()?;
    let leads = bytes.list(count, 4 + 16 * 8, |bytes| {
        Some(Lead { body: bytes.u32()?, begin: moment(bytes)?, end: moment(bytes)? })
    })?;
    Some((controls, leads))
}

fn moment(bytes: &mut ByteReader<'_>) -> Option<(f64, Pose)> {
    let time = bytes.f64()?;
    let position = DVec3::from_array(bytes.f64s()?);
    let [w, x, y, z] = bytes.f64s()?;
    Some((time, Pose::new(position, DQuat::from_xyzw(x, y, z, w))))
}
