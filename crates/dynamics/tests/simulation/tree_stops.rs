//! Stops of trees that a step does not come to are no rows, and nothing passes them.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::Hinge;
use stickslip_dynamics::{Axis, Coordinates, JointId, Simulation, Sleeping};

use super::support::*;

/// A chain of rods with stops above the ground.
fn chain(world: &mut World) {
    world.settings.coordinates = Coordinates::Joint;
    world.settings.time_step = 4e-3;
    world.settings.solver.tolerance = Some(1e-12);
    world.ground();
    let mut last = None;
    for at in 0..4 {
        let from = DVec3::new(f64::from(at), 0.6, 0.1 * f64::from(at));
        let part = cuboid(DVec3::new(0.45, 0.06, 0.04)).mass(1.0).at(from + DVec3::X * 0.5);
        let link = world.add(part);
        let turn = f64::from(at);
        let axis = DVec3::new(0.2 * turn.sin(), 0.3, 1.0).normalize();
        let rotation = Axis { limits: Some([-0.25, 0.3 + 0.1 * turn]), ..Axis::FREE };
        let hinge = Hinge { anchor: from, axis, rotation };
        world.join(last, link, hinge);
        last = Some(link);
    }
}

fn farthest(one: &Simulation, two: &Simulation) -> f64 {
    let pairs = one.state().bodies.iter().zip(&two.state().bodies);
    pairs.map(|(one, two)| (one.pose.position - two.pose.position).length()).fold(0.0, f64::max)
}

/// With sleep allowed all rows are there: the motion is the same, with fewer rows.
#[test]
fn the_motion_is_that_with_all_stops() {
    let [mut fewer, mut all] = [None, Some(Sleeping { speed: 1e-3, seconds: 1e9 })].map(|rule| {
        let mut world = World::new();
        chain(&mut world);
        world.settings.sleeping = rule;
        world.start()
    });
    let (mut left_out, mut reached) = (0, 0);
    for _ in 0..150 {
        let (one, two) = (run(&mut fewer, 1), run(&mut all, 1));
        left_out += two.rows - one.rows;
        let at_stop = (0..4).filter(|&at| {
            let (angle, _) = all.joint_coordinates(JointId(at))[0];
            angle < -0.2499 || angle > 0.2999 + 0.1 * at as f64
        });
        reached += at_stop.count();
        let apart = farthest(&fewer, &all);
        assert!(apart < 1e-8, "{apart}");
    }
    assert!(left_out > 100 && reached > 0, "{left_out} {reached}");
}

/// A ball strikes a link that rests, so hard that it would pass a stop in one step which its
/// motion before told nothing of: it stops where it does with all stops as rows.
#[test]
fn a_stop_that_a_strike_would_pass_holds() {
    let highest = |rule: Option<Sleeping>, stop: f64| {
        let mut world = World::weightless();
        world.settings.coordinates = Coordinates::Joint;
        world.settings.time_step = 0.01;
        world.settings.sleeping = rule;
        let arm = world.add(cuboid(DVec3::new(0.5, 0.1, 0.1)).mass(1.0).at(DVec3::X * 0.5));
        let rotation = Axis { limits: Some([-3.0, stop]), ..Axis::FREE };
        let joint = world.join(None, arm, Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation });
        // 20 m/s at 0.9 m from the hinge: far more than the 2 rad/s that lead to the stop.
        let under = DVec3::new(0.9, -0.25, 0.0);
        world.add(ball(0.1).mass(5.0).at(under).moving(DVec3::Y * 20.0));
        let mut simulation = world.start();
        let angles = (0..5).map(|_| {
            run(&mut simulation, 1);
            simulation.joint_coordinates(joint)[0].0
        });
        angles.fold(0.0, f64::max)
    };
    let all = highest(Some(Sleeping { speed: 1e-3, seconds: 1e9 }), 0.02);
    assert_close(highest(None, 0.02), all, 1e-9);
    // Stops give way by their compliance; without this one it goes far.
    assert_close(all, 0.02, 1e-5);
    assert!(highest(None, 3.0) > 0.3);
}
