//! Rays against closed forms.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{BodyHit, BodyId, Simulation};

use crate::support::{World, assert_close, ball, cube, hull};

fn cast(simulation: &Simulation, origin: DVec3, direction: DVec3) -> Option<BodyHit> {
    simulation.cast_ray(origin, direction, f64::INFINITY, |_| true).expect("a ray")
}

#[test]
fn the_nearest_surface_is_met() {
    let mut world = World::new();
    let ground = world.ground();
    let near = world.add(ball(0.5).at(DVec3::new(3.0, 1.0, 0.0)));
    let far =
        world.add(cube(0.5).at(DVec3::new(6.0, 1.0, 0.0)).turned(DQuat::from_rotation_y(0.4)));
    let simulation = world.start();
    let origin = DVec3::Y;
    let hit = cast(&simulation, origin, DVec3::X * 7.0).expect("in the way");
    assert_eq!(hit.body, near);
    assert_close(hit.hit.distance, 2.5, 1e-12);
    assert!((hit.hit.normal + DVec3::X).length() < 1e-12);
    assert!((hit.hit.point - DVec3::new(2.5, 1.0, 0.0)).length() < 1e-12);
    // Past the ball at 0.3 of its radius off the middle: √(r² − 0.3²) before it.
    let off = cast(&simulation, origin + DVec3::Z * 0.3, DVec3::X).expect("in the way");
    assert_close(off.hit.distance, 3.0 - 0.4, 1e-12);
    // What is not seen is not met: the turned box, ½/cos 0.4 before its centre.
    let seen = simulation.cast_ray(origin, DVec3::X, 50.0, |body| body != near).expect("a ray");
    let seen = seen.expect("the box");
    assert_eq!(seen.body, far);
    assert_close(seen.hit.distance, 6.0 - 0.5 / 0.4_f64.cos(), 1e-12);
    let down = cast(&simulation, origin, DVec3::new(1.0, -1.0, 0.0)).expect("the ground");
    assert_eq!(down.body, ground);
    assert_close(down.hit.distance, 2.0_f64.sqrt(), 1e-12);
    assert_eq!(cast(&simulation, origin, DVec3::Y), None);
    assert_eq!(simulation.cast_ray(origin, DVec3::X, 2.0, |_| true), Ok(None));
}

#[test]
fn from_inside_the_surface_is_met_from_within() {
    let mut world = World::new();
    world.add(ball(2.0));
    let simulation = world.start();
    let hit = cast(&simulation, DVec3::X, DVec3::X).expect("around it");
    assert_close(hit.hit.distance, 1.0, 1e-12);
    assert!((hit.hit.normal + DVec3::X).length() < 1e-12, "against the ray");
}

/// The plane x/1 + y/2 + z/3 = 1 of a tetrahedron, from outside along −(1,1,1).
#[test]
fn a_hull_is_met_at_its_faces() {
    let mut world = World::new();
    let corners = [DVec3::ZERO, DVec3::X, DVec3::Y * 2.0, DVec3::Z * 3.0];
    let body = world.add(hull(&corners));
    let simulation = world.start();
    let origin = DVec3::splat(2.0);
    let hit = cast(&simulation, origin, -DVec3::ONE).expect("in the way");
    // (2 − s)(1 + ½ + ⅓) = 1.
    let share = 2.0 - 6.0 / 11.0;
    assert_close(hit.hit.distance, share * 3.0_f64.sqrt(), 1e-9);
    let normal = DVec3::new(1.0, 0.5, 1.0 / 3.0).normalize();
    assert!((hit.hit.normal - normal).length() < 1e-9);
    assert_eq!(hit.body, body);
}

#[test]
fn bad_rays_are_refused() {
    let simulation = World::new().start();
    let refused = |origin, direction, reach| {
        simulation
            .cast_ray(origin, direction, reach, |_: BodyId| true)
            .expect_err("bad")
            .to_string()
    };
    assert!(refused(DVec3::NAN, DVec3::X, 1.0).contains("origin"));
    assert!(refused(DVec3::ZERO, DVec3::ZERO, 1.0).contains("direction"));
    assert!(refused(DVec3::ZERO, DVec3::X, f64::NAN).contains("reach"));
}
