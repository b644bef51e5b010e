//! Surfaces of rings with equally many points, joined by bands of triangles.

use glam::DVec3;

use crate::mesh::{MeshError, Surface};

/// How the first and the last ring end.
pub(super) enum Ends {
    /// Each by a fan around a point.
    Caps(DVec3, DVec3),
    /// The last is joined to the first.
    Loop,
}

/// Rings turn counterclockwise seen against the direction in which they follow each
/// other along the outside.
pub(super) fn join(rings: &[Vec<DVec3>], ends: &Ends) -> Result<Surface, MeshError> {
    let around = rings.first().map_or(0, Vec::len) as u32;
    let mut points: Vec<DVec3> = rings.concat();
    let mut faces = Vec::new();
    let next = |k: u32| (k + 1) % around;
    let mut band = |below: u32, above: u32| {
        for k in 0..around {
            let (a, b) = (below * around + k, below * around + next(k));
            let (c, d) = (above * around + k, above * around + next(k));
            faces.extend([[a, b, d], [a, d, c]]);
        }
    };
    let count = rings.len() as u32;
    (1..count).for_each(|ring| band(ring - 1, ring));
    match *ends {
        Ends::Loop => band(count - 1, 0),
        Ends::Caps(bottom, top) => {
            let (low, high) = (points.len() as u32, points.len() as u32 + 1);
            points.extend([bottom, top]);
            let last = (count - 1) * around;
            for k in 0..around {
                faces.extend([[low, next(k), k], [high, last + k, last + next(k)]]);
            }
        }
    }
    Surface::new(points, faces)
}

/// Points at equal angles around z.
pub(super) fn circle(around: usize, height: f64, radius: impl Fn(f64) -> f64) -> Vec<DVec3> {
    (0..around)
        .map(|k| {
            let angle = std::f64::consts::TAU * k as f64 / around as f64;
            let (sin, cos) = libm::sincos(angle);
            DVec3::new(radius(angle) * cos, radius(angle) * sin, height)
        })
        .collect()
}
