//! Problems of the textbooks, at 1/60 s. Bounds are a millimetre, or a thousandth.

use std::f64::consts::{FRAC_1_SQRT_2, FRAC_PI_6, TAU};

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{Distance, Hinge, Prismatic, Tendon, TendonPoint};
use stickslip_dynamics::{
    Axis, BodyDescription, ColliderDescription, FrictionModel, Passive, Pose, Shape, Simulation,
};

use crate::flight::accurate;
use crate::support::{
    G, H, Part, World, assert_close, ball, cube, cuboid, half_space, run, speed_motor, state,
};

fn smooth(mut world: World, restitution: f64) -> World {
    world.friction(FrictionModel::Frictionless, 0.0);
    world.surface(|surface| surface.restitution = restitution);
    accurate(world)
}

/// A cylinder whose axis lies along z.
fn roller(radius: f64) -> Part {
    let shape = Shape::cylinder(radius, 0.3).expect("positive lengths");
    let colliders = vec![ColliderDescription::new(shape)];
    let lying = DQuat::from_rotation_x(0.25 * TAU);
    Part(BodyDescription::dynamic("roller", Pose::IDENTITY, colliders)).turned(lying)
}

fn spring(stiffness: f64, rest: f64) -> Passive {
    Passive { stiffness, rest: [rest; 2], damping: 0.0, armature: 0.0 }
}

/// Two masses on a spring of k and l₀ about their centre, d apart: ω² μ d = k (d − l₀) with
/// the reduced mass μ.
#[test]
fn two_bodies_circle_on_a_spring() {
    let (masses, stiffness, rest, apart) = ([1.0, 3.0], 20.0_f64, 0.8, 1.0);
    let reduced = masses[0] * masses[1] / (masses[0] + masses[1]);
    let rate = (stiffness * (apart - rest) / (reduced * apart)).sqrt();
    let mut world = accurate(World::weightless());
    let places = [0.75, -0.25].map(|share| DVec3::X * apart * share);
    let turn = DVec3::Z * rate;
    let [one, two] = [0, 1].map(|at| {
        let part = ball(0.05).mass(masses[at]).at(places[at]);
        world.add(part.moving(turn.cross(places[at])))
    });
    let mut bond = Distance::between(places[0], places[1], None);
    bond.passive = Some(spring(stiffness, rest));
    world.join(Some(one), two, bond);
    let mut simulation = world.start();
    let steps = (TAU / rate / H).round() as usize;
    run(&mut simulation, steps);
    let exact = DQuat::from_rotation_z(rate * steps as f64 * H) * places[0];
    let end = state(&simulation, one).pose.position;
    assert!((end - exact).length() < 4e-3, "{end} of {exact}");
}

/// It rolls down 20° with ⅔ g sin α; down 50° with μ = 0.2 it slips with g (sin α − μ cos α)
/// and spins up by 2 μ g cos α/r.
#[test]
fn a_cylinder_rolls_or_slips_down_a_slope() {
    for (degrees, mu, rolls) in [(20_f64, 0.6, true), (50.0, 0.2, false)] {
        let slope = degrees.to_radians();
        let mut world = accurate(World::new());
        world.friction(FrictionModel::Cone, mu);
        let up = DVec3::new(slope.sin(), slope.cos(), 0.0);
        world.add(half_space(up));
        let body = world.add(roller(0.2).mass(2.0).at(0.2 * up));
        let mut simulation = world.start();
        run(&mut simulation, 60);
        let end = state(&simulation, body);
        let down = DVec3::new(slope.cos(), -slope.sin(), 0.0);
        let (acceleration, spin) = match rolls {
            true => (2.0 / 3.0 * G * slope.sin(), 2.0 / 3.0 * G * slope.sin() / 0.2),
            false => (G * (slope.sin() - mu * slope.cos()), 2.0 * mu * G * slope.cos() / 0.2),
        };
        assert_close((end.pose.position - 0.2 * up).dot(down), 0.5 * acceleration, 1e-3);
        assert_close(-end.angular_velocity.z, spin, 1e-3 * spin);
    }
}

