//! A rod swings on a hinge: its period beside the one that small swings have.
//!
//! `cargo run --release --example pendulum -p stickslip`

use std::f64::consts::TAU;

use stickslip::prelude::*;

/// What the example does.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (length, angle) = (1.0, 0.05_f64);
    let hanging = DVec3::new(angle.sin(), -angle.cos(), 0.0);
    let rod = Rigid::dynamic("rod").cuboid([0.02, length, 0.02]).turned([0.0, 0.0, 1.0], angle);
    let mut simulation = World::new()
        .body(rod.at(0.5 * length * hanging).mass(1.0))
        .hinge("pin", None, "rod", [0.0; 3], [0.0, 0.0, 1.0])
        .simulate()?;
    let pin = simulation.model().joint_named("pin")?;

    // Two passages of the lowest point are half a period apart.
    let mut passages = Vec::new();
    let (mut before, mut time) = (angle, 0.0);
    while passages.len() < 5 {
        simulation.step()?;
        let h = simulation.state().time - time;
        let now = angle + simulation.joint_coordinates(pin)[0].0;
        if before * now < 0.0 {
            passages.push(time + h * before / (before - now));
        }
        (before, time) = (now, simulation.state().time);
    }
    let period = (passages[4] - passages[0]) / 2.0;
    // T = 2π √(I / m g l/2), I = m (l² + w²)/12 + m l²/4, and 1 + α²/16 for the swing.
    let inertia = (length * length + 4e-4) / 12.0 + length * length / 4.0;
    let small = TAU * (inertia / (9.81 * 0.5 * length)).sqrt();
    let expected = small * (1.0 + angle * angle / 16.0);
    println!("period {period:.5} s, of small swings {expected:.5} s");
    assert!((period / expected - 1.0).abs() < 1e-3);
    Ok(())
}
