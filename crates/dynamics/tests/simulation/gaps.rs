//! Gaps and penetrations: anticipation, recovery, static depth, projection.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::Distance;
use stickslip_dynamics::{Accuracy, Compliance, Integrator};

use crate::support::{G, H, World, assert_close, ball, cube, run, state};

#[test]
fn a_falling_ball_lands_at_zero_in_one_step() {
    for integrator in [Integrator::SemiImplicit, Integrator::Midpoint] {
        let mut world = World::new();
        world.settings.integrator = integrator;
        world.ground();
        let fast = world.add(ball(0.5).at(DVec3::Y * 0.53).moving(DVec3::Y * -3.0));
        let slow = world.add(ball(0.5).at(DVec3::new(3.0, 0.53, 0.0)).moving(DVec3::Y * -0.5));
        let mut simulation = world.start();
        run(&mut simulation, 1);
        // ε λ of an impact of 500 kg at 3 m/s is 2 mm/s.
        assert_close(state(&simulation, fast).pose.position.y, 0.5, 1e-4);
        // h v_n > −φ: no impulse.
        let expected = -0.5 - G * H;
        assert_eq!(state(&simulation, slow).velocity.y, expected, "{integrator:?}");
    }
}

#[test]
fn penetration_decays_by_gamma() {
    let gamma = 0.3;
    let mut world = World::weightless();
    world.surface(|surface| surface.compliance = Compliance::Row { epsilon: 1e-12, gamma });
    world.settings.friction = stickslip_dynamics::FrictionModel::Frictionless;
    world.ground();
    let body = world.add(ball(0.5).mass(1.0).at(DVec3::Y * 0.4));
    let mut simulation = world.start();
    // The velocity of the recovery is taken away after each step, or it would
    // carry the ball on.
    let mut depth = 0.1;
    for _ in 0..10 {
        run(&mut simulation, 1);
        depth *= 1.0 - gamma;
        assert_close(0.5 - state(&simulation, body).pose.position.y, depth, 1e-10);
        let mut still = simulation.state().clone();
        still.bodies[body.0].velocity = DVec3::ZERO;
        simulation.restore(still).expect("a state of this model");
    }
}

#[test]
fn a_weight_sinks_by_its_weight_over_the_stiffness() {
    for (integrator, substeps) in
        [(Integrator::SemiImplicit, 1), (Integrator::Midpoint, 1), (Integrator::SemiImplicit, 3)]
    {
        let mut world = World::new();
        let compliance = Compliance::Spring { stiffness: 1e5, damping: 2e3 };
        world.surface(|surface| surface.compliance = compliance);
        world.settings.integrator = integrator;
        world.settings.substeps = substeps;
        world.ground();
        let point = world.add(ball(0.5).mass(10.0).at(DVec3::Y * 0.5));
        let face = world.add(cube(0.5).mass(10.0).at(DVec3::new(3.0, 0.5, 0.0)));
        let mut simulation = world.start();
        run(&mut simulation, 300);
        let depth = |body| 0.5 - state(&simulation, body).pose.position.y;
        assert_close(depth(point), 10.0 * G / 1e5, 1e-9);
        assert_close(depth(face), 10.0 * G / 4e5, 1e-9);
    }
}

#[test]
fn a_given_spring_sinks_alike_at_every_step_size() {
    let depth = |h: f64| {
        let mut world = World::new();
        let compliance = Compliance::Spring { stiffness: 1e4, damping: 1e2 };
        world.surface(|surface| surface.compliance = compliance);
        world.settings.time_step = h;
        world.ground();
        let body = world.add(ball(0.5).mass(1.0).at(DVec3::Y * 0.5));
        let mut simulation = world.start();
        run(&mut simulation, (3.0 / h) as usize);
        0.5 - state(&simulation, body).pose.position.y
    };
    for h in [0.02, 0.01, 0.0025] {
        assert_close(depth(h), G / 1e4, 1e-8);
    }
}

