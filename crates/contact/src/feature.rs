//! Names of the features that meet in a contact.
//!
//! 64 bits: part of the one collider (12), part of the other or place on a
//! terrain (24), features of the two parts (28). The last are twelve bits that
//! tell which faces met, and sixteen that tell the point within their overlap.

/// Most parts of a compound.
pub(crate) const MAX_PARTS: usize = 1 << 12;
/// Most triangles of a terrain.
pub(crate) const MAX_TRIANGLES: usize = 1 << 21;
/// After the triangles come groups of triangles in one plane.
pub(crate) const GROUPS: u32 = 1 << 21;
/// After the groups come edges, of which there are at most three per triangle.
pub(crate) const EDGES: u32 = 1 << 22;

/// The name of a point within a pair of colliders.
pub(crate) fn name(part: usize, other: usize, local: u32) -> u64 {
    (part as u64) << 52 | (other as u64) << 28 | u64::from(local)
}

/// The name of a point within a pair of convex parts.
pub(crate) fn local(faces: u32, point: u16) -> u32 {
    (faces & 0xfff) << 16 | u32::from(point)
}

/// Which faces met, in twelve bits, and on which side the first of them was.
pub(crate) fn faces(on_second: bool, reference: u32, incident: u32) -> u32 {
    let mixed = reference.wrapping_mul(0x9e37_79b1) ^ incident.wrapping_mul(0x85eb_ca77);
    (mixed >> 21) << 1 | u32::from(on_second)
}