/// A brake of M stops a drum of I from ω in the angle ½ I ω²/M.
#[test]
fn a_brake_stops_its_drum() {
    let (spin, brake) = (12.0, 0.9);
    let mut world = accurate(World::weightless());
    let drum = world.add(ball(0.5).mass(2.0).spinning(DVec3::Z * spin));
    let rotation = Axis { friction: brake, ..Axis::FREE };
    world.join(None, drum, Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation });
    let mut simulation = world.start();
    run(&mut simulation, 240);
    let angle = 0.5 * (0.4 * 2.0 * 0.25) * spin * spin / brake;
    assert_close(simulation.state().joints[0].coordinates[0], angle, 1e-3);
    assert!(state(&simulation, drum).angular_velocity.length() < 1e-6);
}

/// A ball strikes two that touch: it comes back with a fifth of its speed, and they leave at
/// ±30° with 2√3/5 of it.
#[test]
fn a_billiard_break_of_three() {
    let mut world = smooth(World::weightless(), 1.0);
    let gap = 1e-9;
    let aside = 0.05 + 0.5 * gap;
    let line = (0.1_f64 * 0.1 - aside * aside).sqrt();
    let cue = world.add(ball(0.05).mass(1.0).at(DVec3::X * -(line + 0.25)).moving(DVec3::X * 3.0));
    let others =
        [1.0, -1.0].map(|side| world.add(ball(0.05).mass(1.0).at(DVec3::Z * side * aside)));
    let mut simulation = world.start();
    run(&mut simulation, 30);
    assert_close(state(&simulation, cue).velocity.x, -0.6, 1e-3);
    for (body, side) in others.into_iter().zip([1.0, -1.0]) {
        let speed = 3.0 * 2.0 * 3_f64.sqrt() / 5.0;
        let exact = speed * DVec3::new(FRAC_PI_6.cos(), 0.0, side * FRAC_PI_6.sin());
        assert!((state(&simulation, body).velocity - exact).length() < 1e-3);
    }
}

/// An elastic ball meets a slope again and again at distances of 1 : 2 : 3, 8 h sin α times.
#[test]
fn a_ball_bounces_down_a_slope() {
    let (slope, height) = (FRAC_PI_6, 0.3);
    let mut world = smooth(World::new(), 1.0);
    let up = DVec3::new(slope.sin(), slope.cos(), 0.0);
    let down = DVec3::new(slope.cos(), -slope.sin(), 0.0);
    world.add(half_space(up));
    // It falls by `height` before it touches.
    let body = world.add(ball(0.1).mass(1.0).at(0.1 * up + DVec3::Y * height));
    let mut simulation = world.start();
    let fall = (2.0 * height / G).sqrt();
    let speed = G * fall;
    // After the first impact: a parabola with g cos α across and g sin α along the slope.
    let (across, along) = (speed * slope.cos(), speed * slope.sin());
    for step in 1..=90 {
        run(&mut simulation, 1);
        let t = f64::from(step) * H - fall;
        if t < 0.0 {
            continue;
        }
        let flight = 2.0 * across / (G * slope.cos());
        let within = t % flight;
        let place = state(&simulation, body).pose.position - 0.1 * up;
        let height = across * within - 0.5 * G * slope.cos() * within * within;
        assert_close(place.dot(up), height, 1e-3);
        assert_close(place.dot(down), along * t + 0.5 * G * slope.sin() * t * t, 1e-3);
    }
}

