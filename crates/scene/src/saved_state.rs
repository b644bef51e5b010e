//! A state in a file, to the bit, so that a run can go on from it.
//!
//! ```text
//! file    = "STICKSTA" version:u32 checksum:u32 payload       (little-endian)
//! payload = length:u32 scene:UTF-8 step:u64 time:f64
//!           bodies:u32         14 f64 each: position, rotation w x y z,
//!                              velocity, angular velocity, seconds of stillness
//!           joints:u32         2 f64 and a byte each: coordinates, broken
//!           rows:u32           f64 and a byte each: impulse, index set
//!           contacts:u32       3 u64, 6 f64, 6 bytes each: key, impulses, index sets
//!           controls:u32       a byte and f64 each: what the motor is commanded
//!                              (0 nothing, 1 velocity, 2 position, 3 force)
//!           leads:u32          body:u32, then 8 f64 for the beginning and 8 for the
//!                              end: time, position, rotation w x y z
//!           befores:u32        body:u32, then 13 f64 and a byte: where its last step
//!                              began, as above, and whether that step looked back
//!           liquids:u32        particles:u32, 15 f64 each: position, velocity, gradients of
//!                              its components; cells:u32, f64 each: pressure
//!           vertices:u32       6 f64 each: position, velocity
//!           anchors:u32        3 u64, u32, 3 f64 each: key, stretch
//!           sub-stepped:u32    u32 each: bodies that small steps took where islands
//!                              take what suits them
//!           activations:u32    f64 each: signals of motors, none where none has a state
//! ```
//! Version 1 ends before the controls, version 2 before the befores, version 3
//! before the vertices, version 4 before the anchors, version 5 before the sub-stepped,
//! version 6 before the activations.

mod history;
mod liquids;
mod parts;
mod told;

pub use parts::{CodedState, StateReader, StateShare};

use std::path::Path;

use glam::{DQuat, DVec3};
use stickslip_dynamics::{
    Anchor, AnchorKey, BodyState, ContactMemory, JointMemory, Pose, State, Vertices,
};
use stickslip_files::replace_file;
use stickslip_solve::Label;
use thiserror::Error;

use crate::bytes::{ByteReader, ByteWriter};

const MAGIC: &[u8; 8] = b"STICKSTA";
const VERSION: usize = 7;

/// Why a saved state cannot be read or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StateFileError {
    /// The file system refused.
    #[error("{file}: {reason}")]
    Io {
        /// The file.
        file: String,
        /// What the system said.
        reason: std::io::Error,
    },
    /// The content does not fit.
    #[error("{file}: {reason}")]
    Content {
        /// The file.
        file: String,
        /// What is wrong.
        reason: &'static str,
    },
}

/// A state and the name of the scene it belongs to.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedState {
    /// The scene.
    pub scene: String,
    /// Where everything is.
    pub state: State,
}

impl SavedState {
    /// Whether these are the first bytes of a saved state.
    pub fn is_saved_state(beginning: &[u8]) -> bool {
        beginning.starts_with(MAGIC)
    }

    /// Writes a file, whole or not at all.
    pub fn write_file(&self, path: &Path) -> Result<(), StateFileError> {
        replace_file(path, &self.to_bytes())
            .map_err(|reason| StateFileError::Io { file: path.display().to_string(), reason })
    }

    /// Reads a file.
    pub fn read_file(path: &Path) -> Result<Self, StateFileError> {
        let file = path.display().to_string();
        match std::fs::read(path) {
            Ok(bytes) => Self::from_bytes(&bytes, &file),
            Err(reason) => Err(StateFileError::Io { file, reason }),
        }
    }

