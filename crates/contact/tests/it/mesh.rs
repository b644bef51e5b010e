//! Meshes beside the shapes that they are made of.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DQuat, DVec2, DVec3};
use stickslip_contact::{Contact, Pose, Shape, Solidity};
use stickslip_geometry::mesh::{Surface, generate};

use crate::common::{random_rotation, random_vector, touch};
use crate::stack::shake;

fn solid(surface: &Surface) -> Shape {
    Shape::mesh(surface, Solidity::Features).expect("a solid")
}

fn cube(cut: usize) -> Shape {
    solid(&generate::box_surface(DVec3::splat(0.5), [cut; 3]).expect("a box"))
}

fn field(surface: &Surface, resolution: u32) -> Shape {
    Shape::mesh(surface, Solidity::Field { resolution }).expect("a field")
}

fn least(contacts: &[Contact]) -> f64 {
    contacts.iter().map(|contact| contact.gap).fold(f64::INFINITY, f64::min)
}

#[test]
fn stacked_cubes_keep_four_points_each() {
    for gap in [0.0, 0.001, -0.001] {
        shake(&cube(1), 1.0, gap, 4);
    }
    shake(&cube(2), 1.0, 1e-9, 4);
}

/// Whatever they lie on: a plane, a terrain, a box, a mesh.
#[test]
fn a_cube_lies_on_everything_alike() {
    let grounds = [
        Shape::half_space(DVec3::Y).expect("a normal"),
        Shape::height_field(&vec![vec![0.0; 5]; 5], DVec2::splat(6.0)).expect("heights"),
        Shape::cuboid(DVec3::new(3.0, 0.5, 3.0)).expect("extents"),
        solid(&generate::box_surface(DVec3::new(3.0, 0.5, 3.0), [3, 1, 5]).expect("a box")),
    ];
    let cubes = [cube(1), cube(3)];
    for (number, ground) in grounds.iter().enumerate() {
        let low = if number < 2 { 0.0 } else { -0.5 };
        for (cut, cube) in cubes.iter().enumerate() {
            for gap in [1e-3, 0.0, -1e-4] {
                let place =
                    Pose::new(DVec3::new(0.2, 0.5 + gap, -0.3), DQuat::from_rotation_y(0.4));
                for flipped in [false, true] {
                    let (one, two) = ((ground, Pose::at(DVec3::Y * low)), (cube, place));
                    let found = if flipped { touch(two, one, 0.01) } else { touch(one, two, 0.01) };
                    let up = if flipped { DVec3::NEG_Y } else { DVec3::Y };
                    assert_eq!(found.len(), 4, "ground {number}, cut {cut}, gap {gap}");
                    let mut middle = DVec3::ZERO;
                    for contact in &found {
                        assert!((contact.gap - gap).abs() < 1e-9, "{} for {gap}", contact.gap);
                        assert!((contact.normal - up).length() < 1e-9, "{}", contact.normal);
                        assert!((contact.point.y - gap / 2.0).abs() < 1e-9);
                        middle += contact.point / 4.0;
                        let arm = contact.point - place.position;
                        assert!((DVec2::new(arm.x, arm.z).length() - 0.5_f64.sqrt()).abs() < 1e-9);
                    }
                    assert!((middle.x - 0.2).abs() < 1e-9 && (middle.z + 0.3).abs() < 1e-9);
                }
            }
        }
    }
}

/// A mesh of a box comes as close to another as the boxes do, at any places.
#[test]
fn gaps_of_meshes_are_those_of_boxes() {
    let mut random = ChaCha8Rng::seed_from_u64(19);
    let halves = [DVec3::new(0.5, 0.3, 0.4), DVec3::new(0.2, 0.6, 0.35)];
    let boxes = halves.map(|half| Shape::cuboid(half).expect("extents"));
    let meshes = halves.map(|half| solid(&generate::box_surface(half, [2, 3, 1]).expect("a box")));
    let (mut apart, mut through) = (0, 0);
    for _ in 0..3000 {
        let poses = [0, 1]
            .map(|_| Pose::new(0.55 * random_vector(&mut random), random_rotation(&mut random)));
        let exact = touch((&boxes[0], poses[0]), (&boxes[1], poses[1]), 0.1);
        let gap = least(&exact);
        if exact.is_empty() {
            let found = touch((&meshes[0], poses[0]), (&meshes[1], poses[1]), 0.1);
            assert!(found.is_empty(), "{found:?}");
        } else if gap > -0.01 {
            let found = touch((&meshes[0], poses[0]), (&meshes[1], poses[1]), 0.1);
            let deepest = least(&found);
            assert!((deepest - gap).abs() < if gap > 0.0 { 1e-9 } else { 1e-2 }, "{deepest} {gap}");
            let counter = if gap > 0.0 { &mut apart } else { &mut through };
            *counter += 1;
        }
    }
    assert!(apart > 100 && through > 20, "{apart} apart, {through} through each other");
}

/// A ring on a rod touches it inside, though the middle of the ring is empty.
#[test]
fn a_ring_hangs_on_a_rod() {
    let ring = solid(&generate::torus(0.3, 0.05, 48, 24).expect("a ring"));
    let rod = solid(&generate::cylinder(0.1, 1.0, 48, 1).expect("a rod"));
    // The hole has radius 0.25, so that the ring hangs 0.15 lower.
    let place = Pose::at(DVec3::new(0.0, -0.15, 0.2));
    let found = touch((&rod, Pose::IDENTITY), (&ring, place), 0.01);
    assert!(!found.is_empty());
    for contact in &found {
        assert!(contact.gap.abs() < 2e-3 || contact.gap > 0.0, "{contact:?}");
        assert!(contact.normal.y > 0.8, "{contact:?}");
        assert!(contact.point.y > 0.08, "{contact:?}");
    }
    let free = touch((&rod, Pose::IDENTITY), (&ring, Pose::at(DVec3::Z * 0.2)), 0.01);
    assert!(free.is_empty(), "{free:?}");
}

