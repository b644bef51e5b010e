//! Clipping against corners found by meeting every line with every other.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// A half-plane n·x ≤ c of the plane z = 0.
type Half = (DVec3, f64);

fn polygon(points: &[DVec3]) -> Patch {
    let mut patch = Patch::new();
    points.iter().for_each(|&point| patch.push(point));
    patch
}

fn square() -> Vec<DVec3> {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
        .map(|(x, y)| DVec3::new(x, y, 0.0))
        .to_vec()
}

fn sides_of_square() -> Vec<Half> {
    [DVec3::NEG_Y, DVec3::X, DVec3::Y, DVec3::NEG_X].map(|normal| (normal, 1.0)).to_vec()
}

/// Where two lines meet and no half-plane is left.
fn corners(halves: &[Half]) -> Vec<DVec3> {
    let mut found = Vec::new();
    for (k, (n, c)) in halves.iter().enumerate() {
        for (m, d) in &halves[..k] {
            let determinant = n.x * m.y - n.y * m.x;
            let place = DVec3::new(c * m.y - d * n.y, n.x * d - m.x * c, 0.0) / determinant;
            if place.is_finite() && halves.iter().all(|(n, c)| n.dot(place) <= c + 1e-12) {
                found.push(place);
            }
        }
    }
    found
}

#[test]
fn what_remains_has_the_corners_where_lines_meet() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut cut, mut gone) = (0, 0);
    for round in 0..400 {
        let mut patch = polygon(&square());
        let mut halves = sides_of_square();
        for plane in 0..random.random_range(1..6_u8) {
            let (sin, cos) = random.random_range(0.0..std::f64::consts::TAU).sin_cos();
            let half = (DVec3::new(cos, sin, 0.0), random.random_range(-0.3..1.3));
            patch.clip(half.0, half.1, plane, 0.0);
            halves.push(half);
        }
        let expected = corners(&halves);
        assert_eq!(patch.corners().len(), expected.len(), "round {round}");
        for corner in patch.corners() {
            let known = expected.iter().any(|place| place.distance(corner.point) < 1e-9);
            assert!(known, "round {round}: {corner:?}");
            let original = square().iter().position(|place| *place == corner.point);
            assert_eq!(corner.is_cut(), original.is_none(), "round {round}");
            assert!(original.is_none_or(|place| corner.id == place as u16), "round {round}");
        }
        // Anticlockwise still, and every corner with a name of its own.
        let points: Vec<DVec3> = patch.corners().iter().map(|corner| corner.point).collect();
        for (k, &point) in points.iter().enumerate() {
            let (next, after) = (points[(k + 1) % points.len()], points[(k + 2) % points.len()]);
            assert!((next - point).cross(after - next).z > -1e-12, "round {round}");
        }
        let mut names: Vec<u16> = patch.corners().iter().map(|corner| corner.id).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), points.len(), "round {round}: names repeat");
        cut += usize::from(patch.corners().iter().any(Corner::is_cut));
        gone += usize::from(points.is_empty());
    }
    assert!(cut > 100 && gone > 10, "{cut} cut, {gone} gone");
}

/// The name of a cut tells the side and the plane, also where the side was
/// itself made by a plane.
#[test]
fn cuts_are_named_after_side_and_plane() {
    let mut patch = polygon(&square());
    patch.clip(DVec3::X, 0.5, 3, 0.0);
    let names = |patch: &Patch| patch.corners().iter().map(|c| c.id).collect::<Vec<_>>();
    assert_eq!(names(&patch), [0, 0x8000 | 3, 0x8000 | 2 << 6 | 3, 3]);
    patch.clip(DVec3::Y, 0.0, 5, 0.0);
    let by_plane = 0x8000 | (64 + 3) << 6 | 5;
    assert_eq!(names(&patch), [0, 0x8000 | 3, by_plane, 0x8000 | 3 << 6 | 5]);
}

#[test]
fn a_plane_through_corners_adds_none_beside_them() {
    let mut patch = polygon(&square());
    patch.clip(DVec3::new(1.0, 1.0, 0.0).normalize(), 0.0, 1, 1e-9);
    let names: Vec<u16> = patch.corners().iter().map(|corner| corner.id).collect();
    assert_eq!(names, [0, 1, 3]);
    // The new side from corner 1 to corner 3 carries the name of the plane.
    patch.clip(DVec3::X, 0.0, 2, 1e-9);
    let names: Vec<u16> = patch.corners().iter().map(|corner| corner.id).collect();
    assert_eq!(names, [0, 0x8000 | 2, 0x8000 | (64 + 1) << 6 | 2, 3]);
}

#[test]
fn what_is_outside_by_no_more_than_the_tolerance_stays() {
    for (offset, count) in [(0.995, 4), (0.985, 4), (0.0, 4)] {
        let mut patch = polygon(&square());
        patch.clip(DVec3::X, offset, 0, 0.01);
        assert_eq!(patch.corners().len(), count);
        let moved = patch.corners().iter().filter(|corner| corner.is_cut()).count();
        assert_eq!(moved, if offset > 0.99 { 0 } else { 2 }, "{offset}");
    }
    // Dyadic numbers: just at the tolerance is inside.
    let mut patch = polygon(&square());
    patch.clip(DVec3::X, 0.75, 0, 0.25);
    assert!(patch.corners().iter().all(|corner| !corner.is_cut()));
}

#[test]
fn segments_and_points_are_clipped_too() {
    let ends = [DVec3::NEG_X, DVec3::X];
    let mut segment = polygon(&ends);
    segment.clip(DVec3::X, 0.5, 1, 0.0);
    let found: Vec<DVec3> = segment.corners().iter().map(|corner| corner.point).collect();
    assert_eq!(found, [DVec3::NEG_X, DVec3::X * 0.5]);
    segment.clip(DVec3::NEG_X, 0.25, 2, 0.0);
    let found: Vec<DVec3> = segment.corners().iter().map(|corner| corner.point).collect();
    assert_eq!(found.len(), 2);
    assert!(found.contains(&(DVec3::X * -0.25)) && found.contains(&(DVec3::X * 0.5)));
    segment.clip(DVec3::X, -1.0, 3, 0.0);
    assert!(segment.corners().is_empty());
    let mut point = polygon(&[DVec3::X]);
    point.clip(DVec3::X, 1.0, 0, 0.0);
    assert_eq!(point.corners().len(), 1);
    point.clip(DVec3::X, 0.5, 0, 0.0);
    assert!(point.corners().is_empty());
}

#[test]
fn a_full_polygon_takes_no_more() {
    let mut polygon = Polygon::<3>::new();
    square().into_iter().for_each(|point| polygon.push(point));
    assert_eq!(polygon.corners().len(), 3);
}
