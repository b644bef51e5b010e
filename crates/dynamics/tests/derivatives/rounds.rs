//! Steps that are linearised at their end, since kicks do not suit them: light links under large
//! tension.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::joint::Hinge;
use stickslip_dynamics::{Accuracy, Axis, FrictionModel, Rollout, Simulation};

use crate::oracle::{Comparison, compare, compare_input};
use crate::support::{World, cube, cuboid};

/// A heavy bob on a light link, which hangs on a cart.
fn crane(accuracy: f64, moving: f64, with_ground: bool) -> World {
    let mut world = World::new();
    world.settings.accuracy = Accuracy::Within(accuracy);
    world.settings.solver.tolerance = Some(1e-13);
    world.friction(FrictionModel::Pyramid, 0.3);
    if with_ground {
        world.ground();
    }
    let cart = cube(0.5).mass(20.0).at(DVec3::Y * 0.5).named("cart");
    let cart = world.add(cart.moving(DVec3::X * moving));
    let link = cuboid(DVec3::new(0.02, 0.1, 0.02)).mass(0.02).at(DVec3::new(0.7, 0.8, 0.0));
    let link = world.add(link.moving(DVec3::X * moving));
    let bob = cube(0.1).mass(10.0).at(DVec3::new(0.7, 0.6, 0.0)).named("bob");
    let bob = world.add(bob.moving(DVec3::X * (moving + 0.1)));
    let hinge = |anchor: DVec3| Hinge { anchor, axis: DVec3::Z, rotation: Axis::FREE };
    let first = with_ground.then_some(cart);
    world.join(first, link, hinge(DVec3::new(0.7, 0.9, 0.0)));
    world.join(Some(link), bob, hinge(DVec3::new(0.7, 0.7, 0.0)));
    world
}

/// All of it, so that no stencil crosses the kink of the cart's gap.
fn pressed(world: World) -> Simulation {
    let mut simulation = world.start();
    let mut state = simulation.state().clone();
    let bodies = state.bodies.len();
    state.bodies[bodies - 3..].iter_mut().for_each(|body| body.pose.position.y -= 2e-4);
    simulation.restore(state).expect("a state");
    simulation
}

/// Compares steps of a run, all of which end by rounds.
fn follow(simulation: &mut Simulation, steps: usize) -> Comparison {
    let mut all = Comparison::default();
    for step in 0..steps {
        let begin = simulation.state().clone();
        let (report, derivatives) = simulation.step_derivatives(&[]).expect("derivatives");
        let orders = report.orders;
        assert!(orders.unsettled > 0 || derivatives.looks_back, "{step}: {orders:?}");
        simulation.restore(begin).expect("a state");
        all.join(compare(simulation, 1.0));
    }
    all
}

/// A link that hangs on a post: steps of first order and of two steps, with the history held.
#[test]
fn light_links_under_tension() {
    let mut all = follow(&mut crane(1e-9, 0.0, false).start(), 6);
    let half = all.percentile(50);
    println!("{:e} {:e} of {}", all.worst, half, all.compared);
    assert!(all.worst < 1e-6 && all.compared > 150, "{all:?}");
}

/// The cart slides on the ground, or stands.
#[test]
fn carts_that_carry_them() {
    for moving in [0.0, 2.0] {
        let mut all = follow(&mut pressed(crane(1e-9, moving, true)), 4);
        let half = all.percentile(50);
        let kinks = (all.skipped, all.kinked, all.outside);
        println!("{:e} {:e} of {} {kinks:?}", all.worst, half, all.compared);
        assert!(all.worst < 1e-6 && all.compared > 80, "{all:?}");
    }
}

/// Rounds that end early end elsewhere than where the equations hold, by as much as the accuracy
/// allows.
#[test]
fn rounds_that_end_early_are_off_by_what_they_leave() {
    let mut all = follow(&mut pressed(crane(1e-3, 2.0, true)), 10);
    let (half, most) = (all.percentile(50), all.percentile(95));
    println!("{half:e} {most:e} {:e} of {}", all.worst, all.compared);
    assert!(half < 1e-3 && all.compared > 200, "{half:e} {most:e} of {}", all.compared);
}

/// Friction, gravity and the time step.
#[test]
fn inputs_of_rounds() {
    let changed = |friction: f64, gravity: f64, h: f64| {
        let mut world = crane(1e-9, 2.0, true);
        world.friction(FrictionModel::Pyramid, 0.3 + friction);
        world.settings.gravity.y += gravity;
        world.settings.time_step += h;
        pressed(world)
    };
    let cases = [
        ("material.default.friction", 1e-4, [1.0, 0.0, 0.0]),
        ("gravity.y", 1e-3, [0.0, 1.0, 0.0]),
        ("h", 1e-6, [0.0, 0.0, 1.0]),
    ];
    for (name, stride, [friction, gravity, h]) in cases {
        let mut simulation = changed(0.0, 0.0, 0.0);
        for step in 0..3 {
            let input = simulation.input(name).expect("an input");
            let off = compare_input(&mut simulation, input, stride, |by| {
                changed(friction * by, gravity * by, h * by)
            });
            println!("{name} step {step}: {off:e}");
            assert!(off < 1e-5, "{name} in step {step}: {off:e}");
        }
    }
}

/// A run is followed from state to state, and rounds of second order know more than that.
#[test]
fn runs_that_look_back_are_refused() {
    let gradient = |steps: usize| {
        let mut simulation = crane(1e-6, 0.0, false).start();
        let loss = |_: usize, _: &Simulation| Some((0.0, vec![1.0; 36]));
        Rollout { steps, inputs: Vec::new() }.gradient(&mut simulation, |_, _| Ok(()), loss)
    };
    assert_eq!(gradient(1).expect("a gradient").state.len(), 36);
    let error = gradient(3).expect_err("a history").to_string();
    assert!(
        error.contains("look back at the step before") && error.contains("accuracy"),
        "{error}"
    );
}
