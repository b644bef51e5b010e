//! Friction against closed forms.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{Model, Pose, Simulation};

use crate::support::{G, ball, cuboid, ground, run, settings, slope, start, surface, throw};

/// A block thrown at v along the ground stops after v²/(2 μ g), whichever way it goes.
#[test]
fn blocks_slide_as_far_as_coulomb_says() {
    for direction in [DVec3::X, DVec3::new(0.6, 0.0, 0.8)] {
        let mut model = Model::default();
        surface(&mut model, 0.4, 0.0);
        ground(&mut model);
        let block = cuboid(&mut model, DVec3::new(0.3, 0.1, 0.3), Pose::at(0.1 * DVec3::Y));
        let mut simulation = start(model, settings());
        throw(&mut simulation, block, 5.0 * direction, DVec3::ZERO);
        run(&mut simulation, 1.6);
        let way = simulation.state().bodies[block.0].pose.position;
        let expected = 25.0 / (2.0 * 0.4 * G);
        assert!((way.dot(direction) / expected - 1.0).abs() < 3e-3, "{way} for {expected}");
        assert!(simulation.state().bodies[block.0].velocity.length() < 1e-4);
    }
}

/// A ball thrown without spin rolls at 5/7 of its speed once it no longer slips.
#[test]
fn balls_roll_at_five_sevenths() {
    let mut model = Model::default();
    surface(&mut model, 0.3, 0.0);
    ground(&mut model);
    let own = ball(&mut model, 0.25, 0.25 * DVec3::Y);
    let mut simulation = start(model, settings());
    throw(&mut simulation, own, 2.0 * DVec3::X, DVec3::ZERO);
    run(&mut simulation, 1.0);
    let state = &simulation.state().bodies[own.0];
    assert!((state.velocity.x / (10.0 / 7.0) - 1.0).abs() < 1e-3, "{}", state.velocity);
    assert!((state.velocity.x + 0.25 * state.angular_velocity.z).abs() < 1e-4);
}

/// At 99 % of the angle of friction nothing creeps; at 101 % it slides away as it should.
#[test]
fn slopes_hold_up_to_the_angle_of_friction() {
    let friction: f64 = 0.5;
    let (mut simulation, block, down) = slope((0.99 * friction).atan(), friction);
    run(&mut simulation, 1.0);
    let begin = simulation.state().bodies[block.0].pose.position;
    run(&mut simulation, 6.0);
    let crept = (simulation.state().bodies[block.0].pose.position - begin).dot(down);
    assert!(crept.abs() < 1e-5, "crept {crept:e} m in 6 s");

    let angle = (1.01 * friction).atan();
    let (mut simulation, block, down) = slope(angle, friction);
    let speed = |simulation: &Simulation| simulation.state().bodies[block.0].velocity.dot(down);
    run(&mut simulation, 0.5);
    let begin = speed(&simulation);
    run(&mut simulation, 2.0);
    let gained = speed(&simulation) - begin;
    let expected = 2.0 * G * (angle.sin() - friction * angle.cos());
    assert!((gained / expected - 1.0).abs() < 0.01, "{gained} for {expected}");
}
