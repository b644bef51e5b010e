//! Two capsules against the conditions of the closest points of two segments.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_contact::Shape;
use stickslip_contact::glam::DVec3;

use crate::common::{random_pose, touch};

/// Where the way from a point of a segment to another point leads: across the
/// segment, or beyond the end at which the point is.
fn is_closest(ends: [DVec3; 2], on: DVec3, way: DVec3) -> bool {
    let along = ends[1] - ends[0];
    let share = along.dot(on - ends[0]) / along.length_squared();
    assert!((ends[0] + share * along - on).length() < 1e-12, "not on the line");
    assert!((-1e-12..=1.0 + 1e-12).contains(&share), "not on the segment: {share}");
    let slope = along.normalize().dot(way);
    let at_start = share < 1e-9 && slope <= 1e-10;
    let at_end = share > 1.0 - 1e-9 && slope >= -1e-10;
    slope.abs() < 1e-10 || at_start || at_end
}

#[test]
fn capsules_meet_where_their_lines_come_closest() {
    let mut random = ChaCha8Rng::seed_from_u64(5);
    let (mut inner, mut ends) = (0, 0);
    for _ in 0..400 {
        let radii = [0.05, 0.02];
        let halves: [f64; 2] = std::array::from_fn(|_| random.random_range(0.1..1.5));
        let poses = [random_pose(&mut random, 0.8), random_pose(&mut random, 0.8)];
        let shapes = [0, 1].map(|k| Shape::capsule(radii[k], halves[k]).unwrap());
        let segments =
            [0, 1].map(|k| [-1.0, 1.0].map(|s| poses[k].point(s * halves[k] * DVec3::Y)));
        let contacts = touch((&shapes[0], poses[0]), (&shapes[1], poses[1]), 10.0);
        assert_eq!(contacts.len(), 1);
        let contact = contacts[0];
        let on_first = contact.point - contact.normal * (contact.gap / 2.0 + radii[0]);
        let on_second = contact.point + contact.normal * (contact.gap / 2.0 + radii[1]);
        let way = on_second - on_first;
        assert!((way.length() - contact.gap - radii[0] - radii[1]).abs() < 1e-12);
        assert!((way.normalize() - contact.normal).length() < 1e-9);
        assert!(is_closest(segments[0], on_first, way), "{poses:?} {halves:?}");
        assert!(is_closest(segments[1], on_second, -way), "{poses:?} {halves:?}");
        let crosses = contact.normal.dot(poses[0].direction(DVec3::Y)).abs() < 1e-9;
        inner += usize::from(crosses);
        ends += usize::from(!crosses);
    }
    assert!(inner > 50 && ends > 50, "{inner} across, {ends} at an end");
}
