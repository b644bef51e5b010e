//! Convex parts of a solid, by V-HACD of the collision library.

use parry3d_f64::transformation::vhacd::{VHACD, VHACDParameters};

use super::{MeshError, Surface};

/// A convex part: its hull.
pub type ConvexPart = Surface;

/// Splits a closed surface into about convex parts and gives their hulls.
///
/// `resolution` is the number of voxels along the longest side; 64 is a good
/// beginning.
///
/// # Errors
/// Where the resolution is not between 8 and 512, or the library gives no hull.
pub fn decompose(surface: &Surface, resolution: u32) -> Result<Vec<ConvexPart>, MeshError> {
    if !(8..=512).contains(&resolution) {
        let expected = "a number from 8 to 512";
        return Err(MeshError::Parameter {
            what: "resolution",
            value: resolution.into(),
            expected,
        });
    }
    let parameters = VHACDParameters { resolution, ..VHACDParameters::default() };
    let parts = VHACD::decompose(&parameters, surface.points(), surface.faces(), true);
    let hulls = parts.compute_exact_convex_hulls(surface.points(), surface.faces());
    // Of a few voxels there may be parts without any face.
    let parts: Vec<_> = hulls.into_iter().filter(|(_, faces)| !faces.is_empty()).collect();
    if parts.is_empty() {
        return Err(MeshError::Empty("convex part"));
    }
    parts.into_iter().map(|(points, faces)| Surface::new(points, faces)).collect()
}
