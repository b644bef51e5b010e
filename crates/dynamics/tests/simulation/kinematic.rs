//! Bodies that follow a script and carry others.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{BodyId, Drive, Integrator};

use crate::support::{G, H, World, assert_close, cube, cuboid, run, state};

/// A cube of 1 kg on a slab with its upper face at y = 0.
fn carried(world: &mut World, drive: Drive) -> (BodyId, BodyId) {
    let slab = cuboid(DVec3::new(20.0, 0.5, 5.0)).at(DVec3::Y * -0.5).driven(drive);
    (world.add(slab), world.add(cube(0.5).mass(1.0).at(DVec3::Y * 0.5)))
}

#[test]
fn a_belt_brings_a_cube_up_to_its_speed() {
    let mut world = World::new();
    let (_, body) =
        carried(&mut world, Drive::Velocity { linear: DVec3::X * 2.0, angular: DVec3::ZERO });
    let mut simulation = world.start();
    // v_k = kμgh until the speed of the belt, μ = ½.
    let steps = (2.0 / (0.5 * G * H)).floor() as usize;
    run(&mut simulation, steps);
    assert_close(state(&simulation, body).velocity.x, 0.5 * G * H * steps as f64, 1e-5);
    run(&mut simulation, 30);
    assert_close(state(&simulation, body).velocity.x, 2.0, 1e-8);
}

#[test]
fn a_gentle_lift_carries_a_cube_along() {
    for integrator in [Integrator::SemiImplicit, Integrator::Midpoint] {
        let mut world = World::new();
        world.settings.integrator = integrator;
        let drive = Drive::Oscillation { amplitude: DVec3::Y * 0.1, frequency: 1.0 };
        let (slab, body) = carried(&mut world, drive);
        let mut simulation = world.start();
        let mut moving = simulation.state().clone();
        moving.bodies[body.0].velocity.y = 0.1 * std::f64::consts::TAU;
        simulation.restore(moving).expect("a state of this model");
        for _ in 0..120 {
            run(&mut simulation, 1);
            let lift = state(&simulation, slab).pose.position.y + 0.5;
            let phase = std::f64::consts::TAU * simulation.state().time;
            assert_close(lift, 0.1 * phase.sin(), 1e-12);
            // a ≤ 0.1·(2π)² = 3.9 m/s² < g: it never leaves the lift. The midpoint
            // sees the lift half a step ahead, ½h²a off, and recovers γ/2 of that in a step.
            let allowed = match integrator {
                Integrator::SemiImplicit => 1e-6,
                Integrator::Midpoint => 0.5 * H * H * 4.0 / (0.357 / 2.0),
            };
            let above = state(&simulation, body).pose.position.y - 0.5 - lift;
            assert_close(above, 0.0, allowed);
        }
    }
}

#[test]
fn a_shaking_table_drags_no_harder_than_friction_allows() {
    let mut world = World::new();
    // ω² A = 39 m/s² ≫ μg: slips almost always, so the cube's speed changes by ±μgh.
    let drive = Drive::Oscillation { amplitude: DVec3::X * 0.25, frequency: 2.0 };
    let (_, body) = carried(&mut world, drive);
    let mut simulation = world.start();
    let mut before = 0.0;
    let mut full = 0;
    for _ in 0..120 {
        run(&mut simulation, 1);
        let now = state(&simulation, body).velocity.x;
        let change: f64 = now - before;
        assert!(change.abs() < 0.5 * G * H + 1e-5, "{change}");
        full += usize::from(change.abs() > 0.5 * G * H - 1e-5);
        before = now;
    }
    assert!(full > 90, "{full}");
}

#[test]
fn a_turntable_carries_round_what_it_can_hold() {
    // ω² r = 4 · 0.5 < μg holds; what does not slip comes back after a turn.
    let mut world = World::new();
    let drive = Drive::Velocity { linear: DVec3::ZERO, angular: DVec3::Y * 2.0 };
    let slab = cuboid(DVec3::new(2.0, 0.5, 2.0)).at(DVec3::Y * -0.5).driven(drive);
    world.add(slab);
    let start = DVec3::new(0.5, 0.1, 0.0);
    let body = world.add(cube(0.1).mass(1.0).at(start).moving(DVec3::Z * -1.0));
    let mut simulation = world.start();
    run(&mut simulation, 188);
    // Every step follows the tangent: the radius grows by √(1 + h²ω²) and the
    // angle by atan hω.
    let (steps, turn) = (188, 2.0 * H);
    let place = state(&simulation, body).pose.position;
    let radius = 0.5 * (1.0 + turn * turn).powi(steps).sqrt();
    assert_close(place.with_y(0.0).length(), radius, 1e-4);
    let angle = f64::from(steps) * turn.atan();
    assert_close(-place.z.atan2(place.x), angle - std::f64::consts::TAU, 1e-3);
}
