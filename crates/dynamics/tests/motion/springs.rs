//! Contacts that give way like springs.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{Compliance, FrictionModel};

use crate::flight::accurate;
use crate::reference::rk4;
use crate::support::{G, H, World, assert_close, ball, cube, run, state};

fn soft(mut world: World, stiffness: f64, damping: f64) -> World {
    world.surface(|surface| surface.compliance = Compliance::Spring { stiffness, damping });
    world.ground();
    world
}

/// Without weight it stays for π √(m/k), and leaves as fast as it came.
#[test]
fn a_ball_comes_back_from_a_spring() {
    for omega in [10.0_f64, 25.0, 60.0] {
        let mut world = soft(accurate(World::weightless()), 2.0 * omega * omega, 0.0);
        let part = ball(0.5).mass(2.0).at(DVec3::Y * 0.7).moving(DVec3::NEG_Y * 2.0);
        let body = world.add(part);
        let mut simulation = world.start();
        let report = run(&mut simulation, 60);
        let end = state(&simulation, body);
        let left = 1.0 - 0.1 - std::f64::consts::PI / omega;
        assert_close(end.velocity.y, 2.0, 2e-3);
        assert_close(end.pose.position.y, 0.5 + 2.0 * left, 1e-3);
        assert_eq!(report.orders.first(), 0, "{omega}");
    }
}

/// With weight and damping, against Runge and Kutta: the deepest place, the rebound, the rest.
#[test]
fn a_ball_settles_on_a_spring() {
    let (mass, stiffness, damping) = (2.0, 1800.0, 12.0);
    let slope = |y: &[f64; 2]| {
        let push = (-stiffness * y[0] - damping * y[1]).max(0.0);
        [y[1], if y[0] < 0.0 { push / mass } else { 0.0 } - G]
    };
    let error = |h: f64| {
        let mut world = soft(accurate(World::new()), stiffness, damping);
        world.settings.time_step = h;
        let body = world.add(ball(0.5).mass(mass).at(DVec3::Y * 0.6));
        let mut simulation = world.start();
        let (mut worst, mut exact) = (0.0_f64, [0.1, 0.0]);
        for step in 1..=(1.5 / h).round() as usize {
            assert!(run(&mut simulation, 1).converged());
            if step % ((0.05 / h).round() as usize) == 0 {
                // The force jumps at the first contact: short steps.
                exact = rk4(slope, exact, 0.05, 20_000);
                let y = state(&simulation, body).pose.position.y - 0.5;
                worst = worst.max((y - exact[0]).abs());
            }
        }
        worst
    };
    let errors = [H, 1.0 / 120.0, 1.0 / 240.0].map(error);
    assert!(errors[0] < 1e-3 && errors[2] < 2e-4, "{errors:?}");
}

/// Friction on soft ground is μ times the load that springs carry.
#[test]
fn a_block_slides_to_rest_on_soft_ground() {
    let (mass, stiffness) = (10.0, 1e4);
    let mut world = accurate(World::new());
    world.friction(FrictionModel::Cone, 0.5);
    let mut world = soft(world, stiffness, 300.0);
    let sag = mass * G / (4.0 * stiffness);
    let block = cube(0.25).mass(mass).at(DVec3::Y * (0.25 - sag)).moving(DVec3::X * 3.0);
    let body = world.add(block);
    let mut simulation = world.start();
    run(&mut simulation, 90);
    let end = state(&simulation, body);
    assert_close(end.pose.position.x, 9.0 / G, 1e-2);
    assert_close(end.pose.position.y, 0.25 - sag, 1e-5);
}

/// What is damped too much to swing does not come back, however little it may be off.
#[test]
fn a_ball_stays_on_what_damps_it() {
    for accuracy in [1e-3, 1e-5, 1e-6] {
        let mut world = World::new();
        world.settings.accuracy = stickslip_dynamics::Accuracy::Within(accuracy);
        let mut world = soft(world, 1e6, 1e5);
        let body = world.add(ball(0.5).mass(1.0).at(DVec3::Y * 3.8));
        let mut simulation = world.start();
        for _ in 0..90 {
            run(&mut simulation, 1);
            assert!(state(&simulation, body).velocity.y < 0.05, "{accuracy}");
        }
        assert_close(state(&simulation, body).pose.position.y, 0.5, 2e-5);
    }
}
