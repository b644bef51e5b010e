//! Rows exactly at the border of their set have two answers.

use stickslip_dynamics::glam::DVec3;
use stickslip_dynamics::{Contacts, FrictionModel, Input, Simulation, StepDerivatives};

use crate::support::{G, H, RIGID, World, cube};

/// ∂v/∂(force along an axis) of the only body: held, and at the bounds.
fn both(derivatives: &StepDerivatives, axis: usize) -> [f64; 2] {
    let sides = derivatives.sides.as_deref().expect("two sides");
    let [held, bound] = [&sides[0], &sides[1]].map(|side| side.by_inputs().at(6 + axis, 0));
    let own = derivatives.by_inputs().at(6 + axis, 0);
    let is_near = |side: f64| (own - side).abs() < 1e-12 * H;
    assert!(is_near(held) || is_near(bound), "{own} {held} {bound}");
    [held, bound]
}

/// A crate of 2 kg that just touches the ground.
fn resting(model: FrictionModel, gravity: f64) -> Simulation {
    let mut world = World::new();
    world.settings.gravity = DVec3::Y * -gravity;
    world.settings.solver.tolerance = Some(1e-13);
    world.friction(model, 0.5);
    world.surface(|surface| surface.compliance = RIGID);
    world.ground();
    world.add(cube(0.25).mass(2.0).at(DVec3::Y * 0.25).named("crate"));
    world.start()
}

/// What is pulled exactly as hard as friction holds stays, or starts to slip: ∂v/∂f is 0 or h/m.
#[test]
fn what_is_about_to_slip_has_two_answers() {
    for model in [FrictionModel::Pyramid, FrictionModel::Cone] {
        let mut simulation = resting(model, G);
        let body = simulation.model().body_named("crate").expect("a body");
        // At the height of the ground, so that nothing tips.
        let force = DVec3::X * (0.5 * 2.0 * G);
        simulation.push(body, force, DVec3::ZERO, DVec3::ZERO).expect("a push");
        let derivatives =
            simulation.linearize(&[Input::Push(body, 0)], Contacts::Held).expect("derivatives");
        let found = &derivatives.borders;
        assert!(found.iter().any(|border| border.is_friction), "{model:?} {found:?}");
        assert!(found[0].to_string().contains("crate on part"), "{}", found[0]);
        let [sticks, slips] = both(&derivatives, 0);
        println!("{model:?} {sticks} {slips}");
        assert!(sticks.abs() < 1e-6 * H && (slips - H / 2.0).abs() < 1e-6 * H);
    }
}

/// What touches without any weight is pushed back, or lets itself be lifted.
#[test]
fn what_touches_without_weight_has_two_answers() {
    let mut simulation = resting(FrictionModel::Frictionless, 0.0);
    let body = simulation.model().body_named("crate").expect("a body");
    let derivatives =
        simulation.linearize(&[Input::Push(body, 1)], Contacts::Held).expect("derivatives");
    assert_eq!(derivatives.borders.len(), 4);
    let [held, free] = both(&derivatives, 1);
    println!("{held} {free}");
    assert!(held.abs() < 1e-6 * H && (free - H / 2.0).abs() < 1e-9, "{held} {free}");
    // With contacts free there is only one.
    let free = simulation.linearize(&[Input::Push(body, 1)], Contacts::Free).expect("derivatives");
    assert!(free.borders.is_empty() && free.sides.is_none());
    assert!((free.by_inputs().at(7, 0) - H / 2.0).abs() < 1e-9);
}

/// The entries that are named are all that are not 0.
#[test]
fn entries_are_those_of_the_matrix() {
    let mut simulation = resting(FrictionModel::Pyramid, G);
    let derivatives = simulation.linearize(&[], Contacts::Held).expect("derivatives");
    let matrix = derivatives.by_state();
    let mut rest = matrix.clone();
    for (row, column, value) in derivatives.entries() {
        assert!((matrix.at(row, column) - value).abs() <= 1e-15 * value.abs());
        rest.set(row, column, 0.0);
    }
    assert!(rest.values().iter().all(|value| *value == 0.0));
}
