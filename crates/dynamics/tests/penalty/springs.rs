use std::f64::consts::PI;
use std::path::Path;

use serde_json::Value;
use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::{
    Model, Motion, PenaltyLaw, PenaltyStep, Pose, Settings, Shape, Simulation,
};

use crate::support::{G, add, ball, explicit, ground, radius, settings, surface, throw};

fn oracle(key: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/penalty.json");
    let all: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    all[key].as_array().unwrap().clone()
}

/// A ball and a ground, frictionless, without gravity unless said.
fn bouncing(mass: f64, gap: f64, settings: Settings) -> Simulation {
    let mut model = Model::default();
    surface(&mut model, 0.0, 0.0);
    ground(&mut model, DVec3::Y);
    ball(&mut model, mass, gap);
    Simulation::new(model, settings).unwrap()
}

fn height(simulation: &Simulation) -> f64 {
    let mass = simulation.model().bodies()[1].mass.mass;
    simulation.state().bodies[1].pose.position.y - radius(mass)
}

/// The depth of rest is m g/k, explicit and implicit, for a ball and for boxes on a face,
/// turned about the vertical or on the edge of a table.
#[test]
fn the_depth_of_rest_is_the_weight_over_the_stiffness() {
    for case in oracle("rest_depth") {
        let number = |key: &str| case[key].as_f64().unwrap();
        let (mass, k) = (number("mass"), number("k"));
        let critical = 2.0 * (k * mass).sqrt();
        let implicit = PenaltyStep { stiffness: Some(k), ..PenaltyStep::default() };
        let short = 0.2 * (mass / k).sqrt();
        for settings in [settings(short, explicit(k, critical)), settings(0.01, implicit)] {
            let mut simulation = bouncing(mass, 0.0, settings);
            for _ in 0..200 {
                assert_eq!(simulation.step().unwrap().failed_solves, 0);
            }
            let depth = -height(&simulation);
            assert!((depth - number("depth")).abs() < 1e-6 * depth, "{depth} {case}");
            let force = simulation.contact_force(stickslip_dynamics::BodyId(1)).y;
            assert!((force - mass * G).abs() < 1e-6 * force, "{force}");
        }
    }
    let k = 2e5;
    for (angle, over) in [(0.0, 0.0), (0.4, 0.0), (0.0, 0.04)] {
        let mut model = Model::default();
        let table = Shape::cuboid(DVec3::new(0.5, 0.1, 0.5)).unwrap();
        add(&mut model, "table", table, Pose::at(DVec3::Y * -0.1), Motion::Static);
        let block = Shape::cuboid(DVec3::splat(0.1)).unwrap();
        let pose = Pose::new(
            DVec3::new(if over > 0.0 { 0.4 + over } else { 0.3 }, 0.1, 0.0),
            DQuat::from_rotation_y(angle),
        );
        add(&mut model, "block", block, pose, Motion::Dynamic);
        let step = PenaltyStep { stiffness: Some(k), ..PenaltyStep::default() };
        let mut simulation = Simulation::new(model, settings(0.005, step)).unwrap();
        for _ in 0..300 {
            assert_eq!(simulation.step().unwrap().failed_solves, 0);
        }
        // Over the edge it leans out by its own pressure, and the middle of the patch is
        // as deep as it was, to the order of the lean.
        let expected = simulation.model().bodies()[1].mass.mass * G / k;
        let pose = simulation.state().bodies[1].pose;
        let under = pose.point(DVec3::new(-0.5 * over, -0.1, 0.0)).y;
        assert!((under + expected).abs() < 1e-4 * expected, "{angle} {over}: {under}");
    }
}

/// Undamped, a half-cycle takes π√(m/k), goes v√(m/k) deep and gives all speed back; damped,
/// what the oracle has for a spring that does not pull.
#[test]
fn a_bounce_is_half_a_cycle() {
    for case in oracle("bounce") {
        let number = |key: &str| case[key].as_f64().unwrap();
        let (mass, k, speed) = (number("mass"), number("k"), number("speed"));
        for (damping, left) in [(0.0, 1.0), (number("damping"), number("restitution_clamped"))] {
            let h = PI * (mass / k).sqrt() / 4000.0;
            let settings = Settings { gravity: DVec3::ZERO, ..settings(h, explicit(k, damping)) };
            let mut simulation = bouncing(mass, 0.0, settings);
            throw(&mut simulation, stickslip_dynamics::BodyId(1), DVec3::Y * -speed);
            let (mut deepest, mut steps) = (0.0_f64, 0);
            while steps == 0 || (height(&simulation) < 0.0 && steps < 20_000) {
                simulation.step().unwrap();
                deepest = deepest.min(height(&simulation));
                steps += 1;
            }
            let after = simulation.state().bodies[1].velocity.y;
            assert!((after - left * speed).abs() < 2e-3 * speed, "{after} {left}");
            if damping == 0.0 {
                let time = h * steps as f64;
                let expected = number("undamped_time");
                assert!((time - expected).abs() < 2.5e-3 * expected, "{time} {expected}");
                let depth = number("undamped_depth");
                assert!((deepest + depth).abs() < 1e-3 * depth, "{deepest} {depth}");
            }
        }
    }
}