/// A small ball above a large one: elastic, it leaves with (3M − m)/(M + m) of the speed of
/// their fall.
#[test]
fn a_ball_on_a_ball_leaves_faster() {
    let mut world = smooth(World::new(), 1.0);
    world.ground();
    let masses = [4.0, 1.0];
    let large = world.add(ball(0.2).mass(masses[0]).at(DVec3::Y * 1.2));
    let small = world.add(ball(0.1).mass(masses[1]).at(DVec3::Y * 1.55));
    let mut simulation = world.start();
    // The large one has turned when they meet, both at the place where their paths cross:
    // v₁ = v − g t and −(v + g t) with t after its impact, and 0.05 m between them at first.
    let speed = (2.0 * G * 1.0_f64).sqrt();
    let t = 0.05 / (2.0 * speed);
    let (one, two) = (speed - G * t, -(speed + G * t));
    let [big, little] = masses;
    let after = ((little - big) * two + 2.0 * big * one) / (big + little);
    let meeting = (2.0 / G).sqrt() + t;
    let steps = 36;
    run(&mut simulation, steps);
    let since = steps as f64 * H - meeting;
    assert_close(state(&simulation, small).velocity.y, after - G * since, 2e-3);
    assert!(state(&simulation, large).velocity.y < one);
}

/// Atwood's machine: (M − m)/(M + m) g.
#[test]
fn two_weights_on_a_string() {
    let mut world = accurate(World::new());
    let places = [DVec3::new(-0.3, -1.0, 0.0), DVec3::new(0.3, -1.0, 0.0)];
    let heavy = world.add(cube(0.1).mass(3.0).at(places[0]));
    let light = world.add(cube(0.1).mass(2.0).at(places[1]));
    for (body, anchor) in [(heavy, places[0]), (light, places[1])] {
        let slide = Prismatic { anchor, axis: DVec3::Y, travel: Axis::FREE };
        world.join(None, body, slide);
    }
    let on = |body, point| TendonPoint { body, point, divisor: None };
    let path = vec![
        on(Some(heavy), places[0]),
        on(None, DVec3::new(-0.3, 0.0, 0.0)),
        on(None, DVec3::new(0.3, 0.0, 0.0)),
        on(Some(light), places[1]),
    ];
    world.join(None, heavy, Tendon { path, length: Axis { limits: Some([2.6; 2]), ..Axis::FREE } });
    let mut simulation = world.start();
    run(&mut simulation, 45);
    let fallen = 0.5 * (3.0 - 2.0) / 5.0 * G * 0.75 * 0.75;
    assert_close(state(&simulation, heavy).pose.position.y, -1.0 - fallen, 1e-3);
    assert_close(state(&simulation, light).pose.position.y, -1.0 + fallen, 1e-3);
}

/// A flat coil of c swings a wheel of I with √(c/I).
#[test]
fn a_balance_wheel_swings() {
    let (coil, inertia) = (0.8_f64, 0.4 * 1.5 * 0.09);
    let mut world = accurate(World::weightless());
    let start = 4.0;
    let wheel = world.add(ball(0.3).mass(1.5).spinning(DVec3::Z * start));
    let rotation = Axis { passive: Some(spring(coil, 0.0)), ..Axis::FREE };
    world.join(None, wheel, Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation });
    let mut simulation = world.start();
    let rate = (coil / inertia).sqrt();
    for step in 1..=120 {
        run(&mut simulation, 1);
        let turned = state(&simulation, wheel).pose.orientation;
        let exact = start / rate * (rate * f64::from(step) * H).sin();
        assert_close(2.0 * turned.z.atan2(turned.w), exact, 5e-3);
    }
}

/// A rod that leans on nothing but a hinge at its end falls with ½ m g l cos θ = ⅓ m l² θ̈:
/// θ̇² = 3 g sin θ/l at θ below the horizontal.
#[test]
fn a_trapdoor_falls() {
    let mut world = accurate(World::new());
    let half = DVec3::new(0.5, 0.005, 0.005);
    let door = world.add(cuboid(half).mass(2.0).at(DVec3::X * 0.5));
    world.join(None, door, Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: Axis::FREE });
    let mut simulation = world.start();
    for _ in 0..25 {
        run(&mut simulation, 1);
        let place = state(&simulation, door).pose.position;
        let inertia = (1.0 + 1e-4) / 12.0 + 0.25;
        let exact = (2.0 * G * -place.y / inertia).sqrt();
        assert_close(-state(&simulation, door).angular_velocity.z, exact, 2e-3 * exact.max(1.0));
    }
}

