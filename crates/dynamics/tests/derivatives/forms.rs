//! Closed forms: blows of two bodies, a pendulum, a spinning top, what is conserved.

use stickslip_dynamics::glam::{DMat3, DQuat, DVec3};
use stickslip_dynamics::joint::{Ball, Hinge};
use stickslip_dynamics::{
    Accuracy, Axis, FrictionModel, MassDescription, Matrix, Rollout, Simulation,
};

use crate::support::{G, H, World, ball, cuboid};

fn accurate(mut world: World) -> World {
    world.settings.accuracy = Accuracy::Within(1e-3);
    world
}

/// ∂(end)/∂(beginning) of a run.
fn over(simulation: &mut Simulation, steps: usize) -> Matrix {
    let mut product: Option<Matrix> = None;
    for _ in 0..steps {
        let by_state = simulation.step_derivatives(&[]).expect("derivatives").1.by_state();
        product = Some(product.map_or_else(|| by_state.clone(), |so_far| by_state.times(&so_far)));
    }
    product.expect("a step")
}

/// v₁' = ((m₁ − e m₂) v₁ + (1 + e) m₂ v₂)/(m₁ + m₂), and by masses and restitution.
#[test]
fn a_blow_of_two_balls() {
    let (m1, m2, e, v) = (2.0, 3.0, 0.6, 4.0);
    let mut world = accurate(World::weightless());
    world.friction(FrictionModel::Pyramid, 0.0);
    world.surface(|surface| surface.restitution = e);
    // Light, so that surfaces do not give way in the blow.
    let small = 1e-4;
    world.add(ball(0.1).mass(small * m1).moving(DVec3::X * v).named("one"));
    world.add(ball(0.1).mass(small * m2).at(DVec3::X * 0.22).named("two"));
    let mut simulation = world.start();
    let names = ["body.one.mass", "body.two.mass", "material.default.restitution"];
    let inputs = names.map(|name| simulation.input(name).expect("an input")).to_vec();
    let (_, derivatives) = simulation.step_derivatives(&inputs).expect("derivatives");
    let (by_state, by_inputs) = (derivatives.by_state(), derivatives.by_inputs());
    let total: f64 = m1 + m2;
    let near = |found: f64, exact: f64| {
        assert!((found - exact).abs() < 1e-5 * exact.abs().max(1.0), "{found} {exact}");
    };
    // Rows: velocities begin at 12.
    near(by_state.at(12, 12), (m1 - e * m2) / total);
    near(by_state.at(12, 18), (1.0 + e) * m2 / total);
    near(by_state.at(18, 12), (1.0 + e) * m1 / total);
    near(by_inputs.at(12, 0) * small, (1.0 + e) * m2 * v / (total * total));
    near(by_inputs.at(12, 1) * small, -(1.0 + e) * m1 * v / (total * total));
    near(by_inputs.at(12, 2), -m2 * v / total);
    near(by_inputs.at(18, 2), m1 * v / total);
    // Momentum stays: m₁ ∂v₁ + m₂ ∂v₂ is what went in.
    for column in 0..24 {
        let sum = m1 * by_state.at(12, column) + m2 * by_state.at(18, column);
        let before = match column {
            12 => m1,
            18 => m2,
            _ => 0.0,
        };
        assert!((sum - before).abs() < 1e-6, "column {column}: {sum} {before}");
    }
}

/// A hanging pendulum swings back after half a period: θ → cos(ω t) θ for small θ.
#[test]
fn a_pendulum_swings_by_the_cosine() {
    let mut world = accurate(World::new());
    let half = DVec3::new(0.05, 0.5, 0.05);
    let rod = world.add(cuboid(half).mass(2.0).at(DVec3::Y * -0.5));
    world.join(None, rod, Hinge { anchor: DVec3::ZERO, axis: DVec3::Z, rotation: Axis::FREE });
    let mut simulation = world.start();
    let steps = 50;
    let matrix = over(&mut simulation, steps);
    // About the hinge: I = m (l²/3 + (2·0.05)²/12 + …), with the depth of the rod.
    let inertia = 2.0 * ((1.0 + 0.01) / 12.0 + 0.25);
    let rate = (2.0 * G * 0.5 / inertia).sqrt();
    let t = steps as f64 * H;
    // The angle turns the rod and moves its centre; the rate moves it, too.
    let turned = matrix.at(5, 5) + 0.5 * matrix.at(5, 0);
    let moved = matrix.at(5, 11) + 0.5 * matrix.at(5, 6);
    println!("{turned} {} {moved} {}", (rate * t).cos(), (rate * t).sin() / rate);
    assert!((turned - (rate * t).cos()).abs() < 2e-3);
    assert!((moved - (rate * t).sin() / rate).abs() < 2e-3);
}