/// Just below 2√(m/k) a held ball goes on for ever, just above it the step is refused by a
/// sentence with the number; what is refused would indeed have grown.
#[test]
fn the_stable_step_is_told_and_kept() {
    let case = &oracle("bounce")[0];
    let number = |key: &str| case[key].as_f64().unwrap();
    let (mass, k) = (number("mass"), number("k"));
    for (damping, limit) in [
        (0.0, number("stable_step_limit")),
        (number("damping"), {
            let ratio = number("damping_ratio");
            number("stable_step_limit") * ((1.0 + ratio * ratio).sqrt() - ratio)
        }),
    ] {
        // Deep enough that the spring never lets go.
        let weight = DVec3::Y * -1e4;
        let at = |h: f64| Settings { gravity: weight, ..settings(h, explicit(k, damping)) };
        let depth = 1e4 * mass / k;
        let mut below = bouncing(mass, -1.01 * depth, at(0.999 * limit));
        for _ in 0..400 {
            let told = below.step().unwrap().stable_step.unwrap();
            assert!((told - limit).abs() < 1e-9 * limit, "{told} {limit}");
            assert!((height(&below) + depth).abs() < 0.6 * depth);
        }
        let error = bouncing(mass, -1.01 * depth, at(1.001 * limit)).step().unwrap_err();
        let told = error.to_string();
        let expected = format!("{limit:.3e} s up to which the springs of \"ball\" are stable");
        assert!(told.contains(&expected), "{told}");
        // By hand: the same recursion grows beyond the limit, and not below it.
        let grows = |h: f64| {
            let (mut x, mut v) = (1.0_f64, 0.0_f64);
            for _ in 0..100 {
                v -= h / mass * (k * x + damping * v);
                x += h * v;
            }
            x.abs() > 1e3
        };
        assert!(grows(1.01 * limit) && !grows(0.99 * limit));
    }
}

/// A ball that bounces without damping for thousands of steps keeps its energy within what
/// one contact is off by: it does not drift.
#[test]
fn undamped_bounces_keep_their_energy() {
    let (mass, k): (f64, f64) = (1.0, 1e4);
    let h = 0.05 * (mass / k).sqrt();
    let mut simulation = bouncing(mass, 0.05, settings(h, explicit(k, 0.0)));
    let energy = |simulation: &Simulation| {
        let depth = (-height(simulation)).max(0.0);
        simulation.energy() + 0.5 * k * depth * depth
    };
    let start = energy(&simulation);
    let scale = mass * G * 0.05;
    let mut worst = [0.0_f64; 2];
    for step in 0..8000 {
        simulation.step().unwrap();
        let half = usize::from(step >= 4000);
        worst[half] = worst[half].max((energy(&simulation) - start).abs() / scale);
    }
    assert!(worst[0] < 0.05 && worst[1] < 0.05, "{worst:?}");
}

/// Springs that are softer when they push back return e of the speed: both laws, by the
/// restitution of the material.
#[test]
fn softer_springs_return_what_restitution_says() {
    for (name, law) in [
        ("Moore and Wilhelms", PenaltyLaw::MooreWilhelms),
        ("McKenna and Zeltzer", PenaltyLaw::McKennaZeltzer),
    ] {
        for restitution in [0.5, 0.9] {
            let (mass, k): (f64, f64) = (2.0, 1e5);
            let step = PenaltyStep { law, damping: None, ..explicit(k, 0.0) };
            let h = 1e-3 * (mass / k).sqrt();
            let mut model = Model::default();
            surface(&mut model, 0.0, restitution);
            ground(&mut model, DVec3::Y);
            let ball = ball(&mut model, mass, 0.0);
            let settings = Settings { gravity: DVec3::ZERO, ..settings(h, step) };
            let mut simulation = Simulation::new(model, settings).unwrap();
            throw(&mut simulation, ball, DVec3::Y * -1.0);
            for _ in 0..10_000 {
                simulation.step().unwrap();
            }
            let after = simulation.state().bodies[1].velocity.y;
            assert!((after - restitution).abs() < 3e-3, "{name}: {after} {restitution}");
        }
    }
}

/// Pairs hold together below their strength, and break above.
#[test]
fn pairs_hold_until_they_break() {
    let k = 1e4;
    let run = |pull: f64| {
        let law = PenaltyLaw::ParticlePairs;
        let step = PenaltyStep { law, damping: Some(20.0), ..explicit(k, 0.0) };
        let settings = Settings { gravity: DVec3::Y * pull, ..settings(1e-3, step) };
        let mut simulation = bouncing(1.0, -1e-5, settings);
        for _ in 0..1500 {
            simulation.step().unwrap();
        }
        height(&simulation)
    };
    // Half a newton short of k × reach, the ball hangs at f/k; twice as much tears it off.
    let hung = run(5.0);
    assert!((hung - 5.0 / k).abs() < 1e-6, "{hung}");
    assert!(run(25.0) > 0.1);
}

/// Damping by restitution has the mass of both parties, and a spring between two that move
/// is as stiff as for half of one: 2√(m/k) (√(1 + ζ²) − ζ) with that mass.
#[test]
fn stable_steps_know_the_mass_of_both() {
    let (mass, k): (f64, f64) = (2.0, 1e5);
    for (is_pair, restitution) in [(false, 0.0), (true, 1.0)] {
        let mut model = Model::default();
        surface(&mut model, 0.0, restitution);
        if is_pair {
            let shape = Shape::sphere(radius(mass)).unwrap();
            let below = Pose::at(DVec3::Y * (1e-4 - radius(mass)));
            add(&mut model, "other", shape, below, Motion::Dynamic);
        } else {
            ground(&mut model, DVec3::Y);
        }
        ball(&mut model, mass, -1e-4);
        let step = PenaltyStep { damping: None, ..explicit(k, 0.0) };
        let mut simulation = Simulation::new(model, settings(1e-4, step)).unwrap();
        let told = simulation.step().unwrap().stable_step.unwrap();
        let share = if is_pair { 0.5_f64.sqrt() } else { 2.0_f64.sqrt() - 1.0 };
        let expected = 2.0 * (mass / k).sqrt() * share;
        assert!((told - expected).abs() < 1e-9 * expected, "{told} {expected}");
    }
}