#[test]
fn projection_moves_overlapping_balls_apart() {
    let mut world = World::weightless();
    world.settings.projection_passes = 3;
    world.surface(|surface| surface.compliance = Compliance::Row { epsilon: 1e-9, gamma: 0.0 });
    let velocity = DVec3::new(0.0, 0.3, 0.1);
    let light = world.add(ball(0.5).mass(1.0).moving(velocity));
    let heavy = world.add(ball(0.5).mass(3.0).at(DVec3::new(0.9, 0.0, 0.0)).moving(velocity));
    let mut simulation = world.start();
    run(&mut simulation, 1);
    let (light, heavy) = (state(&simulation, light), state(&simulation, heavy));
    let gap = (heavy.pose.position - light.pose.position).length() - 1.0;
    assert_close(gap, 0.0, 1e-12);
    // Displacements ∝ 1/m (SIGGRAPH 2022 course, §3.4.6).
    let centre = (light.pose.position + 3.0 * heavy.pose.position) / 4.0;
    assert!((centre - DVec3::X * 0.675 - velocity * H).length() < 1e-14);
    assert_close(light.pose.position.x, -0.075, 1e-12);
    assert_eq!((light.velocity, heavy.velocity), (velocity, velocity));
}

#[test]
fn contacts_are_kept_as_they_were_solved_when_poses_are_projected() {
    // The ball that is pushed in is found by the projection, not by the solve.
    let mut world = World::new();
    world.settings.projection_passes = 2;
    world.settings.margin = 0.0;
    let ground = world.ground();
    let place = DVec3::new(-3.0, 0.51, 0.0);
    let falling = world.add(ball(0.5).mass(1.0).at(place));
    let resting = world.add(ball(0.5).mass(1.0).at(DVec3::Y * 0.4999));
    let mut simulation = world.start();
    simulation.push(falling, DVec3::Y * -300.0, place, DVec3::ZERO).expect("a body");
    run(&mut simulation, 1);
    let contacts = simulation.contacts();
    assert_eq!(contacts.len(), 1);
    assert_eq!((contacts[0].first, contacts[0].second), (ground.0, resting.0));
    assert_close(state(&simulation, falling).pose.position.y, 0.5, 1e-9);
}

/// Two cubes 5 cm apart, one above the other, with these velocities: how many
/// points are foreseen.
fn foreseen(lower: DVec3, upper: DVec3) -> usize {
    let mut world = World::weightless();
    world.add(cube(0.5).moving(lower));
    world.add(cube(0.5).at(DVec3::Y * 1.05).moving(upper));
    let mut simulation = world.start();
    run(&mut simulation, 1);
    simulation.contacts().len()
}

#[test]
fn contacts_are_foreseen_by_how_things_move_against_each_other() {
    let (up, aside) = (DVec3::Y, DVec3::X);
    // In 1/60 s the gap closes from 3 m/s on, less the margin of 1 cm.
    assert_eq!(foreseen(0.0 * up, -3.0 * up), 4);
    assert_eq!(foreseen(1.5 * up, -1.5 * up), 4);
    assert_eq!(foreseen(0.0 * up, -2.0 * up), 0);
    // The lower one may be stopped by a third; nothing drives them together
    // when they fly side by side.
    assert_eq!(foreseen(-20.0 * up, -20.0 * up), 4);
    assert_eq!(foreseen(20.0 * aside, 20.0 * aside), 0);
    assert_eq!(foreseen(20.0 * aside, 20.0 * aside - 3.0 * up), 4);
}

/// Sums grow with the number of sub-steps; shares and means do not.
#[test]
fn shares_and_means_do_not_depend_on_the_number_of_substeps() {
    for substeps in [1, 2, 5] {
        let mut world = World::new();
        world.settings.substeps = substeps;
        world.ground();
        // Foreseen, and too slow to touch in this step.
        world.add(cube(0.5).at(DVec3::Y * 0.508).moving(DVec3::Y * 0.05));
        let mut simulation = world.start();
        let report = simulation.step().expect("finite");
        assert_eq!((report.constraints, report.islands), (12, 1), "{substeps} sub-steps");
        let sums = (report.solves, report.rows, report.tight);
        assert_eq!(sums, (substeps, 12 * substeps, 12 * substeps));
        assert_eq!((report.tight_share(), report.iterations_per_solve()), (1.0, 1.0));
    }
}

