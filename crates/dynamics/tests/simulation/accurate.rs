//! Steps that are accurate to what is asked.

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{Ball, Hinge};
use stickslip_dynamics::{
    Accuracy, Axis, BodyId, FrictionModel, Integrator, Model, Settings, Simulation, StepReport,
};

use crate::support::{G, World, ball, cube, cuboid, run, state};

const ACCURACY: f64 = 1e-3;

fn accurate() -> World {
    let mut world = World::new();
    world.settings.accuracy = Accuracy::Within(ACCURACY);
    world
}

/// Links of 0.25 kg, let go from the horizontal with a load of 500 kg at the end.
fn chain(accuracy: impl Into<Accuracy>, links: usize) -> Simulation {
    let mut world = World::new();
    world.settings.accuracy = accuracy.into();
    let mut last = None;
    for at in 0..=links {
        let x = 0.1 * at as f64;
        let part = if at < links {
            cuboid(DVec3::new(0.04, 0.01, 0.01)).mass(0.25).at(DVec3::X * (x + 0.05))
        } else {
            ball(0.1).mass(500.0).at(DVec3::X * x)
        };
        let body = world.add(part);
        world.join(last, body, Ball::at(DVec3::X * x));
        last = Some(body);
    }
    world.start()
}

/// The first steps, in which nothing pulls yet, take kicks, which are halved for their motion;
/// they alone estimate an error of positions.
fn halvings_of_rounds(report: &StepReport) -> usize {
    if report.position_error_max == 0.0 { report.halvings } else { 0 }
}

#[test]
fn a_stiff_chain_stays_together_where_a_linear_step_tears_it() {
    let worst = |accuracy: Option<f64>| {
        let (mut simulation, mut halvings) = (chain(accuracy, 10), 0);
        let step = |_| match simulation.step() {
            Ok(report) => {
                halvings += halvings_of_rounds(&report);
                report.joint_error_max
            }
            Err(_) => f64::INFINITY,
        };
        let error = (0..120).map(step).fold(0.0, f64::max);
        (error, halvings)
    };
    let ((plain, _), (held, halvings)) = (worst(None), worst(Some(ACCURACY)));
    assert_eq!(halvings, 0, "rounds converge");
    assert!(plain > 0.05, "the plain step tears it: {plain}");
    assert!(held <= ACCURACY, "{held}");
}

/// How the arms of joints turn within the step belongs to it: without their
/// stiffness rounds go astray, and more inertia does not make up for that.
#[test]
fn the_rounds_of_a_stiff_chain_are_few() {
    let mut simulation = chain(Some(ACCURACY), 20);
    let (mut rounds, mut halvings) = (0, 0);
    for _ in 0..60 {
        let report = run(&mut simulation, 1);
        if report.position_error_max == 0.0 {
            rounds += report.rounds;
        }
        halvings += halvings_of_rounds(&report);
        assert!(report.joint_error_max <= ACCURACY, "{}", report.joint_error_max);
    }
    assert_eq!(halvings, 0);
    assert!(rounds <= 60, "{rounds} rounds in 60 steps");
}

/// The second-order step: a pendulum of 1 m keeps its swing.
#[test]
fn a_pendulum_keeps_its_energy() {
    let mut world = accurate();
    // Asked for so much that every step is refined.
    world.settings.accuracy = Accuracy::Within(1e-6);
    let body = world.add(ball(0.1).mass(1.0).at(DVec3::X));
    let axis = DVec3::Z;
    world.join(None, body, Hinge { anchor: DVec3::ZERO, axis, rotation: Axis::FREE });
    let mut simulation = world.start();
    let begun = simulation.energy();
    let mut most = begun;
    for _ in 0..600 {
        run(&mut simulation, 1);
        most = most.max(simulation.energy());
    }
    let lost = (begun - simulation.energy()) / G;
    assert!((-1e-3..0.05).contains(&lost), "{lost} of its swing");
    assert!(most - begun < 1e-3 * G, "{most} J from {begun} J");
}

