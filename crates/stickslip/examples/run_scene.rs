//! Reads a built-in scene, drives a motor, and reads out what acts.
//!
//! `cargo run --release --example run_scene -p stickslip`

use stickslip::prelude::*;

/// What the example does.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let scene = SceneSource::find("grasp")?.read(&Overrides::default())?;
    let mut simulation = scene.simulation()?;
    simulation.set_control("slide-0", 0.1)?;
    for _ in 0..120 {
        let report = simulation.step()?;
        assert_eq!(report.failed_solves, 0, "every step is solved");
    }
    for (body, state) in scene.model.bodies().iter().zip(&simulation.state().bodies) {
        println!("{:10} at {:.3}", body.description.name, state.pose.position);
    }
    for contact in simulation.contacts() {
        let force = contact.impulse / simulation.substep_seconds();
        println!("{} – {}: {force:.2} N, {:?}", contact.first, contact.second, contact.state);
    }
    Ok(())
}