/// All of them fall together until the lowest meets the ground.
#[test]
fn a_falling_stack_with_gaps_lands_without_penetration() {
    let mut world = World::new();
    world.ground();
    for at in 0..4 {
        world.add(cube(0.5).at(DVec3::Y * (0.55 + 1.04 * at as f64)).moving(DVec3::Y * -6.0));
    }
    let mut simulation = world.start();
    for _ in 0..60 {
        let report = simulation.step().expect("finite");
        assert!(report.penetration_max < 1e-3, "{}", report.penetration_max);
    }
}

/// Two cubes that begin 0.2 m inside each other did not get there by stepping.
#[test]
fn penetration_begun_with_is_told_apart() {
    let mut world = World::new();
    world.ground();
    world.add(cube(0.5).at(DVec3::Y * 0.5));
    world.add(cube(0.5).at(DVec3::Y * 1.3));
    let mut simulation = world.start();
    let first = simulation.step().expect("finite");
    // They part at no more than half a metre a second.
    let left = 0.2 - 0.5 * H;
    assert!((first.penetration_begun - left).abs() < 1e-4, "{first:?} {left}");
    assert_eq!(first.penetration_max, 0.0);
    let mut last = first;
    for _ in 0..60 {
        last = simulation.step().expect("finite");
    }
    assert!(last.penetration_begun < 1e-4, "it has come out: {last:?}");
}

/// What is placed wrongly is pushed out, not thrown out: at half a metre a second a cube rises
/// by v²/2g = 13 mm beyond its place at most.
#[test]
fn overlap_at_the_beginning_is_released_slowly() {
    for accuracy in [Accuracy::Off, Accuracy::Within(1e-3)] {
        let mut world = World::new();
        world.settings.accuracy = accuracy;
        world.ground();
        let cube = world.add(cube(0.5).at(DVec3::Y * 0.3));
        let mut simulation = world.start();
        let (mut fastest, mut highest) = (0.0_f64, 0.0_f64);
        for _ in 0..120 {
            simulation.step().expect("finite");
            let state = state(&simulation, cube);
            fastest = fastest.max(state.velocity.y);
            highest = highest.max(state.pose.position.y);
        }
        assert!(fastest < 0.5 + 1e-3, "{accuracy:?}: {fastest} m/s");
        assert!(highest < 0.5 + 0.25 / (2.0 * G) + 1e-3, "{accuracy:?}: {highest} m");
        assert_close(state(&simulation, cube).pose.position.y, 0.5, 1e-3);
    }
}

/// A cube on four soft springs, m g/4k = 0.1 m deep where it rests, was not placed wrongly.
#[test]
fn a_soft_surface_is_no_overlap() {
    let mut world = World::new();
    let compliance = Compliance::Spring { stiffness: 2500.0 * G, damping: 1e4 };
    world.surface(|surface| surface.compliance = compliance);
    world.settings.accuracy = Accuracy::Off;
    world.ground();
    let cube = world.add(cube(0.5).at(DVec3::Y * 0.4).mass(1e3));
    let mut simulation = world.start();
    run(&mut simulation, 60);
    assert_close(state(&simulation, cube).pose.position.y, 0.4, 1e-4);
}

/// A cube that a rod holds inside the ground stays there: the rod does not give way.
#[test]
fn what_joints_hold_together_is_not_forced_apart() {
    for accuracy in [Accuracy::Off, Accuracy::Within(1e-3)] {
        let mut world = World::new();
        world.settings.accuracy = accuracy;
        world.ground();
        let cube = world.add(cube(0.5).at(DVec3::Y * 0.3));
        let rod = Distance::between(DVec3::Y * -1.0, DVec3::Y * 0.3, None);
        world.join(None, cube, rod);
        let mut simulation = world.start();
        for _ in 0..120 {
            let report = simulation.step().expect("finite");
            assert!(report.joint_error_max < 1e-3, "{accuracy:?}: {}", report.joint_error_max);
        }
        // Four springs of the surface stretch one of the rod.
        assert_close(state(&simulation, cube).pose.position.y, 0.3, 3e-3);
    }
}
