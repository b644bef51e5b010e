//! The speed with which a ball that bounces once comes down 4 m away: Newton's method on
//! derivatives through the bounce.
//!
//! `cargo run --release --example throw -p stickslip`

use stickslip::dynamics::Rollout;
use stickslip::prelude::*;

/// Where a ball is after a second, and how that changes with its speed along x.
fn thrown(speed: f64) -> Result<(f64, f64), Box<dyn std::error::Error>> {
    let rubber = Surface { friction: 0.2, restitution: 0.7, ..Surface::default() };
    let ball = Rigid::dynamic("ball").sphere(0.1).material("rubber").at([0.0, 0.5, 0.0]);
    let ground = Rigid::fixed("ground").half_space([0.0, 1.0, 0.0]).material("rubber");
    let mut simulation = World::new()
        .settings(|settings| settings.stepper = StepperKind::Complementarity)
        .material("rubber", rubber)
        .body(ground)
        .body(ball.velocity([speed, 0.0, 0.0]))
        .simulate()?;
    let steps = 60;
    let run = Rollout { steps, inputs: Vec::new() };
    let found = run.gradient(
        &mut simulation,
        |_, _| Ok(()),
        |step, simulation| {
            let x = simulation.state().bodies[1].pose.position.x;
            // Twelve numbers of a body: position, turn, velocity, angular velocity.
            let mut slope = vec![0.0; 12];
            slope[0] = 1.0;
            (step == steps).then_some((x, slope))
        },
    )?;
    Ok((found.loss, found.state[6]))
}

/// What the example does.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut speed = 2.0;
    for _ in 0..4 {
        let (x, slope) = thrown(speed)?;
        println!("{speed:.6} m/s: {x:.6} m, {slope:.4} m by m/s");
        speed += (4.0 - x) / slope;
    }
    assert!((thrown(speed)?.0 - 4.0).abs() < 1e-6);
    Ok(())
}
