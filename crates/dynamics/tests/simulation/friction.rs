//! Coulomb's law in closed form: slopes, stopping, models of the cone.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{BodyId, FrictionModel, Simulation};

use crate::support::{
    G, H, RIGID, World, assert_close, cube, default_epsilon, half_space, particle, run, state,
};

/// A cube of 1 kg on a slope of this angle, and the way down.
fn slope(angle: f64, mu: f64, model: FrictionModel) -> (Simulation, BodyId, DVec3) {
    let mut world = World::new();
    world.friction(model, mu);
    let normal = DVec3::new(angle.sin(), angle.cos(), 0.0);
    world.add(half_space(normal));
    let turn = DQuat::from_rotation_z(-angle);
    let body = world.add(cube(0.5).mass(1.0).at(normal * 0.5).turned(turn));
    (world.start(), body, DVec3::new(angle.cos(), -angle.sin(), 0.0))
}

#[test]
fn a_cube_sticks_below_the_friction_angle() {
    for model in [FrictionModel::Pyramid, FrictionModel::Cone] {
        let angle = 0.49_f64.atan();
        let (mut simulation, body, down) = slope(angle, 0.5, model);
        let before = state(&simulation, body).pose.position;
        run(&mut simulation, 120);
        let moved = (state(&simulation, body).pose.position - before).dot(down);
        // Tilting moves the load downhill: the upper two points carry (1 − tan θ)/2
        // of it and slip, the lower two hold the rest and creep by ε λ each.
        let upper = 0.5 * (angle.cos() - angle.sin()) / 2.0;
        let creep = default_epsilon() * H * G * (angle.sin() - upper) / 2.0 * 120.0 * H;
        assert!((0.0..1.05 * creep).contains(&moved), "{moved:e} against {creep:e}");
    }
}

#[test]
fn a_cube_slides_above_the_friction_angle() {
    for model in [FrictionModel::Pyramid, FrictionModel::Cone] {
        let angle = 0.51_f64.atan();
        let (mut simulation, body, down) = slope(angle, 0.5, model);
        run(&mut simulation, 120);
        let speed = state(&simulation, body).velocity.dot(down);
        let expected = G * (angle.sin() - 0.5 * angle.cos()) * 120.0 * H;
        assert_close(speed, expected, 1e-6);
    }
}

#[test]
fn a_cube_stops_after_its_stopping_distance() {
    let (mu, v0) = (0.3, 3.0);
    let mut world = World::new();
    world.friction(FrictionModel::Pyramid, mu);
    world.ground();
    let body = world.add(cube(0.5).mass(2.0).at(DVec3::Y * 0.5).moving(DVec3::X * v0));
    let mut simulation = world.start();
    let last = (v0 / (mu * G * H)).floor() as usize;
    for step in 1..=last {
        run(&mut simulation, 1);
        let velocity = state(&simulation, body).velocity;
        // Σλ_n = m(g t + v_y) whatever the compliance, so v = v₀ − μ(g t + v_y).
        let expected = v0 - mu * (step as f64 * G * H + velocity.y);
        assert_close(velocity.x, expected, 1e-10);
        assert!(velocity.y.abs() < 1e-6);
    }
    run(&mut simulation, 30);
    assert!(state(&simulation, body).velocity.length() < 1e-7);
    // h Σ v_k with v_k = v₀ − kμgh.
    let n = last as f64;
    let expected = H * (n * v0 - mu * G * H * n * (n + 1.0) / 2.0);
    assert_close(state(&simulation, body).pose.position.x, expected, 1e-6);
    assert_close(expected, v0 * v0 / (2.0 * mu * G), v0 * H);
}

/// Velocity of a sliding particle after some steps of 0.01 s.
fn slide(model: FrictionModel, mu: f64, velocity: DVec3, steps: usize) -> DVec3 {
    let mut world = World::new();
    world.friction(model, mu);
    world.surface(|surface| surface.compliance = RIGID);
    world.settings.time_step = 0.01;
    world.ground();
    let body = world.add(particle().at(DVec3::Y * 0.5).moving(velocity));
    let mut simulation = world.start();
    run(&mut simulation, steps);
    state(&simulation, body).velocity
}

/// What one step of full friction takes off.
const LOSS: f64 = 0.5 * G * 0.01;

#[test]
fn without_friction_a_particle_slides_on() {
    let velocity = slide(FrictionModel::Frictionless, 0.5, DVec3::new(1.0, 0.0, 0.7), 20);
    assert!((velocity - DVec3::new(1.0, 0.0, 0.7)).length() < 1e-9);
}

#[test]
fn along_an_axis_all_models_take_the_same() {
    for model in [
        FrictionModel::BoxNormalFirst,
        FrictionModel::Pyramid,
        FrictionModel::Polyhedral { facets: 4 },
        FrictionModel::Polyhedral { facets: 16 },
        FrictionModel::StewartTrinkle { facets: 4 },
        FrictionModel::StewartTrinkle { facets: 16 },
        FrictionModel::Cone,
    ] {
        let velocity = slide(model, 0.5, DVec3::X, 5);
        assert!(
            (velocity - DVec3::X * (1.0 - 5.0 * LOSS)).length() < 1e-9,
            "{model:?}: {velocity}"
        );
    }
    // Bounds from the last step: nothing in the first.
    let fixed =
        [FrictionModel::BoxFixed, FrictionModel::Prism { facets: 8 }, FrictionModel::Cylinder];
    for model in fixed {
        let velocity = slide(model, 0.5, DVec3::X, 5);
        assert!(
            (velocity - DVec3::X * (1.0 - 4.0 * LOSS)).length() < 1e-9,
            "{model:?}: {velocity}"
        );
    }
}

