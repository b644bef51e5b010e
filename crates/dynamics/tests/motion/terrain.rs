//! Motion on meshes and height fields is that on the planes that they are made of.

use stickslip_dynamics::glam::{DVec2, DVec3};
use stickslip_dynamics::{FrictionModel, Shape};

use crate::flight::accurate;
use crate::support::{G, Part, World, assert_close, ball, cube, part, run, state};

/// A square of 8 m of n × n pairs of triangles in the plane y = 0.
fn grid(n: usize) -> Part {
    let place = |at: usize| 8.0 * (at as f64 / n as f64 - 0.5);
    let points: Vec<DVec3> =
        (0..=n).flat_map(|i| (0..=n).map(move |j| DVec3::new(place(i), 0.0, place(j)))).collect();
    let at = |i: usize, j: usize| (i * (n + 1) + j) as u32;
    let faces: Vec<[u32; 3]> = (0..n)
        .flat_map(|i| (0..n).map(move |j| (i, j)))
        .flat_map(|(i, j)| {
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            [[a, c, b], [a, d, c]]
        })
        .collect();
    part(Shape::triangle_mesh(&points, &faces).expect("a mesh")).fixed()
}

fn field(n: usize) -> Part {
    let heights = vec![vec![0.0; n + 1]; n + 1];
    part(Shape::height_field(&heights, DVec2::splat(8.0)).expect("a field")).fixed()
}

fn grounds() -> Vec<(String, Part)> {
    let meshes = [1, 16].map(|n| (format!("mesh {n}"), grid(n)));
    let fields = [2, 16].map(|n| (format!("field {n}"), field(n)));
    meshes.into_iter().chain(fields).collect()
}

#[test]
fn a_block_slides_to_rest_on_triangles() {
    for (name, ground) in grounds() {
        let mut world = accurate(World::new());
        world.friction(FrictionModel::Cone, 0.5);
        world.add(ground);
        let start = DVec3::new(-0.3, 0.25, 0.17);
        let body = world.add(cube(0.25).mass(10.0).at(start).moving(DVec3::X * 3.0));
        let mut simulation = world.start();
        let report = run(&mut simulation, 90);
        let end = state(&simulation, body).pose.position;
        println!("{name}: {end} {:?}", report.orders);
        assert_close(end.x - start.x, 9.0 / G, 1e-3);
        assert_close(end.y, 0.25, 1e-5);
    }
}

#[test]
fn a_ball_slides_until_it_rolls_on_triangles() {
    for (name, ground) in grounds() {
        let (speed, mu) = (2.0, 0.3);
        let mut world = accurate(World::new());
        world.friction(FrictionModel::Cone, mu);
        world.add(ground);
        let start = DVec3::new(-1.3, 0.2, 0.17);
        let body = world.add(ball(0.2).mass(3.0).at(start).moving(DVec3::X * speed));
        let mut simulation = world.start();
        run(&mut simulation, 60);
        let slides = 2.0 * speed / (7.0 * mu * G);
        let exact =
            speed * slides - 0.5 * mu * G * slides * slides + 5.0 / 7.0 * speed * (1.0 - slides);
        let end = state(&simulation, body);
        println!("{name}: {} of {exact}", end.pose.position.x - start.x);
        assert_close(end.pose.position.x - start.x, exact, 1e-3);
        assert_close(end.velocity.x, 5.0 / 7.0 * speed, 1e-3);
    }
}

/// Dropped by 1 m it comes back by e².
#[test]
fn a_ball_bounces_on_triangles() {
    for (name, ground) in grounds() {
        let mut world = accurate(World::new());
        world.surface(|surface| surface.restitution = 0.6);
        world.add(ground);
        let body = world.add(ball(0.2).mass(3.0).at(DVec3::new(0.21, 1.2, 0.17)));
        let mut simulation = world.start();
        let mut top = 0.0_f64;
        for step in 0..90 {
            run(&mut simulation, 1);
            if step > 35 {
                top = top.max(state(&simulation, body).pose.position.y - 0.2);
            }
        }
        println!("{name}: {top}");
        assert_close(top, 0.36, 3e-3);
    }
}