/// A block that is pulled slides with F/m − μ g, in any direction across the ground.
#[test]
fn a_pulled_block_slides() {
    for direction in [DVec3::X, FRAC_1_SQRT_2 * DVec3::new(1.0, 0.0, 1.0)] {
        let mut world = accurate(World::new());
        world.friction(FrictionModel::Cone, 0.3);
        world.ground();
        let body = world.add(cube(0.2).mass(5.0).at(DVec3::Y * 0.2));
        let mut simulation = world.start();
        let force = 30.0 * direction;
        for _ in 0..60 {
            let at = state(&simulation, body).pose.position - DVec3::Y * 0.2;
            simulation.push(body, force, at, DVec3::ZERO).expect("a body");
            run(&mut simulation, 1);
        }
        let exact = 0.5 * (30.0 / 5.0 - 0.3 * G);
        assert_close(state(&simulation, body).pose.position.dot(direction), exact, 1e-3);
    }
}

/// Plastic, elastic and in between: two that meet head on.
#[test]
fn two_balls_meet_head_on() {
    for e in [0.0, 0.5, 1.0] {
        let mut world = smooth(World::weightless(), e);
        let one = world.add(ball(0.1).mass(1.0).at(DVec3::X * -0.5).moving(DVec3::X * 2.0));
        let two = world.add(ball(0.1).mass(3.0).at(DVec3::X * 0.5).moving(DVec3::X * -1.0));
        let mut simulation = world.start();
        run(&mut simulation, 45);
        let common = (1.0 * 2.0 - 3.0) / 4.0;
        assert_close(state(&simulation, one).velocity.x, common - e * 3.0 * 0.75, 1e-6);
        assert_close(state(&simulation, two).velocity.x, common + e * 3.0 * 0.25, 1e-6);
    }
}

/// A motor of M on a hinge lifts a load on an arm until its torque is that of the weight:
/// it rests at cos θ = M/(m g l), held by its limit alone, and energy is what M has done.
#[test]
fn a_motor_lifts_what_it_can() {
    let mut world = accurate(World::new());
    let arm = 0.5;
    let load = world.add(ball(0.05).mass(1.0).at(DVec3::Y * -arm));
    // Half the torque that holds it level: it swings up to where work and height agree,
    // M θ = m g l (1 − cos θ).
    let torque = 0.25 * G * arm;
    let rotation = speed_motor(1e3, torque);
    world.join(None, load, Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation });
    let mut simulation = world.start();
    let mut highest = 0.0_f64;
    for _ in 0..90 {
        run(&mut simulation, 1);
        highest = highest.max(simulation.state().joints[0].coordinates[0]);
    }
    let mut turn = 1.0_f64;
    for _ in 0..60 {
        let excess = torque * turn - G * arm * (1.0 - turn.cos());
        turn -= excess / (torque - G * arm * turn.sin());
    }
    assert_close(highest, turn, 2e-3);
}

/// Where nothing acts, two bodies on a rod turn about their centre for ever.
#[test]
fn a_dumbbell_turns_about_its_centre() {
    let mut world = accurate(World::weightless());
    let places = [DVec3::X * 0.75, DVec3::X * -0.25];
    let rate = 3.0;
    let [one, two] = [0, 1].map(|at| {
        let part = ball(0.05).mass([1.0, 3.0][at]).at(places[at]);
        world.add(part.moving(DVec3::Z.cross(places[at]) * rate + DVec3::Y))
    });
    world.join(Some(one), two, Distance::between(places[0], places[1], None));
    let mut simulation: Simulation = world.start();
    run(&mut simulation, 60);
    let exact = DQuat::from_rotation_z(rate) * places[0] + DVec3::Y;
    let end = state(&simulation, one).pose.position;
    assert!((end - exact).length() < 2e-3, "{end} of {exact}");
}
