//! Height fields and meshes against flat ground, solid boxes and brute force.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use stickslip_contact::glam::{DQuat, DVec2, DVec3};
use stickslip_contact::{Pose, Shape, ShapeKind};

use crate::common::{random_pose, random_rotation, random_vector, touch};
use crate::oracle::{Convex, directions, separation, signed_distance};

fn flat_field() -> Shape {
    Shape::height_field(&vec![vec![0.25; 11]; 13], DVec2::new(10.0, 12.0)).unwrap()
}

/// A box of half extents 1 whose faces are grids of 3 × 3 squares.
fn block() -> Shape {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    let mut index = |point: DVec3| {
        let known = vertices.iter().position(|other: &DVec3| (*other - point).length() < 1e-9);
        known.unwrap_or_else(|| {
            vertices.push(point);
            vertices.len() - 1
        }) as u32
    };
    for axis in 0..3 {
        for sign in [1.0, -1.0] {
            let at = |i: usize, j: usize| {
                let mut point = DVec3::ZERO;
                point[axis] = sign;
                point[(axis + 1) % 3] = sign * (i as f64 / 1.5 - 1.0);
                point[(axis + 2) % 3] = j as f64 / 1.5 - 1.0;
                point
            };
            for i in 0..3 {
                for j in 0..3 {
                    let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                    let [a, b, c, d] = [a, b, c, d].map(&mut index);
                    triangles.extend([[a, b, c], [a, c, d]]);
                }
            }
        }
    }
    Shape::triangle_mesh(&vertices, &triangles).unwrap()
}

#[test]
fn flat_ground_has_one_normal_whatever_its_triangles() {
    let ground = flat_field();
    let mut random = ChaCha8Rng::seed_from_u64(21);
    let half = Shape::half_space(DVec3::Y).unwrap();
    for convex in Convex::all(&mut random) {
        let shape = convex.shape();
        for _ in 0..100 {
            let mut pose = random_pose(&mut random, 3.0);
            // The lowest point 0.25 high, a little more or less.
            let gap = random.random_range(-0.02..0.02);
            pose.position.y += 0.25 + gap + convex.support(&pose, DVec3::NEG_Y);
            let contacts = touch((&ground, Pose::IDENTITY), (&shape, pose), 0.03);
            let plain = touch((&half, Pose::at(DVec3::Y * 0.25)), (&shape, pose), 0.03);
            let least = contacts.iter().map(|c| c.gap).fold(f64::INFINITY, f64::min);
            assert!((least - gap).abs() < 1e-12, "{least} for {gap}: {convex:?} {pose:?}");
            assert!(contacts.iter().all(|c| c.normal == DVec3::Y), "{contacts:?}");
            assert!(contacts.len() <= 4);
            let least = plain.iter().map(|c| c.gap).fold(f64::INFINITY, f64::min);
            assert!((least - gap).abs() < 1e-12, "{least} for {gap}: {convex:?} {pose:?}");
        }
    }
}

#[test]
fn a_box_slides_over_flat_ground_on_its_four_corners() {
    let cuboid = Shape::cuboid(DVec3::new(0.6, 0.2, 0.7)).unwrap();
    let mut names = None;
    for step in 0..400 {
        let turn = DQuat::from_rotation_y(0.3);
        let place = DVec3::new(step as f64 * 0.007 - 1.4, 0.4499, step as f64 * 0.003);
        let contacts =
            touch((&flat_field(), Pose::IDENTITY), (&cuboid, Pose::new(place, turn)), 0.01);
        assert_eq!(contacts.len(), 4);
        for contact in &contacts {
            assert_eq!(contact.normal, DVec3::Y);
            assert!((contact.gap + 1e-4).abs() < 1e-12);
            let local = turn.inverse() * (contact.point - place);
            assert!((local.x.abs() - 0.6).abs() < 1e-9 && (local.z.abs() - 0.7).abs() < 1e-9);
        }
        let now: Vec<_> = contacts.iter().map(|c| c.feature).collect();
        assert_eq!(*names.get_or_insert(now.clone()), now);
    }
}

