//! Recordings: the motion of a scene in one file.
//!
//! All numbers are little-endian; `f64` are IEEE 754 doubles.
//!
//! ```text
//! file   = "STICKREC" version:u32 length:u32 header frame*
//! header = JSON of `length` bytes: see `Header`
//! frame  = length:u32 checksum:u32 payload
//! payload (`length` bytes, CRC-32 of them is `checksum`)
//!        = step:u64 time:f64 bodies:u32 contacts:u32
//!          figure:f64 × (number of names in the header's "figures")
//!          body × bodies      body    = 13 f64: position x y z, rotation w x y z,
//!                                       velocity x y z, angular velocity x y z
//!          contact × contacts contact = first:u32 second:u32, 10 f64: point x y z,
//!                                       normal x y z, gap, impulse x y z
//! ```
//! Position and velocity are those of the centre of mass, in the order of the
//! header's "bodies", whose shapes are placed relative to it. Every frame
//! stands for itself and is flushed when it is written, so a killed run leaves
//! a file that is good up to its last whole frame.

mod frame;
mod header;
mod reader;
mod writer;

pub use frame::{FIGURES, Frame, FrameBody, FrameContact, figures};
pub use header::{BodyHeader, Header, PlacedShape, ShapeHeader};
pub use reader::{Cut, Recording, RecordingError, RecordingFile};
pub use writer::Recorder;

const MAGIC: &[u8; 8] = b"STICKREC";
const VERSION: usize = 1;

/// Whether these are the first bytes of a recording.
pub fn is_recording(beginning: &[u8]) -> bool {
    beginning.starts_with(MAGIC)
}