/// Direction at this angle from the x axis on the ground.
fn heading(angle: f64) -> DVec3 {
    DVec3::new(angle.cos(), 0.0, angle.sin())
}

#[test]
fn across_the_axes_boxes_take_more_and_polygons_less() {
    let quarter = std::f64::consts::FRAC_PI_4;
    let lost = |model, angle: f64, steps| {
        let velocity = slide(model, 0.5, heading(angle), steps);
        assert!(velocity.cross(heading(angle)).length() < 1e-9, "{model:?} turns the particle");
        (1.0 - velocity.dot(heading(angle))) / LOSS
    };
    let root = std::f64::consts::SQRT_2;
    assert_close(lost(FrictionModel::Pyramid, quarter, 3), 3.0 * root, 1e-6);
    assert_close(lost(FrictionModel::BoxNormalFirst, quarter, 3), 3.0 * root, 1e-6);
    assert_close(lost(FrictionModel::BoxFixed, quarter, 3), 2.0 * root, 1e-6);
    assert_close(lost(FrictionModel::Cylinder, 0.3, 3), 2.0, 1e-6);
    assert_close(lost(FrictionModel::Cone, quarter, 3), 3.0, 1e-6);
    assert_close(lost(FrictionModel::Cone, 0.3, 3), 3.0, 1e-6);
    // Halfway between two facets a polygon reaches cos(π/k) (SIGGRAPH 2022 course, §1.6).
    for facets in [4, 8, 16] {
        let half = std::f64::consts::PI / facets as f64;
        for model in
            [FrictionModel::Polyhedral { facets }, FrictionModel::StewartTrinkle { facets }]
        {
            assert_close(lost(model, half, 3), 3.0 * half.cos(), 1e-6);
        }
        let model = FrictionModel::Prism { facets };
        assert_close(lost(model, half, 3), 2.0 * half.cos(), 1e-6);
    }
}

/// Directions with a slack are the polygon that they span: two cubes, one on the
/// other, slide and turn alike with the methods for either.
#[test]
fn directions_with_a_slack_move_as_their_polygon_does() {
    let slide = |model: FrictionModel, solver: Option<&str>| {
        let mut world = World::new();
        world.friction(model, 0.4);
        world.settings.solver.name = solver.map(str::to_owned);
        world.ground();
        let velocity = DVec3::new(1.5, 0.0, 0.6);
        let lower = world.add(cube(0.5).mass(2.0).at(DVec3::Y * 0.5).moving(velocity));
        let upper = world.add(cube(0.4).mass(1.0).at(DVec3::Y * 1.4));
        let mut simulation = world.start();
        let failed: usize = (0..15).map(|_| simulation.step().unwrap().failed_solves).sum();
        ([lower, upper].map(|body| state(&simulation, body).velocity), failed)
    };
    let (polygon, failed) = slide(FrictionModel::Polyhedral { facets: 6 }, None);
    assert_eq!(failed, 0);
    // The last comes near, and not always to the tolerance.
    for (solver, solves) in [("lemke", true), ("staggered", true), ("fischer-newton", false)] {
        let model = FrictionModel::StewartTrinkle { facets: 6 };
        let (directions, failed) = slide(model, Some(solver));
        assert!(failed == 0 || !solves, "{solver}: {failed} solves failed");
        for (one, two) in polygon.iter().zip(&directions) {
            assert!((*one - *two).length() < 1e-5, "{solver}: {polygon:?} and {directions:?}");
        }
    }
    assert!(polygon[0].length() < 1.5 && polygon[1].length() > 0.01, "{polygon:?}");
}

#[test]
fn the_convex_cone_lifts_a_sliding_particle() {
    // v_t⁺ = (v − μgh)/(1 + μ²), v_n⁺ = μ v_t⁺ (SIGGRAPH 2022 course, §1.8).
    let velocity = slide(FrictionModel::ConvexCone, 0.5, DVec3::X * 10.0, 1);
    assert_close(velocity.x, 7.96076, 1e-5);
    assert_close(velocity.y, 3.98038, 1e-5);
    assert_close(velocity.x, (10.0 - LOSS) / 1.25, 1e-7);
    assert_close(velocity.y, 0.5 * (10.0 - LOSS) / 1.25, 1e-7);
    let exact = slide(FrictionModel::Cone, 0.5, DVec3::X * 10.0, 1);
    assert_close(exact.x, 9.95095, 1e-7);
    assert_close(exact.y, 0.0, 1e-7);
}

#[test]
fn all_cones_hold_what_sticks() {
    let tilted = |model| {
        let mut world = World::new();
        world.friction(model, 0.5);
        world.surface(|surface| surface.compliance = RIGID);
        world.settings.gravity = DVec3::new(2.0, -9.81, 1.0);
        world.ground();
        let body = world.add(particle().at(DVec3::Y * 0.5));
        let mut simulation = world.start();
        run(&mut simulation, 10);
        state(&simulation, body).velocity.length()
    };
    for model in [
        FrictionModel::Pyramid,
        FrictionModel::Polyhedral { facets: 8 },
        FrictionModel::Cone,
        FrictionModel::ConvexCone,
    ] {
        assert!(tilted(model) < 1e-8, "{model:?}: {}", tilted(model));
    }
}
