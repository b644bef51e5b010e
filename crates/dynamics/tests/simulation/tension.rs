//! Light links under a heavy load.

use std::f64::consts::TAU;

use stickslip_dynamics::glam::{DQuat, DVec3};
use stickslip_dynamics::joint::{Ball, Universal};
use stickslip_dynamics::{BodyId, JointKind, Simulation, StepError};

use crate::support::{G, H, World, assert_close, ball, cuboid, run, state};

const LINKS: usize = 10;
const LINK: f64 = 0.1;
const LENGTH: f64 = LINK * LINKS as f64;

/// Links of 0.05 kg hold a ball of 200 kg (h²T = 0.54 kg m, mL = 0.005 kg m),
/// swung out by an angle. Every other link is knocked sideways.
fn loaded_chain(stiff: bool, universal: bool, angle: f64) -> (Simulation, BodyId) {
    let mut world = World::new();
    world.settings.geometric_stiffness = stiff;
    let turn = DQuat::from_rotation_z(angle);
    let down = |distance: f64| turn * DVec3::new(0.0, -distance, 0.0);
    let mut last = None;
    for at in 0..=LINKS {
        let top = LINK * at as f64;
        let part = if at < LINKS {
            let knock = if at % 2 == 0 { 0.01 } else { -0.01 };
            let link = cuboid(DVec3::new(0.01, 0.4 * LINK, 0.01)).mass(0.05);
            link.at(down(top + 0.5 * LINK)).moving(DVec3::X * knock)
        } else {
            ball(0.1).mass(200.0).at(down(top))
        };
        let body = world.add(part.turned(turn));
        let anchor = down(top);
        let kind = if universal {
            Universal::free(anchor, turn * DVec3::X, DVec3::Z).into()
        } else {
            JointKind::from(Ball::at(anchor))
        };
        world.join(last, body, kind);
        last = Some(body);
    }
    let ball = last.expect("eleven bodies");
    (world.start(), ball)
}

fn fastest_link(simulation: &Simulation) -> f64 {
    let links = &simulation.state().bodies[..LINKS];
    links.iter().map(|link| link.velocity.length()).fold(0.0, f64::max)
}

#[test]
fn light_links_under_a_heavy_load_come_to_rest_only_if_their_arms_turn_with_them() {
    for universal in [false, true] {
        let (mut still, ball) = loaded_chain(true, universal, 0.0);
        run(&mut still, 60);
        assert!(fastest_link(&still) < 1e-4, "{}", fastest_link(&still));
        assert_close(state(&still, ball).pose.position.y, -LENGTH, 1e-3);
        let (mut shaking, _) = loaded_chain(false, universal, 0.0);
        run(&mut shaking, 60);
        assert!(fastest_link(&shaking) > 0.1, "{}", fastest_link(&shaking));
    }
}

/// T = 2π √(l/g) (1 + θ²/16 + …), and an amplitude that falls by ½hω² per
/// second: what the implicit step costs.
#[test]
fn a_loaded_chain_swings_as_a_pendulum_and_loses_what_is_said() {
    let (mut simulation, ball) = loaded_chain(true, false, 0.1);
    let omega = (G / LENGTH).sqrt();
    let periods = 3.0;
    let duration = periods * TAU / omega * (1.0 + 0.1_f64.powi(2) / 16.0);
    run(&mut simulation, (duration / H).round() as usize);
    let expected = 0.1 * LENGTH * (-0.5 * H * omega * omega * duration).exp();
    let place = state(&simulation, ball).pose.position;
    assert_close(place.x, expected, 0.1 * expected);
}

/// What an unsolved step may leave: pulls whose stiffness has no digits left
/// for the inertia of a link.
#[test]
fn absurd_pulls_leave_the_inertia_as_it_is() {
    let (mut simulation, _) = loaded_chain(true, false, 0.1);
    run(&mut simulation, 1);
    let before = simulation.state().clone();
    for trial in 0..200 {
        let mut state = before.clone();
        let size = 10_f64.powi(10 + trial / 5);
        for (at, impulse) in state.joint_impulses.iter_mut().enumerate() {
            *impulse = size * (at as f64 + f64::from(trial)).sin();
        }
        simulation.restore(state).expect("finite");
        match simulation.step() {
            Ok(_) | Err(StepError::Lost { .. } | StepError::NotFinite { .. }) => {}
            Err(error) => panic!("trial {trial}: {error}"),
        }
    }
}
