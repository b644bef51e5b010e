//! What numbers of a frame are rounded to. All units are powers of two, so
//! that scaling rounds nothing by itself.

/// Positions, and the parts of unit quaternions: 2⁻²⁶, of a metre 15 nm.
pub const PLACE: i32 = -26;
/// Velocities: 2⁻²⁰, about 1 µm/s or 1 µrad/s.
pub const VELOCITY: i32 = -20;
/// Points and normals of contacts: 2⁻¹⁷, of a metre 8 µm. They are made for
/// pictures; poses and shapes tell them exactly.
pub const CONTACT: i32 = -17;
/// Gaps: 2⁻²⁴, of a metre 60 nm.
pub const GAP: i32 = -24;
/// Impulses: this many powers of two below the largest of the frame.
pub const IMPULSE_BITS: i32 = 24;