/// Across an impact a velocity of two steps would throw the ball up again.
#[test]
fn what_falls_on_the_ground_stays_there() {
    // Met at any share of a step.
    for share in 0..8 {
        let mut world = accurate();
        world.settings.accuracy = Accuracy::Within(1e-6);
        world.ground();
        let start = DVec3::Y * (0.9 + 0.011 * f64::from(share));
        let falling = world.add(ball(0.1).mass(1.0).at(start));
        // Hangs on a rod, so that there is something to refine.
        let (anchor, axis) = (DVec3::new(-1.0, 0.2, 0.0), DVec3::Z);
        world.join(None, falling, Hinge { anchor, axis, rotation: Axis::FREE });
        let mut simulation = world.start();
        let mut met = false;
        for _ in 0..120 {
            run(&mut simulation, 1);
            let height = state(&simulation, falling).pose.position.y - 0.1;
            assert!(!met || height < 2e-3, "{share}: {height}");
            met |= height < 1e-3;
        }
        assert!(met, "{share}");
    }
}

#[test]
fn tumbling_blocks_do_not_sink_into_each_other() {
    let fall = |accuracy: Option<f64>| {
        let mut world = accurate();
        world.settings.accuracy = accuracy.into();
        world.ground();
        for at in 0..8 {
            let place = DVec3::new(0.1 * (at % 3) as f64, 1.0 + 0.8 * at as f64, 0.07 * at as f64);
            let spin = DVec3::new(9.0, -4.0 + at as f64, 6.0);
            let part = cuboid(DVec3::new(0.3, 0.05, 0.2)).at(place).spinning(spin);
            world.add(part.turned(DQuat::from_rotation_x(0.4 * at as f64)));
        }
        let mut simulation = world.start();
        (0..150).map(|_| run(&mut simulation, 1).penetration_max).fold(0.0, f64::max)
    };
    let (plain, held) = (fall(None), fall(Some(ACCURACY)));
    assert!(plain > 5e-3, "{plain}");
    assert!(held <= ACCURACY, "{held}");
}

/// Three blocks that fall on each other do so to the same bits whether others, with names
/// of contacts before and after theirs, do the same elsewhere at once.
#[test]
fn a_heap_moves_as_it_does_alone() {
    let fall = |heaps: &[usize]| {
        let mut world = accurate();
        world.ground();
        for layer in 0..3 {
            for &heap in heaps {
                let at = layer as f64;
                let place = DVec3::new(0.05 * at, 0.5 + 0.6 * at, 20.0 * heap as f64);
                let part = cuboid(DVec3::new(0.3, 0.05, 0.2)).at(place);
                let part = part.spinning(DVec3::new(9.0, 1.0 + heap as f64, 6.0));
                world.add(part.turned(DQuat::from_rotation_x(0.4 * at)));
            }
        }
        let mut simulation = world.start();
        let rounds: usize = (0..60).map(|_| run(&mut simulation, 1).rounds).sum();
        assert!(rounds > 10, "{rounds}");
        let bodies = simulation.state().bodies[1..].to_vec();
        let own = heaps.iter().position(|&heap| heap == 1).expect("it is there");
        let own: Vec<_> = bodies.iter().skip(own).step_by(heaps.len()).copied().collect();
        own.iter().map(|body| (body.pose, body.velocity)).collect::<Vec<_>>()
    };
    assert_eq!(fall(&[1]), fall(&[0, 1, 2]));
}

/// Plates of 1 cm that spin at 20 rad/s into a box funnel of four slanted walls
/// over a floor: what misses a wall in one step would be outside in the next.
#[test]
fn spinning_plates_stay_in_a_funnel() {
    let mut world = accurate();
    world.friction(FrictionModel::Pyramid, 0.2);
    world.ground();
    let slant = 0.6_f64;
    for side in 0..4 {
        let round = DQuat::from_rotation_y(f64::from(side) * std::f64::consts::FRAC_PI_2);
        let wall = cuboid(DVec3::new(0.02, 1.2, 1.5)).at(round * DVec3::new(1.1, 1.0, 0.0));
        world.add(wall.turned(round * DQuat::from_rotation_z(-slant)).fixed());
    }
    let plates: Vec<BodyId> = (0..5)
        .map(|at| {
            let spin = 20.0 * DVec3::new((at as f64).sin(), 0.3, (at as f64).cos()).normalize();
            let place = DVec3::new(0.1 * at as f64 - 0.2, 1.8 + 0.5 * at as f64, 0.05);
            let plate = cuboid(DVec3::new(0.2, 0.005, 0.2)).at(place).spinning(spin);
            world.add(plate.moving(DVec3::Y * -4.0))
        })
        .collect();
    let mut simulation = world.start();
    for _ in 0..90 {
        run(&mut simulation, 1);
    }
    for plate in plates {
        let place = state(&simulation, plate).pose.position;
        // The inner face of a wall: 1.1 m from the axis at a height of 1 m.
        let width = 1.1 + (place.y - 1.0) * slant.tan();
        let reach = place.x.abs().max(place.z.abs());
        assert!(place.y > 0.0 && reach < width, "{place}");
    }
}

