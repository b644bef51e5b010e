//! Where the points on a terrain are, and how its solid depth is measured.

use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DQuat, DVec2, DVec3};
use stickslip_contact::{Pose, Shape};

use crate::common::{random_pose, touch};

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// Midway between the ground and what is above it or has sunk into it.
#[test]
fn points_are_midway_between_ground_and_body() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let field = Shape::height_field(&vec![vec![0.25; 11]; 13], DVec2::new(10.0, 12.0)).unwrap();
    let lying = DQuat::from_rotation_z(FRAC_PI_2);
    let capsule = Shape::capsule(0.2, 0.7).unwrap();
    let cuboid = Shape::cuboid(v(0.3, 0.2, 0.4)).unwrap();
    let ball = Shape::sphere(0.2).unwrap();
    let four = vec![(0.3, 0.4), (-0.3, 0.4), (0.3, -0.4), (-0.3, -0.4)];
    for (shape, turn, places) in [
        (&ball, DQuat::IDENTITY, vec![(0.0, 0.0)]),
        (&cuboid, DQuat::IDENTITY, four),
        (&capsule, lying, vec![(0.7, 0.0), (-0.7, 0.0)]),
    ] {
        for gap in [0.08, -0.03] {
            let motion = random_pose(&mut random, 1.0);
            let centre = v(0.37, 0.45 + gap, -0.61);
            let pose = motion.compose(&Pose::new(centre, turn));
            let contacts = touch((&field, motion), (shape, pose), 0.1);
            assert_eq!(contacts.len(), places.len(), "{shape:?}: {contacts:?}");
            for &(x, z) in &places {
                let middle = motion.point(v(centre.x + x, 0.25 + gap / 2.0, centre.z + z));
                let found = contacts.iter().find(|c| (c.point - middle).length() < 1e-9);
                let contact = found.unwrap_or_else(|| panic!("nothing at {middle}: {contacts:?}"));
                assert!((contact.gap - gap).abs() < 1e-9);
            }
        }
    }
}

/// A box in a right-angled valley, sunk a little into both slopes and not
/// equally: each slope holds its whole face.
#[test]
fn both_slopes_of_a_valley_hold_a_box() {
    // Height |x| along x, so that the slopes rise at 45 degrees.
    let heights: Vec<Vec<f64>> =
        (0..3).map(|_| (-4..=4).map(|j| f64::from(j).abs()).collect()).collect();
    let valley = Shape::height_field(&heights, DVec2::new(8.0, 4.0)).unwrap();
    let half = 0.5;
    let cube = Shape::cuboid(DVec3::splat(half)).unwrap();
    let right = v(-1.0, 1.0, 0.0).normalize();
    let left = v(1.0, 1.0, 0.0).normalize();
    // Depths below the right slope and the left one.
    let place = right * (half - 0.001) + left * (half - 0.002);
    let pose = Pose::new(place, DQuat::from_rotation_z(FRAC_PI_4));
    let contacts = touch((&valley, Pose::IDENTITY), (&cube, pose), 0.01);
    for (normal, gap) in [(right, -0.001), (left, -0.002)] {
        let on_slope: Vec<_> =
            contacts.iter().filter(|c| (c.normal - normal).length() < 1e-9).collect();
        assert_eq!(on_slope.len(), 4, "{normal}: {contacts:?}");
        assert!(on_slope.iter().all(|c| (c.gap - gap).abs() < 1e-9), "{contacts:?}");
    }
    assert_eq!(contacts.len(), 8, "{contacts:?}");
    let mut names: Vec<u64> = contacts.iter().map(|contact| contact.feature).collect();
    names.dedup();
    assert_eq!(names.len(), 8, "names repeat");
}

/// A slab of two pairs of triangles: solid half way through from either side,
/// whatever its size.
#[test]
fn a_mesh_is_solid_half_way_at_every_scale() {
    for scale in [1e-3, 1.0, 1e3] {
        let mut vertices = Vec::new();
        for y in [0.0, 1.0] {
            for (x, z) in [(-3.0, -2.0), (3.0, -2.0), (3.0, 2.0), (-3.0, 2.0)] {
                vertices.push(scale * v(x, y, z));
            }
        }
        let triangles = [
            [4, 6, 5],
            [4, 7, 6],
            [0, 1, 2],
            [0, 2, 3],
            [0, 4, 5],
            [0, 5, 1],
            [1, 5, 6],
            [1, 6, 2],
        ];
        let more = [[2, 6, 7], [2, 7, 3], [3, 7, 4], [3, 4, 0]];
        let all: Vec<[u32; 3]> = triangles.into_iter().chain(more).collect();
        let slab = Shape::triangle_mesh(&vertices, &all).unwrap();
        let ball = Shape::sphere(0.1 * scale).unwrap();
        for (depth, up, down) in [(0.05, 1, 0), (0.45, 1, 0), (0.75, 0, 1), (1.05, 0, 1)] {
            // The lowest point of the ball is that deep below the upper face.
            let pose = Pose::at(scale * v(0.7, 1.1 - depth, 0.4));
            let contacts = touch((&slab, Pose::IDENTITY), (&ball, pose), 0.0);
            let count = |sign: f64| contacts.iter().filter(|c| sign * c.normal.y > 0.5).count();
            assert_eq!((count(1.0), count(-1.0)), (up, down), "{scale} {depth}: {contacts:?}");
            for contact in contacts.iter().filter(|c| c.normal.y > 0.5) {
                assert!((contact.gap + depth * scale).abs() < 1e-9 * scale);
            }
        }
    }
}