    /// The content of a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut payload = ByteWriter::default();
        payload.u32(self.scene.len());
        payload.0.extend(self.scene.as_bytes());
        write(&self.state, &mut payload);
        let mut bytes = ByteWriter(MAGIC.to_vec());
        bytes.u32(VERSION);
        bytes.u32(crc32fast::hash(&payload.0) as usize);
        bytes.0.extend(payload.0);
        bytes.0
    }

    /// Reads the content of a file; `file` names it in messages.
    pub fn from_bytes(bytes: &[u8], file: &str) -> Result<Self, StateFileError> {
        let wrong = |reason| StateFileError::Content { file: file.into(), reason };
        let mut rest = ByteReader(bytes);
        if rest.take(MAGIC.len()) != Some(MAGIC) {
            return Err(wrong("not a saved state: it does not begin with STICKSTA"));
        }
        let version = rest.u32().filter(|version| (1..=VERSION).contains(version));
        let version =
            version.ok_or_else(|| wrong("another version of the format than those known"))?;
        let checksum = rest.u32();
        if checksum != Some(crc32fast::hash(rest.0) as usize) {
            return Err(wrong("cut short or changed: its checksum is wrong"));
        }
        read(&mut rest, version)
            .ok_or_else(|| wrong("its content does not have the length it needs"))
    }
}

fn label_byte(label: Label) -> u8 {
    match label {
        Label::Free => 0,
        Label::Lower => 1,
        Label::Upper => 2,
    }
}

fn label(bytes: &mut ByteReader<'_>) -> Option<Label> {
    match bytes.u8()? {
        0 => Some(Label::Free),
        1 => Some(Label::Lower),
        2 => Some(Label::Upper),
        _ => None,
    }
}

fn write(state: &State, bytes: &mut ByteWriter) {
    begin(state, state.bodies.len(), bytes);
    state.bodies.iter().for_each(|body| write_body(body, bytes));
    write_joints(state, state.contacts.len(), bytes);
    state.contacts.iter().for_each(|contact| write_contact(contact, bytes));
    write_rest(state, bytes);
}

/// What stands before so many bodies.
fn begin(state: &State, bodies: usize, bytes: &mut ByteWriter) {
    bytes.u64(state.step);
    bytes.f64s([state.time]);
    bytes.u32(bodies);
}

/// Bytes of a body, of a joint, of a row, and of a contact.
const BODY: usize = 14 * 8;
const JOINT: usize = 2 * 8 + 1;
const ROW: usize = 8 + 1;
const CONTACT: usize = 9 * 8 + 6;

fn write_body(body: &BodyState, bytes: &mut ByteWriter) {
    let DQuat { x, y, z, w } = body.pose.orientation;
    bytes.f64s(body.pose.position.to_array());
    bytes.f64s([w, x, y, z]);
    bytes.f64s(body.velocity.to_array());
    bytes.f64s(body.angular_velocity.to_array());
    bytes.f64s([body.still]);
}

/// What stands between bodies and so many contacts.
fn write_joints(state: &State, contacts: usize, bytes: &mut ByteWriter) {
    bytes.u32(state.joints.len());
    for joint in &state.joints {
        bytes.f64s(joint.coordinates);
        bytes.u8(u8::from(joint.broken));
    }
    bytes.u32(state.joint_impulses.len());
    for (impulse, label) in state.joint_impulses.iter().zip(&state.joint_labels) {
        bytes.f64s([*impulse]);
        bytes.u8(label_byte(*label));
    }
    bytes.u32(contacts);
}

fn write_contact(contact: &ContactMemory, bytes: &mut ByteWriter) {
    let (first, second, feature) = contact.key;
    for part in [first as u64, second as u64, feature] {
        bytes.u64(part);
    }
    bytes.f64s(contact.impulses);
    for label in contact.labels {
        bytes.u8(label_byte(label));
    }
}

/// What stands behind contacts.
fn write_rest(state: &State, bytes: &mut ByteWriter) {
    told::write(state, bytes);
    history::write(&state.bodies, bytes);
    liquids::write(state, bytes);
    let Vertices { positions, velocities } = &state.vertices;
    bytes.u32(positions.len());
    for (position, velocity) in positions.iter().zip(velocities) {
        bytes.f64s(position.to_array());
        bytes.f64s(velocity.to_array());
    }
    bytes.u32(state.anchors.len());
    for Anchor { key, stretch } in &state.anchors {
        for part in [key.first as u64, key.second as u64, key.feature] {
            bytes.u64(part);
        }
        bytes.u32(key.number as usize);
        bytes.f64s(stretch.to_array());
    }
    let sub_stepped = || (0..state.bodies.len()).filter(|&at| state.bodies[at].sub_stepped);
    bytes.u32(sub_stepped().count());
    sub_stepped().for_each(|at| bytes.u32(at));
    bytes.u32(state.activations.len());
    bytes.f64s(state.activations.iter().copied());
}

