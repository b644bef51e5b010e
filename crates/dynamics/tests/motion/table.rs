//! The table of the guide (`docs/guide/src/motion.md`): what plain and accurate steps of
//! 1/60 s make of closed forms. `cargo test -p stickslip-dynamics --test motion table --
//! --nocapture` prints it.

use std::f64::consts::TAU;

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::Ball;
use stickslip_dynamics::{Compliance, FrictionModel, Simulation};

use crate::support::{G, H, World, ball, cube, cuboid, run, state};

/// Where an accurate step is to be, and how far off it may be.
struct Line {
    name: String,
    measured: fn(World) -> f64,
    exact: f64,
    allowed: f64,
}

fn flight(mut world: World) -> f64 {
    let body = world.add(ball(0.5).mass(1.0).at(DVec3::Y * 10.0).moving(DVec3::Y * 4.0));
    let mut simulation = world.start();
    run(&mut simulation, 60);
    state(&simulation, body).pose.position.y
}

fn slide(mut world: World) -> f64 {
    world.friction(FrictionModel::Cone, 0.5);
    world.ground();
    let body = world.add(cube(0.25).mass(10.0).at(DVec3::Y * 0.25).moving(DVec3::X * 3.0));
    let mut simulation = world.start();
    run(&mut simulation, 180);
    state(&simulation, body).pose.position.x
}

/// The scene `sphere-on-box` of the course, on ground, with its surfaces.
fn landing(mut world: World) -> f64 {
    world.friction(FrictionModel::Cone, 0.4);
    let compliance = Compliance::Spring { stiffness: 1e6, damping: 1e5 };
    world.surface(|surface| surface.compliance = compliance);
    world.settings.time_step = 0.0167;
    world.ground();
    let spin = DVec3::X * 10.0;
    let body = world.add(ball(0.5).mass(1.0).at(DVec3::Y * 3.8).spinning(spin));
    let mut simulation = world.start();
    run(&mut simulation, 150);
    state(&simulation, body).velocity.z
}

fn bounce<const TENTHS: i32>(mut world: World) -> f64 {
    let e = 0.1 * f64::from(TENTHS);
    world.surface(|surface| surface.restitution = e);
    world.ground();
    let body = world.add(ball(0.5).mass(1.0).at(DVec3::Y * 1.5));
    let mut simulation = world.start();
    let (mut apex, mut rises) = (0.0, false);
    loop {
        run(&mut simulation, 1);
        let now = state(&simulation, body);
        if rises && now.velocity.y < 0.0 {
            return apex;
        }
        rises = now.velocity.y > 0.0;
        if rises {
            // As high as its speed still carries it.
            let carried = 0.5 * now.velocity.y * now.velocity.y / G;
            apex = now.pose.position.y - 0.5 + carried;
        }
    }
}

fn strike(mut world: World) -> Simulation {
    world.settings.gravity = DVec3::ZERO;
    world.friction(FrictionModel::Frictionless, 0.0);
    world.surface(|surface| surface.restitution = 1.0);
    world.add(ball(0.1).mass(1.0).at(DVec3::X * -1.0).moving(DVec3::X * 5.0));
    world.add(ball(0.1).mass(2.0).at(DVec3::Y * 0.1));
    let mut simulation = world.start();
    run(&mut simulation, 60);
    simulation
}

fn tumbling(mut world: World) -> [f64; 2] {
    world.settings.gravity = DVec3::ZERO;
    let spin = DVec3::new(0.01, 5.0, 0.01);
    world.add(cuboid(DVec3::new(0.15, 0.1, 0.05)).mass(1.0).spinning(spin));
    let mut simulation = world.start();
    let (momentum, energy) = (simulation.momentum().1, simulation.energy());
    run(&mut simulation, 1200);
    let turned = simulation.momentum().1;
    [(turned - momentum).length() / momentum.length(), simulation.energy() / energy]
}

/// The mean period of a ball of 5 cm on a rod of 1 m, let go from the horizontal.
fn pendulum(mut world: World) -> f64 {
    let body = world.add(ball(0.05).mass(1.0).at(DVec3::X));
    world.join(None, body, Ball::at(DVec3::ZERO));
    let mut simulation = world.start();
    let (mut crossings, mut before) = (Vec::new(), 1.0);
    for step in 1..=600 {
        run(&mut simulation, 1);
        let now = state(&simulation, body).pose.position.x;
        if before * now < 0.0 {
            crossings.push(H * (f64::from(step) - now / (now - before)));
        }
        before = now;
    }
    2.0 * (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as f64
}

/// 2π √(I/(m g l)) over the arithmetic-geometric mean of 1 and cos ½α, α being a right angle.
fn exact_period() -> f64 {
    let (mut one, mut two) = (1.0_f64, (0.25 * TAU / 2.0).cos());
    for _ in 0..10 {
        (one, two) = (0.5 * (one + two), (one * two).sqrt());
    }
    TAU * ((1.0 + 0.4 * 0.05 * 0.05) / G).sqrt() / one
}

#[test]
fn the_table_of_the_guide() {
    let impulse = 4.0 / 3.0 * 5.0 * 0.75_f64.sqrt();
    let lines = [
        ("flight of 1 s, height (m)", flight as fn(World) -> f64, 14.0 - 0.5 * G, 1e-3),
        ("slide to rest (m)", slide, 9.0 / G, 1e-3),
        ("ball lands and rolls (m/s)", landing, 10.0 / 7.0, 0.01 * 10.0 / 7.0),
        ("bounce, e = 0.3 (m)", bounce::<3>, 0.09, 0.01 * 0.09),
        ("bounce, e = 0.6 (m)", bounce::<6>, 0.36, 0.01 * 0.36),
        ("bounce, e = 0.9 (m)", bounce::<9>, 0.81, 0.01 * 0.81),
        ("strike, first ball, x (m/s)", |w| strike(w).state().bodies[0].velocity.x, 0.0, 1e-2),
        (
            "strike, first ball, y (m/s)",
            |w| strike(w).state().bodies[0].velocity.y,
            -0.5 * impulse,
            1e-2 * impulse,
        ),
        (
            "strike, second ball, x (m/s)",
            |w| strike(w).state().bodies[1].velocity.x,
            0.5 * impulse * 0.75_f64.sqrt(),
            1e-2 * impulse,
        ),
        ("tumbling box, momentum lost in 20 s", |w| tumbling(w)[0], 0.0, 1e-12),
        ("tumbling box, energy kept", |w| tumbling(w)[1], 1.0, 1e-6),
        ("pendulum, period (s)", pendulum, exact_period(), 1e-4 * exact_period()),
    ];
    for (name, measured, exact, allowed) in lines {
        let line = Line { name: name.into(), measured, exact, allowed };
        let with = |accuracy: Option<f64>| {
            let mut world = World::new();
            world.settings.accuracy = accuracy.into();
            (line.measured)(world)
        };
        let (plain, accurate) = (with(None), with(Some(1e-3)));
        println!("| {} | {plain:.6} | {accurate:.9} | {:.9} |", line.name, line.exact);
        let off = (accurate - line.exact).abs();
        assert!(off <= line.allowed, "{}: {accurate} of {}", line.name, line.exact);
    }
}
