//! The point of a small convex polygon that is nearest to the origin, and a
//! plane between the two.
//!
//! Nothing here has to be exact. The planes are checked afterwards with rounding
//! in mind, and `distance` is the length of a point *of* the polygon, so it can
//! be too large but, but for rounding, never too small.

use glam::DVec3;

/// What lies nearest to the origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Nearest {
    /// Distance from the origin.
    pub(super) distance: f64,
    /// Unit vector from the origin towards the polygon, all of whose corners lie
    /// about as far in this direction or farther; 0 where the distance is 0.
    pub(super) normal: DVec3,
}

/// The nearest point of the polygon with these corners, in order around it.
pub(super) fn nearest<const N: usize>(corners: &[DVec3; N]) -> Nearest {
    let mut best = side(corners[N - 1], corners[0]);
    for corner in 1..N {
        let other = side(corners[corner - 1], corners[corner]);
        if other.distance < best.distance {
            best = other;
        }
    }
    match inside(corners) {
        Some(inside) if inside.distance < best.distance => inside,
        _ => best,
    }
}

/// The nearest point of a side, which may have no length.
fn side(a: DVec3, b: DVec3) -> Nearest {
    let along = b - a;
    let length_squared = along.length_squared();
    let s = -a.dot(along);
    if s <= 0.0 {
        return toward(a);
    }
    if s >= length_squared {
        return toward(b);
    }
    // From the nearer end, where less cancels.
    let point = if 2.0 * s <= length_squared {
        a + along * (s / length_squared)
    } else {
        b - along * ((length_squared - s) / length_squared)
    };
    let Nearest { distance, normal } = toward(point);
    // The point is rounded, so its direction is not quite square to the side.
    let square = normal - along * (normal.dot(along) / length_squared);
    Nearest { distance, normal: square.normalize_or_zero() }
}

fn toward(point: DVec3) -> Nearest {
    let distance = point.length();
    let normal = if distance > 0.0 { point / distance } else { DVec3::ZERO };
    Nearest { distance, normal }
}

/// The foot of the origin in the plane of the polygon, where it lies inside.
fn inside<const N: usize>(corners: &[DVec3; N]) -> Option<Nearest> {
    let cross = (corners[1] - corners[0]).cross(corners[N - 1] - corners[0]);
    let length = cross.length();
    if length == 0.0 {
        return None;
    }
    let normal = cross / length;
    // A fan of triangles, of which one holds the foot.
    (1..N - 1).find_map(|k| {
        let (a, b, c) = (corners[0], corners[k], corners[k + 1]);
        let weights = [normal.dot(b.cross(c)), normal.dot(c.cross(a)), normal.dot(a.cross(b))];
        let sum = weights[0] + weights[1] + weights[2];
        if sum <= 0.0 || weights.iter().any(|&weight| weight < 0.0) {
            return None;
        }
        let point = (a * weights[0] + b * weights[1] + c * weights[2]) / sum;
        let height = normal.dot(corners[0]);
        let distance = point.length();
        // Needles have normals of noise, which miss the foot.
        if distance > 2.0 * height.abs() + 1e-12 {
            return None;
        }
        Some(Nearest { distance, normal: if height < 0.0 { -normal } else { normal } })
    })
}
