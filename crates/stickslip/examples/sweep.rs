//! The same slope with twenty frictions, side by side in threads: which crates slide.
//!
//! `cargo run --release --example sweep -p stickslip`

use rayon::prelude::*;
use stickslip::prelude::*;

const ANGLE: f64 = 0.35;

/// How far a crate slides in a second (m).
fn slid(friction: f64) -> Result<f64, Box<dyn std::error::Error + Send + Sync>> {
    let normal = DVec3::new(ANGLE.sin(), ANGLE.cos(), 0.0);
    let slope = Rigid::fixed("slope").half_space(normal).material("wood");
    let cargo = Rigid::dynamic("crate").cuboid([0.5, 0.2, 0.5]).material("wood");
    let mut simulation = World::new()
        .material("wood", Surface { friction, ..Surface::default() })
        .body(slope)
        .body(cargo.turned([0.0, 0.0, 1.0], -ANGLE).at(0.1 * normal).mass(5.0))
        .simulate()?;
    for _ in 0..60 {
        simulation.step()?;
    }
    Ok((simulation.state().bodies[1].pose.position - 0.1 * normal).length())
}

/// What the example does.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let frictions: Vec<f64> = (1..=20).map(|at| 0.04 * f64::from(at)).collect();
    let ways: Result<Vec<f64>, _> = frictions.par_iter().map(|&friction| slid(friction)).collect();
    for (friction, way) in frictions.iter().zip(ways.map_err(|error| error.to_string())?) {
        // ½ (g sin α − μ g cos α) t², for as long as μ < tan α
        let expected = 0.5 * 9.81 * (ANGLE.sin() - friction * ANGLE.cos()).max(0.0);
        println!("μ = {friction:.2}: {way:.4} m, by hand {expected:.4} m");
        assert!((way - expected).abs() < 1e-3);
    }
    Ok(())
}
