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

#[cfg(test)]
mod tests {
    use super::*;

    /// Part, other and point stand side by side without touching.
    #[test]
    fn names_hold_all_they_are_made_of() {
        let found = name(0xabc, 0x12_3456, 0x789_abcd);
        assert_eq!(found, 0xabc1_2345_6789_abcd);
        assert_eq!(name(MAX_PARTS - 1, 0, 0), 0xfff0_0000_0000_0000);
        assert_eq!(local(0xdead_beef, 0x4321), 0x0eef_4321);
    }

    /// The faces of two boxes and the side give as many names as there are.
    #[test]
    fn faces_of_boxes_have_names_of_their_own() {
        let mut names = std::collections::BTreeSet::new();
        for side in [false, true] {
            for reference in 0..6 {
                for incident in 0..6 {
                    let found = faces(side, reference, incident);
                    assert!(found < 1 << 12, "twelve bits");
                    assert_eq!(found & 1 == 1, side);
                    names.insert(found);
                }
            }
        }
        assert_eq!(names.len(), 72);
    }
}