#[test]
fn what_has_sunk_below_the_ground_is_pushed_up() {
    let ball = Shape::sphere(0.3).unwrap();
    let cuboid = Shape::cuboid(DVec3::splat(0.3)).unwrap();
    for depth in [0.1, 1.0, 10.0, 1000.0] {
        for shape in [&ball, &cuboid] {
            let pose = Pose::at(DVec3::new(0.37, 0.25 + 0.3 - depth, -0.61));
            let contacts = touch((&flat_field(), Pose::IDENTITY), (shape, pose), 0.01);
            assert!(!contacts.is_empty());
            for contact in contacts {
                assert_eq!(contact.normal, DVec3::Y);
                assert!((contact.gap + depth).abs() < 1e-9 * depth);
            }
        }
    }
    // A mesh is solid half way to what lies behind: here 1 of the 2 between its faces.
    for (depth, count) in [(0.9, 1), (1.1, 0)] {
        let pose = Pose::at(DVec3::new(0.2, 1.3 - depth, 0.1));
        let contacts = touch((&block(), Pose::IDENTITY), (&ball, pose), 0.0);
        let up = contacts.iter().filter(|c| c.normal.y > 0.5).count();
        assert_eq!(up, count, "{contacts:?}");
    }
}

#[test]
fn a_mesh_of_a_box_is_touched_as_the_box() {
    let mut random = ChaCha8Rng::seed_from_u64(22);
    let mesh = block();
    let cuboid = Convex::Cuboid(DVec3::ONE);
    let many = directions(800);
    for convex in Convex::all(&mut random) {
        let shape = convex.shape();
        for round in 0..30 {
            let one = random_pose(&mut random, 1.0);
            let away = random_vector(&mut random).normalize();
            let mut two = Pose::new(one.position + 3.0 * away, random_rotation(&mut random));
            let wanted = random.random_range(-0.02..0.015);
            for _ in 0..8 {
                let now =
                    signed_distance((&cuboid, &one), (&convex, &two), &many[..200], &mut random);
                two.position -= (now - wanted) * away;
            }
            let found = signed_distance((&cuboid, &one), (&convex, &two), &many, &mut random);
            if found > 0.019 {
                continue;
            }
            let contacts = touch((&mesh, one), (&shape, two), 0.02);
            let what = format!("{round} {convex:?} {one:?} {two:?} φ* ≥ {found}: {contacts:?}");
            assert!(!contacts.is_empty(), "{what}");
            // One contact tells how deep they are; others may hold elsewhere, but none pulls
            // them in deeper by much.
            let tells = contacts.iter().any(|contact| {
                let along = separation((&cuboid, &one), (&convex, &two), contact.normal);
                (contact.gap - along).abs() < 1e-4 && along > found - 1e-4
            });
            assert!(tells, "{what}");
            let least = contacts.iter().map(|c| c.gap).fold(f64::INFINITY, f64::min);
            assert!(least > found - 0.5 * found.abs() - 1e-4, "{what}");
        }
    }
}

/// Distance of a point from a triangle, by trying its plane, sides and corners.
fn distance(p: DVec3, [a, b, c]: [DVec3; 3]) -> f64 {
    let normal = (b - a).cross(c - a).normalize();
    let foot = p - normal * normal.dot(p - a);
    let sides = [(a, b), (b, c), (c, a)];
    let inside = sides.iter().all(|(u, v)| (*v - *u).cross(foot - *u).dot(normal) >= 0.0);
    let to_side = |(u, v): &(DVec3, DVec3)| {
        let along = *v - *u;
        let share = (along.dot(p - *u) / along.length_squared()).clamp(0.0, 1.0);
        (p - (*u + share * along)).length()
    };
    let least = sides.iter().map(to_side).fold(f64::INFINITY, f64::min);
    if inside { (p - foot).length() } else { least }
}