/// One centimetre at 300 m/s, five metres a step, against five millimetres.
#[test]
fn a_bullet_does_not_pass_a_plate() {
    let mut world = accurate();
    let plate = cuboid(DVec3::new(1.0, 1.0, 0.0025)).fixed();
    world.add(plate);
    let bullet = world.add(ball(0.005).mass(0.01).at(DVec3::Z * 3.0).moving(DVec3::Z * -300.0));
    let mut simulation = world.start();
    for _ in 0..60 {
        run(&mut simulation, 1);
        assert!(state(&simulation, bullet).pose.position.z > 0.0);
    }
}

#[test]
fn a_saved_state_goes_on_to_the_same_bits() {
    let mut simulation = chain(Some(ACCURACY), 6);
    run(&mut simulation, 20);
    let saved = simulation.state().clone();
    assert!(saved.bodies.iter().any(|body| body.before.is_some_and(|before| before.counted)));
    run(&mut simulation, 20);
    let mut other = chain(Some(ACCURACY), 6);
    other.restore(saved).expect("of the same model");
    run(&mut other, 20);
    assert_eq!(other.state(), simulation.state());
}

/// An island that was accurate at once has the bits that it would have alone.
#[test]
fn what_is_accurate_at_once_keeps_the_bits_of_the_plain_step() {
    let cubes = |world: &mut World| -> Vec<BodyId> {
        world.ground();
        (0..3).map(|at| world.add(cube(0.5).at(DVec3::Y * (0.5 + at as f64)))).collect()
    };
    let mut plain = World::new();
    let stack = cubes(&mut plain);
    let mut both = accurate();
    cubes(&mut both);
    let arm = both.add(ball(0.1).mass(1.0).at(DVec3::new(20.0, 9.0, 0.0)));
    let anchor = DVec3::new(19.0, 9.0, 0.0);
    both.join(None, arm, Hinge { anchor, axis: DVec3::Z, rotation: Axis::FREE });
    let (mut plain, mut both) = (plain.start(), both.start());
    let mut rounds = 0;
    for _ in 0..90 {
        run(&mut plain, 1);
        rounds += run(&mut both, 1).rounds;
    }
    assert!(rounds > 0, "the arm is refined");
    for body in stack {
        assert_eq!(state(&both, body).pose, state(&plain, body).pose);
    }
}

#[test]
fn accuracies_that_mean_nothing_are_refused() {
    for accuracy in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let settings = Settings { accuracy: Accuracy::Within(accuracy), ..Settings::default() };
        assert!(settings.check().is_err_and(|error| error.to_string().contains("accuracy")));
    }
    let asked = Settings { accuracy: Accuracy::Within(1e-3), ..Settings::default() };
    let midpoint = Settings { integrator: Integrator::Midpoint, ..asked.clone() };
    let convex = Settings { friction: FrictionModel::ConvexCone, ..asked };
    for settings in [midpoint, convex] {
        let refused = Simulation::new(Model::default(), settings.clone());
        assert!(refused.is_err_and(|error| error.to_string().contains("accuracy")));
        let settings = Settings { accuracy: Accuracy::Automatic, ..settings };
        let plain = Simulation::new(Model::default(), settings).expect("plain steps");
        let bounds = plain.error_bounds();
        assert!(bounds.accuracy.is_none() && bounds.plain_because.is_some(), "{bounds:?}");
    }
}

/// By the size of the largest body that moves; a cube's diameter is √12 of half its side.
#[test]
fn steps_are_accurate_unless_asked_otherwise() {
    for (size, accuracy) in [(0.5, 1e-3), (0.05, 1e-4), (5.0, 1e-2)] {
        let mut world = World::new();
        world.add(cube(size));
        world.settings.accuracy = Accuracy::default();
        assert_eq!(world.start().error_bounds().accuracy, Some(accuracy));
    }
}

#[test]
fn a_run_whose_joints_open_is_not_converged() {
    let open = |accuracy: Accuracy| {
        let mut simulation = chain(accuracy, 10);
        (0..30).filter(|_| !simulation.step().expect("a step").converged()).count()
    };
    assert!(open(Accuracy::Off) > 0);
    assert_eq!(open(Accuracy::Automatic), 0);
}
