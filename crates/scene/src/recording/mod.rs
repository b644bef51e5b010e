//! Recordings: the motion of a scene in one file.
//!
//! All numbers are little-endian; `f64` are IEEE 754 doubles.
//!
//! ```text
//! file   = "STICKREC" format:u32 length:u32 header frame*
//! header = JSON of `length` bytes: see `Header`
//! frame  = length:u32 checksum:u32 payload
//! payload (`length` bytes, CRC-32 of them is `checksum`)
//!        = step:u64 time:f64 interval:f64 bodies:u32 contacts:u32 particles:u32
//!          figure:f64 × (number of names in the header's "figures")
//!          body × bodies      body    = 13 f64: position x y z, rotation w x y z,
//!                                       velocity x y z, angular velocity x y z
//!          contact × contacts contact = first:u32 second:u32 state:u32, 11 f64: point x y z,
//!                                       normal x y z, gap, impulse x y z, friction μ
//!          particle × particles  7 f32: position x y z, velocity x y z, pressure
//! ```
//! Position and velocity are those of the centre of mass, in the order of the
//! header's "bodies", whose shapes are placed relative to it. The impulses of
//! contacts acted for `interval` seconds, the length of the last sub-step: the
//! mean force is impulse / interval. `state` is 0 separating (no force),
//! 1 sticking, 2 slipping, 3 unknown; an unknown μ is NaN. Every frame stands
//! for itself and is flushed when it is written, so a killed run leaves a file
//! that is good up to its last whole frame.
//!
//! That is format 3, which is written where the header has "liquids"; without
//! any, format 2 is, which has no `particles`. Format 1, which can still be read, has no `interval`,
//! `state` and μ. Its interval is "dt" of the header over the sub-steps that
//! the scene's text in the header asks for.

mod contact;
mod error;
mod frame;
mod header;
mod particle;
mod reader;
mod source;
mod writer;

pub use contact::{FrameContact, state_number};
pub use error::{Cut, RecordingError};
pub use frame::{FIGURES, Frame, FrameBody, figures};
pub use header::{BodyHeader, Header, LiquidHeader, PlacedShape, ShapeHeader};
pub use particle::FrameParticle;
pub use reader::{Recording, RecordingFile};
pub use writer::Recorder;

const MAGIC: &[u8; 8] = b"STICKREC";
/// The newest format, and that of recordings without liquids.
const NEWEST: usize = 3;
const WITHOUT_LIQUIDS: usize = 2;

/// The layouts of frames that can be read.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Format {
    /// Its frames do not say for how long impulses acted: all did for this long.
    One { interval: f64 },
    /// Without particles.
    Two,
    /// As documented above.
    Three,
}

/// Whether these are the first bytes of a recording.
pub fn is_recording(beginning: &[u8]) -> bool {
    beginning.starts_with(MAGIC)
}
