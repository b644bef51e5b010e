//! Structures that stand by friction alone.

use stickslip_dynamics::FrictionModel;
use stickslip_dynamics::glam::{DQuat, DVec3};

use crate::support::{World, cuboid, hull, run, state};

/// Largest way of any body from its place in so many steps.
fn drift(world: World, steps: usize) -> f64 {
    let mut simulation = world.start();
    let begin = simulation.state().bodies.clone();
    run(&mut simulation, steps);
    begin
        .iter()
        .zip(&simulation.state().bodies)
        .map(|(before, after)| (before.pose.position - after.pose.position).length())
        .fold(0.0, f64::max)
}

/// A semicircle of wedges between the radii 1 and 1.4.
fn arch(wedges: usize) -> World {
    let mut world = World::new();
    world.friction(FrictionModel::Pyramid, 0.7);
    world.ground();
    let angle = |at: usize| std::f64::consts::PI * at as f64 / wedges as f64;
    for at in 0..wedges {
        let mut points = Vec::new();
        for (radius, turn) in [1.0, 1.4].into_iter().flat_map(|r| [(r, at), (r, at + 1)]) {
            let (sin, cos) = angle(turn).sin_cos();
            for z in [-0.3, 0.3] {
                points.push(DVec3::new(radius * cos, radius * sin, z));
            }
        }
        world.add(hull(&points));
    }
    world
}

#[test]
fn an_arch_of_wedges_stands() {
    let moved = drift(arch(9), 120);
    assert!(moved < 1e-3, "{moved}");
}

#[test]
fn a_slippery_arch_falls() {
    let mut world = arch(9);
    world.friction(FrictionModel::Pyramid, 0.05);
    let moved = drift(world, 60);
    assert!(moved > 0.05, "{moved}");
}

const HALF: DVec3 = DVec3::new(0.01, 0.5, 0.3);

/// Two cards that lean against each other at x, standing at height y; gives
/// the height of the highest point.
fn tent(world: &mut World, x: f64, y: f64, angle: f64) -> f64 {
    let (sin, cos) = angle.sin_cos();
    let reach = DVec3::new(HALF.x * cos + HALF.y * sin, HALF.y * cos + HALF.x * sin, 0.0);
    for side in [-1.0, 1.0] {
        world.add(
            cuboid(HALF)
                .mass(0.1)
                .at(DVec3::new(x + side * reach.x, y + reach.y, 0.0))
                .turned(DQuat::from_rotation_z(side * angle)),
        );
    }
    y + 2.0 * reach.y
}

#[test]
fn a_house_of_cards_stands() {
    let mut world = World::new();
    world.friction(FrictionModel::Pyramid, 0.8);
    world.ground();
    let angle = 0.3;
    let top = tent(&mut world, -0.4, 0.0, angle);
    tent(&mut world, 0.4, 0.0, angle);
    world.add(cuboid(DVec3::new(HALF.y, HALF.x, HALF.z)).mass(0.1).at(DVec3::Y * (top + HALF.x)));
    tent(&mut world, 0.0, top + 2.0 * HALF.x, angle);
    let moved = drift(world, 120);
    assert!(moved < 5e-3, "{moved}");
}

#[test]
fn slippery_cards_slide_apart() {
    // tan θ ≤ 2μ fails.
    let mut world = World::new();
    world.friction(FrictionModel::Pyramid, 0.1);
    world.ground();
    tent(&mut world, 0.0, 0.0, 0.3);
    let mut simulation = world.start();
    run(&mut simulation, 60);
    assert!(state(&simulation, stickslip_dynamics::BodyId(1)).pose.position.y < 0.4);
}
