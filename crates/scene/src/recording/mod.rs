//! Recordings: the motion of a scene in one file.
//!
//! All numbers are little-endian; `f64` are IEEE 754 doubles.
//!
//! ```text
//! file    = "STICKREC" format:u32 length:u32 header frame*
//! header  = JSON of `length` bytes: see `Header`
//! frame   = length:u32 checksum:u32 guard:u32 payload
//! payload (`length` bytes; `checksum` is their CRC-32, `guard` that of the
//!          eight bytes before it)
//!         = kind:u8 step:u64 time:f64 interval:f64 (block or blocks) chunks
//! block   = length:u32 coded
//! blocks  = size:u32 length:u32 × blocks coded × blocks
//! coded   (`length` bytes of a range coder: see `range.rs`)
//!         = body × (bodies of the block) contacts unit contact × contacts
//! body    = 13 numbers: velocity x y z, angular velocity x y z, position x y z,
//!           rotation w x y z
//! contact = pair state, 11 numbers: point x y z, normal x y z, gap, impulse
//!           x y z, bits of the `f64` of friction μ
//! pair    = contacts of the frame before that are passed over until one of the
//!           same two bodies; or −1, first, second (less those of the last pair)
//! chunks  (a raw deflate stream) = chunk*
//! chunk   = tag:4 bytes, length:u32, `length` bytes
//! "figs"  = figure:f64 × (number of names in the header's "figures")
//! "part"  = particles:u32, then of each 7 f32: position x y z, velocity x y z,
//!           pressure; only where there are liquids or
//!           soft bodies, whose vertices have the strain around them for a pressure
//! "hash"  = u64: hash of the exact bits that bodies were rounded from
//! ```
//! Every number of a body and of a contact is a column of the coder, of contacts
//! that separate one of its own, the count of contacts, the unit and the three
//! numbers of a pair too, and the state of a contact one for each state before. Numbers are whole multiples of a unit:
//! 2⁻²⁶ for positions (m) and rotations, 2⁻²⁰ for velocities, 2⁻¹⁷ for points and
//! normals, 2⁻²⁴ m for gaps, 2^unit N·s for impulses, 24 powers of two below the
//! largest of the frame. A frame of kind 0 stands for itself, and the coder
//! begins anew. In one of kind 1 numbers are what is different from what the
//! frame before lets one expect: the same velocities; positions and rotations
//! as the new velocities make them (`coded.rs`); the n-th contact of the same
//! two bodies, moved as they have moved (`carried.rs`), from where they were
//! `interval` seconds before the one frame to where they were before the other:
//! contacts are those of the beginnings of steps. One that separates is expected
//! to have no impulse. At least every 64th frame is of kind 0. A reader passes over chunks with tags that it does not
//! know.
//!
//! Kinds 2 and 3 are the same in blocks, which ranks write side by side (`shared.rs`): `size`
//! bodies each in the order of the header, the last one with the rest, each coded as if it were
//! a frame of its own, with columns of its own. The contacts of a frame are those of its
//! blocks, in the order of their bodies.
//!
//! Position and velocity are those of the centre of mass, in the order of the
//! header's "bodies", whose shapes are placed relative to it. The impulses of
//! contacts acted for `interval` seconds, the length of the last sub-step: the
//! mean force is impulse / interval. `state` is 0 separating (no force),
//! 1 sticking, 2 slipping, 3 unknown; an unknown μ is NaN. Every frame is
//! flushed when it is written, so a killed run leaves a file that is good up to
//! its last whole frame; of one that ranks have not ended, the twelve bytes before the payload
//! are zero.
//!
//! That is format 4. Formats 1 and 2 can still be read (3 was part of no
//! release); their frames have no guard, stand for themselves and hold exact numbers:
//!
//! ```text
//! payload = step:u64 time:f64 interval:f64 bodies:u32 contacts:u32
//!           figure:f64 × (number of names in the header's "figures")
//!           body × bodies      body    = 13 f64: position x y z, rotation w x y z,
//!                                        velocity x y z, angular velocity x y z
//!           contact × contacts contact = first:u32 second:u32 state:u32, 11 f64: point x y z,
//!                                        normal x y z, gap, impulse x y z, friction μ
//! ```
//! Format 1 has no `interval`, `state` and μ; its interval is "dt" of the header
//! over the sub-steps that the scene's text in the header asks for.

mod block;
mod carried;
mod coded;
mod coded_contact;
mod compressed;
mod contact;
mod error;
mod frame;
mod header;
mod layout;
mod pack;
mod pairs;
mod particle;
mod range;
mod reader;
mod shared;
mod soft;
mod source;
mod units;
mod writer;

pub use contact::{FrameContact, state_number};
pub use error::{Cut, RecordingError};
pub use frame::{FIGURES, Frame, FrameBody, figures};
pub use header::{BodyHeader, Header, LiquidHeader, PlacedShape, ShapeHeader};
pub use particle::FrameParticle;
pub use reader::{Recording, RecordingFile};
pub use shared::{BLOCK, FrameBlock, PlacedContact, Share, SharedRecorder};
pub use soft::SoftHeader;
pub use writer::Recorder;

const MAGIC: &[u8; 8] = b"STICKREC";
/// The format that is written.
const NEWEST: usize = 4;

/// Whether these are the first bytes of a recording.
pub fn is_recording(beginning: &[u8]) -> bool {
    beginning.starts_with(MAGIC)
}