/// What is deep inside is pushed out by the shortest way, and not held there.
#[test]
fn solids_are_not_hollow() {
    let small = solid(&generate::box_surface(DVec3::splat(0.05), [1; 3]).expect("a box"));
    for (place, out) in
        [(DVec3::new(0.3, 0.02, 0.0), DVec3::X), (DVec3::new(0.0, -0.35, 0.1), DVec3::NEG_Y)]
    {
        let found = touch((&cube(2), Pose::IDENTITY), (&small, Pose::at(place)), 0.01);
        assert!(!found.is_empty());
        for contact in &found {
            assert!(contact.gap < -0.05, "{contact:?}");
            assert!((contact.normal - out).length() < 1e-6, "{contact:?}");
        }
    }
}

/// A needle through the middle of two big triangles has no vertex of theirs near it.
#[test]
fn a_needle_through_a_big_triangle_is_found() {
    let needle = field(&generate::cylinder(0.02, 0.5, 24, 1).expect("a needle"), 100);
    let plate = generate::box_surface(DVec3::new(3.0, 3.0, 0.2), [1; 3]).expect("a plate");
    // The plate's upper side is at z = −0.495: the needle is 5 mm in, off every vertex and edge.
    let place = Pose::at(DVec3::new(0.4, 1.1, -0.695));
    for other in [
        Shape::cuboid(DVec3::new(3.0, 3.0, 0.2)).expect("extents"),
        Shape::convex_hull(plate.points()).expect("a hull"),
        solid(&plate),
        field(&plate, 48),
    ] {
        let found = touch((&needle, Pose::IDENTITY), (&other, place), 0.01);
        let deep: Vec<_> = found.iter().filter(|contact| contact.gap < -4e-3).collect();
        assert!(!deep.is_empty(), "{found:?}");
        for contact in deep {
            assert!((contact.gap + 5e-3).abs() < 1e-3, "{contact:?}");
            assert!(contact.normal.z < -0.99, "{contact:?}");
            assert!(contact.point.truncate().length() < 0.03, "{contact:?}");
        }
    }
}

/// A ball in the field of a ball: the gap is exact up to the grid.
#[test]
fn fields_meet_balls_and_capsules() {
    let ball = field(&generate::sphere(0.5, 3).expect("a ball"), 32);
    let other = Shape::sphere(0.25).expect("a radius");
    let rod = Shape::capsule(0.25, 0.8).expect("lengths");
    for (shape, place) in [
        (&other, DVec3::new(0.0, 0.0, 0.752)),
        (&other, DVec3::new(0.6, -0.3, 0.3)),
        (&rod, DVec3::new(0.751, 0.1, 0.0)),
    ] {
        let along = if std::ptr::eq(shape, &rod) { 0.1 } else { 0.0 };
        let exact = (place - DVec3::Y * along).length() - 0.75;
        let found = touch((&ball, Pose::IDENTITY), (shape, Pose::at(place)), 0.05);
        assert!(!found.is_empty());
        assert!((least(&found) - exact).abs() < 6e-3, "{} for {exact}", least(&found));
    }
}

#[test]
fn what_is_no_solid_is_refused() {
    let ball = generate::sphere(0.5, 1).expect("a ball");
    let refused = |surface: &Surface, solidity| {
        Shape::mesh(surface, solidity).expect_err("no solid").to_string()
    };
    let open = Surface::new(ball.points().to_vec(), ball.faces()[1..].to_vec()).expect("faces");
    assert!(refused(&open, Solidity::Features).contains("open"));
    assert!(refused(&ball.reversed(), Solidity::Features).contains("inside out"));
    let mut faces = ball.faces().to_vec();
    faces[0].swap(0, 1);
    let turned = Surface::new(ball.points().to_vec(), faces).expect("faces");
    assert!(refused(&turned, Solidity::Features).contains("turn against each other"));
    assert!(refused(&ball, Solidity::Field { resolution: 3 }).contains("resolution"));
    assert!(refused(&ball, Solidity::Decompose { resolution: 4 }).contains("resolution"));
    let hull = Shape::mesh(&open, Solidity::Convex).expect("a hull needs no closed surface");
    assert!(hull.mass_properties(1.0).is_some());
    let part = Shape::compound(vec![(Pose::IDENTITY, solid(&ball))]);
    assert!(part.expect_err("not convex").to_string().contains("not convex"));
}

/// A torus falls apart into convex pieces about as heavy as it is.
#[test]
fn a_torus_falls_into_convex_parts() {
    let ring = generate::torus(0.3, 0.1, 24, 12).expect("a ring");
    let parts = Shape::mesh(&ring, Solidity::Decompose { resolution: 32 }).expect("parts");
    let whole = solid(&ring);
    let mass = |shape: &Shape| shape.mass_properties(1.0).expect("a volume").mass;
    assert!((mass(&parts) / mass(&whole) - 1.0).abs() < 0.25, "{} {}", mass(&parts), mass(&whole));
    let free = touch(
        (&parts, Pose::IDENTITY),
        (&Shape::sphere(0.1).expect("a radius"), Pose::IDENTITY),
        0.01,
    );
    assert!(free.is_empty(), "the hole is open: {free:?}");
}