#[test]
fn a_ball_on_hills_is_as_far_as_the_nearest_triangle() {
    let mut random = ChaCha8Rng::seed_from_u64(23);
    let heights: Vec<Vec<f64>> =
        (0..15).map(|_| (0..15).map(|_| random.random_range(0.0..0.6)).collect()).collect();
    let ground = Shape::height_field(&heights, DVec2::splat(7.0)).unwrap();
    let ShapeKind::Terrain { vertices, triangles, grid } = ground.kind() else { panic!("terrain") };
    assert_eq!(grid, Some((15, 15)));
    let corners = |t: &[u32; 3]| t.map(|corner| vertices[corner as usize]);
    let radius = 0.2;
    let ball = Shape::sphere(radius).unwrap();
    let mut checked = 0;
    for _ in 0..3000 {
        let centre = 2.5 * random_vector(&mut random) + DVec3::Y;
        let nearest = triangles.iter().map(|t| distance(centre, corners(t))).fold(9.0, f64::min);
        let is_above = triangles.iter().all(|t| {
            let [a, b, c] = corners(t);
            let up = |u: DVec3, v: DVec3| (v - u).cross(centre - u).y;
            let beside = up(a, b) < 0.0 || up(b, c) < 0.0 || up(c, a) < 0.0;
            beside || (b - a).cross(c - a).dot(centre - a) > 0.0
        });
        if !is_above || nearest > radius + 0.045 {
            continue;
        }
        checked += 1;
        let contacts = touch((&ground, Pose::IDENTITY), (&ball, Pose::at(centre)), 0.05);
        let least = contacts.iter().map(|c| c.gap).fold(f64::INFINITY, f64::min);
        assert!((least - (nearest - radius)).abs() < 1e-6, "{centre}: {nearest}, {contacts:?}");
    }
    assert!(checked > 100, "{checked} places");
}

/// A mesh is solid down to half the way to what lies behind a triangle's
/// centre, or to half its own size where nothing does.
#[test]
fn a_mesh_is_solid_to_half_the_way_behind_it() {
    let upper = [DVec3::new(-3.0, 0.0, 3.0), DVec3::new(3.0, 0.0, 3.0), DVec3::new(0.0, 0.0, -3.0)];
    // The centre of the upper triangle is at z = 1. Looking down from there, the
    // lower one is met or passed by at each of its three sides.
    for (shift, height, is_met) in [
        (DVec3::ZERO, -1.0, true),
        (DVec3::new(0.3, 0.0, 0.0), -1.0, true),
        (DVec3::new(0.0, 0.0, 0.8), -1.0, true),
        (DVec3::new(0.0, 0.0, -1.2), -1.0, false),
        (DVec3::new(0.0, 0.0, 1.2), -1.0, false),
        (DVec3::new(0.8, 0.0, 0.0), -1.0, false),
        (DVec3::new(-0.8, 0.0, 0.0), -1.0, false),
        (DVec3::ZERO, 1.0, false),
    ] {
        let place = shift + DVec3::new(0.0, height, 1.0);
        let lower =
            [DVec3::new(-1.0, 0.0, 1.0), DVec3::new(0.0, 0.0, -1.0), DVec3::new(1.0, 0.0, 1.0)];
        let vertices: Vec<DVec3> = upper.into_iter().chain(lower.map(|it| it + place)).collect();
        let mesh = Shape::triangle_mesh(&vertices, &[[0, 1, 2], [3, 4, 5]]).unwrap();
        let (least, most) =
            vertices.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |all, it| {
                (all.0.min(*it), all.1.max(*it))
            });
        let depth = if is_met { 0.5 } else { (most - least).length() / 2.0 };
        let (low, high) = mesh.bounds(&Pose::IDENTITY);
        assert!((low - (least - depth)).length() < 1e-12, "{shift}: {low}");
        assert!((high - (most + depth)).length() < 1e-12, "{shift}: {high}");
        assert!(mesh.mass_properties(1.0).is_none());
    }
}