/// A top that spins about its axis without weight: momentum stays, and its axis goes round it
/// with Ω = I₃ω₃/I. A spin δ across tilts the momentum by δI/(I₃ω₃) against the axis, so that
/// dω = (1 − e) δ + e R(Ω t) δ with e = 1 − I/I₃.
#[test]
fn a_top_precesses() {
    let (axial, across, spin) = (0.3, 0.2, 20.0);
    let mut world = accurate(World::weightless());
    let mut top = ball(0.1).spinning(DVec3::Y * spin);
    top.0.mass = MassDescription::Given {
        mass: 1.0,
        centre: DVec3::ZERO,
        inertia: DMat3::from_diagonal(DVec3::new(across, axial, across)),
    };
    world.add(top);
    let mut simulation = world.start();
    let steps = 30;
    let matrix = over(&mut simulation, steps);
    let t = steps as f64 * H;
    let share = 1.0 - across / axial;
    let round = DQuat::from_rotation_y(axial / across * spin * t) * DVec3::X;
    let exact = (1.0 - share) * DVec3::X + share * round;
    let found = DVec3::new(matrix.at(9, 9), matrix.at(10, 9), matrix.at(11, 9));
    println!("{found} {exact}");
    assert!((found - exact).length() < 1e-3, "{found} {exact}");
}

/// Energy that stays has derivatives that stay: ∇E(end)ᵀ ∂(end)/∂(beginning) = ∇E(beginning)ᵀ.
#[test]
fn energy_and_momentum_stay() {
    let mut world = accurate(World::new());
    let half = DVec3::new(0.05, 0.5, 0.05);
    let rod = world.add(cuboid(half).mass(2.0).at(DVec3::Y * -0.5).moving(DVec3::X * 0.5));
    world.join(None, rod, Ball::at(DVec3::ZERO));
    let mut simulation = world.start();
    // Let the velocities come to what the joint allows.
    simulation.step().expect("a step");
    let slope = |simulation: &Simulation| {
        let state = simulation.state().bodies[rod.0];
        let mass = simulation.model().bodies()[rod.0].mass;
        let turn = DMat3::from_quat(state.pose.orientation);
        let spin = turn * mass.inertia * turn.transpose() * state.angular_velocity;
        let mut slope = vec![0.0; 12];
        slope[1] = mass.mass * G;
        slope[6..9].copy_from_slice(&(mass.mass * state.velocity).to_array());
        slope[9..12].copy_from_slice(&spin.to_array());
        slope
    };
    let before = slope(&simulation);
    // The joint allows rates of turning about it.
    let state = simulation.state().bodies[rod.0];
    let arm = state.pose.position;
    let steps = 40;
    let rollout = Rollout { steps, inputs: Vec::new() };
    let end =
        |step: usize, simulation: &Simulation| (step == steps).then(|| (0.0, slope(simulation)));
    let found = rollout.gradient(&mut simulation, |_, _| Ok(()), end).expect("a gradient").state;
    let mut largest = 0.0_f64;
    for axis in [DVec3::X, DVec3::Y, DVec3::Z] {
        // A rate about the axis.
        let shift = axis.cross(arm);
        let along = |gradient: &[f64]| {
            DVec3::from_slice(&gradient[6..9]).dot(shift)
                + DVec3::from_slice(&gradient[9..12]).dot(axis)
        };
        let (one, two) = (along(&before), along(&found));
        println!("{one} {two}");
        largest = largest.max(one.abs());
        assert!((one - two).abs() < 5e-3 * (1.0 + largest), "{one} {two}");
    }
    assert!(largest > 0.1);
}