fn read_body(bytes: &mut ByteReader<'_>) -> Option<BodyState> {
    let position = DVec3::from_array(bytes.f64s()?);
    let [w, x, y, z] = bytes.f64s()?;
    Some(BodyState {
        pose: Pose::new(position, DQuat::from_xyzw(x, y, z, w)),
        velocity: DVec3::from_array(bytes.f64s()?),
        angular_velocity: DVec3::from_array(bytes.f64s()?),
        still: bytes.f64()?,
        before: None,
        sub_stepped: false,
    })
}

fn read_joint(bytes: &mut ByteReader<'_>) -> Option<JointMemory> {
    Some(JointMemory { coordinates: bytes.f64s()?, broken: bytes.u8()? != 0 })
}

fn read_row(bytes: &mut ByteReader<'_>) -> Option<(f64, Label)> {
    Some((bytes.f64()?, label(bytes)?))
}

fn read_contact(bytes: &mut ByteReader<'_>) -> Option<ContactMemory> {
    let key = (bytes.u64()? as usize, bytes.u64()? as usize, bytes.u64()?);
    let impulses = bytes.f64s()?;
    let mut labels = [Label::Free; 6];
    for each in &mut labels {
        *each = label(bytes)?;
    }
    Some(ContactMemory { key, impulses, labels })
}

fn read(bytes: &mut ByteReader<'_>, version: usize) -> Option<SavedState> {
    let length = bytes.u32()?;
    let scene = std::str::from_utf8(bytes.take(length)?).ok()?.to_owned();
    let (step, time) = (bytes.u64()?, bytes.f64()?);
    let count = bytes.u32()?;
    let mut bodies = bytes.list(count, BODY, read_body)?;
    let count = bytes.u32()?;
    let joints = bytes.list(count, JOINT, read_joint)?;
    let count = bytes.u32()?;
    let rows = bytes.list(count, ROW, read_row)?;
    let (joint_impulses, joint_labels) = rows.into_iter().unzip();
    let count = bytes.u32()?;
    let contacts = bytes.list(count, CONTACT, read_contact)?;
    let (controls, leads) = if version > 1 { told::read(bytes)? } else { Default::default() };
    let mut liquids = Vec::new();
    if version > 2 {
        history::read(&mut bodies, bytes)?;
        liquids = liquids::read(bytes)?;
    }
    let mut vertices = Vertices::default();
    if version > 3 {
        let count = bytes.u32()?;
        bytes.list(count, 6 * 8, |bytes| {
            vertices.positions.push(DVec3::from_array(bytes.f64s()?));
            vertices.velocities.push(DVec3::from_array(bytes.f64s()?));
            Some(())
        })?;
    }
    let mut anchors = Vec::new();
    if version > 4 {
        let count = bytes.u32()?;
        anchors = bytes.list(count, 6 * 8 + 4, |bytes| {
            let (first, second) = (bytes.u64()? as usize, bytes.u64()? as usize);
            let (feature, number) = (bytes.u64()?, bytes.u32()? as u32);
            let key = AnchorKey { first, second, feature, number };
            Some(Anchor { key, stretch: DVec3::from_array(bytes.f64s()?) })
        })?;
    }
    if version > 5 {
        let count = bytes.u32()?;
        for at in bytes.list(count, 4, |bytes| bytes.u32())? {
            bodies.get_mut(at)?.sub_stepped = true;
        }
    }
    let mut activations = Vec::new();
    if version > 6 {
        let count = bytes.u32()?;
        activations = bytes.list(count, 8, |bytes| bytes.f64())?;
    }
    let state = State {
        step,
        time,
        bodies,
        joints,
        joint_impulses,
        joint_labels,
        contacts,
        controls,
        activations,
        leads,
        liquids,
        vertices,
        anchors,
    };
    bytes.0.is_empty().then_some(SavedState { scene, state })
}
