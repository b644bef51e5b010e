//! A flat face against whatever looks at it.

use glam::DVec3;

use crate::feature;
use crate::manifold::{Candidates, Manifold};
use crate::polygon::Patch;
use crate::solid::Solid;

/// Corners this share of the size outside a face count as above it.
pub(crate) const CLIP_TOLERANCE: f64 = 1e-5;

/// The points of `incident`'s facing side above face number `face` of
/// `reference`, at most `reach` above its plane. The normal is the face's.
pub(crate) fn face_contact(
    reference: &Solid,
    face: usize,
    incident: &Solid,
    reach: f64,
    reference_is_second: bool,
) -> Manifold {
    let (normal, offset) = reference.face(face);
    let looking = incident.facing(-normal);
    let mut patch = incident.corners(looking, -normal);
    let outline = reference.corners(face, normal);
    let tolerance = CLIP_TOLERANCE * reference.size();
    clip_to_outline(&mut patch, &outline, normal, tolerance);
    let faces = feature::faces(reference_is_second, face as u32, looking as u32);
    let mut candidates = Candidates::<64>::new();
    for corner in patch.corners() {
        let gap = normal.dot(corner.point) - offset;
        if gap <= reach {
            candidates.push(faces, corner.id, corner.point - normal * (gap / 2.0), gap);
        }
    }
    Manifold::reduced(normal, candidates.as_slice())
}

/// Cuts away what is not above a convex outline (anticlockwise about its normal).
pub(crate) fn clip_to_outline(patch: &mut Patch, outline: &Patch, normal: DVec3, tolerance: f64) {
    let corners = outline.corners();
    for (k, corner) in corners.iter().enumerate() {
        let next = corners[(k + 1) % corners.len()].point;
        if let Some(side) = (next - corner.point).cross(normal).try_normalize() {
            patch.clip(side, side.dot(corner.point), k as u8, tolerance);
        }
    }
}
